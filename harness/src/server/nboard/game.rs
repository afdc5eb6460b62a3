//! Reading a game in GGF.

use engines::othello::{Othello, OthelloRules, OthelloSpec};
use engines::{Color, Game};

use super::shortened;
use crate::protocols::nboard::ggf::{parse_letter, parse_move};
use crate::server::table::Table;

/// Plays a game up to its end.
pub fn read(text: &str) -> Result<Table<Othello>, String> {
    let mut table = None;
    for (name, value) in properties(text)? {
        match (name, &mut table) {
            ("GM", _) if !value.eq_ignore_ascii_case("othello") => {
                return Err(format!("GM[{}] is another game", shortened(value)));
            }
            ("BO", None) => table = Some(Table::new(read_board(value)?)),
            ("BO", Some(_)) => return Err("BO stands twice".to_string()),
            ("B", Some(table)) => play(table, Color::Black, value)?,
            ("W", Some(table)) => play(table, Color::White, value)?,
            ("B" | "W", None) => return Err("a move stands before BO, the board".to_string()),
            _ => {}
        }
    }
    table.ok_or("BO, the board, is missing".to_string())
}

/// What stands between `(;` and `;)`: names, and values in brackets.
fn properties(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let body = text.trim().strip_prefix("(;");
    let mut rest = body.ok_or("a game begins with `(;`")?.trim_start();
    let mut found = Vec::new();
    while !rest.starts_with(';') {
        if rest.is_empty() {
            return Err("the game does not end with `;)`".to_string());
        }
        let no_property = || format!("`{}` is no property", shortened(rest));
        let (name, behind) = rest.split_once('[').ok_or_else(no_property)?;
        let (value, behind) = behind.split_once(']').ok_or_else(no_property)?;
        found.push((name.trim(), value.trim()));
        rest = behind.trim_start();
    }
    Ok(found)
}

/// `8 ---…--- *`: points a side, the board in reading order, and who is to
/// move.
fn read_board(value: &str) -> Result<Othello, String> {
    let (size, rest) = value.split_once(' ').ok_or("BO is a size and a board")?;
    let spec = OthelloSpec {
        size: size
            .parse()
            .map_err(|_| format!("BO: `{}` is no size", shortened(size)))?,
        ..OthelloSpec::default()
    };
    let rules: OthelloRules = spec.rules()?;
    let mut stones = Vec::new();
    for found in rest.chars().filter(|found| !found.is_whitespace()) {
        let unknown = || format!("BO: `{}` is neither *, O nor -", found.escape_debug());
        stones.push(parse_letter(found).ok_or_else(unknown)?);
    }
    let to_move = stones.pop().flatten();
    let to_move = to_move.ok_or("BO: the side to move, * or O, is missing")?;
    Othello::from_stones(&rules, &stones, to_move).map_err(|error| format!("BO: {error}"))
}

fn play(table: &mut Table<Othello>, color: Color, value: &str) -> Result<(), String> {
    let mv = parse_move(table.position(), value).map_err(|error| error.to_string())?;
    let played = table.play(color, mv);
    played.map_err(|error| format!("{color} cannot play `{}`: {error}", shortened(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

    #[test]
    fn the_published_game() {
        let text = format!(
            "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]\
             TY[8]{START}B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
        );
        let table = read(&text).unwrap();
        assert_eq!(table.steps().len(), 8);
        assert_eq!(table.position().to_move(), Color::Black);
        let again = format!("(;{START}B[f5//0.01]W[f6/-1.5/2]B[d3]W[c5]B[e6]W[f7]B[e7]W[f4] ; )");
        assert_eq!(read(&again).unwrap().position(), table.position());
    }

    #[test]
    fn small_boards_and_passes() {
        let small = read("(;GM[othello]BO[4 ---- -O*- -*O- ---- *]B[B1]W[PA];)");
        assert!(small.unwrap_err().contains("a pass is not allowed here"));
        let pass = read("(;BO[4 *O-- ---- ---- --O* *]B[C1]W[PA]B[B4];)").unwrap();
        let left_out = read("(;BO[4 *O-- ---- ---- --O* *]B[C1]B[B4];)").unwrap();
        assert_eq!(pass.position(), left_out.position());
    }

    #[test]
    fn mistakes_are_named() {
        let start = |rest: &str| format!("(;{START}{rest}");
        for (text, expected) in [
            ("".to_string(), "a game begins with `(;`"),
            ("(;".to_string(), "does not end with `;)`"),
            ("(;;)".to_string(), "BO, the board, is missing"),
            ("(;GM[Go];)".to_string(), "GM[Go] is another game"),
            ("(;B[F5];)".to_string(), "a move stands before BO"),
            ("(;BO[8];)".to_string(), "BO is a size and a board"),
            ("(;BO[x -];)".to_string(), "`x` is no size"),
            ("(;BO[10 -];)".to_string(), "4, 6 or 8, but is 10"),
            (
                "(;BO[8 -*O*];)".to_string(),
                "the board has 64 points, but 3 were given",
            ),
            (
                "(;BO[4 ---- ---- ---- ----];)".to_string(),
                "the side to move",
            ),
            ("(;BO[8 x];)".to_string(), "`x` is neither *, O nor -"),
            (start("B[F5"), "`B[F5` is no property"),
            (start("B[F5]"), "does not end"),
            (start("B"), "`B` is no property"),
            (start("B[A1];)"), "the move flips no disc"),
            (start("B[I9];)"), "`I9` is not a point"),
            (start("W[F4];)"), "white cannot play `F4`"),
            (start(&format!("{START};)")), "BO stands twice"),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}

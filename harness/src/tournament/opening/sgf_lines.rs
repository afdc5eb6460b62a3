//! Openings as SGF: the main line of each game tree.

use engines::{Color, Game, GameSpec, Knowledge, Move};

use super::line::{Fault, Line};
use crate::records::sgf::{GameTree, Property, Value, check_game, read_move};

/// Reads the main line of every game, which must be of this game and board.
pub fn read<G: Knowledge>(
    games: &[GameTree],
    game: &GameSpec,
    empty: &Line<G>,
) -> Result<Vec<(Vec<Move>, u64)>, Fault> {
    let opening = |tree: &GameTree| {
        let root = tree.root();
        if let Some(value) = root.value("GM") {
            check_game(&value, game).map_err(|what| Fault::new(value.at, what))?;
        }
        if let Some(value) = root.value("SZ") {
            check_size(&value, empty.position())?;
        }
        main_line(tree, empty.clone())
    };
    games.iter().map(opening).collect()
}

fn check_size<G: Game>(value: &Value, board: &G) -> Result<(), Fault> {
    let [width, height] = value.composed().unwrap_or([*value; 2]);
    let side = |value: Value| value.simple_text().trim().parse::<usize>().ok();
    if side(width) == Some(board.width()) && side(height) == Some(board.height()) {
        return Ok(());
    }
    let what = format!(
        "SZ[{}] is not the board of this tournament, which has {}×{} points",
        value.shortened(),
        board.width(),
        board.height()
    );
    Err(Fault::new(value.at, what))
}

fn main_line<G: Knowledge>(tree: &GameTree, mut line: Line<G>) -> Result<(Vec<Move>, u64), Fault> {
    let mut has_moves = false;
    for node in tree.main_line() {
        if line.is_full() {
            return line.finish();
        }
        for property in &node.properties {
            let color = match property.name {
                "B" => Color::Black,
                "W" => Color::White,
                "AB" | "AW" | "AE" => return Err(set_up(property)),
                _ => continue,
            };
            has_moves = true;
            let value = only_value(property)?;
            let mv = read_move(&value, line.position());
            let mv = mv.map_err(|what| Fault::new(value.at, what))?;
            line.play(value.at, mv, Some(color))?;
        }
    }
    if !has_moves {
        return Err(Fault::new(tree.root().at, "this game has no moves"));
    }
    line.finish()
}

fn set_up(property: &Property) -> Fault {
    let what = format!(
        "`{}` sets up stones, but an opening is moves from the beginning of the game",
        property.name
    );
    Fault::new(property.at, what)
}

fn only_value<'a>(property: &Property<'a>) -> Result<Value<'a>, Fault> {
    match property.values[..] {
        [value] => Ok(value),
        _ => {
            let what = format!("`{}` is one move, but has more values", property.name);
            Err(Fault::new(property.at, what))
        }
    }
}

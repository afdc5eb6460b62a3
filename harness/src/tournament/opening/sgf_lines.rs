//! Openings as SGF: the main line of each game tree.

use engines::{Color, Game, GameSpec, Knowledge, Move};

use super::line::{Fault, Line};
use crate::records::sgf::{GameTree, Node, Property, Value};

/// Reads the main line of every game, which must be of this game and board.
pub fn read<G: Knowledge>(
    games: &[GameTree],
    game: &GameSpec,
    empty: &Line<G>,
) -> Result<Vec<(Vec<Move>, u64)>, Fault> {
    let opening = |tree: &GameTree| {
        check_game(tree.root(), game)?;
        check_size(tree.root(), empty.position())?;
        main_line(tree, empty.clone())
    };
    games.iter().map(opening).collect()
}

/// The number of a game in SGF's property `GM`.
fn number_of(game: &GameSpec) -> u32 {
    match game {
        GameSpec::Go(_) => 1,
        GameSpec::Othello(_) => 2,
        GameSpec::Gomoku(_) => 4,
    }
}

pub(crate) fn check_game(root: &Node, game: &GameSpec) -> Result<(), Fault> {
    let Some(value) = root.property("GM").map(|property| property.values[0]) else {
        return Ok(());
    };
    let number = number_of(game);
    if value.simple_text().trim().parse() == Ok(number) {
        return Ok(());
    }
    let what = format!(
        "GM[{}] is another game; {} is GM[{number}]",
        shortened(&value),
        game.name()
    );
    Err(Fault::new(value.at, what))
}

fn check_size<G: Game>(root: &Node, board: &G) -> Result<(), Fault> {
    let Some(value) = root.property("SZ").map(|property| property.values[0]) else {
        return Ok(());
    };
    let [width, height] = value.composed().unwrap_or([value; 2]);
    let side = |value: Value| value.simple_text().trim().parse::<usize>().ok();
    if side(width) == Some(board.width()) && side(height) == Some(board.height()) {
        return Ok(());
    }
    let what = format!(
        "SZ[{}] is not the board of this tournament, which has {}×{} points",
        shortened(&value),
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
            let mv = read_move(&value, line.position())?;
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

/// Reads a point as two letters, column and row from the top left, or a pass:
/// nothing, or `tt` on a board that does not reach there.
pub(crate) fn read_move<G: Game>(value: &Value, board: &G) -> Result<Move, Fault> {
    let (width, height) = (board.width(), board.height());
    let text = value.simple_text();
    let is_small = width <= 19 && height <= 19;
    if text.is_empty() || (text == "tt" && is_small) {
        return Ok(Move::PASS);
    }
    let point = match text.as_bytes() {
        &[column, row] => coordinate(column, width).zip(coordinate(row, height)),
        _ => None,
    };
    let last = |side: usize| char::from(b'a' + (side - 1) as u8);
    point.map(|(x, y)| Move::at(y * width + x)).ok_or_else(|| {
        let what = format!(
            "`{}` is not a point of this board (aa to {}{})",
            shortened(value),
            last(width),
            last(height)
        );
        Fault::new(value.at, what)
    })
}

fn coordinate(letter: u8, side: usize) -> Option<usize> {
    let index = usize::from(letter.checked_sub(b'a')?);
    (index < side).then_some(index)
}

fn shortened(value: &Value) -> String {
    value.simple_text().escape_debug().take(40).collect()
}

//! What SGF says of a game's board: which game it is, and its points.

use engines::{Game, GameSpec, Move};

use super::Value;

/// The number of a game in the property `GM`.
fn number_of(game: &GameSpec) -> u32 {
    match game {
        GameSpec::Go(_) => 1,
        GameSpec::Othello(_) => 2,
        GameSpec::Gomoku(_) => 4,
    }
}

/// Refuses a value of `GM` that names another game.
pub fn check_game(value: &Value, game: &GameSpec) -> Result<(), String> {
    let number = number_of(game);
    if value.simple_text().trim().parse() == Ok(number) {
        return Ok(());
    }
    Err(format!(
        "GM[{}] is another game; {} is GM[{number}]",
        value.shortened(),
        game.name()
    ))
}

/// Reads a point as two letters, column and row from the top left, or a pass:
/// nothing, or `tt` on a board that does not reach there.
pub fn read_move<G: Game>(value: &Value, board: &G) -> Result<Move, String> {
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
        format!(
            "`{}` is not a point of this board (aa to {}{})",
            value.shortened(),
            last(width),
            last(height)
        )
    })
}

fn coordinate(letter: u8, side: usize) -> Option<usize> {
    let index = usize::from(letter.checked_sub(b'a')?);
    (index < side).then_some(index)
}

//! Points as the protocol writes them: `10,3`.

use engines::{Game, Move};

/// Two numbers and a comma between them.
pub fn numbers(text: &str) -> Option<[u32; 2]> {
    let (first, second) = text.split_once(',')?;
    let number = |text: &str| text.trim().parse().ok();
    Some([number(first)?, number(second)?])
}

/// The point of the board that a text names.
pub fn parse<G: Game>(board: &G, text: &str) -> Result<usize, String> {
    let [x, y] = numbers(text).ok_or("a point is X,Y")?;
    let (x, y) = (x as usize, y as usize);
    match x < board.width() && y < board.height() {
        true => Ok(y * board.width() + x),
        false => Err(format!("{x},{y} is not on the board")),
    }
}

/// The text that names a point.
pub fn format<G: Game>(board: &G, point: usize) -> String {
    format!("{},{}", point % board.width(), point / board.width())
}

/// The text that names a move of a game without passes.
pub fn of_move<G: Game>(board: &G, mv: Move) -> String {
    let point = mv.point();
    point.map_or_else(|| "pass".to_string(), |point| format(board, point))
}

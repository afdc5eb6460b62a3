//! How the Gomocup protocol names points: `10,3` is the eleventh column and the
//! fourth row from the top.

use engines::{Game, Move};

use crate::protocols::text::push_number;

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

/// The text that names a move.
pub fn format<G: Game>(board: &G, mv: Move) -> String {
    let mut text = String::new();
    push(board, mv, &mut text);
    text
}

/// Appends the text that names a move.
pub fn push<G: Game>(board: &G, mv: Move, text: &mut String) {
    let point = mv.point().expect("Gomoku has no passes");
    push_number((point % board.width()) as u64, text);
    text.push(',');
    push_number((point / board.width()) as u64, text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::gomoku::{Gomoku, GomokuRules};

    #[test]
    fn points_are_counted_from_the_top_left() {
        let board = Gomoku::initial(&GomokuRules {
            width: 15,
            height: 20,
            ..GomokuRules::default()
        });
        for (text, expected) in [
            ("0,0", Some(0)),
            ("4,2", Some(34)),
            (" 4 , 2 ", Some(34)),
            ("14,19", Some(299)),
            ("15,0", None),
            ("0,20", None),
            ("-1,3", None),
            ("7,", None),
            ("7,7,7", None),
            ("7 7", None),
            ("h8", None),
            ("99999999999999999999,0", None),
        ] {
            assert_eq!(parse(&board, text).ok(), expected, "{text}");
        }
        for point in 0..300 {
            let text = format(&board, Move::at(point));
            assert_eq!(parse(&board, &text), Ok(point), "{text}");
        }
    }
}

//! Moves as text: a column letter and a row number, or `pass`.

use thiserror::Error;

use crate::moves::Move;

/// Text that is no move of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{text}` is not a point of this board ({first} to {last}){or_pass}")]
pub struct ParseMoveError {
    text: String,
    first: String,
    last: String,
    or_pass: &'static str,
}

/// How a game names its points.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// Column letters, from the left.
    pub columns: &'static str,
    /// Whether row 1 is the top row (Othello) or the bottom one (Go, Gomoku).
    pub rows_from_top: bool,
    /// Whether the game knows passes.
    pub passes: bool,
}

impl Notation {
    /// The name of a move on a board of this size.
    pub fn format(&self, mv: Move, width: usize, height: usize) -> String {
        let mut text = Vec::new();
        self.write(mv, width, height, &mut text);
        String::from_utf8(text).expect("names are letters and digits")
    }

    /// Appends the name of a move on a board of this size, of at most 99 rows.
    /// Every move of every game comes by: faster than the standard library.
    pub fn write(&self, mv: Move, width: usize, height: usize, text: &mut Vec<u8>) {
        let Some(point) = mv.point() else {
            text.extend_from_slice(b"pass");
            return;
        };
        let (x, y) = (point % width, point / width);
        let row = if self.rows_from_top {
            y + 1
        } else {
            height - y
        };
        let column = self.columns.as_bytes()[x];
        let digit = |digit: usize| b'0' + digit as u8;
        match row {
            ..10 => text.extend_from_slice(&[column, digit(row)]),
            _ => text.extend_from_slice(&[column, digit(row / 10), digit(row % 10)]),
        }
    }

    /// Reads a move; letters in either case.
    pub fn parse(&self, text: &str, width: usize, height: usize) -> Result<Move, ParseMoveError> {
        if self.passes && text.eq_ignore_ascii_case("pass") {
            return Ok(Move::PASS);
        }
        self.parse_point(text, width, height)
            .map(Move::at)
            .ok_or_else(|| self.error(text, width, height))
    }

    fn parse_point(&self, text: &str, width: usize, height: usize) -> Option<usize> {
        let letter = text.chars().next()?;
        let digits = &text[letter.len_utf8()..];
        if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let x = self.columns[..width]
            .chars()
            .position(|column| column.eq_ignore_ascii_case(&letter))?;
        let row: usize = digits.parse().ok()?;
        if row == 0 || row > height {
            return None;
        }
        let y = if self.rows_from_top {
            row - 1
        } else {
            height - row
        };
        Some(y * width + x)
    }

    fn error(&self, text: &str, width: usize, height: usize) -> ParseMoveError {
        let bottom_left = Move::at((height - 1) * width);
        let bottom_right = Move::at(height * width - 1);
        let (first, last) = if self.rows_from_top {
            (Move::at(0), bottom_right)
        } else {
            (bottom_left, Move::at(width - 1))
        };
        ParseMoveError {
            text: text.escape_debug().take(40).collect(),
            first: self.format(first, width, height),
            last: self.format(last, width, height),
            or_pass: if self.passes { " or `pass`" } else { "" },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GO: Notation = Notation {
        columns: "ABCDEFGHJKLMNOPQRST",
        rows_from_top: false,
        passes: true,
    };

    #[test]
    fn every_point_reads_back() {
        for point in 0..19 * 19 {
            let text = GO.format(Move::at(point), 19, 19);
            assert_eq!(GO.parse(&text, 19, 19), Ok(Move::at(point)));
            assert_eq!(GO.parse(&text.to_lowercase(), 19, 19), Ok(Move::at(point)));
        }
        assert_eq!(GO.format(Move::at(3 * 19 + 15), 19, 19), "Q16");
        assert_eq!(GO.parse("PASS", 19, 19), Ok(Move::PASS));
    }

    #[test]
    fn what_is_no_point_is_refused() {
        for text in [
            "", "A", "I5", "A0", "A20", "K1", "A-1", "A+1", "A001", "é1", "1A", "resign",
        ] {
            let error = GO.parse(text, 9, 9).unwrap_err();
            assert!(
                error.to_string().contains("(A1 to J9) or `pass`"),
                "{error}"
            );
        }
    }
}

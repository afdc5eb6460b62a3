//! The opening rule Swap2: one side places three stones, the other chooses.

use std::io::Write;

use engines::gomoku::Gomoku;
use engines::{Color, Game};

use super::Session;
use crate::protocols::gomocup::coordinates;

impl<W: Write> Session<'_, W> {
    /// Reads the stones so far, Black's and White's in turn, and answers with
    /// three, with `SWAP`, or with White's next move. The game itself begins
    /// later, with `BOARD`.
    pub(super) fn swap2(&mut self) -> Result<String, String> {
        let lines = self.lines_until_done();
        let board = self.position()?;
        let mut stones = vec![None; board.width() * board.height()];
        let colors = Color::BOTH.into_iter().cycle();
        for (line, color) in lines.iter().zip(colors) {
            let point = coordinates::parse(&board, line)?;
            if stones[point].replace(color).is_some() {
                return Err("two stones on one point".to_string());
            }
        }
        match lines.len() {
            0 => Ok(first_three(&board)),
            3 | 5 => self.choose(&board, &stones),
            other => Err(format!("{other} stones are neither 0, 3 nor 5")),
        }
    }

    /// White's next move, or Black's side where that has the better chances.
    fn choose(&mut self, board: &Gomoku, stones: &[Option<Color>]) -> Result<String, String> {
        let position = Gomoku::from_stones(board.rules(), stones, Color::White)
            .map_err(|error| error.to_string())?;
        let report = self.search(&position)?;
        Ok(match report.value {
            Some(value) if value < 0.5 => "SWAP".to_string(),
            _ => coordinates::format(&position, report.best),
        })
    }
}

/// Black in the middle with White beside it, and a black stone too far away to
/// help soon: White's move is about what it takes to be even.
fn first_three(board: &Gomoku) -> String {
    let (x, y) = (board.width() / 2, board.height() / 2);
    format!("{x},{y} {},{} 0,0", x + 1, y + 1)
}

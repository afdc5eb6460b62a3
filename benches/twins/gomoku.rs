//! Gomoku and Renju, as the tests have them.

#[path = "../../engines/tests/gomoku/plain.rs"]
mod plain;

use engines::gomoku::{Gomoku, Variant};
use engines::{Color, Game, Move};

pub use plain::Plain;

use super::Twin;

impl From<&Gomoku> for Plain {
    /// A game that is not won.
    fn from(game: &Gomoku) -> Plain {
        let mut twin = Plain::new(*game.rules());
        twin.to_move = game.to_move();
        for (point, stone) in twin.stones.iter_mut().enumerate() {
            *stone = game.at(point);
        }
        twin
    }
}

impl Twin for Plain {
    fn at(&self, point: usize) -> Option<Color> {
        self.stones[point]
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.winner.is_some() {
            return Vec::new();
        }
        let has_forbidden = self.rules.rules == Variant::Renju && self.to_move == Color::Black;
        (0..self.stones.len())
            .filter(|&point| self.stones[point].is_none())
            .filter(|&point| !has_forbidden || self.forbidden(point).is_none())
            .map(Move::at)
            .collect()
    }

    fn play(&mut self, mv: Move) {
        Plain::play(self, mv);
    }
}

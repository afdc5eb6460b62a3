//! What the engines that look one ply ahead have in common.

use crate::engine::Meter;
use crate::game::{Move, MoveList};
use crate::rng::Rng;

/// The moves of the highest value so far.
#[derive(Default)]
pub struct Best {
    value: i32,
    moves: MoveList,
}

impl Best {
    /// Values each move, until the budget is spent; a move without a value is
    /// left out.
    pub fn of(
        moves: &[Move],
        meter: &mut Meter,
        mut value: impl FnMut(Move) -> Option<i32>,
    ) -> Best {
        let mut best = Best::default();
        for &mv in moves {
            if meter.exhausted() {
                break;
            }
            meter.count(1);
            if let Some(value) = value(mv) {
                best.offer(mv, value);
            }
        }
        best
    }

    fn offer(&mut self, mv: Move, value: i32) {
        if self.moves.is_empty() || value > self.value {
            self.moves.clear();
            self.value = value;
        }
        if value == self.value {
            self.moves.push(mv);
        }
    }

    /// One of them, at random; `None` if there is none.
    pub fn choose(&self, rng: &mut Rng) -> Option<Move> {
        rng.choose(&self.moves)
    }
}

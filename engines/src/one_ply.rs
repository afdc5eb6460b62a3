//! What the engines that look one ply ahead have in common.

use crate::engine::Meter;
use crate::game::{Game, Move, MoveList};
use crate::rng::Rng;

/// Makes each move on a copy of the position, until the budget is spent, and
/// keeps those of the highest value; a move without a value is left out.
pub fn best_after<G: Game>(
    position: &G,
    moves: &[Move],
    meter: &mut Meter,
    value: impl Fn(Move, &G) -> Option<i32>,
) -> Best {
    let mut best = Best::default();
    for &mv in moves {
        if meter.exhausted() {
            break;
        }
        let mut after = position.clone();
        after.play(mv);
        meter.count(1);
        if let Some(value) = value(mv, &after) {
            best.offer(mv, value);
        }
    }
    best
}

/// The moves of the highest value so far.
#[derive(Default)]
pub struct Best {
    value: i32,
    moves: MoveList,
}

impl Best {
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

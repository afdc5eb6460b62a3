//! Exact results of best play, where a game has a faster way to them than a
//! search for a good move.

use crate::engine::Meter;
use crate::game::{Game, Move, Outcome};

/// What best play comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The result, of which both sides are sure.
    pub outcome: Outcome,
    /// Moves, passes among them, that lead to it: the first is a best move. None
    /// in a position that is over.
    pub variation: Vec<Move>,
}

/// Finds exact results.
pub trait Solver<G: Game>: Send {
    /// The result of best play from a position. `None` if the meter ran out
    /// before, or if the position is not one for this solver.
    fn solve(&mut self, position: &G, meter: &mut Meter) -> Option<Solution>;
}

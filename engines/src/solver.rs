//! Exact results of best play, where a game has a faster way to them than a
//! search for a good move.

use std::collections::TryReserveError;

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
pub trait Solver<G: Game>: Send + Sized {
    /// Nodes a second, about.
    const RATE: u64;

    /// A solver whose table takes at most so many bytes; an error if there is no memory
    /// for it.
    fn with_table(bytes: usize) -> Result<Self, TryReserveError>;

    /// How many nodes it takes to solve a position, about; `None` if the position is
    /// not one for this solver.
    fn cost(position: &G) -> Option<u64>;

    /// The result of best play from a position. `None` if the meter ran out
    /// before, or if the solver cannot tell.
    fn solve(&mut self, position: &G, meter: &mut Meter) -> Option<Solution>;
}

/// The solver of a game that has none.
#[derive(Debug)]
pub struct NoSolver;

impl<G: Game> Solver<G> for NoSolver {
    const RATE: u64 = 1;

    fn with_table(_bytes: usize) -> Result<NoSolver, TryReserveError> {
        Ok(NoSolver)
    }

    fn cost(_position: &G) -> Option<u64> {
        None
    }

    fn solve(&mut self, _position: &G, _meter: &mut Meter) -> Option<Solution> {
        None
    }
}

//! Moves, the same in all games.

use arrayvec::ArrayVec;

/// A stone on point `y * width + x` (rows from the top), or a pass: the only
/// kinds of move these games have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(u16);

impl Move {
    /// The move that places no stone.
    pub const PASS: Move = Move(u16::MAX);

    /// A stone on `point`, which is less than 65 535.
    pub const fn at(point: usize) -> Move {
        debug_assert!(point < u16::MAX as usize);
        Move(point as u16)
    }

    /// Where the stone goes; `None` for a pass.
    pub const fn point(self) -> Option<usize> {
        if self.is_pass() {
            None
        } else {
            Some(self.0 as usize)
        }
    }

    /// Whether this is [`Move::PASS`].
    pub const fn is_pass(self) -> bool {
        self.0 == Move::PASS.0
    }
}

/// The most moves of one position. An empty 20×20 Gomoku board has 400; Go's
/// largest board has 361 and a pass.
pub const MOST_MOVES: usize = 400;

/// Moves of one position.
pub type MoveList = ArrayVec<Move, MOST_MOVES>;

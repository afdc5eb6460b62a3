//! What is counted beside the patterns.

use crate::othello::{Othello, kernel};

/// One count, in each phase a feature a number.
#[derive(Debug)]
pub struct Count {
    /// As features are named.
    pub name: &'static str,
    /// The number of values it may have, from 0.
    pub values: usize,
}

/// How often a move, or a square beside discs, may be on the board.
const SQUARES: usize = 64;

/// In the order of [`Counts`].
pub const COUNTS: [Count; 5] = [
    // Legal moves.
    count("own-moves", SQUARES),
    count("their-moves", SQUARES),
    // Empty squares beside discs of the other side: where moves may come to be.
    count("own-potential", SQUARES),
    count("their-potential", SQUARES),
    // Whether the number of empty squares is odd.
    count("odd", 2),
];

/// The first two counts.
pub const OWN_MOVES: usize = 0;
pub const THEIR_MOVES: usize = 1;

const fn count(name: &'static str, values: usize) -> Count {
    Count { name, values }
}

/// The counts of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts(pub [usize; COUNTS.len()]);

impl Counts {
    pub fn of(position: &Othello) -> Counts {
        let their_moves = kernel::moves(position.opponent, position.own, position.board());
        Counts::new(
            position.own,
            position.opponent,
            [position.moves, their_moves],
        )
    }

    /// From the discs and the moves of both sides.
    #[inline(always)]
    pub fn new(own: u64, opponent: u64, moves: [u64; 2]) -> Counts {
        let empty = !(own | opponent);
        let count = |set: u64| set.count_ones() as usize;
        Counts([
            count(moves[0]),
            count(moves[1]),
            count(beside(opponent) & empty),
            count(beside(own) & empty),
            count(empty) % 2,
        ])
    }
}

/// A set with all squares that touch it.
#[inline(always)]
fn beside(set: u64) -> u64 {
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
    let row = set | (set << 1 & !FIRST_COLUMN) | (set >> 1 & !(FIRST_COLUMN << 7));
    row | row << 8 | row >> 8
}

//! All places of all patterns, and their configurations on a board at once.
//!
//! They are found anew for every position: that takes less time than the rest of
//! a node, and a position stays small.

use super::shapes::{SHAPES, SYMMETRIES};

/// One place of a pattern.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// Which of [`SHAPES`] lies there.
    pub shape: usize,
    symmetry: usize,
}

/// How many places the patterns have together.
pub const COUNT: usize = {
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        count += places(shape);
        shape += 1;
    }
    count
};

/// How many places a pattern has.
pub const fn places(shape: usize) -> usize {
    let mut places = 0;
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        places += SHAPES[shape].is_new(symmetry) as usize;
        symmetry += 1;
    }
    places
}

/// All places, pattern by pattern.
pub const LANES: [Lane; COUNT] = {
    let mut lanes = [Lane {
        shape: 0,
        symmetry: 0,
    }; COUNT];
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        let mut symmetry = 0;
        while symmetry < SYMMETRIES {
            if SHAPES[shape].is_new(symmetry) {
                lanes[count] = Lane { shape, symmetry };
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    lanes
};

impl Lane {
    /// What stands there, found square by square.
    pub fn configuration(&self, own: u64, opponent: u64) -> usize {
        let shape = &SHAPES[self.shape];
        (0..shape.size).fold(0, |configuration, square| {
            let square = shape.square(square, self.symmetry);
            let digit = (own >> square & 1) + 2 * (opponent >> square & 1);
            3 * configuration + digit as usize
        })
    }
}

/// Whole registers for all lanes.
pub const WIDTH: usize = COUNT.next_multiple_of(16);

/// What discs add to each configuration if their digit is 1. The size is a power
/// of two, so that rows are found by a shift.
#[derive(Clone, Copy)]
#[repr(align(128))]
struct Row([u16; WIDTH]);

/// By four neighboring squares and the set of discs on them.
static ADDENDS: [[Row; 16]; 16] = {
    let mut addends = [[Row([0; WIDTH]); 16]; 16];
    let mut lane = 0;
    while lane < COUNT {
        let Lane { shape, symmetry } = LANES[lane];
        let shape = SHAPES[shape];
        let mut at = 0;
        while at < shape.size {
            let square = shape.square(at, symmetry);
            let mut set = 0;
            while set < 16 {
                if set >> (square % 4) & 1 != 0 {
                    addends[square / 4][set].0[lane] += shape.place_value(at) as u16;
                }
                set += 1;
            }
            at += 1;
        }
        lane += 1;
    }
    addends
};

/// The configurations of all lanes, each added to its start; past the last,
/// anything.
///
/// Without a branch, so that it can be vectorized.
#[inline(always)]
pub fn configurations(own: u64, opponent: u64, starts: [u16; WIDTH]) -> [u16; WIDTH] {
    let mut sums = starts;
    for (four, addends) in ADDENDS.iter().enumerate() {
        // Every disc counts once, one of the opponent once more.
        let row = |discs: u64| &addends[(discs >> (4 * four) & 15) as usize].0;
        let (any, opponent) = (row(own | opponent), row(opponent));
        for lane in 0..WIDTH {
            sums[lane] = sums[lane]
                .wrapping_add(any[lane])
                .wrapping_add(opponent[lane]);
        }
    }
    sums
}

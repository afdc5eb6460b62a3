//! Zobrist keys of positions.

use super::rules::{OthelloRules, Scoring};
use crate::game::Color;
use crate::zobrist;

const STREAM: u64 = u32::from_be_bytes(*b"othe") as u64;

static NUMBERS: [u64; 128] = zobrist::table(STREAM);

/// What a change of turns does to a key.
pub const TURN: u64 = zobrist::number(STREAM, 128);

/// The key of an empty board with Black to move.
pub const fn empty(rules: &OthelloRules) -> u64 {
    let score = match rules.score() {
        Scoring::EmptiesToWinner => 0,
        Scoring::Raw => 1,
    };
    zobrist::number(STREAM, 129 + 2 * rules.size() as usize + score)
}

/// What a disc of `color` on `square`, put there or taken away, does to a key.
pub fn disc(color: Color, square: usize) -> u64 {
    NUMBERS[2 * square + color.index()]
}

/// What turning these discs over does to a key.
pub fn flipped(discs: u64) -> u64 {
    (0..8).fold(0, |key, row| {
        key ^ FLIPPED[row][usize::from(discs.to_le_bytes()[row])]
    })
}

/// What turning over discs of one row does: which row, then which squares of
/// it.
static FLIPPED: [[u64; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut row = 0;
    while row < 8 {
        let mut discs: usize = 1;
        while discs < 256 {
            let square = 8 * row + discs.trailing_zeros() as usize;
            let others = table[row][discs & (discs - 1)];
            table[row][discs] = others ^ NUMBERS[2 * square] ^ NUMBERS[2 * square + 1];
            discs += 1;
        }
        row += 1;
    }
    table
};

//! Rows, columns and diagonals as bytes.

/// The first column.
pub const COLUMN: u64 = 0x0101_0101_0101_0101;

/// The squares of a column, the topmost as the lowest bit.
#[inline(always)]
pub fn column(set: u64, x: usize) -> u8 {
    ((set >> x & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The inverse of [`column`], for the first.
#[inline(always)]
pub fn from_column(line: u64) -> u64 {
    (line & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & COLUMN | (line & 0x80) << 49
}

/// The squares of a diagonal, each at the place of its column.
#[inline(always)]
fn diagonal(set: u64) -> u8 {
    (set.wrapping_mul(COLUMN) >> 56) as u8
}

/// What stands on a line, as a number in base 3.
#[inline(always)]
pub fn ternary(own: u8, opponent: u8) -> usize {
    usize::from(TERNARY[usize::from(own)]) + 2 * usize::from(TERNARY[usize::from(opponent)])
}

/// A number in base 2, read in base 3.
static TERNARY: [u16; 256] = {
    let mut ternary = [0; 256];
    let mut line = 0;
    while line < 256 {
        let mut bit = 8;
        while bit > 0 {
            bit -= 1;
            ternary[line] = 3 * ternary[line] + (line >> bit & 1) as u16;
        }
        line += 1;
    }
    ternary
};

/// How many discs `own` turns over on `square`, if all other squares are taken
/// and what is not its own is its opponent's.
#[inline(always)]
pub fn last_flips(own: u64, square: usize) -> i32 {
    let (x, y) = (square % 8, square / 8);
    let [down, up] = DIAGONALS[square];
    let by_column = &LAST_FLIPS[x];
    let flips = by_column[usize::from((own >> (8 * y)) as u8)]
        + by_column[usize::from(diagonal(own & down))]
        + by_column[usize::from(diagonal(own & up))]
        + LAST_FLIPS[y][usize::from(column(own, x))];
    i32::from(flips)
}

/// The diagonals through each square: down to the right, and up.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let mut other = 0;
        while other < 64 {
            if other % 8 + y == other / 8 + x {
                diagonals[square][0] |= 1 << other;
            }
            if other % 8 + other / 8 == x + y {
                diagonals[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    diagonals
};

/// By the place of the last disc on a line and the discs of its owner there, how
/// many others it turns over.
static LAST_FLIPS: [[u8; 256]; 8] = {
    let mut flips = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            flips[place][own] = flips_above(place, own) + flips_below(place, own);
            own += 1;
        }
        place += 1;
    }
    flips
};

const fn flips_above(place: usize, own: usize) -> u8 {
    let above = own >> place >> 1;
    match above {
        0 => 0,
        _ => above.trailing_zeros() as u8,
    }
}

const fn flips_below(place: usize, own: usize) -> u8 {
    let below = own & ((1 << place) - 1);
    match below {
        0 => 0,
        _ => (place as u32 - 1 - below.ilog2()) as u8,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::othello::bitboard::flips;

    proptest! {
        #[test]
        fn a_last_disc_turns_over_what_any_disc_does(own: u64, square in 0_usize..64) {
            let own = own & !(1 << square);
            let opponent = !(own | 1 << square);
            let expected = flips(own, opponent, square).count_ones() as i32;
            prop_assert_eq!(last_flips(own, square), expected);
        }

        #[test]
        fn columns_are_found_and_put_back(set: u64, x in 0_usize..8) {
            let line = u64::from(column(set, x));
            prop_assert_eq!(from_column(line) << x, set & COLUMN << x);
        }
    }
}

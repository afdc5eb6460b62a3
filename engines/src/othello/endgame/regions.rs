//! Quarters of the board, where whoever plays the last move is better off: it is
//! good to play where an odd number of squares is left.

const QUARTER: u64 = 0x0f0f_0f0f;

/// The quarters that have an odd number of `empties`.
#[inline(always)]
pub fn odd(empties: u64) -> u64 {
    let mut odd = 0;
    for shift in [0, 4, 32, 36] {
        let quarter = QUARTER << shift;
        let is_odd = u64::from((empties & quarter).count_ones() & 1);
        odd |= quarter & is_odd.wrapping_neg();
    }
    odd
}

/// Whether two squares are in the same quarter.
#[inline(always)]
pub fn are_same(one: usize, other: usize) -> bool {
    (one ^ other) & 0o44 == 0
}

//! The kernel for x86-64 machines with AVX2: the four directions toward higher
//! bits, and the four toward lower ones, in the lanes of one register each.
//!
//! That four directions fit a register, and how runs are followed toward lower
//! bits where no carry goes, are ideas of Toshihiko Okuhara's Edax-AVX; that a
//! run which decides nothing loses a signed comparison is acepck's, in
//! Egaroucid.

#![expect(
    unsafe_code,
    reason = "an `Avx2` exists only where the processor has AVX2, so its \
              methods may call functions that need it; and a register is \
              written to an array of its size"
)]

use std::arch::x86_64::*;

use super::bitboard::{INNER_COLUMNS, RAYS, STEPS};
use super::boards::Boards;
use super::kernel::{Kernel, Node, Portable, Routine};

/// Proof that this processor has AVX2.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The kernel, if this processor can run it.
    pub fn detect() -> Option<Avx2> {
        // All that have the first have the others too.
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Avx2(()))
    }
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn run<R: Routine<S>, S>(self, state: &mut S, node: Node) -> i32 {
        let Node {
            own,
            opponent,
            squares,
            empties,
            alpha,
        } = node;
        unsafe { run::<R, S>(state, own, opponent, squares, empties, alpha) }
    }

    #[inline(always)]
    fn moves(self, own: u64, opponent: u64, board: u64) -> u64 {
        unsafe { moves(own, opponent, board) }
    }

    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: usize) -> u64 {
        unsafe { flips(own, opponent, square) }
    }

    #[inline(always)]
    fn place(self, own: u64, opponent: u64, square: usize, board: u64) -> (u64, u64) {
        unsafe { place(own, opponent, square, board) }
    }

    #[inline(always)]
    fn add_children<const N: usize>(
        self,
        own: u64,
        opponent: u64,
        moves: u64,
        children: &mut Boards<N>,
    ) {
        unsafe { add_children(own, opponent, moves, children) }
    }

    #[inline(always)]
    fn find_moves<const N: usize>(self, boards: &Boards<N>, board: u64) -> [u64; N] {
        unsafe { find_moves(boards, board) }
    }

    #[inline(always)]
    fn count_moves<const N: usize>(self, boards: &Boards<N>, n: usize, board: u64) -> (u64, bool) {
        unsafe { count_moves(boards, n, board) }
    }
}

/// As many arguments as go into registers.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<R: Routine<S>, S>(
    state: &mut S,
    own: u64,
    opponent: u64,
    squares: u64,
    empties: u32,
    alpha: i32,
) -> i32 {
    let node = Node {
        own,
        opponent,
        squares,
        empties,
        alpha,
    };
    R::run(state, node)
}

#[inline]
#[target_feature(enable = "avx2")]
fn moves(own: u64, opponent: u64, board: u64) -> u64 {
    let empty = board & !(own | opponent);
    ends(Runs::new(own, opponent)) & empty
}

#[inline]
#[target_feature(enable = "avx2")]
fn place(own: u64, opponent: u64, square: usize, board: u64) -> (u64, u64) {
    let flips = flips(own, opponent, square);
    let replies = moves(opponent & !flips, own | flips | 1 << square, board);
    (flips, replies)
}

/// What the plain loop says: the compiler puts four boards in a register.
#[target_feature(enable = "avx2")]
fn find_moves<const N: usize>(boards: &Boards<N>, board: u64) -> [u64; N] {
    Portable.find_moves(boards, board)
}

/// What the plain loop says: the compiler puts four boards in a register.
#[target_feature(enable = "avx2")]
fn count_moves<const N: usize>(boards: &Boards<N>, n: usize, board: u64) -> (u64, bool) {
    Portable.count_moves(boards, n, board)
}

/// Runs of `opponent` that begin beside a disc of `own`, a lane a direction.
#[derive(Clone, Copy)]
struct Runs {
    /// From there toward higher bits.
    up: __m256i,
    /// From there toward lower bits.
    down: __m256i,
}

impl Runs {
    /// As the portable kernel does it, in all directions at once.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new(own: u64, opponent: u64) -> Runs {
        const INNER: [u64; 4] = [INNER_COLUMNS, INNER_COLUMNS, u64::MAX, INNER_COLUMNS];
        let (one, two) = (steps(1), steps(2));
        let own = splat(own);
        let through = _mm256_and_si256(splat(opponent), lanes(&INNER));
        let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, one));
        let pairs_down = _mm256_srlv_epi64(pairs_up, one);

        let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(own, one));
        let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(own, one));
        up = join(up, through, _mm256_sllv_epi64(up, one));
        down = join(down, through, _mm256_srlv_epi64(down, one));
        up = join(up, pairs_up, _mm256_sllv_epi64(up, two));
        down = join(down, pairs_down, _mm256_srlv_epi64(down, two));
        up = join(up, pairs_up, _mm256_sllv_epi64(up, two));
        down = join(down, pairs_down, _mm256_srlv_epi64(down, two));
        Runs { up, down }
    }
}

/// The squares just past the runs.
#[inline]
#[target_feature(enable = "avx2")]
fn ends(runs: Runs) -> u64 {
    let one = steps(1);
    let up = _mm256_sllv_epi64(runs.up, one);
    let down = _mm256_srlv_epi64(runs.down, one);
    union(_mm256_or_si256(up, down))
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips(own: u64, opponent: u64, square: usize) -> u64 {
    let zero = _mm256_setzero_si256();
    let (own, opponent) = (splat(own), splat(opponent));
    let rays = &RAYS[square];

    let ray = lanes(&rays.up);
    let others = _mm256_andnot_si256(opponent, ray);
    let first = _mm256_and_si256(others, _mm256_sub_epi64(zero, others));
    let end = _mm256_and_si256(first, own);
    let beyond = _mm256_sub_epi64(_mm256_cmpeq_epi64(end, zero), end);
    let up = _mm256_andnot_si256(beyond, ray);

    let ray = lanes(&rays.down);
    let others = _mm256_andnot_si256(opponent, ray);
    let ours = _mm256_and_si256(own, ray);
    // The first of the others is the highest: it decides what is greater.
    let ends_well = _mm256_cmpgt_epi64(ours, _mm256_xor_si256(others, ours));
    let run = _mm256_andnot_si256(fill_down(others), ray);
    let down = _mm256_and_si256(run, ends_well);

    union(_mm256_or_si256(up, down))
}

/// Four children at a time. What is written beyond the last is written over, or
/// never read.
#[target_feature(enable = "avx2")]
fn add_children<const N: usize>(own: u64, opponent: u64, moves: u64, children: &mut Boards<N>) {
    let runs = Runs::new(own, opponent);
    let (own, opponent) = (splat(own), splat(opponent));
    let mut left = moves;
    let mut next = || {
        let square = left.trailing_zeros() as usize % 64;
        left &= left.wrapping_sub(1);
        changes(runs, square)
    };
    let count = moves.count_ones() as usize;
    for first in (0..count).step_by(4) {
        let changes = unions([next(), next(), next(), next()]);
        let (to_move, waiting) = children.four_after(first);
        store(to_move, _mm256_andnot_si256(changes, opponent));
        store(waiting, _mm256_or_si256(changes, own));
    }
    children.grow(count);
}

/// The disc put on `square` and what it turns over, in lanes to be joined. It
/// must be a move of those to whom the runs belong: then a run that begins at
/// the square ends well.
#[inline]
#[target_feature(enable = "avx2")]
fn changes(runs: Runs, square: usize) -> __m256i {
    let rays = &RAYS[square];

    let ray = lanes(&rays.up);
    let others = _mm256_andnot_si256(runs.down, ray);
    let below = _mm256_add_epi64(others, splat(u64::MAX));
    let up = _mm256_and_si256(_mm256_and_si256(runs.down, ray), below);

    let ray = lanes(&rays.down);
    let others = _mm256_andnot_si256(runs.up, ray);
    let down = _mm256_andnot_si256(fill_down(others), ray);

    let disc = lanes(&DISCS[square]);
    _mm256_or_si256(_mm256_or_si256(up, down), disc)
}

/// Each square as a set, in the first of four lanes.
static DISCS: [[u64; 4]; 64] = {
    let mut discs = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        discs[square][0] = 1 << square;
        square += 1;
    }
    discs
};

/// All squares of a line that are not above the highest in `set`, and perhaps
/// others that are on no line with it.
#[inline]
#[target_feature(enable = "avx2")]
fn fill_down(set: __m256i) -> __m256i {
    let set = _mm256_or_si256(set, _mm256_srlv_epi64(set, steps(1)));
    let set = _mm256_or_si256(set, _mm256_srlv_epi64(set, steps(2)));
    _mm256_or_si256(set, _mm256_srlv_epi64(set, steps(4)))
}

/// `set`, and what both others have in common.
#[inline]
#[target_feature(enable = "avx2")]
fn join(set: __m256i, through: __m256i, shifted: __m256i) -> __m256i {
    _mm256_or_si256(set, _mm256_and_si256(through, shifted))
}

/// How far `n` steps shift, a lane a direction.
#[inline]
#[target_feature(enable = "avx2")]
fn steps(n: u64) -> __m256i {
    lanes(&STEPS.map(|step| step * n))
}

#[inline]
#[target_feature(enable = "avx2")]
fn splat(set: u64) -> __m256i {
    _mm256_set1_epi64x(set.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(&[a, b, c, d]: &[u64; 4]) -> __m256i {
    let [a, b, c, d] = [a, b, c, d].map(u64::cast_signed);
    _mm256_setr_epi64x(a, b, c, d)
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(to: &mut [u64; 4], from: __m256i) {
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), from) }
}

/// The union of the lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn union(set: __m256i) -> u64 {
    let (low, high) = (
        _mm256_castsi256_si128(set),
        _mm256_extracti128_si256(set, 1),
    );
    let halves = _mm_or_si128(low, high);
    let both = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
    _mm_cvtsi128_si64(both).cast_unsigned()
}

/// The union of the lanes of each of four, in a lane each.
#[inline]
#[target_feature(enable = "avx2")]
fn unions([a, b, c, d]: [__m256i; 4]) -> __m256i {
    let ab = _mm256_or_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    let cd = _mm256_or_si256(_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
    let low = _mm256_permute2x128_si256(ab, cd, 0x20);
    let high = _mm256_permute2x128_si256(ab, cd, 0x31);
    _mm256_or_si256(low, high)
}

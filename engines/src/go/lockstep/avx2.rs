//! Lanes in one register of 256 bits.
//!
//! Written out, because whether a compiler turns sixteen steps of a loop into
//! one instruction, in a loop over rows that it should unroll, is a toss-up
//! worth a factor of two.
#![expect(
    unsafe_code,
    reason = "instructions that not every processor has, in functions that \
              must be inlined into one compiled for them; values of `Avx2` are \
              made only below `play_out`, which asks the processor first"
)]

use std::arch::x86_64::*;
use std::mem::transmute;
use std::ops::{Add, BitAnd, BitOr, BitOrAssign, BitXor, Not, Sub};

use super::lanes::{LANES, Lanes};
use super::{PlayoutEnd, Rng, Start, play_all};

/// As [`super::play_out`], if the processor has AVX2.
pub fn play_out<const N: usize>(
    start: &Start<N>,
    count: usize,
    rng: &mut Rng,
) -> Option<Vec<PlayoutEnd>> {
    // Safe, since there is AVX2.
    std::arch::is_x86_feature_detected!("avx2").then(|| unsafe { compiled(start, count, rng) })
}

#[target_feature(enable = "avx2")]
fn compiled<const N: usize>(start: &Start<N>, count: usize, rng: &mut Rng) -> Vec<PlayoutEnd> {
    play_all::<Avx2, N>(start, count, rng)
}

#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx2(__m256i);

impl Lanes for Avx2 {
    // The same bits in the same order.
    const ZERO: Avx2 = unsafe { transmute([0_u16; LANES]) };

    #[inline(always)]
    fn as_array(&self) -> &[u16; LANES] {
        unsafe { transmute(self) }
    }

    #[inline(always)]
    fn as_array_mut(&mut self) -> &mut [u16; LANES] {
        unsafe { transmute(self) }
    }

    #[inline(always)]
    fn all(value: u16) -> Avx2 {
        Avx2(unsafe { _mm256_set1_epi16(value as i16) })
    }

    #[inline(always)]
    fn shifted_left(self) -> Avx2 {
        Avx2(unsafe { _mm256_add_epi16(self.0, self.0) })
    }

    #[inline(always)]
    fn shifted_right(self) -> Avx2 {
        Avx2(unsafe { _mm256_srli_epi16::<1>(self.0) })
    }

    #[inline(always)]
    fn minus(self, other: Avx2) -> Avx2 {
        Avx2(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn is_some(self) -> Avx2 {
        !Avx2(unsafe { _mm256_cmpeq_epi16(self.0, Avx2::ZERO.0) })
    }

    #[inline(always)]
    fn is_less(self, other: Avx2) -> Avx2 {
        Avx2(unsafe { _mm256_cmpgt_epi16(other.0, self.0) })
    }

    /// By a table of half bytes (Muła 2008).
    #[inline(always)]
    fn count_ones(self) -> Avx2 {
        unsafe {
            let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let half = _mm256_set1_epi8(0x0f);
            let low = _mm256_and_si256(self.0, half);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), half);
            let bytes = _mm256_add_epi8(
                _mm256_shuffle_epi8(table, low),
                _mm256_shuffle_epi8(table, high),
            );
            Avx2(_mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)))
        }
    }

    #[inline(always)]
    fn countdown(self) -> Avx2 {
        Avx2(unsafe { _mm256_subs_epu16(self.0, _mm256_set1_epi16(1)) })
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }
}

impl BitAnd for Avx2 {
    type Output = Avx2;
    #[inline(always)]
    fn bitand(self, other: Avx2) -> Avx2 {
        Avx2(unsafe { _mm256_and_si256(self.0, other.0) })
    }
}

impl BitOr for Avx2 {
    type Output = Avx2;
    #[inline(always)]
    fn bitor(self, other: Avx2) -> Avx2 {
        Avx2(unsafe { _mm256_or_si256(self.0, other.0) })
    }
}

impl BitOrAssign for Avx2 {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Avx2) {
        *self = *self | other;
    }
}

impl BitXor for Avx2 {
    type Output = Avx2;
    #[inline(always)]
    fn bitxor(self, other: Avx2) -> Avx2 {
        Avx2(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
}

impl Not for Avx2 {
    type Output = Avx2;
    #[inline(always)]
    fn not(self) -> Avx2 {
        self ^ Avx2::all(u16::MAX)
    }
}

impl Add for Avx2 {
    type Output = Avx2;
    #[inline(always)]
    fn add(self, other: Avx2) -> Avx2 {
        Avx2(unsafe { _mm256_add_epi16(self.0, other.0) })
    }
}

impl Sub for Avx2 {
    type Output = Avx2;
    #[inline(always)]
    fn sub(self, other: Avx2) -> Avx2 {
        Avx2(unsafe { _mm256_sub_epi16(self.0, other.0) })
    }
}

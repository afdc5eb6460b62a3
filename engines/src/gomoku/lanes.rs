//! Words side by side: what is done to one is done to all, and the compiler
//! does it to several at once.

use std::array;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// `N` words, each a line of the board with a bit a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lanes<const N: usize>(pub [u32; N]);

impl<const N: usize> Lanes<N> {
    pub const NONE: Lanes<N> = Lanes([0; N]);
    pub const ALL: Lanes<N> = Lanes([!0; N]);

    #[inline(always)]
    fn zip(self, other: Lanes<N>, of: impl Fn(u32, u32) -> u32) -> Lanes<N> {
        Lanes(array::from_fn(|i| of(self.0[i], other.0[i])))
    }

    /// The words without their lowest bit.
    #[inline(always)]
    pub fn without_lowest(self) -> Lanes<N> {
        Lanes(self.0.map(|word| word & word.wrapping_sub(1)))
    }

    /// `mark` for the words that are not zero, zero for the others.
    #[inline(always)]
    pub fn mark(self, mark: u32) -> Lanes<N> {
        Lanes(self.0.map(|word| if word == 0 { 0 } else { mark }))
    }

    /// Each bit together with the next ones up, `length` in all.
    #[inline(always)]
    pub fn stretch(self, length: u32) -> Lanes<N> {
        let (mut bits, mut reached) = (self, 1);
        while reached < length {
            let step = reached.min(length - reached);
            bits |= bits << step;
            reached += step;
        }
        bits
    }
}

impl<const N: usize> BitAnd for Lanes<N> {
    type Output = Lanes<N>;
    #[inline(always)]
    fn bitand(self, other: Lanes<N>) -> Lanes<N> {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Lanes<N> {
    type Output = Lanes<N>;
    #[inline(always)]
    fn bitor(self, other: Lanes<N>) -> Lanes<N> {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Lanes<N> {
    type Output = Lanes<N>;
    #[inline(always)]
    fn bitxor(self, other: Lanes<N>) -> Lanes<N> {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> BitOrAssign for Lanes<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Lanes<N>) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for Lanes<N> {
    type Output = Lanes<N>;
    #[inline(always)]
    fn not(self) -> Lanes<N> {
        Lanes(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<u32> for Lanes<N> {
    type Output = Lanes<N>;
    #[inline(always)]
    fn shl(self, count: u32) -> Lanes<N> {
        Lanes(self.0.map(|word| word << count))
    }
}

impl<const N: usize> Shr<u32> for Lanes<N> {
    type Output = Lanes<N>;
    #[inline(always)]
    fn shr(self, count: u32) -> Lanes<N> {
        Lanes(self.0.map(|word| word >> count))
    }
}

//! Lines side by side: what is done to one is done to all, and the compiler
//! does it to several at once.

use std::array;
use std::ops::{Add, BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use crate::game::Color;

/// A line of the board as each color has it, a bit a point: Black's in the
/// lower half, White's in the upper.
pub(super) type Pair = u64;

/// Bits between those of Black and those of White.
const HALF: u32 = 32;

/// The highest bit of a color's half, which is no point.
pub(super) const MARK: u32 = 1 << (HALF - 1);

/// The words of Black and of White.
#[inline(always)]
pub(super) const fn pair(black: u32, white: u32) -> Pair {
    black as Pair | (white as Pair) << HALF
}

/// The same word for both colors.
#[inline(always)]
pub(super) const fn both(word: u32) -> Pair {
    pair(word, word)
}

/// One color's half of a pair.
#[inline(always)]
pub(super) fn half(pair: Pair, color: Color) -> u32 {
    (pair >> shift(color)) as u32
}

/// How far up a color's half is.
#[inline(always)]
pub(super) fn shift(color: Color) -> u32 {
    HALF * color.index() as u32
}

/// `N` lines. No line has more than 20 points: what a shift down brings from
/// White's half stays above the points of Black's as long as it is not further
/// than a line is long, and nothing is ever shifted up beyond its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lanes<const N: usize>(pub [Pair; N]);

impl<const N: usize> Lanes<N> {
    pub const NONE: Lanes<N> = Lanes([0; N]);
    pub const ALL: Lanes<N> = Lanes([!0; N]);

    #[inline(always)]
    fn zip(self, other: Lanes<N>, of: impl Fn(Pair, Pair) -> Pair) -> Lanes<N> {
        Lanes(array::from_fn(|i| of(self.0[i], other.0[i])))
    }

    /// The lines with the colors exchanged.
    #[inline(always)]
    pub fn exchanged(self) -> Lanes<N> {
        Lanes(self.0.map(|pair| pair.rotate_left(HALF)))
    }

    /// Without the lowest bit of each color.
    #[inline(always)]
    pub fn without_lowest(self) -> Lanes<N> {
        Lanes(self.0.map(|pair| pair & ((pair | both(MARK)) - both(1))))
    }

    /// [`MARK`] for each color that has a bit.
    #[inline(always)]
    pub fn marks(self) -> Lanes<N> {
        Lanes(self.0.map(|pair| (pair + both(MARK - 1)) & both(MARK)))
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

/// A carry beyond a color's half would be wrong; none leaves a line's points
/// by more than one.
impl<const N: usize> Add for Lanes<N> {
    type Output = Lanes<N>;
    #[inline(always)]
    fn add(self, other: Lanes<N>) -> Lanes<N> {
        self.zip(other, |a, b| a + b)
    }
}

impl<const N: usize> BitAnd for Lanes<N> {
    type Output = Lanes<N>;
    #[inline(always)]
    fn bitand(self, other: Lanes<N>) -> Lanes<N> {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitAnd<Pair> for Lanes<N> {
    type Output = Lanes<N>;
    #[inline(always)]
    fn bitand(self, mask: Pair) -> Lanes<N> {
        Lanes(self.0.map(|pair| pair & mask))
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
        Lanes(self.0.map(|pair| !pair))
    }
}

impl<const N: usize> Shl<u32> for Lanes<N> {
    type Output = Lanes<N>;
    #[inline(always)]
    fn shl(self, count: u32) -> Lanes<N> {
        Lanes(self.0.map(|pair| pair << count))
    }
}

impl<const N: usize> Shr<u32> for Lanes<N> {
    type Output = Lanes<N>;
    #[inline(always)]
    fn shr(self, count: u32) -> Lanes<N> {
        Lanes(self.0.map(|pair| pair >> count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words as lines have them.
    const WORDS: [u32; 6] = [0, 1, 0b1010, 1 << 19, 0xf_ffff, 0b1100_0000];

    fn pairs() -> impl Iterator<Item = (u32, u32)> {
        let whites = |black| WORDS.map(|white| (black, white));
        WORDS.into_iter().flat_map(whites)
    }

    /// Whether a pair has in each half what a word alone gives.
    fn assert_halves(of_pair: impl Fn(Lanes<1>) -> Lanes<1>, of_word: impl Fn(u32) -> u32) {
        for (black, white) in pairs() {
            let Lanes([found]) = of_pair(Lanes([pair(black, white)]));
            let halves = Color::BOTH.map(|color| half(found, color));
            assert_eq!(
                halves,
                [of_word(black), of_word(white)],
                "{black:b} {white:b}"
            );
        }
    }

    #[test]
    fn halves_are_apart() {
        assert_halves(Lanes::marks, |word| if word == 0 { 0 } else { MARK });
        assert_halves(Lanes::without_lowest, |word| word & word.saturating_sub(1));
        for length in 1..=12 {
            assert_halves(
                |lanes| lanes.stretch(length),
                |word| (0..length).fold(0, |all, step| all | word << step),
            );
        }
    }
}

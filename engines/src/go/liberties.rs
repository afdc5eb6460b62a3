//! The liberties of a chain, as three sums in one word.

/// Pseudo-liberties of a chain: its pairs of a stone and an empty point next
/// to it. Their number, the sum of the points' cells and the sum of those
/// squared stand in one word, so that one addition keeps all three.
///
/// All pairs share one point if and only if `number × squares = sum²`
/// (equality in Cauchy–Schwarz), which tells an atari without a walk over the
/// chain.
///
/// On 19×19 a chain has fewer than 4 × 361 pairs and cells stay below 421, so
/// the number needs 11 bits, the sum 20 and the squares 28.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Liberties(u64);

impl Liberties {
    const SUM: u32 = 12;
    const SQUARES: u32 = 32;

    /// One pair with the empty point at `cell`.
    pub const fn of(cell: usize) -> Liberties {
        let cell = cell as u64;
        Liberties(1 | cell << Self::SUM | (cell * cell) << Self::SQUARES)
    }

    pub const fn add(&mut self, other: Liberties) {
        self.0 = self.0.wrapping_add(other.0);
    }

    /// Adds without a branch.
    pub const fn add_if(&mut self, condition: bool, other: Liberties) {
        self.add(Liberties(other.0 & (condition as u64).wrapping_neg()));
    }

    pub const fn remove(&mut self, other: Liberties) {
        self.0 = self.0.wrapping_sub(other.0);
    }

    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Number of pairs: at least the number of liberties, at most four times it.
    pub const fn pairs(self) -> u64 {
        self.0 & ((1 << Self::SUM) - 1)
    }

    /// The chain's liberty, if it has just one.
    pub const fn single(self) -> Option<usize> {
        let pairs = self.pairs();
        let sum = self.0 >> Self::SUM & ((1 << (Self::SQUARES - Self::SUM)) - 1);
        let squares = self.0 >> Self::SQUARES;
        if pairs > 0 && pairs * squares == sum * sum {
            Some((sum / pairs) as usize)
        } else {
            None
        }
    }

    /// Whether the chain has exactly one liberty.
    pub const fn is_single(self) -> bool {
        self.single().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_point_is_told_from_several() {
        let mut liberties = Liberties::default();
        assert!(liberties.is_none());
        for _ in 0..3 {
            liberties.add(Liberties::of(420));
            assert_eq!(liberties.single(), Some(420));
        }
        liberties.add(Liberties::of(419));
        assert_eq!(liberties.single(), None);
        liberties.remove(Liberties::of(419));
        assert_eq!(liberties.single(), Some(420));
    }

    #[test]
    fn the_largest_sums_fit() {
        let mut liberties = Liberties::default();
        for _ in 0..4 * 361 {
            liberties.add(Liberties::of(420));
        }
        assert_eq!(liberties.pairs(), 4 * 361);
        assert_eq!(liberties.single(), Some(420));
    }
}

//! The liberties of a chain, as three sums in one word.

use super::sides::Sides;

/// Pseudo-liberties of a chain: its pairs of a stone and an empty point next
/// to it. Their number, the sum of the points' cells and the sum of those
/// squared stand in one word, so that one addition keeps all three.
///
/// All pairs share the point `x` if and only if the sum is `number × x` and
/// that of the squares `number × x²`: their variance is 0 then. This tells,
/// without a walk over the chain, whether a move takes its last liberty.
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

    /// The pairs of a stone at `cell` with the empty points on some sides of it.
    pub fn on_sides(sides: Sides, cell: usize, stride: usize) -> Liberties {
        let Around { count, sum, twice } = &AROUND[stride][sides as usize];
        let at_cell = count.wrapping_mul(Liberties::of(cell).0);
        let moved = sum.wrapping_add(twice.wrapping_mul(cell as u64));
        Liberties(at_cell.wrapping_add(moved))
    }

    /// Whether all pairs share `cell`.
    pub const fn are_all(self, cell: usize) -> bool {
        self.0 == Liberties::of(cell).0.wrapping_mul(self.pairs())
    }

    pub const fn add(&mut self, other: Liberties) {
        self.0 = self.0.wrapping_add(other.0);
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
}

/// On a board 19 points wide.
const MAX_STRIDE: usize = 20;

/// Parts of [`Liberties::on_sides`] that do not depend on the cell: a neighbor
/// at a distance `d` adds `d` to the sum, and `2d` times the cell and `d²` to
/// the sum of squares.
#[derive(Clone, Copy)]
struct Around {
    count: u64,
    sum: u64,
    twice: u64,
}

/// By stride and sides.
static AROUND: [[Around; 16]; MAX_STRIDE + 1] = {
    let mut all = [[Around {
        count: 0,
        sum: 0,
        twice: 0,
    }; 16]; MAX_STRIDE + 1];
    let mut stride = 0;
    while stride < all.len() {
        let distances = [-(stride as i64), -1, 1, stride as i64];
        let mut sides = 0;
        while sides < 16 {
            let around = &mut all[stride][sides];
            let mut side = 0;
            while side < 4 {
                if sides >> side & 1 == 1 {
                    let d = distances[side];
                    let sum = (d << Liberties::SUM) + ((d * d) << Liberties::SQUARES);
                    let twice = (2 * d) << Liberties::SQUARES;
                    around.count += 1;
                    around.sum = around.sum.wrapping_add(sum as u64);
                    around.twice = around.twice.wrapping_add(twice as u64);
                }
                side += 1;
            }
            sides += 1;
        }
        stride += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_on_sides_are_those_with_each_neighbor() {
        for stride in 2..=20 {
            for cell in stride..stride * stride {
                let neighbors = [cell - stride, cell - 1, cell + 1, cell + stride];
                for sides in 0..16 {
                    let mut liberties = Liberties::default();
                    for neighbor in super::super::sides::on(sides, neighbors) {
                        liberties.add(Liberties::of(neighbor));
                    }
                    assert_eq!(Liberties::on_sides(sides, cell, stride), liberties);
                }
            }
        }
    }

    #[test]
    fn a_last_liberty_is_told_from_one_of_several() {
        for others in 0..3 {
            let mut liberties = Liberties::of(30);
            liberties.add(Liberties::of(30));
            for other in 0..others {
                liberties.add(Liberties::of(31 - 2 * other));
            }
            assert_eq!(liberties.are_all(30), others == 0);
        }
    }

    #[test]
    fn the_largest_sums_fit() {
        let mut liberties = Liberties::default();
        for _ in 0..4 * 361 {
            liberties.add(Liberties::of(420));
        }
        assert_eq!(liberties.pairs(), 4 * 361);
        assert!(liberties.are_all(420));
    }
}

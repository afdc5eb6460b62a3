//! The weights of all features, where a search finds them at once.

#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::counts::Counts;
use super::index_space::IndexSpace;
use super::lanes;
use super::layout::{LANE_STARTS, LANES_OF_PAGES, PAGES, Page, SLOTS};
use super::plain_parts::plain_parts;
use super::shapes::SHAPES;
use super::{PHASES, phase};
use crate::othello::kernel::{Kernel, Portable};
use crate::othello::{Othello, bitboard};

/// The weights of all features of the 8×8 board, by configuration as it is found
/// there; those of the plain features are part of them.
#[derive(Clone, Debug)]
pub struct Tables {
    phases: Box<[[Page; PAGES]; PHASES]>,
}

impl Tables {
    /// From the weights of all features in index order; a feature past the last
    /// weighs 0. `None` if one does not fit.
    pub fn new(weights: &[i32]) -> Option<Tables> {
        let space = IndexSpace::get();
        let weight = |feature: usize| i64::from(weights.get(feature).copied().unwrap_or(0));
        let mut phases = blank();
        for (family, slot) in SLOTS.iter().enumerate() {
            let parts = plain_parts(family, &weight);
            for (phase, pages) in phases.iter_mut().enumerate() {
                let table = &mut pages[slot.page][slot.start.into()..];
                for (member, (entry, part)) in table.iter_mut().zip(&parts).enumerate() {
                    let sum = part + weight(space.feature(phase, family, member));
                    // Memory that is never written to is never there.
                    if sum != 0 {
                        *entry = sum.try_into().ok()?;
                    }
                }
            }
        }
        Some(Tables { phases })
    }

    /// The sum of the weights of all features that are on in a position on the
    /// 8×8 board.
    pub fn sum(&self, position: &Othello) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(sum) = avx2::sum(self, position) {
            return sum;
        }
        self.sum_with(Portable, position)
    }

    #[inline(always)]
    pub(super) fn sum_with(&self, kernel: impl Kernel, position: &Othello) -> i32 {
        let (own, opponent) = (position.own, position.opponent);
        let pages = &self.phases[phase((own | opponent).count_ones())];

        let at = lanes::configurations(own, opponent, LANE_STARTS);
        let mut sum = 0;
        for (page, bounds) in pages.iter().zip(LANES_OF_PAGES.windows(2)) {
            for &at in &at[bounds[0]..bounds[1]] {
                sum += i32::from(page[usize::from(at)]);
            }
        }
        let their_moves = kernel.moves(opponent, own, bitboard::board(8));
        let counts = Counts::new(own, opponent, [position.moves, their_moves]);
        for (number, slot) in counts.0.into_iter().zip(&SLOTS[SHAPES.len()..]) {
            sum += i32::from(pages[slot.page][usize::from(slot.start + number as u16)]);
        }
        sum
    }
}

/// Weights of 0, too large for the stack.
fn blank() -> Box<[[Page; PAGES]; PHASES]> {
    let phases = vec![[[0; _]; _]; PHASES].try_into();
    phases.unwrap_or_else(|_| unreachable!("as many as there are phases"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, MoveList};
    use crate::knowledge::Knowledge;
    use crate::othello::OthelloRules;
    use crate::rng::Rng;

    #[test]
    fn every_processor_has_the_same_sum() {
        let mut rng = Rng::new(1);
        let weights = (0..Othello::feature_count()).map(|_| rng.below(601) as i32 - 300);
        let weights: Vec<i32> = weights.collect();
        let tables = Tables::new(&weights).unwrap();
        for _ in 0..20 {
            let mut game = Othello::initial(&OthelloRules::default());
            loop {
                let mut plain = 0;
                game.position_features(&mut |feature, count| plain += weights[feature] * count);
                assert_eq!(tables.sum_with(Portable, &game), plain, "{game:?}");
                assert_eq!(tables.sum(&game), plain, "{game:?}");
                let mut moves = MoveList::new();
                game.legal_moves(&mut moves);
                let Some(mv) = rng.choose(&moves) else { break };
                game.play(mv);
            }
        }
    }

    #[test]
    fn weights_that_do_not_fit_are_refused() {
        let most = i32::from(i16::MAX);
        let last = Othello::feature_count() - 1;
        let mut weights = vec![0; last + 1];
        weights[last] = most;
        assert!(Tables::new(&weights).is_some());
        weights[last] = most + 1;
        assert!(Tables::new(&weights).is_none());
        // A plain feature and a pattern that fit, but not together.
        weights[last] = 0;
        weights[0] = most;
        assert!(Tables::new(&weights).is_some());
        weights[Othello::feature_index("3x3/0/X........").unwrap()] = 1;
        assert!(Tables::new(&weights).is_none());
    }
}

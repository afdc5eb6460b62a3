//! Answers that are likely, before those that are certain: they come soon, and
//! leave the best moves in the table.

use super::discs::Discs;
use super::opinion::{DISC, MOST};
use super::search::Search;
use crate::othello::kernel::Kernel;

/// How sure an answer is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Level {
    /// Where the weights and a few plies differ from what is asked by this many
    /// tenths of their usual error, they are believed.
    Guess = 7,
    Likely = 13,
    NearlySure = 20,
    /// Nothing but the rules is believed.
    Exact = u8::MAX,
}

/// Below this many empties, the truth is found as fast.
const FEWEST: u32 = 11;

/// Beyond so many plies, an opinion costs too much.
const DEEPEST: u32 = 6;

impl<K: Kernel> Search<'_, '_, K> {
    /// An answer by a shallow search, if the level allows it and it is clear
    /// enough (ProbCut, Buro 1995).
    #[inline(always)]
    pub(super) fn guess(
        &mut self,
        discs: Discs,
        moves: u64,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        if self.level == Level::Exact || empties < FEWEST {
            return None;
        }
        let depth = ((empties - 6) / 3).min(DEEPEST);
        let margin = self.level as i32 * usual_error(depth) / 10;
        let asked = DISC * alpha;
        if self.opinion(discs, moves, 0, -MOST, MOST) >= asked {
            let beta = asked + margin;
            let is_above = self.opinion(discs, moves, depth, beta - 1, beta) >= beta;
            is_above.then_some(alpha + 1)
        } else {
            let low = asked - margin;
            let is_below = self.opinion(discs, moves, depth, low, low + 1) <= low;
            is_below.then_some(alpha)
        }
    }
}

/// By how much opinions differ from scores: the root of the mean square, measured
/// in the middle of searches.
fn usual_error(depth: u32) -> i32 {
    DISC * match depth {
        ..2 => 9,
        2 => 8,
        3 => 7,
        4 => 6,
        _ => 5,
    }
}

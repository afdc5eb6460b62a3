//! Which move to look at first.

use arrayvec::ArrayVec;

use super::discs::Discs;
use super::regions;
use super::search::Search;
use crate::game::Color;
use crate::othello::Othello;
use crate::othello::kernel::Kernel;

/// Where a move leads to.
#[derive(Clone, Copy)]
pub struct Child {
    pub discs: Discs,
    /// The replies.
    pub moves: u64,
    pub square: usize,
    /// Higher is looked at earlier.
    pub rank: i32,
}

/// More than the most moves of one board: both sides have a disc.
pub type Children = ArrayVec<Child, 64>;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// From here on the evaluation is asked for its opinion.
const EVALUATED: u32 = 13;

impl<K: Kernel> Search<'_, '_, K> {
    /// Ranks moves: those from the table first, then those that leave the
    /// opponent the fewest moves, corners counted twice.
    #[inline(always)]
    pub(super) fn rank(
        &mut self,
        children: &mut Children,
        discs: Discs,
        empties: u32,
        best_known: [u8; 2],
        _alpha: i32,
    ) {
        let odd = regions::odd(self.board & !discs.all());
        for child in children {
            let square = child.square as u8;
            child.rank = if square == best_known[0] {
                1 << 30
            } else if square == best_known[1] {
                1 << 29
            } else {
                let mobility = child.moves.count_ones() + (child.moves & CORNERS).count_ones();
                let mut rank = -32 * mobility as i32;
                if odd >> child.square & 1 != 0 {
                    rank += 16;
                }
                if CORNERS >> child.square & 1 != 0 {
                    rank += 32;
                }
                if empties >= EVALUATED {
                    rank -= self.evaluate(child.discs, child.moves) / 2;
                }
                rank
            };
        }
    }

    /// What the weights say of a position.
    pub(super) fn evaluate(&self, discs: Discs, moves: u64) -> i32 {
        self.weights.of_position(&Othello {
            own: discs.own,
            opponent: discs.opponent,
            moves,
            key: 0,
            to_move: Color::Black,
            rules: self.rules,
        })
    }
}

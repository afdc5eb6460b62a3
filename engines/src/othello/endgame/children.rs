//! Which move to look at first.

use arrayvec::ArrayVec;

use super::discs::Discs;
use super::opinion::MOST;
use super::regions;
use super::search::Search;
use crate::othello::bitboard::squares;
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

impl Child {
    /// How many replies there are, corners counted twice.
    #[inline(always)]
    pub fn freedom(&self) -> i32 {
        (self.moves.count_ones() + (self.moves & CORNERS).count_ones()) as i32
    }
}

/// Takes the child of the highest rank out.
#[inline(always)]
pub fn take_best(children: &mut Children) -> Option<Child> {
    let mut best = 0;
    for index in 1..children.len() {
        if children[index].rank > children[best].rank {
            best = index;
        }
    }
    children.swap_pop(best)
}

impl<K: Kernel> Search<'_, '_, K> {
    /// Adds all that moves lead to.
    #[inline(always)]
    pub(super) fn add_children(&mut self, discs: Discs, moves: u64, children: &mut Children) {
        self.nodes += u64::from(moves.count_ones());
        for square in squares(moves) {
            let (flips, replies) = self
                .kernel
                .place(discs.own, discs.opponent, square, self.board);
            children.push(Child {
                discs: discs.after(square, flips),
                moves: replies,
                square,
                rank: 0,
            });
        }
    }

    /// Ranks moves: those from the table first, then those that leave the
    /// opponent the fewest replies and seem best a few plies ahead.
    #[inline(always)]
    pub(super) fn rank(
        &mut self,
        children: &mut Children,
        discs: Discs,
        empties: u32,
        best_known: [u8; 2],
    ) {
        let depth = match empties {
            ..13 => None,
            13 | 14 => Some(0),
            15..18 => Some(1),
            18..22 => Some(2),
            _ => Some(4),
        };
        let odd = regions::odd(self.board & !discs.all());
        for child in children {
            let place = best_known
                .iter()
                .position(|&best| usize::from(best) == child.square);
            child.rank = match place {
                Some(place) => 2 * MOST - place as i32,
                None => {
                    let is_odd = odd >> child.square & 1;
                    let value = depth.map_or(0, |depth| {
                        self.opinion(child.discs, child.moves, depth, -MOST, MOST)
                    });
                    16 * is_odd as i32 - 32 * child.freedom() - value / 2
                }
            };
        }
    }
}

//! Five to nine empty squares: moves are sorted, but nothing is remembered.

use super::children::{Children, take_best};
use super::discs::Discs;
use super::regions;
use super::search::Search;
use crate::othello::bitboard::squares;
use crate::othello::kernel::{Kernel, Node, Routine};

impl<K: Kernel> Search<'_, '_, K> {
    /// As [`Search::bound`].
    #[inline(always)]
    pub(super) fn shallow(&mut self, discs: Discs, moves: u64, empties: u32, alpha: i32) -> i32 {
        let node = discs.node(moves, empties, alpha);
        self.kernel.run::<Shallow, _>(self, node)
    }

    #[inline(always)]
    fn shallow_here(&mut self, discs: Discs, moves: u64, empties: u32, alpha: i32) -> i32 {
        if moves == 0 {
            return self.pass(discs, empties, alpha);
        }
        if let Some(ceiling) = self.ceiling(discs, empties, alpha) {
            return ceiling;
        }
        match empties {
            5 => self.last_five(discs, moves, alpha),
            _ => self.shallow_sorted(discs, moves, empties, alpha),
        }
    }

    /// Few moves: those in odd quarters first.
    #[inline(always)]
    fn last_five(&mut self, discs: Discs, moves: u64, alpha: i32) -> i32 {
        let left = self.board & !discs.all();
        let odd = regions::odd(left);
        let mut best = i32::MIN;
        for set in [moves & odd, moves & !odd] {
            for square in squares(set) {
                self.nodes += 1;
                let flips = self.kernel.flips(discs.own, discs.opponent, square);
                let after = discs.after(square, flips);
                let score = -self.last_four(after, left & !(1 << square), -alpha - 1);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// The moves with the fewest replies first, of equal ones those in odd
    /// quarters.
    #[inline(always)]
    fn shallow_sorted(&mut self, discs: Discs, moves: u64, empties: u32, alpha: i32) -> i32 {
        let mut children = Children::new();
        self.add_children(discs, moves, &mut children);
        let odd = regions::odd(self.board & !discs.all());
        for child in &mut children {
            let is_odd = odd >> child.square & 1;
            child.rank = is_odd as i32 - 2 * child.freedom();
        }
        let mut best = i32::MIN;
        while let Some(child) = take_best(&mut children) {
            let score = -self.shallow(child.discs, child.moves, empties - 1, -alpha - 1);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
        best
    }
}

/// [`Search::shallow`] as a routine.
struct Shallow;

impl<K: Kernel> Routine<Search<'_, '_, K>> for Shallow {
    #[inline(always)]
    fn run(search: &mut Search<K>, node: Node) -> i32 {
        let discs = Discs::from(&node);
        search.shallow_here(discs, node.squares, node.empties, node.alpha)
    }
}

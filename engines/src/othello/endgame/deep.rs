//! Ten empty squares and more: what is found is remembered.

use super::children::{Children, take_best};
use super::discs::Discs;
use super::search::Search;
use super::table::NOWHERE;
use crate::othello::kernel::{Kernel, Node, Routine};

/// From so many empties on, it pays to look at what is known of all children.
const LOOK_AHEAD: u32 = 11;

impl<K: Kernel> Search<'_, '_, K> {
    /// As [`Search::bound`].
    #[inline(always)]
    pub(super) fn deep(&mut self, discs: Discs, moves: u64, empties: u32, alpha: i32) -> i32 {
        let node = discs.node(moves, empties, alpha);
        self.kernel.run::<Deep, _>(self, node)
    }

    #[inline(always)]
    fn deep_here(&mut self, discs: Discs, moves: u64, empties: u32, alpha: i32) -> i32 {
        if moves == 0 {
            return self.pass(discs, empties, alpha);
        }
        if let Some(ceiling) = self.ceiling(discs, empties, alpha) {
            return ceiling;
        }
        let known = self.table.get(discs);
        if let Some(score) = known.and_then(|known| known.verdict(alpha, self.level)) {
            return score;
        }
        if self.is_stopped() {
            return alpha;
        }
        let nodes = self.nodes;
        if let Some(score) = self.guess(discs, moves, empties, alpha) {
            return score;
        }
        let mut children = Children::new();
        self.add_children(discs, moves, &mut children);
        if empties >= LOOK_AHEAD
            && let Some(score) = self.look_ahead(&children, alpha)
        {
            return score;
        }
        let best_known = known.map_or([NOWHERE; 2], |known| known.best);
        self.rank(&mut children, discs, empties, best_known);

        let (mut best, mut best_square) = (i32::MIN, 0);
        while best <= alpha
            && let Some(child) = take_best(&mut children)
        {
            let score = -self.walk(child.discs, child.moves, empties - 1, -alpha - 1);
            if self.stopped {
                return alpha;
            }
            if score > best {
                (best, best_square) = (score, child.square);
            }
        }
        let cost = self.nodes - nodes;
        self.table
            .put(discs, (best, alpha), self.level, best_square, cost);
        best
    }

    /// A move to a position that is known to be good enough (enhanced
    /// transposition cut-off, Plaat and others 1996).
    #[inline(always)]
    fn look_ahead(&self, children: &Children, alpha: i32) -> Option<i32> {
        children.iter().find_map(|child| {
            let known = self.table.get(child.discs)?;
            let score = -known.verdict(-alpha - 1, self.level)?;
            (score > alpha).then_some(score)
        })
    }
}

/// [`Search::deep`] as a routine.
struct Deep;

impl<K: Kernel> Routine<Search<'_, '_, K>> for Deep {
    #[inline(always)]
    fn run(search: &mut Search<K>, node: Node) -> i32 {
        let discs = Discs::from(&node);
        search.deep_here(discs, node.squares, node.empties, node.alpha)
    }
}

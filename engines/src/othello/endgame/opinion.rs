//! What the weights make of a position a few plies ahead.

use super::children::{Children, take_best};
use super::discs::Discs;
use super::search::Search;
use crate::game::Color;
use crate::othello::Othello;
use crate::othello::kernel::Kernel;

/// How much of the evaluation a disc is worth, as the weights were fitted.
pub const DISC: i32 = 16;

/// Beyond every opinion.
pub const MOST: i32 = 1 << 20;

impl<K: Kernel> Search<'_, '_, K> {
    /// The value of a position so many plies ahead if it is between `alpha` and
    /// `beta`, or else a bound on it.
    pub(super) fn opinion(
        &mut self,
        discs: Discs,
        moves: u64,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if moves == 0 {
            let discs = discs.passed();
            return match self.moves(discs) {
                0 => DISC * self.final_score(discs.passed()),
                moves => -self.opinion(discs, moves, depth, -beta, -alpha),
            };
        }
        if depth == 0 {
            return self.evaluate(discs, moves);
        }
        if depth > 1 && self.is_stopped() {
            return 0;
        }
        let mut children = Children::new();
        self.add_children(discs, moves, &mut children);
        if depth > 1 {
            for child in &mut children {
                child.rank = -child.freedom();
            }
        }
        let mut best = -MOST;
        while let Some(child) = take_best(&mut children) {
            let value = -self.opinion(child.discs, child.moves, depth - 1, -beta, -alpha);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// What the weights say of a position.
    fn evaluate(&self, discs: Discs, moves: u64) -> i32 {
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

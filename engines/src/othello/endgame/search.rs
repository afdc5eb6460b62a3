//! The search: on which side of a number is the score?

use super::discs::Discs;
use super::selective::Level;
use super::stability::Stability;
use super::table::Table;
use crate::engine::Meter;
use crate::othello::kernel::Kernel;
use crate::othello::{Othello, OthelloRules, Scoring};
use crate::pattern::Weights;

/// Up to so many empties nothing is stored.
const SHALLOW: u32 = 9;

/// Nodes between two looks at the meter.
const LOOK_EVERY: u64 = 4096;

/// A search under way.
pub struct Search<'a, 'm, K> {
    pub kernel: K,
    pub rules: OthelloRules,
    pub board: u64,
    /// How many squares the board has.
    pub squares: i32,
    pub stability: Stability,
    pub weights: &'a Weights<Othello>,
    pub table: &'a mut Table,
    pub meter: &'a mut Meter<'m>,
    /// How sure an answer has to be.
    pub level: Level,
    /// Discs put on a board.
    pub nodes: u64,
    /// Those that the meter knows of.
    pub metered: u64,
    /// The meter ran out: no number means anything any more.
    pub stopped: bool,
}

impl<K: Kernel> Search<'_, '_, K> {
    /// The score of a finished game, for the side to move.
    #[cold]
    pub fn final_score(&self, discs: Discs) -> i32 {
        let (own, opponent) = (
            discs.own.count_ones() as i32,
            discs.opponent.count_ones() as i32,
        );
        let difference = own - opponent;
        match self.rules.score() {
            Scoring::Raw => difference,
            Scoring::EmptiesToWinner => {
                difference + (self.squares - own - opponent) * difference.signum()
            }
        }
    }

    pub fn empties(&self, discs: Discs) -> u32 {
        (self.board & !discs.all()).count_ones()
    }

    pub fn moves(&self, discs: Discs) -> u64 {
        self.kernel.moves(discs.own, discs.opponent, self.board)
    }

    /// Tells on which side of `alpha` the score is: what is above it is at least,
    /// what is not is at most what is returned.
    pub fn bound(&mut self, discs: Discs, alpha: i32) -> i32 {
        let empties = self.empties(discs);
        match empties {
            0..=4 => self.last_few(discs, alpha),
            _ => self.walk(discs, self.moves(discs), empties, alpha),
        }
    }

    /// As [`Search::bound`], with more than four squares left.
    #[inline(always)]
    pub fn walk(&mut self, discs: Discs, moves: u64, empties: u32, alpha: i32) -> i32 {
        if empties <= SHALLOW {
            self.shallow(discs, moves, empties, alpha)
        } else {
            self.deep(discs, moves, empties, alpha)
        }
    }

    /// What the score cannot be above, as discs of the opponent will stay, if
    /// that is not above `alpha`; looked for only where it is likely.
    #[inline(always)]
    pub fn ceiling(&self, discs: Discs, empties: u32, alpha: i32) -> Option<i32> {
        let enough = self.squares - alpha <= 2 * discs.opponent.count_ones() as i32;
        if alpha < 2 * empties as i32 - 4 || !enough {
            return None;
        }
        let stable = self.stability.stable(discs.opponent, discs.own);
        let ceiling = self.squares - 2 * stable.count_ones() as i32;
        (ceiling <= alpha).then_some(ceiling)
    }

    /// As [`Search::bound`], where there is no move.
    #[cold]
    pub fn pass(&mut self, discs: Discs, empties: u32, alpha: i32) -> i32 {
        let discs = discs.passed();
        match self.moves(discs) {
            0 => self.final_score(discs.passed()),
            moves => -self.walk(discs, moves, empties, -alpha - 1),
        }
    }

    /// Whether to give up: looks at the meter now and then.
    pub fn is_stopped(&mut self) -> bool {
        if self.nodes - self.metered >= LOOK_EVERY {
            self.tell_meter();
            self.stopped |= self.meter.exhausted();
        }
        self.stopped
    }

    pub fn tell_meter(&mut self) {
        self.meter.count(self.nodes - self.metered);
        self.metered = self.nodes;
    }
}

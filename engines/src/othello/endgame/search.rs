//! The search: on which side of a number is the score?

use arrayvec::ArrayVec;

use super::children::{Child, Children};
use super::discs::Discs;
use super::regions;
use super::stability::Stability;
use super::table::{NOWHERE, Table};
use crate::engine::Meter;
use crate::othello::bitboard::squares;
use crate::othello::kernel::Kernel;
use crate::othello::{Othello, OthelloRules, Scoring};
use crate::pattern::Weights;

/// Up to so many empties nothing is stored.
pub const SHALLOW: u32 = 7;

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
    fn walk(&mut self, discs: Discs, moves: u64, empties: u32, alpha: i32) -> i32 {
        if empties <= SHALLOW {
            self.shallow(discs, moves, empties, alpha)
        } else {
            self.deep(discs, moves, empties, alpha)
        }
    }

    /// What the score cannot be above, as discs of the opponent will stay; only
    /// looked for where it would tell that the score is not above `alpha`.
    #[inline(always)]
    fn ceiling(&self, discs: Discs, alpha: i32) -> Option<i32> {
        let needed = self.squares - alpha;
        if 2 * (discs.opponent.count_ones() as i32) < needed {
            return None;
        }
        let stable = self.stability.stable(discs.opponent, discs.own);
        let ceiling = self.squares - 2 * stable.count_ones() as i32;
        (ceiling <= alpha).then_some(ceiling)
    }

    #[cold]
    fn pass(&mut self, discs: Discs, empties: u32, alpha: i32) -> i32 {
        let discs = discs.passed();
        match self.moves(discs) {
            0 => self.final_score(discs.passed()),
            moves => -self.walk(discs, moves, empties, -alpha - 1),
        }
    }

    /// Few squares left: odd quarters of the board first.
    fn shallow(&mut self, discs: Discs, moves: u64, empties: u32, alpha: i32) -> i32 {
        let kernel = self.kernel;
        kernel.compiled(|| {
            if moves == 0 {
                return self.pass(discs, empties, alpha);
            }
            if alpha >= stability_pays(empties)
                && let Some(ceiling) = self.ceiling(discs, alpha)
            {
                return ceiling;
            }
            let odd = regions::odd(self.board & !discs.all());
            let mut best = i32::MIN;
            for set in [moves & odd, moves & !odd] {
                for square in squares(set) {
                    self.nodes += 1;
                    let score = if empties == 5 {
                        let flips = kernel.flips(discs.own, discs.opponent, square);
                        -self.last_four(discs.after(square, flips), -alpha - 1)
                    } else {
                        let (flips, replies) =
                            kernel.place(discs.own, discs.opponent, square, self.board);
                        let after = discs.after(square, flips);
                        -self.shallow(after, replies, empties - 1, -alpha - 1)
                    };
                    if score > alpha {
                        return score;
                    }
                    best = best.max(score);
                }
            }
            best
        })
    }

    /// Many squares left.
    fn deep(&mut self, discs: Discs, moves: u64, empties: u32, alpha: i32) -> i32 {
        let kernel = self.kernel;
        kernel.compiled(|| {
            if moves == 0 {
                return self.pass(discs, empties, alpha);
            }
            if alpha >= stability_pays(empties)
                && let Some(ceiling) = self.ceiling(discs, alpha)
            {
                return ceiling;
            }
            let known = self.table.get(discs);
            if let Some(score) = known.and_then(|known| known.verdict(alpha)) {
                return score;
            }
            if self.is_stopped() {
                return alpha;
            }
            let nodes = self.nodes;
            let best_known = known.map_or([NOWHERE; 2], |known| known.best);
            let mut children = self.children(discs, moves);
            if let Some(score) = self.transposition(&children, alpha) {
                return score;
            }
            self.rank(&mut children, discs, empties, best_known, alpha);
            let mut best = i32::MIN;
            let mut best_square = 0;
            while let Some(child) = take_best(&mut children) {
                let score = -self.walk(child.discs, child.moves, empties - 1, -alpha - 1);
                if self.stopped {
                    return alpha;
                }
                if score > best {
                    (best, best_square) = (score, child.square);
                    if best > alpha {
                        break;
                    }
                }
            }
            let cost = self.nodes - nodes;
            self.table.put(discs, best, alpha, best_square, cost);
            best
        })
    }

    /// A move to a position that is known to be good enough (enhanced
    /// transposition cut-off, Plaat and others 1996).
    #[inline(always)]
    fn transposition(&mut self, children: &Children, alpha: i32) -> Option<i32> {
        children.iter().find_map(|child| {
            let upper = i32::from(self.table.get(child.discs)?.upper);
            (-upper > alpha).then_some(-upper)
        })
    }

    /// All moves, and where they lead to.
    #[inline(always)]
    pub fn children(&mut self, discs: Discs, moves: u64) -> Children {
        self.nodes += u64::from(moves.count_ones());
        let mut children = ArrayVec::new();
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
        children
    }

    /// Whether to give up: looks at the meter now and then.
    fn is_stopped(&mut self) -> bool {
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

/// From what score on the opponent's stable discs are likely to tell.
fn stability_pays(empties: u32) -> i32 {
    2 * empties as i32 - 4
}

/// Takes the child of the highest rank out.
#[inline(always)]
fn take_best(children: &mut Children) -> Option<Child> {
    let mut best = 0;
    for index in 1..children.len() {
        if children[index].rank > children[best].rank {
            best = index;
        }
    }
    children.swap_pop(best)
}

//! The last four empty squares, case by case: nothing is remembered or sorted,
//! but for squares that are alone in their quarter of the board going first.

use super::discs::Discs;
use super::lines::last_flips;
use super::regions;
use super::search::Search;
use crate::othello::bitboard::squares;
use crate::othello::kernel::{Kernel, Node, Routine};

/// Below every score.
const NONE: i32 = -128;

impl<K: Kernel> Search<'_, '_, K> {
    /// The score with one square left, where `own` moves.
    #[inline(always)]
    fn last_one(&mut self, own: u64, square: usize) -> i32 {
        let count = own.count_ones() as i32;
        let flips = last_flips(own, square);
        if flips != 0 {
            self.nodes += 1;
            return 2 * (count + flips + 1) - self.squares;
        }
        let opponent = self.board ^ own ^ 1 << square;
        let flips = last_flips(opponent, square);
        if flips != 0 {
            self.nodes += 1;
            return 2 * (count - flips) - self.squares;
        }
        self.final_score(Discs { own, opponent })
    }

    /// As [`Search::bound`], with two squares left.
    #[inline(always)]
    fn last_two(&mut self, discs: Discs, [one, other]: [usize; 2], alpha: i32) -> i32 {
        let score = self.try_last_two(discs, [one, other], alpha);
        if score != NONE {
            return score;
        }
        let score = self.try_last_two(discs.passed(), [one, other], -alpha - 1);
        if score != NONE {
            return -score;
        }
        self.final_score(discs)
    }

    /// The same without passing: [`NONE`] if there is no move.
    #[inline(always)]
    fn try_last_two(&mut self, discs: Discs, [one, other]: [usize; 2], alpha: i32) -> i32 {
        let mut best = NONE;
        for (square, last) in [(one, other), (other, one)] {
            let flips = self.kernel.flips(discs.own, discs.opponent, square);
            if flips != 0 {
                self.nodes += 1;
                let score = -self.last_one(discs.opponent & !flips, last);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// As [`Search::bound`], with three squares left.
    fn last_three(&mut self, discs: Discs, left: u64, alpha: i32) -> i32 {
        let node = discs.node(left, 3, alpha);
        self.kernel.run::<LastThree, _>(self, node)
    }

    #[inline(always)]
    fn last_three_here(&mut self, discs: Discs, left: u64, alpha: i32) -> i32 {
        let kernel = self.kernel;
        let [a, b, c] = three(left);
        let order = if regions::are_same(a, b) {
            [(c, [a, b]), (a, [b, c]), (b, [a, c])]
        } else if regions::are_same(a, c) {
            [(b, [a, c]), (a, [b, c]), (c, [a, b])]
        } else {
            [(a, [b, c]), (b, [a, c]), (c, [a, b])]
        };
        let mut best = NONE;
        for (square, rest) in order {
            let flips = kernel.flips(discs.own, discs.opponent, square);
            if flips != 0 {
                self.nodes += 1;
                let score = -self.last_two(discs.after(square, flips), rest, -alpha - 1);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        if best != NONE {
            return best;
        }
        // The opponent's moves, if it has any.
        let discs = discs.passed();
        for (square, rest) in order {
            let flips = kernel.flips(discs.own, discs.opponent, square);
            if flips != 0 {
                self.nodes += 1;
                let score = -self.last_two(discs.after(square, flips), rest, alpha);
                if score > -alpha - 1 {
                    return -score;
                }
                best = best.max(score);
            }
        }
        match best {
            NONE => self.final_score(discs.passed()),
            _ => -best,
        }
    }

    /// As [`Search::bound`], with four squares left.
    pub(super) fn last_four(&mut self, discs: Discs, empties: u64, alpha: i32) -> i32 {
        let node = discs.node(empties, 4, alpha);
        self.kernel.run::<LastFour, _>(self, node)
    }

    #[inline(always)]
    fn last_four_here(&mut self, discs: Discs, empties: u64, alpha: i32) -> i32 {
        let kernel = self.kernel;
        let odd = regions::odd(empties);
        let mut best = NONE;
        for set in [empties & odd, empties & !odd] {
            for square in squares(set) {
                let flips = kernel.flips(discs.own, discs.opponent, square);
                if flips != 0 {
                    self.nodes += 1;
                    let rest = empties & !(1 << square);
                    let score = -self.last_three(discs.after(square, flips), rest, -alpha - 1);
                    if score > alpha {
                        return score;
                    }
                    best = best.max(score);
                }
            }
        }
        if best != NONE {
            return best;
        }
        let other = discs.passed();
        match kernel.moves(other.own, other.opponent, self.board) {
            0 => self.final_score(discs),
            _ => -self.last_four(other, empties, -alpha - 1),
        }
    }

    /// As [`Search::bound`], with at most four squares left.
    pub(super) fn last_few(&mut self, discs: Discs, alpha: i32) -> i32 {
        let empties = self.board & !discs.all();
        let mut left = squares(empties);
        let mut next = || left.next().expect("as many as counted");
        match empties.count_ones() {
            0 => self.final_score(discs),
            1 => self.last_one(discs.own, next()),
            2 => self.last_two(discs, [next(), next()], alpha),
            3 => self.last_three(discs, empties, alpha),
            _ => self.last_four(discs, empties, alpha),
        }
    }
}

/// [`Search::last_three`] as a routine.
struct LastThree;

impl<K: Kernel> Routine<Search<'_, '_, K>> for LastThree {
    #[inline(always)]
    fn run(search: &mut Search<K>, node: Node) -> i32 {
        search.last_three_here(Discs::from(&node), node.squares, node.alpha)
    }
}

/// [`Search::last_four`] as a routine.
struct LastFour;

impl<K: Kernel> Routine<Search<'_, '_, K>> for LastFour {
    #[inline(always)]
    fn run(search: &mut Search<K>, node: Node) -> i32 {
        search.last_four_here(Discs::from(&node), node.squares, node.alpha)
    }
}

/// The squares of a set of three.
#[inline(always)]
fn three(mut set: u64) -> [usize; 3] {
    [(); 3].map(|()| {
        let square = set.trailing_zeros() as usize % 64;
        set &= set.wrapping_sub(1);
        square
    })
}

//! Exact results of Othello endgames.
//!
//! Every search asks one question: is the score above a number? (Null windows:
//! Pearl's scout, 1980.) The score is what is left when the answers meet (MTD(f),
//! Plaat and others 1996).

mod children;
mod deep;
mod discs;
mod last;
mod lines;
mod opinion;
mod regions;
mod search;
mod selective;
mod shallow;
mod stability;
mod table;

use std::collections::TryReserveError;

use super::kernel::{Kernel, with_fastest};
use super::{Othello, OthelloRules};
use crate::engine::Meter;
use crate::game::{Color, Ending, Game, HalfPoints, Move, Outcome};
use crate::knowledge::Knowledge;
use crate::pattern::Weights;
use crate::solver::{Solution, Solver};

use children::Children;
use discs::Discs;
use search::Search;
use selective::Level;
use stability::Stability;
use table::{NOWHERE, Table};

/// From so many empties on, likely answers are sought before certain ones.
const SELECTIVE: u32 = 16;

/// Solves endgames of Othello, on boards of every size and with either way to
/// count.
pub struct Endgame {
    table: Table,
    weights: Weights<Othello>,
    /// Of the positions in the table.
    rules: OthelloRules,
}

impl Endgame {
    /// A solver whose table takes at most so many bytes; an error if there is no
    /// memory for it.
    pub fn new(bytes: usize) -> Result<Endgame, TryReserveError> {
        Ok(Endgame {
            table: Table::new(bytes)?,
            weights: Othello::own_weights(),
            rules: OthelloRules::default(),
        })
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    fn solve_with<K: Kernel>(
        &mut self,
        kernel: K,
        position: &Othello,
        meter: &mut Meter,
    ) -> Option<Solution> {
        if position.rules != self.rules {
            self.table.clear();
            self.rules = position.rules;
        }
        self.table.grow_older();
        let board = position.board();
        let mut search = Search {
            kernel,
            rules: self.rules,
            board,
            squares: board.count_ones() as i32,
            stability: Stability::new(board),
            weights: &self.weights,
            table: &mut self.table,
            meter,
            level: Level::Exact,
            nodes: 0,
            metered: 0,
            stopped: false,
        };
        let discs = Discs {
            own: position.own,
            opponent: position.opponent,
        };
        let found = search.score(discs);
        let variation = found.and_then(|score| search.variation(position, score));
        search.tell_meter();
        let (score, variation) = (found?, variation?);
        let black = match position.to_move {
            Color::Black => score,
            Color::White => -score,
        };
        Some(Solution {
            outcome: Outcome::from_score(HalfPoints::whole(black), Ending::Score),
            variation,
        })
    }
}

impl Solver<Othello> for Endgame {
    fn solve(&mut self, position: &Othello, meter: &mut Meter) -> Option<Solution> {
        with_fastest!(|kernel| self.solve_with(kernel, position, meter))
    }
}

impl<K: Kernel> Search<'_, '_, K> {
    /// The score; `None` if the meter runs out.
    fn score(&mut self, discs: Discs) -> Option<i32> {
        let mut score = 0;
        for level in [Level::Guess, Level::Likely, Level::NearlySure, Level::Exact] {
            if level == Level::Exact || self.empties(discs) >= SELECTIVE {
                self.level = level;
                score = self.close_in(discs, score)?;
            }
        }
        Some(score)
    }

    /// The score as far as the level tells, from a guess.
    fn close_in(&mut self, discs: Discs, guess: i32) -> Option<i32> {
        let (mut lower, mut upper) = (-self.squares, self.squares);
        let mut alpha = guess - 1;
        while lower < upper {
            let bound = self.bound(discs, alpha);
            if self.stopped {
                return None;
            }
            if bound > alpha {
                lower = bound;
                alpha = lower;
            } else {
                upper = bound;
                alpha = upper - 1;
            }
        }
        Some(lower)
    }

    /// A line from a position with this score to the end.
    fn variation(&mut self, position: &Othello, mut score: i32) -> Option<Vec<Move>> {
        let mut variation = Vec::new();
        let mut game = *position;
        while !game.is_over() {
            let discs = Discs {
                own: game.own,
                opponent: game.opponent,
            };
            let mv = match game.moves {
                0 => Move::PASS,
                moves => Move::at(game.point(self.best_move(discs, moves, score)?)),
            };
            variation.push(mv);
            game.play(mv);
            score = -score;
        }
        Some(variation)
    }

    /// A move that keeps the score.
    fn best_move(&mut self, discs: Discs, moves: u64, score: i32) -> Option<usize> {
        if moves.is_power_of_two() {
            return Some(moves.trailing_zeros() as usize);
        }
        let mut children = Children::new();
        self.add_children(discs, moves, &mut children);
        let known = self.table.get(discs).map(|known| known.best);
        let empties = self.empties(discs);
        self.rank(&mut children, discs, empties, known.unwrap_or([NOWHERE; 2]));
        children.sort_by_key(|child| -child.rank);
        for child in children {
            if self.bound(child.discs, -score) <= -score && !self.stopped {
                return Some(child.square);
            }
        }
        None
    }
}

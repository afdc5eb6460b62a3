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
    const RATE: u64 = 30_000_000;

    fn with_table(bytes: usize) -> Result<Endgame, TryReserveError> {
        Endgame::new(bytes)
    }

    /// Doubles with every empty square.
    fn cost(position: &Othello) -> Option<u64> {
        1_u64.checked_shl(position.empty_points() as u32 + 2)
    }

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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::engine::Budget;
    use crate::game::MoveList;
    use crate::othello::OthelloSpec;
    use crate::othello::kernel::Portable;
    use crate::rng::Rng;

    fn moves(game: &Othello) -> MoveList {
        let mut moves = MoveList::new();
        game.legal_moves(&mut moves);
        moves
    }

    /// The positions of a random game.
    fn random_game(size: i64, rng: &mut Rng) -> Vec<Othello> {
        let spec = OthelloSpec {
            size,
            ..OthelloSpec::default()
        };
        let mut positions = vec![Othello::initial(&spec.rules().unwrap())];
        while let Some(mv) = rng.choose(&moves(&positions[positions.len() - 1])) {
            let mut next = positions[positions.len() - 1];
            next.play(mv);
            positions.push(next);
        }
        positions
    }

    #[test]
    fn every_processor_finds_the_same() {
        let mut rng = Rng::new(1);
        let stop = AtomicBool::new(false);
        for size in [4, 6, 8] {
            let game = random_game(size, &mut rng);
            for position in game.iter().filter(|game| game.empty_points() <= 17) {
                let mut meter = Meter::start(&Budget::default(), &stop);
                let mut solver = Endgame::new(1 << 20).unwrap();
                let fast = solver.solve(position, &mut meter);
                let fast_nodes = meter.nodes();

                let mut meter = Meter::start(&Budget::default(), &stop);
                let mut solver = Endgame::new(1 << 20).unwrap();
                let portable = solver.solve_with(Portable, position, &mut meter);
                assert_eq!(portable, fast, "{position}");
                assert_eq!(meter.nodes(), fast_nodes, "{position}");
            }
        }
    }

    /// In random play from any position of a game.
    #[test]
    fn stable_discs_stay() {
        let mut rng = Rng::new(2);
        let mut found = 0;
        for round in 0..600 {
            let size = [4, 6, 8][round % 3];
            let game = random_game(size, &mut rng);
            let stability = Stability::new(game[0].board());
            let discs = |game: &Othello, color| match game.to_move == color {
                true => (game.own, game.opponent),
                false => (game.opponent, game.own),
            };
            for color in Color::BOTH {
                let mut stable = 0;
                for position in &game {
                    let (own, opponent) = discs(position, color);
                    assert_eq!(stable & !own, 0, "{position}");
                    stable |= stability.stable(own, opponent);
                    found += stable.count_ones();
                }
            }
        }
        assert!(found > 10_000, "{found}");
    }
}

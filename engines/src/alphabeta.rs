//! `alphabeta`: negamax with alpha-beta pruning (Knuth and Moore 1975),
//! iterative deepening and a transposition table.

mod ordering;
mod table;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::engine::{Budget, Engine, Meter, SearchReport, Variation};
use crate::game::{Color, Move, MoveList, Outcome};
use crate::knowledge::Knowledge;
use crate::pattern::Weights;

use ordering::Ordering;
use table::{Bound, Entry, Table};

/// The options of `alphabeta`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AlphabetaSpec {
    /// A weights file, [`HAND`](crate::pattern::HAND) or [`OWN`](crate::pattern::OWN),
    /// which is the same as nothing.
    pub weights: Option<PathBuf>,
    /// Size of the transposition table in MiB.
    pub hash: u32,
}

impl Default for AlphabetaSpec {
    fn default() -> AlphabetaSpec {
        AlphabetaSpec {
            weights: None,
            hash: 16,
        }
    }
}

/// A value in the search: a sum of weights, or near ±[`WIN`] a known result.
type Value = i32;

/// A win on the spot; one that is n plies away is worth n less.
const WIN: Value = 1 << 30;

/// Beyond this a value is a known result.
const KNOWN: Value = WIN - 1_000;

/// The deepest search.
const MAX_DEPTH: u32 = 200;

/// The engine.
pub struct Alphabeta<G: Knowledge> {
    weights: Weights<G>,
    table: Table,
}

impl<G: Knowledge> Alphabeta<G> {
    /// An engine that waits for its first game; says what is wrong with its
    /// options.
    pub fn new(spec: &AlphabetaSpec) -> Result<Alphabeta<G>, String> {
        let weights = Weights::load(spec.weights.as_deref()).map_err(|error| error.to_string())?;
        Alphabeta::with_weights(spec, weights)
    }

    /// One with weights that need not stand in a file, in place of those that the
    /// options name.
    pub fn with_weights(spec: &AlphabetaSpec, weights: Weights<G>) -> Result<Alphabeta<G>, String> {
        let table = Table::new((spec.hash as usize) << 20)
            .map_err(|_| format!("no memory for a table of hash={} MiB", spec.hash))?;
        Ok(Alphabeta { weights, table })
    }
}

impl<G: Knowledge> Engine<G> for Alphabeta<G> {
    fn new_game(&mut self, _seed: u64) {
        self.table.clear();
    }

    fn search(&mut self, position: &G, budget: &Budget, stop: &AtomicBool) -> SearchReport {
        let mut search = Search {
            weights: &self.weights,
            table: &mut self.table,
            ordering: Ordering::default(),
            meter: Meter::start(budget, stop),
        };
        search.deepen(
            position,
            budget.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
        )
    }
}

/// One search from one position.
struct Search<'a, G: Knowledge> {
    weights: &'a Weights<G>,
    table: &'a mut Table,
    ordering: Ordering,
    meter: Meter<'a>,
}

/// What a finished or interrupted iteration found at the root.
struct Root {
    value: Value,
    variation: Variation,
}

impl<G: Knowledge> Search<'_, G> {
    /// Searches one ply deeper each time, until the budget is spent or the
    /// result is known.
    fn deepen(&mut self, position: &G, max_depth: u32) -> SearchReport {
        let mut moves = MoveList::new();
        position.candidates(&mut moves);
        self.ordering.sort(position, &mut moves, None, 0);

        let mut found: Option<Root> = None;
        let mut depth = 0;
        while depth < max_depth && !self.meter.exhausted() {
            let (root, complete) = self.search_root(position, &moves, depth + 1);
            if let Some(root) = root {
                // The best move goes first in the next iteration.
                let best = root.variation[0];
                let place = moves.iter().position(|&mv| mv == best).unwrap_or(0);
                moves[..=place].rotate_right(1);
                found = Some(root);
            }
            if !complete {
                break;
            }
            depth += 1;
            if found.as_ref().is_some_and(|root| root.value.abs() >= KNOWN) {
                break;
            }
        }
        self.report(position, moves[0], found, depth)
    }

    fn report(&self, position: &G, first: Move, found: Option<Root>, depth: u32) -> SearchReport {
        let mut report = self.meter.report(first, None, depth);
        if let Some(root) = found {
            report.best = root.variation[0];
            report.value = Some(expected_score(root.value, G::VALUE_SCALE));
            report.variation = root.variation;
        }
        debug_assert!(position.check(report.best).is_ok());
        report
    }

    /// The best of the root moves, the first of which was best so far, and
    /// whether all of them were searched.
    fn search_root(&mut self, position: &G, moves: &[Move], depth: u32) -> (Option<Root>, bool) {
        let mut best: Option<Root> = None;
        for &mv in moves {
            let alpha = best.as_ref().map_or(-WIN, |root| root.value);
            let mut line = Variation::new();
            let mut after = position.clone();
            let value = self
                .play(&mut after, mv)
                .and_then(|()| self.negamax(&after, depth - 1, -WIN, -alpha, 1, &mut line));
            let Some(value) = value else {
                return (best, false);
            };
            if best.is_none() || -value > alpha {
                best = Some(Root {
                    value: -value,
                    variation: extended(mv, &line),
                });
            }
        }
        (best, true)
    }

    /// Plays a move on a copy of the position; `None` when the budget is
    /// spent.
    fn play(&mut self, copy: &mut G, mv: Move) -> Option<()> {
        if self.meter.exhausted() {
            return None;
        }
        copy.play(mv);
        self.meter.count(1);
        Some(())
    }

    /// The value of a position for the side to move: exact between `alpha` and
    /// `beta`, else a bound. `None` when the budget ran out.
    fn negamax(
        &mut self,
        position: &G,
        depth: u32,
        mut alpha: Value,
        beta: Value,
        ply: u32,
        line: &mut Variation,
    ) -> Option<Value> {
        if let Some(outcome) = position.outcome() {
            return Some(known_value(&outcome, position.to_move(), ply));
        }
        if depth == 0 {
            return Some(self.weights.of_position(position));
        }
        let key = position.key();
        let stored = self.table.get(key);
        if let Some(value) = stored.and_then(|entry| entry.cutoff(depth, ply, alpha, beta)) {
            return Some(value);
        }

        let mut moves = MoveList::new();
        position.candidates(&mut moves);
        self.ordering
            .sort(position, &mut moves, stored.map(|entry| entry.best), ply);

        let alpha_at_entry = alpha;
        let (mut best, mut best_value) = (moves[0], -WIN);
        for &mv in &moves {
            let mut below = Variation::new();
            let mut after = position.clone();
            self.play(&mut after, mv)?;
            let value = -self.negamax(&after, depth - 1, -beta, -alpha, ply + 1, &mut below)?;
            if value > best_value {
                (best, best_value) = (mv, value);
            }
            if value > alpha {
                alpha = value;
                *line = extended(mv, &below);
            }
            if alpha >= beta {
                self.ordering.cut(mv, ply);
                break;
            }
        }
        let bound = Bound::of(best_value, alpha_at_entry, beta);
        self.table
            .put(key, Entry::new(best, best_value, bound, depth, ply));
        Some(best_value)
    }
}

/// A move, and what is expected after it.
fn extended(mv: Move, line: &Variation) -> Variation {
    let mut variation = Variation::new();
    variation.push(mv);
    let room = variation.remaining_capacity().min(line.len());
    variation.extend(line[..room].iter().copied());
    variation
}

fn known_value(outcome: &Outcome, to_move: Color, ply: u32) -> Value {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == to_move => WIN - ply as Value,
        Some(_) => ply as Value - WIN,
    }
}

/// A value as the expected score of the side to move.
fn expected_score(value: Value, scale: f64) -> f64 {
    if value.abs() >= KNOWN {
        return if value > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + libm::exp(-f64::from(value) / scale))
}

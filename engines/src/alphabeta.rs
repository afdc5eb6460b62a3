//! `alphabeta`: negamax with alpha-beta pruning (Knuth and Moore 1975), iterative
//! deepening and a transposition table; and, where the game has one, a solver first.

mod ordering;
mod parts;
mod search;
mod table;
mod value;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::{Budget, Engine, LONGEST_VARIATION, Meter, SearchReport};
use crate::knowledge::Knowledge;
use crate::pattern::Weights;
use crate::solver::{Solution, Solver};

pub use parts::{Part, Without};

use ordering::Ordering;
use search::Search;
use table::Table;

/// The options of `alphabeta`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AlphabetaSpec {
    /// A weights file, [`HAND`](crate::pattern::HAND) or [`OWN`](crate::pattern::OWN),
    /// which is the same as nothing.
    pub weights: Option<PathBuf>,
    /// Size of the transposition table in MiB; a solver's table takes a quarter of
    /// that, once it is needed.
    pub hash: u32,
    /// What to do without, to see what it is worth.
    #[serde(skip_serializing_if = "Without::is_nothing")]
    pub without: Without,
}

impl Default for AlphabetaSpec {
    fn default() -> AlphabetaSpec {
        AlphabetaSpec {
            weights: None,
            hash: 16,
            without: Without::default(),
        }
    }
}

/// The deepest search.
const MAX_DEPTH: u32 = 200;

/// The engine.
pub struct Alphabeta<G: Knowledge> {
    weights: Weights<G>,
    table: Table,
    /// From the first position on that it may solve.
    solver: Option<G::Solver>,
    hash: usize,
    without: Without,
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
        let hash = (spec.hash as usize) << 20;
        let table = Table::new(hash)
            .map_err(|_| format!("no memory for a table of hash={} MiB", spec.hash))?;
        Ok(Alphabeta {
            weights,
            table,
            solver: None,
            hash,
            without: spec.without,
        })
    }
}

/// The solver may take one part of so many of a move's budget.
const SOLVER_SHARE: u32 = 4;

impl<G: Knowledge> Engine<G> for Alphabeta<G> {
    fn new_game(&mut self, _seed: u64) {
        self.table.clear();
        self.solver = None;
    }

    fn search(&mut self, position: &G, budget: &Budget, stop: &AtomicBool) -> SearchReport {
        let mut meter = Meter::start(budget, stop);
        if let Some(solution) = self.solve(position, budget, stop, &mut meter) {
            return solved(position, &solution, &meter);
        }
        self.table.grow_older();
        let mut search = Search {
            weights: &self.weights,
            table: &mut self.table,
            without: self.without,
            ordering: Ordering::new(self.without),
            meter,
        };
        let depth = budget.depth.unwrap_or(MAX_DEPTH);
        search.deepen(position, depth.clamp(1, MAX_DEPTH))
    }
}

impl<G: Knowledge> Alphabeta<G> {
    /// The exact result, if it takes no more than the solver's share of the budget. A
    /// search to a given depth is just that.
    fn solve(
        &mut self,
        position: &G,
        budget: &Budget,
        stop: &AtomicBool,
        meter: &mut Meter,
    ) -> Option<Solution> {
        if self.without.has(Part::Solver) || budget.depth.is_some() {
            return None;
        }
        let share = budget.share(SOLVER_SHARE);
        let in_time = |time: Duration| (time.as_secs_f64() * G::Solver::RATE as f64) as u64;
        let limits = [share.nodes, share.time.map(in_time)];
        let affordable = limits.into_iter().flatten().min()?;
        if G::Solver::cost(position)? > affordable {
            return None;
        }
        if self.solver.is_none() {
            self.solver = G::Solver::with_table(self.hash / 4).ok();
        }
        let mut of_solver = Meter::start(&share, stop);
        let solution = self.solver.as_mut()?.solve(position, &mut of_solver);
        meter.count(of_solver.nodes());
        solution
    }
}

fn solved<G: Knowledge>(position: &G, solution: &Solution, meter: &Meter) -> SearchReport {
    let value = match solution.outcome.winner {
        None => 0.5,
        Some(winner) => f64::from(winner == position.to_move()),
    };
    let variation = &solution.variation;
    let mut report = meter.report(variation[0], Some(value), variation.len() as u32);
    report.variation = variation.iter().copied().take(LONGEST_VARIATION).collect();
    report
}

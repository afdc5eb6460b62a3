//! `alphabeta`: negamax with alpha-beta pruning (Knuth and Moore 1975),
//! iterative deepening and a transposition table.

mod ordering;
mod parts;
mod search;
mod table;
mod value;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::engine::{Budget, Engine, Meter, SearchReport};
use crate::knowledge::Knowledge;
use crate::pattern::Weights;

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
    /// Size of the transposition table in MiB.
    pub hash: u32,
    /// What to do without, to see what it is worth.
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
        let table = Table::new((spec.hash as usize) << 20)
            .map_err(|_| format!("no memory for a table of hash={} MiB", spec.hash))?;
        Ok(Alphabeta {
            weights,
            table,
            without: spec.without,
        })
    }
}

impl<G: Knowledge> Engine<G> for Alphabeta<G> {
    fn new_game(&mut self, _seed: u64) {
        self.table.clear();
    }

    fn search(&mut self, position: &G, budget: &Budget, stop: &AtomicBool) -> SearchReport {
        self.table.grow_older();
        let mut search = Search {
            weights: &self.weights,
            table: &mut self.table,
            without: self.without,
            ordering: Ordering::new(self.without),
            meter: Meter::start(budget, stop),
        };
        let depth = budget.depth.unwrap_or(MAX_DEPTH);
        search.deepen(position, depth.clamp(1, MAX_DEPTH))
    }
}

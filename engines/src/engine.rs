//! What every engine offers: a search within a budget.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;

use crate::game::{Game, Move};

/// Limits on one search; the first reached ends it. A legal move is always
/// returned, however small the budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Moves tried on any board during the search, whether made there or only
    /// valued.
    pub nodes: Option<u64>,
    /// Plies ahead.
    pub depth: Option<u32>,
    /// Wall time.
    pub time: Option<Duration>,
}

impl Budget {
    /// The same, but no more than this time.
    pub fn within(self, time: Duration) -> Budget {
        Budget {
            time: Some(self.time.map_or(time, |limit| limit.min(time))),
            ..self
        }
    }

    /// One part of so many of the nodes and of the time, whatever the depth.
    pub fn share(self, parts: u32) -> Budget {
        Budget {
            nodes: self.nodes.map(|nodes| nodes / u64::from(parts)),
            time: self.time.map(|time| time / parts),
            depth: None,
        }
    }
}

/// The moves that a search expects, at most the first 32.
pub type Variation = ArrayVec<Move, LONGEST_VARIATION>;

/// Moves of the longest variation.
pub const LONGEST_VARIATION: usize = 32;

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// The move to play.
    pub best: Move,
    /// The expected score of the side to move, 0 to 1; `None` from an engine
    /// that has no opinion.
    pub value: Option<f64>,
    /// The deepest ply that was searched in full; 0 from an engine that does
    /// not look ahead.
    pub depth: u32,
    /// Moves tried on any board.
    pub nodes: u64,
    /// Wall time.
    pub elapsed: Duration,
    /// The principal variation, from `best` on.
    pub variation: Variation,
}

/// A player's mind.
pub trait Engine<G: Game>: Send {
    /// Forgets the last game. Same seed, positions and node budget: same moves.
    fn new_game(&mut self, seed: u64);

    /// Chooses a move in a position that is not over. Ends soon after `stop`
    /// is set.
    fn search(&mut self, position: &G, budget: &Budget, stop: &AtomicBool) -> SearchReport;
}

/// A running search's account against its budget.
pub struct Meter<'a> {
    budget: Budget,
    stop: &'a AtomicBool,
    start: Instant,
    nodes: u64,
    next_look: u64,
    exhausted: bool,
}

impl<'a> Meter<'a> {
    /// Nodes between two looks at the clock and at `stop`.
    const LOOK_EVERY: u64 = 256;

    /// Starts the clock.
    pub fn start(budget: &Budget, stop: &'a AtomicBool) -> Meter<'a> {
        Meter {
            budget: *budget,
            stop,
            start: Instant::now(),
            nodes: 0,
            next_look: 0,
            exhausted: false,
        }
    }

    /// Records moves tried.
    pub fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Moves made so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must end: no node left, no time left, or told to.
    pub fn exhausted(&mut self) -> bool {
        if self.exhausted {
            return true;
        }
        self.exhausted = self.budget.nodes.is_some_and(|limit| self.nodes >= limit);
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + Self::LOOK_EVERY;
            self.exhausted |= self.stop.load(Ordering::Relaxed)
                || self
                    .budget
                    .time
                    .is_some_and(|limit| self.elapsed() >= limit);
        }
        self.exhausted
    }

    /// The report of this search.
    pub fn report(&self, best: Move, value: Option<f64>, depth: u32) -> SearchReport {
        SearchReport {
            best,
            value,
            depth,
            nodes: self.nodes,
            elapsed: self.elapsed(),
            variation: Variation::from_iter([best]),
        }
    }
}

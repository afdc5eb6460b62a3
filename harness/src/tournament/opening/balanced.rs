//! A set of balanced openings: random plies, no two alike, none that a search
//! finds better for one side.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use engines::rng::mix;
use engines::symmetry::{Symmetry, canonical_key};
use engines::{Budget, Engine, Game, GameSpec, GameVisitor, Knowledge, Move, Rng, SearchReport};
use rayon::prelude::*;

use super::random::Drawer;
use crate::error::InputError;
use crate::tournament::Player;

/// Which openings are wanted.
#[derive(Clone, PartialEq, Debug)]
pub struct Balanced {
    /// The game.
    pub game: GameSpec,
    /// How many.
    pub count: usize,
    /// Random plies.
    pub plies: u32,
    /// Where all random numbers come from.
    pub seed: u64,
    /// How far the expected score may be from ½.
    pub within: f64,
    /// Who searches. One that plays by chance is seeded with the number of the
    /// candidate.
    pub engine: Player,
    /// Limits on a search.
    pub budget: Budget,
}

/// The openings that were found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// Moves in the game's notation, separated by spaces.
    pub openings: Vec<String>,
    /// Lines drawn.
    pub tried: u64,
    /// Lines that ended the game.
    pub over: u64,
    /// Lines to the position of an earlier one, perhaps turned or mirrored.
    pub duplicates: u64,
    /// Lines after which one side is better.
    pub unbalanced: u64,
    /// Lines since the last that was kept.
    in_vain: u64,
}

impl Found {
    /// Lines in a row that will not do before the search gives up.
    pub const PATIENCE: u64 = 5_000;

    fn add(&mut self, verdict: Verdict) {
        self.tried += 1;
        self.in_vain += 1;
        match verdict {
            Verdict::Over => self.over += 1,
            Verdict::Duplicate => self.duplicates += 1,
            Verdict::Unbalanced => self.unbalanced += 1,
            Verdict::Balanced(opening) => {
                self.openings.push(opening);
                self.in_vain = 0;
            }
        }
    }
}

/// What becomes of a line that was drawn.
enum Verdict {
    Over,
    Duplicate,
    Unbalanced,
    Balanced(String),
}

/// Draws numbered candidates and keeps the first that will do, in their order:
/// any number of threads finds the same.
///
/// Ends with fewer than were wanted when [`Found::PATIENCE`] in a row will not
/// do.
pub fn balanced(wanted: &Balanced, threads: usize) -> anyhow::Result<Found> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("cannot start the threads")?
        .install(|| wanted.game.dispatch(Find { wanted, threads }))
}

struct Find<'a> {
    wanted: &'a Balanced,
    threads: usize,
}

impl GameVisitor for Find<'_> {
    type Output = anyhow::Result<Found>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> anyhow::Result<Found> {
        let start = G::initial(rules);
        let spec = self.wanted.engine.spec.built_in()?;
        let engine = || spec.build::<G>().map(Mutex::new);
        let engines: Result<_, _> = (0..self.threads).map(|_| engine()).collect();
        let mut search = Search {
            wanted: self.wanted,
            symmetries: Symmetry::of_position(&start),
            drawer: Drawer::new(start),
            engines: engines.map_err(InputError::new)?,
            seen: HashSet::new(),
        };
        search.run()
    }
}

struct Search<'a, G: Game> {
    wanted: &'a Balanced,
    drawer: Drawer<G>,
    symmetries: Vec<Symmetry>,
    /// One a thread, so that nobody waits.
    engines: Vec<Mutex<Box<dyn Engine<G>>>>,
    /// Canonical keys of the candidates so far.
    seen: HashSet<u64>,
}

/// A line to a position that no earlier one led to.
struct Candidate<G> {
    number: u64,
    line: Vec<Move>,
    end: G,
}

impl<G: Knowledge> Search<'_, G> {
    /// Candidates that are looked at side by side. The result does not depend
    /// on it.
    const BLOCK: u64 = 64;

    fn run(&mut self) -> anyhow::Result<Found> {
        let mut found = Found::default();
        loop {
            let block = found.tried..found.tried + Self::BLOCK;
            let candidates: Vec<_> = block.map(|number| self.candidate(number)).collect();
            let verdicts: Vec<anyhow::Result<Verdict>> = candidates
                .into_par_iter()
                .map(|candidate| match candidate {
                    Ok(candidate) => self.verdict(&candidate),
                    Err(verdict) => Ok(verdict),
                })
                .collect();
            for verdict in verdicts {
                found.add(verdict?);
                let is_full = found.openings.len() == self.wanted.count;
                if is_full || found.in_vain == Found::PATIENCE {
                    return Ok(found);
                }
            }
        }
    }

    fn candidate(&mut self, number: u64) -> Result<Candidate<G>, Verdict> {
        let mut rng = Rng::new(mix(self.wanted.seed, number));
        let drawn = self.drawer.draw(self.wanted.plies, &mut rng);
        let (line, end) = drawn.map_err(|_| Verdict::Over)?;
        let key = canonical_key(self.drawer.start(), &self.symmetries, &line);
        if !self.seen.insert(key) {
            return Err(Verdict::Duplicate);
        }
        Ok(Candidate { number, line, end })
    }

    fn verdict(&self, candidate: &Candidate<G>) -> anyhow::Result<Verdict> {
        let report = self.search(candidate);
        let value = report.value.ok_or_else(|| {
            InputError(format!(
                "engine `{}` does not say who is better after {} nodes; choose one that \
                 searches, as alphabeta or mcts, and a larger limit",
                self.wanted.engine.name, report.nodes
            ))
        })?;
        if (value - 0.5).abs() > self.wanted.within {
            return Ok(Verdict::Unbalanced);
        }
        let text = |&mv: &Move| self.drawer.start().move_to_text(mv);
        let moves: Vec<String> = candidate.line.iter().map(text).collect();
        Ok(Verdict::Balanced(moves.join(" ")))
    }

    /// Searches with the engine of this thread, as in a new game.
    fn search(&self, candidate: &Candidate<G>) -> SearchReport {
        let own = rayon::current_thread_index().unwrap_or(0);
        let engine = self.engines[own].lock();
        let mut engine = engine.unwrap_or_else(PoisonError::into_inner);
        engine.new_game(mix(self.wanted.seed, candidate.number));
        let stop = AtomicBool::new(false);
        engine.search(&candidate.end, &self.wanted.budget, &stop)
    }
}

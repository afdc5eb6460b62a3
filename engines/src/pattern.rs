//! `pattern`: the move that a weight table likes best.
//!
//! A game switches on features; their weights add up. The same sum is what
//! `alphabeta` has at its leaves.

mod weights;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

pub use weights::{HAND, MOST, OWN, Weights, WeightsError, is_word};

use crate::engine::{Budget, Engine, Meter, SearchReport};
use crate::game::{Move, MoveList};
use crate::knowledge::Knowledge;
use crate::one_ply::Best;
use crate::rng::Rng;

/// The options of `pattern`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PatternSpec {
    /// A weights file, [`HAND`] or [`OWN`], which is the same as nothing.
    pub weights: Option<PathBuf>,
}

/// Plays the move whose features have the largest sum, ties at random.
pub struct Pattern<G: Knowledge> {
    weights: Weights<G>,
    rng: Rng,
}

impl<G: Knowledge> Pattern<G> {
    /// An engine that waits for its first game.
    pub fn new(spec: &PatternSpec) -> Result<Pattern<G>, WeightsError> {
        let weights = Weights::load(spec.weights.as_deref())?;
        Ok(Pattern::with_weights(weights))
    }

    /// One with weights that need not stand in a file.
    pub fn with_weights(weights: Weights<G>) -> Pattern<G> {
        Pattern {
            weights,
            rng: Rng::new(0),
        }
    }
}

impl<G: Knowledge> Engine<G> for Pattern<G> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn search(&mut self, position: &G, budget: &Budget, stop: &AtomicBool) -> SearchReport {
        let mut meter = Meter::start(budget, stop);
        let mut moves = MoveList::new();
        position.candidates(&mut moves);

        let best = Best::of(&moves, &mut meter, |mv| Some(self.value(position, mv)));
        let chosen = best.choose(&mut self.rng).or(moves.first().copied());
        meter.report(chosen.expect("the game is not over"), None, 0)
    }
}

impl<G: Knowledge> Pattern<G> {
    /// A finished game is worth its result, beyond any sum.
    fn value(&self, position: &G, mv: Move) -> i32 {
        let mut after = position.clone();
        after.play(mv);
        match after.outcome() {
            Some(outcome) => match outcome.winner {
                None => 0,
                Some(winner) if winner == position.to_move() => MOST + 1,
                Some(_) => -MOST - 1,
            },
            None => self.weights.of_move(position, mv, &after),
        }
    }
}

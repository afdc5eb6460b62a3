//! `random`: a uniform choice among the sensible moves.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::engine::{Budget, Engine, Meter, SearchReport};
use crate::game::MoveList;
use crate::knowledge::Knowledge;
use crate::rng::Rng;

/// `random` has no options.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RandomSpec {}

/// Plays at random.
pub struct Random {
    rng: Rng,
}

impl Random {
    /// An engine that waits for its first game.
    pub fn new(_: &RandomSpec) -> Random {
        Random { rng: Rng::new(0) }
    }
}

impl<G: Knowledge> Engine<G> for Random {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn search(&mut self, position: &G, budget: &Budget, stop: &AtomicBool) -> SearchReport {
        let meter = Meter::start(budget, stop);
        let mut moves = MoveList::new();
        position.sensible_moves(&mut moves);
        let best = self.rng.choose(&moves).expect("the game is not over");
        meter.report(best, None, 0)
    }
}

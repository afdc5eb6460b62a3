//! `greedy`: the move that takes most at once.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::engine::{Budget, Engine, Meter, SearchReport};
use crate::game::{Move, MoveList};
use crate::knowledge::{GreedyWeights, Knowledge};
use crate::one_ply::Best;
use crate::rng::Rng;

/// The options of `greedy`; both weigh in Go alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GreedySpec {
    /// The worth of a captured stone.
    pub capture: i32,
    /// The worth of a liberty of the chain after the move.
    pub liberty: i32,
}

impl Default for GreedySpec {
    fn default() -> GreedySpec {
        GreedySpec {
            capture: 20,
            liberty: 1,
        }
    }
}

/// Tries every sensible move and takes the best by [`Knowledge::greedy_value`],
/// ties at random.
pub struct Greedy {
    weights: GreedyWeights,
    rng: Rng,
}

impl Greedy {
    /// An engine that waits for its first game.
    pub fn new(spec: &GreedySpec) -> Greedy {
        Greedy {
            weights: GreedyWeights {
                capture: spec.capture,
                liberty: spec.liberty,
            },
            rng: Rng::new(0),
        }
    }
}

impl<G: Knowledge> Engine<G> for Greedy {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn search(&mut self, position: &G, budget: &Budget, stop: &AtomicBool) -> SearchReport {
        let mut meter = Meter::start(budget, stop);
        let mut moves = MoveList::new();
        position.sensible_moves(&mut moves);

        let best = Best::of(&moves, &mut meter, |mv| {
            position.greedy_value(mv, &self.weights)
        });
        let chosen = best.choose(&mut self.rng).unwrap_or_else(|| {
            let refused_all = meter.nodes() > 0;
            if refused_all && position.check(Move::PASS).is_ok() {
                Move::PASS
            } else {
                self.rng.choose(&moves).expect("the game is not over")
            }
        });
        meter.report(chosen, None, 0)
    }
}

//! Which engine plays, and within which limits.

use std::time::Duration;

use engines::rng::mix;
use engines::{Budget, Engine, Knowledge};

use super::clock::Clock;
use crate::error::InputError;
use crate::tournament::{Limits, Player};

/// An engine to be played against.
#[derive(Clone, Debug)]
pub struct EngineChoice {
    /// The engine and its own limits.
    pub player: Player,
    /// Limits on a move, if it has none of its own.
    pub limits: Limits,
    /// Where its random numbers come from.
    pub seed: u64,
}

impl EngineChoice {
    /// Refuses limits that allow nothing, or that never end a search.
    pub fn check(&self) -> Result<(), InputError> {
        self.limits.check()?;
        self.player.check(&self.limits.or_default())
    }

    /// `harness mcts`: what a graphical board shows.
    pub fn name(&self) -> String {
        format!("harness {}", self.player.name)
    }

    /// The limits that somebody asked for.
    pub fn limits(&self) -> Limits {
        self.player.own_or(&self.limits)
    }

    /// An engine before its first game.
    pub fn build<G: Knowledge>(&self) -> Result<Box<dyn Engine<G>>, InputError> {
        self.player.spec.build().map_err(InputError::new)
    }

    /// The seed of one game of many.
    pub fn seed_of(&self, game: u64) -> u64 {
        mix(self.seed, game)
    }

    /// Limits on a move, under a clock if there is one: the one place where
    /// time on a clock becomes time for a move.
    pub fn budget<G: Knowledge>(&self, position: &G, clock: Option<&Clock>) -> Budget {
        let Some(clock) = clock else {
            return self.limits().or_default().budget();
        };
        let time = clock.time_for_move(moves_left(position));
        let mut budget = self.limits().budget();
        budget.time = Some(budget.time.map_or(time, |limit: Duration| limit.min(time)));
        budget
    }
}

/// Moves that a side may still have to make: half of the empty points, but
/// neither so few that the last of them get too little, nor so many that the
/// clock is never used.
fn moves_left<G: Knowledge>(position: &G) -> u32 {
    let points = 0..position.width() * position.height();
    let empty = points.filter(|&point| position.at(point).is_none()).count();
    (empty as u32 / 2).clamp(8, 60)
}

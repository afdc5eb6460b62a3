//! Which engine plays, and within which limits.

use engines::rng::mix;
use engines::{Budget, Engine, EngineSpec, Game, Knowledge};

use super::time_left::TimeLeft;
use crate::error::InputError;
use crate::tournament::{Limits, Player};

/// An engine to be played against.
#[derive(Clone, Debug)]
pub struct EngineChoice {
    /// What it is called.
    pub name: String,
    /// The engine.
    pub spec: EngineSpec,
    /// Limits on a move that somebody asked for.
    pub limits: Limits,
    /// Where its random numbers come from.
    pub seed: u64,
}

impl EngineChoice {
    /// A built-in engine with its own limits, or else these. A clock is none of
    /// them: that is for the protocol to give.
    pub fn new(player: &Player, limits: &Limits, seed: u64) -> Result<EngineChoice, InputError> {
        let own = &player.own_limits;
        if own.tc.is_some() || own.margin.is_some() {
            return Err(InputError(format!(
                "engine `{}` has a clock of its own, but here the protocol gives the clock; \
                 instead of tc and margin use movetime, nodes or depth",
                player.name
            )));
        }
        limits.check()?;
        player.check(&limits.or_default())?;
        Ok(EngineChoice {
            name: player.name.clone(),
            spec: player.spec.built_in()?.clone(),
            limits: player.limits(limits),
            seed,
        })
    }

    /// `harness mcts`: what a graphical board shows.
    pub fn title(&self) -> String {
        format!("harness {}", self.name)
    }

    /// An engine before its first game.
    pub fn build<G: Knowledge>(&self) -> Result<Box<dyn Engine<G>>, InputError> {
        self.spec.build().map_err(InputError::new)
    }

    /// The seed of one game of many.
    pub fn seed_of(&self, game: u64) -> u64 {
        mix(self.seed, game)
    }

    /// Limits on a move, under a clock if there is one.
    pub fn budget(&self, position: &impl Game, left: Option<&TimeLeft>) -> Budget {
        match left {
            None => self.limits.or_default().budget(),
            Some(left) => {
                let time = left.time_for_move(position.empty_points());
                self.limits.budget().within(time)
            }
        }
    }
}

//! What cannot be played is refused before anything is.

use engines::{EngineSpec, GameVisitor, Knowledge};

use super::{Parameter, Spsa};
use crate::error::InputError;
use crate::tournament::{Config, Pair, Schedule};

impl Spsa {
    /// Refuses what cannot be played; builds engines at the bounds of the parameters.
    pub fn check(&self) -> Result<(), InputError> {
        self.config.check()?;
        let bound = |bound: fn(&Parameter) -> f64| {
            let values = Vec::from_iter(self.parameters.iter().map(bound));
            self.engine_with(&values).map_err(InputError::new)
        };
        let specs = vec![bound(|of| of.min)?, bound(|of| of.max)?];
        self.config.game.dispatch(BuildAll(specs))?;
        self.weights_with(&self.settled(&self.start()))?;
        self.config.game.dispatch(FirstPairs(self))
    }
}

/// The pairs of an iteration, each of which has an opening of its own.
pub fn pairs<G: Knowledge>(config: &Config, rules: &G::Rules) -> Result<Vec<Pair>, InputError> {
    let pairs: Vec<Pair> = Schedule::<G>::new(config, rules).ready().collect();
    match (pairs.len() as u64) < config.pairs {
        true => Err(InputError(format!(
            "there are only {} openings for the {} pairs of an iteration",
            pairs.len(),
            config.pairs
        ))),
        false => Ok(pairs),
    }
}

/// Builds engines for a game, to see whether they can be.
struct BuildAll(Vec<EngineSpec>);

impl GameVisitor for BuildAll {
    type Output = Result<(), InputError>;

    fn visit<G: Knowledge>(self, _: &G::Rules) -> Self::Output {
        let mut specs = self.0.into_iter();
        specs.try_for_each(|spec| spec.build::<G>().map(|_| ()).map_err(InputError::new))
    }
}

/// Makes the pairs of the first iteration, to see whether there are openings.
struct FirstPairs<'a>(&'a Spsa);

impl GameVisitor for FirstPairs<'_> {
    type Output = Result<(), InputError>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Self::Output {
        pairs::<G>(&self.0.config_of(1), rules).map(|_| ())
    }
}

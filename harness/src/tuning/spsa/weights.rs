//! An engine's weights, of which some are tuned.

use engines::pattern::Weights;
use engines::{GameVisitor, Knowledge};

use super::super::evaluation::{WHO_READS_WHAT, is_read_by};
use super::{Spsa, Target};
use crate::error::InputError;

/// Weights with the places of those that are tuned.
pub struct TunedWeights<G: Knowledge> {
    weights: Weights<G>,
    /// The feature of every parameter that is a weight.
    features: Vec<Option<usize>>,
}

impl<G: Knowledge> TunedWeights<G> {
    /// The engine's; `None` if none of them is tuned.
    pub fn of(spsa: &Spsa) -> Result<Option<TunedWeights<G>>, InputError> {
        let Some(option) = spsa.engine.weights().filter(|_| spsa.has_weights()) else {
            return Ok(None);
        };
        let option = option.ok_or_else(|| {
            InputError::new(
                "the engine must say which weights to begin with: weights = \"own\", \"hand\", or a file",
            )
        })?;
        let features = spsa
            .parameters
            .iter()
            .map(|parameter| match parameter.target {
                Target::Weight => feature::<G>(spsa.engine.kind(), &parameter.name).map(Some),
                Target::Option => Ok(None),
            });
        Ok(Some(TunedWeights {
            features: features.collect::<Result<_, _>>().map_err(InputError)?,
            weights: Weights::load(Some(option)).map_err(InputError::new)?,
        }))
    }

    /// All weights, those that are tuned with these values of the parameters.
    pub fn with(&self, values: &[f64]) -> Weights<G> {
        let tuned = self.features.iter().zip(values);
        self.weights
            .with(tuned.filter_map(|(&feature, &value)| Some((feature?, value as i32))))
    }
}

/// A feature by which the engine plays.
fn feature<G: Knowledge>(kind: &str, name: &str) -> Result<usize, String> {
    let feature = Weights::<G>::feature(name)?;
    match is_read_by::<G>(kind, feature) {
        true => Ok(feature),
        false => Err(format!(
            "{kind} does not play by {name}: in this game {WHO_READS_WHAT}"
        )),
    }
}

impl Spsa {
    /// All weights of the engine, one a feature, with these values of the parameters;
    /// `None` if none of them is tuned.
    pub fn weights_with(&self, values: &[f64]) -> Result<Option<Vec<i32>>, InputError> {
        self.config.game.dispatch(AllWeights { spsa: self, values })
    }
}

struct AllWeights<'a> {
    spsa: &'a Spsa,
    values: &'a [f64],
}

impl GameVisitor for AllWeights<'_> {
    type Output = Result<Option<Vec<i32>>, InputError>;

    fn visit<G: Knowledge>(self, _: &G::Rules) -> Self::Output {
        let weights = TunedWeights::<G>::of(self.spsa)?;
        Ok(weights.map(|weights| weights.with(self.values).values().to_vec()))
    }
}

//! Numbers tuned by games: simultaneous perturbation stochastic approximation (J. C.
//! Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization", IEEE Transactions on Aerospace and Electronic Systems 34, 1998).
//!
//! In iteration k of N every parameter θ is moved up or down, at random, by its c_k; Δ
//! is ±1. An engine with θ + c_k Δ plays one with θ − c_k Δ, in pairs of games from one
//! opening with colors swapped. The games that the first won less those it lost are the
//! iteration's score s, which tells for all parameters at once which way is better:
//!
//! ```text
//! θ ← θ + a_k / c_k · s · Δ        c_k = c / k^γ        a_k = a / (A + k)^α
//! ```
//!
//! c and a are given as in Fishtest, the testing framework of Stockfish: by what they
//! come to in the last iteration. `c_end` is c_N, in the parameter's own unit, and
//! `r_end` is a_N / c_N², so that a game more won than lost moves a parameter by
//! `r_end` · `c_end` then.

mod check;
mod file;
mod gains;
mod log;
mod parameter;
mod provenance;
mod resolve;
mod rows;
mod run;
mod weights;

use engines::EngineSpec;
use engines::rng::mix;
use engines::spec::SpecError;
use toml::Table;

pub use file::SPSA_FILE;
pub use gains::Gains;
pub use parameter::{Parameter, Target};
pub use provenance::TunedFrom;
pub use run::{Tuned, tune};

use crate::tournament::Config;

/// What is tuned, and how.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// The games of an iteration; the seed is that of the whole.
    pub config: Config,
    /// Whose parameters these are, as it is without them.
    pub engine: EngineSpec,
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// How often all of them are moved.
    pub iterations: u64,
    /// How far, from the first to the last iteration.
    pub gains: Gains,
}

impl Spsa {
    /// The most iterations.
    pub const MOST_ITERATIONS: u64 = 1_000_000_000;

    /// What the parameters begin with.
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|of| of.start).collect()
    }

    /// The games of an iteration, from 1.
    fn config_of(&self, iteration: u64) -> Config {
        Config {
            // Below 2^53, as every seed that is recorded.
            seed: mix(self.config.seed, iteration) >> 11,
            ..self.config.clone()
        }
    }

    /// What the two engines of an iteration, from 1, play with.
    pub fn trial(&self, iteration: u64, values: &[f64]) -> [Vec<f64>; 2] {
        let share = self.gains.perturbation(iteration, self.iterations);
        let draws = parameter::draws(self.config.seed, iteration);
        let parameters = self.parameters.iter().zip(values).zip(draws);
        let pairs = parameters.map(|((parameter, &value), draw)| {
            let shift = draw.sign * parameter.c_end * share;
            [shift, -shift].map(|shift| parameter.played(value + shift, draw.rounding))
        });
        pairs.map(|[plus, minus]| (plus, minus)).unzip().into()
    }

    /// Moves the values by the score of an iteration.
    pub fn step(&self, iteration: u64, score: i64, values: &mut [f64]) {
        let share = self.gains.step(iteration, self.iterations);
        let draws = parameter::draws(self.config.seed, iteration);
        let parameters = self.parameters.iter().zip(values).zip(draws);
        for ((parameter, value), draw) in parameters {
            let step = parameter.r_end * parameter.c_end * share;
            *value = parameter.within(*value + draw.sign * step * score as f64);
        }
    }

    /// The engine with these options in the place of those that are tuned.
    pub fn engine_with(&self, values: &[f64]) -> Result<EngineSpec, SpecError> {
        let mut options = Table::try_from(&self.engine)
            .map_err(|error| SpecError(format!("{}: {error}", self.engine.kind())))?;
        options.remove("kind");
        for (parameter, &value) in self.parameters.iter().zip(values) {
            if parameter.target == Target::Option {
                options.insert(parameter.name.clone(), parameter.toml(value));
            }
        }
        EngineSpec::from_table(self.engine.kind(), options)
    }

    /// What the parameters come to in the end, after an iteration with these values.
    pub fn settled(&self, values: &[f64]) -> Vec<f64> {
        let both = self.parameters.iter().zip(values);
        both.map(|(of, &value)| of.settled(value)).collect()
    }

    /// Whether it tunes weights.
    pub fn has_weights(&self) -> bool {
        let of_weights = |parameter: &Parameter| parameter.target == Target::Weight;
        self.parameters.iter().any(of_weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Config;

    /// Two weights and an option, each with the best value that a referee knows.
    const BEST: [f64; 3] = [40.0, -25.0, 1.2];

    fn spsa() -> Spsa {
        let parameter = |name: &str, target, is_whole, reach: f64| Parameter {
            name: name.to_string(),
            target,
            start: 0.0,
            min: -reach,
            max: reach,
            c_end: reach / 20.0,
            r_end: 0.01,
            is_whole,
        };
        Spsa {
            config: Config::example(),
            engine: "mcts".parse().unwrap(),
            parameters: vec![
                parameter("one", Target::Weight, true, 100.0),
                parameter("other", Target::Weight, true, 100.0),
                parameter("exploration", Target::Option, false, 2.0),
            ],
            iterations: 2000,
            gains: Gains::default(),
        }
    }

    /// Nearer values win more.
    fn score(values: &[f64], parameters: &[Parameter]) -> f64 {
        let parts = values.iter().zip(BEST).zip(parameters);
        parts
            .map(|((value, best), of)| -((value - best) / of.max).powi(2))
            .sum()
    }

    #[test]
    fn values_go_where_games_are_won() {
        let spsa = spsa();
        let mut values = spsa.start();
        for iteration in 1..=spsa.iterations {
            let [plus, minus] = spsa.trial(iteration, &values);
            let ahead = score(&plus, &spsa.parameters) - score(&minus, &spsa.parameters);
            spsa.step(iteration, (ahead * 50.0).round() as i64, &mut values);
        }
        for ((value, best), of) in values.iter().zip(BEST).zip(&spsa.parameters) {
            assert!((value - best).abs() < of.c_end, "{}: {value}", of.name);
        }
        let settled = spsa.settled(&values);
        assert_eq!((settled[0].fract(), settled[1].fract()), (0.0, 0.0));
        assert_eq!(settled[2], values[2]);
        let engine = spsa.engine_with(&settled).unwrap();
        assert_eq!(
            engine.to_string(),
            format!("mcts:exploration={}", settled[2])
        );
    }

    #[test]
    fn the_two_sides_of_a_trial_are_opposite() {
        let spsa = spsa();
        let values = [10.0, 20.0, 1.0];
        let [plus, minus] = spsa.trial(spsa.iterations, &values);
        for (at, of) in spsa.parameters.iter().enumerate() {
            let apart = (plus[at] - minus[at]).abs();
            assert!(
                (apart - 2.0 * of.c_end).abs() < 1e-9,
                "{}: {apart}",
                of.name
            );
        }
        assert!((plus[2] + minus[2] - 2.0).abs() < 1e-9);
    }

    #[test]
    fn no_score_leads_beyond_the_bounds() {
        let spsa = spsa();
        let mut values = spsa.start();
        spsa.step(1, i64::MAX, &mut values);
        assert!(
            values
                .iter()
                .zip(&spsa.parameters)
                .all(|(value, of)| value.abs() == of.max)
        );
        let [plus, minus] = spsa.trial(1, &values);
        for side in [plus, minus] {
            assert!(
                side.iter()
                    .zip(&spsa.parameters)
                    .all(|(value, of)| value.abs() <= of.max)
            );
        }
    }
}

//! A number that is tuned.

use engines::Rng;
use engines::rng::mix;
use serde::Serialize;
use toml::Value;

/// What a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The weight of a feature.
    Weight,
    /// An option of the engine.
    Option,
}

/// A number that is tuned.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Parameter {
    /// Its feature's or option's name.
    pub name: String,
    /// What it is.
    pub target: Target,
    /// What it is at the beginning.
    pub start: f64,
    /// It never is less.
    pub min: f64,
    /// It never is more.
    pub max: f64,
    /// How far it is moved to either side in the last iteration.
    pub c_end: f64,
    /// By what part of `c_end` a game moves it in the last iteration.
    pub r_end: f64,
    /// Whether engines take whole numbers only.
    pub is_whole: bool,
}

impl Parameter {
    /// As an engine takes it; what is between two whole numbers becomes either, in the
    /// mean itself. `draw` is from 0 up to 1.
    pub fn played(&self, value: f64, draw: f64) -> f64 {
        let value = self.within(value);
        match self.is_whole {
            true => (value + draw).floor(),
            false => value,
        }
    }

    /// As it is in the end.
    pub fn settled(&self, value: f64) -> f64 {
        match self.is_whole {
            true => value.round(),
            false => value,
        }
    }

    /// Within its bounds.
    pub fn within(&self, value: f64) -> f64 {
        value.clamp(self.min, self.max)
    }

    /// As an option of an engine.
    pub fn toml(&self, value: f64) -> Value {
        match self.is_whole {
            true => Value::Integer(value as i64),
            false => Value::Float(value),
        }
    }
}

/// What chance decides of a parameter in an iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Draw {
    /// Δ: 1 or −1.
    pub sign: f64,
    /// From 0 up to 1. It is the same for both engines, which so differ by twice the
    /// perturbation in the mean.
    pub rounding: f64,
}

/// One a parameter, without end.
pub fn draws(seed: u64, iteration: u64) -> impl Iterator<Item = Draw> {
    let mut rng = Rng::new(mix(mix(seed, 0), iteration));
    std::iter::from_fn(move || {
        let bits = rng.next_u64();
        Some(Draw {
            sign: if bits >> 63 == 0 { 1.0 } else { -1.0 },
            rounding: (bits & ((1 << 53) - 1)) as f64 / (1_u64 << 53) as f64,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(is_whole: bool) -> Parameter {
        Parameter {
            name: "disc".to_string(),
            target: Target::Weight,
            start: 0.0,
            min: -3.0,
            max: 5.0,
            c_end: 0.25,
            r_end: 0.01,
            is_whole,
        }
    }

    #[test]
    fn whole_numbers_are_right_in_the_mean_and_within_bounds() {
        let whole = parameter(true);
        for value in [-3.5, -3.0, -0.75, 0.0, 0.25, 4.5, 5.0, 6.0] {
            let draws = Vec::from_iter(draws(7, 1).take(20_000));
            let played = draws.iter().map(|draw| whole.played(value, draw.rounding));
            let played = Vec::from_iter(played);
            assert!(played.iter().all(|value| value.fract() == 0.0));
            assert!(played.iter().all(|value| (-3.0..=5.0).contains(value)));
            let mean = played.iter().sum::<f64>() / played.len() as f64;
            // Five standard errors of a coin.
            let within = value.clamp(-3.0, 5.0);
            assert!((mean - within).abs() < 0.018, "{value}: {mean}");
            assert_eq!(parameter(false).played(value, 0.9), within);
        }
    }

    #[test]
    fn signs_are_fair_and_of_their_iteration() {
        let signs = |iteration| Vec::from_iter(draws(7, iteration).take(10_000).map(|d| d.sign));
        assert_eq!(signs(1), signs(1));
        assert_ne!(signs(1), signs(2));
        let sum: f64 = signs(1).iter().sum();
        assert!(sum.abs() < 500.0, "{sum}");
    }
}

//! The sequential probability ratio test: is one engine stronger, with as few
//! games as honest statistics allow.
//!
//! Wald, "Sequential Tests of Statistical Hypotheses", Annals of Mathematical
//! Statistics 16 (1945), on the generalized log-likelihood ratio of the pairs'
//! cells. The error rates hold if the ratio is looked at after every pair *in
//! the order of the schedule*; looked at in the order of arrival, where quick
//! losses come before slow wins, they do not.

use std::str::FromStr;

use engines::spec::{read_options, split_options};
use serde::{Deserialize, Serialize};

use super::cells::Cells;
use super::intervals::{ELO, logistic};
use super::likelihood;
use super::match_elo::NORMALIZED_ELO;
use super::pentanomial::MatchCounts;
use crate::error::InputError;

/// The test of H0, the first player is stronger by `elo0`, against H1, he is by
/// `elo1`. As text: `elo0=0,elo1=30,alpha=0.05,beta=0.05,model=normalized`.
///
/// Without chess's many draws a game says much less: with the bounds (0, 5)
/// that are customary there, a test takes 24 000 games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sprt {
    /// The difference that H0 claims.
    pub elo0: f64,
    /// The difference that H1 claims; more than `elo0`.
    pub elo1: f64,
    /// How likely H1 is accepted where H0 holds.
    pub alpha: f64,
    /// How likely H0 is accepted where H1 holds.
    pub beta: f64,
    /// What Elo the bounds are in.
    #[serde(rename = "model")]
    pub units: Units,
}

/// Kinds of Elo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Units {
    /// By the expected score: 400 points are odds of ten to one.
    #[default]
    Logistic,
    /// By the expected score over its standard deviation, so that as many games
    /// show as many points, whatever the draws and the openings (Van den Bergh,
    /// "Comments on Normalized Elo").
    #[serde(alias = "normalised")]
    Normalized,
}

impl Units {
    /// `logistic Elo`, for people.
    pub fn name(self) -> &'static str {
        match self {
            Units::Logistic => "logistic Elo",
            Units::Normalized => "normalized Elo",
        }
    }
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing yet.
    Continue,
    /// The difference is rather `elo0`, or less.
    AcceptH0,
    /// The difference is rather `elo1`, or more.
    AcceptH1,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt {
            elo0: 0.0,
            elo1: 30.0,
            alpha: 0.05,
            beta: 0.05,
            units: Units::Logistic,
        }
    }
}

impl Sprt {
    /// Farther from 0 no bound makes sense: a score of 99.7 %.
    const LARGEST_ELO: f64 = 1000.0;
    /// Closer together no test ends in a lifetime.
    const SMALLEST_STEP: f64 = 0.01;
    /// Surer of anything nobody is.
    const SMALLEST_ERROR: f64 = 1e-9;

    /// Refuses bounds and error rates that make no test.
    pub fn check(&self) -> Result<(), InputError> {
        for (name, elo) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if elo.is_nan() || elo.abs() > Self::LARGEST_ELO {
                return Err(InputError(format!(
                    "sprt: {name} must be from -{0} to {0}, but is {elo}",
                    Self::LARGEST_ELO
                )));
            }
        }
        if self.elo1 - self.elo0 < Self::SMALLEST_STEP {
            return Err(InputError(format!(
                "sprt: elo1 must be more than elo0 by {} or more, but they are {} and {}",
                Self::SMALLEST_STEP,
                self.elo1,
                self.elo0
            )));
        }
        for (name, rate) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(Self::SMALLEST_ERROR..0.5).contains(&rate) {
                return Err(InputError(format!(
                    "sprt: {name} must be from {} to less than 0.5, but is {rate}",
                    Self::SMALLEST_ERROR
                )));
            }
        }
        Ok(())
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = libm::log(self.beta / (1.0 - self.alpha));
        let upper = libm::log((1.0 - self.beta) / self.alpha);
        (lower, upper)
    }

    /// The generalized log-likelihood ratio of H1 and H0: on pairs where every
    /// game is one of a pair, else on games. Finite for all counts.
    pub fn log_likelihood_ratio(&self, counts: &MatchCounts) -> f64 {
        if counts.is_paired() {
            self.ratio(&Cells::new(&counts.pairs))
        } else {
            self.ratio(&Cells::new(&counts.games))
        }
    }

    /// What the counts say, which are those of a prefix of the schedule.
    pub fn verdict(&self, counts: &MatchCounts) -> Verdict {
        let ratio = self.log_likelihood_ratio(counts);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Verdict::AcceptH1
        } else if ratio <= lower {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
        }
    }

    fn ratio<const N: usize>(&self, cells: &Cells<N>) -> f64 {
        let hypotheses = [self.elo0, self.elo1];
        match self.units {
            Units::Logistic => {
                likelihood::of_means(cells, hypotheses.map(|elo| logistic(elo / ELO)))
            }
            // The mean of two games deviates less than one by √2.
            Units::Normalized => {
                let games = cells.games() / cells.total();
                let t = |elo: f64| elo / NORMALIZED_ELO * games.sqrt();
                likelihood::of_t_values(cells, hypotheses.map(t))
            }
        }
    }
}

impl FromStr for Sprt {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Sprt, InputError> {
        let options = split_options(text).map_err(|error| InputError(format!("sprt: {error}")))?;
        let sprt: Sprt =
            read_options(options).map_err(|error| InputError(format!("sprt: {error}")))?;
        sprt.check()?;
        Ok(sprt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read() {
        assert_eq!("elo0=0".parse(), Ok(Sprt::default()));
        let sprt: Sprt = "elo0=-5, elo1=2.5,alpha=0.01,beta=0.1,model=normalized"
            .parse()
            .unwrap();
        let expected = Sprt {
            elo0: -5.0,
            elo1: 2.5,
            alpha: 0.01,
            beta: 0.1,
            units: Units::Normalized,
        };
        assert_eq!(sprt, expected);
        assert_eq!(toml::from_str(&toml::to_string(&sprt).unwrap()), Ok(sprt));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            ("elo2=5", "sprt: unknown field `elo2`, did you mean `elo1`?"),
            ("elo0=x", "sprt: elo0: invalid type"),
            ("elo0=30", "elo1 must be more than elo0 by 0.01 or more"),
            ("elo1=-1", "but they are -1 and 0"),
            ("elo1=1001", "elo1 must be from -1000 to 1000, but is 1001"),
            ("elo0=-1e300", "elo0 must be from -1000"),
            ("alpha=0", "alpha must be from 0.000000001 to less than 0.5"),
            ("beta=0.5", "beta must be from"),
            ("alpha=nan", "sprt: alpha"),
            ("model=bayesian", "sprt: model: unknown variant `bayesian`"),
            ("elo0=1,elo0=2", "`elo0` is given twice"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = Sprt::default().bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12);
        assert!((lower + 19_f64.ln()).abs() < 1e-12);
        let lenient = Sprt {
            beta: 0.1,
            ..Sprt::default()
        };
        let (lower, upper) = lenient.bounds();
        assert!((lower - (0.1_f64 / 0.95).ln()).abs() < 1e-12);
        assert!((upper - (0.9_f64 / 0.05).ln()).abs() < 1e-12);
    }
}

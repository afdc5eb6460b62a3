//! How far parameters are moved, from the first iteration to the last.

use serde::{Deserialize, Serialize};

use crate::error::InputError;

/// The constants that all parameters share. The defaults are Spall's.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gains {
    /// α: how fast the steps become smaller.
    pub alpha: f64,
    /// γ: how fast the perturbations do.
    pub gamma: f64,
    /// A, as a part of all iterations: it keeps the first steps small.
    pub stability: f64,
}

impl Default for Gains {
    fn default() -> Gains {
        Gains {
            alpha: 0.602,
            gamma: 0.101,
            stability: 0.1,
        }
    }
}

impl Gains {
    /// c_k as a part of the last.
    pub fn perturbation(&self, iteration: u64, iterations: u64) -> f64 {
        libm::pow(iterations as f64 / iteration as f64, self.gamma)
    }

    /// a_k / c_k as a part of the last.
    pub fn step(&self, iteration: u64, iterations: u64) -> f64 {
        let (k, n) = (iteration as f64, iterations as f64);
        let stability = self.stability * n;
        let a = libm::pow((stability + n) / (stability + k), self.alpha);
        a / self.perturbation(iteration, iterations)
    }

    /// Refuses constants with which nothing converges.
    pub fn check(&self) -> Result<(), InputError> {
        for (name, value, most) in [
            ("alpha", self.alpha, 1.0),
            ("gamma", self.gamma, 1.0),
            ("stability", self.stability, 1e3),
        ] {
            if !(0.0..=most).contains(&value) {
                return Err(InputError(format!(
                    "{name} must be a number from 0 to {most}, but is {value}"
                )));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the formulas of Spall, with c and a from their last values.
    #[test]
    fn gains_are_those_of_the_formulas() {
        let gains = Gains::default();
        let (c_end, r_end, n) = (4.0_f64, 0.002, 500_u64);
        let big_a = 0.1 * n as f64;
        let c = c_end * (n as f64).powf(0.101);
        let a = r_end * c_end * c_end * (big_a + n as f64).powf(0.602);
        for k in [1, 2, 50, 499, 500] {
            let c_k = c / (k as f64).powf(0.101);
            let a_k = a / (big_a + k as f64).powf(0.602);
            let close = |one: f64, other: f64| (one - other).abs() <= 1e-12 * other;
            assert!(close(c_end * gains.perturbation(k, n), c_k), "{k}");
            assert!(close(r_end * c_end * gains.step(k, n), a_k / c_k), "{k}");
        }
        assert_eq!(gains.perturbation(n, n), 1.0);
        assert_eq!(gains.step(n, n), 1.0);
    }
}

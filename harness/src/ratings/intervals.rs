//! Elo differences, chances and their bounds.
//!
//! In here strengths are natural logarithms of odds: a player wins against one
//! who is weaker by x with [chance](logistic) 1 / (1 + e⁻ˣ).

use std::f64::consts::{LN_10, SQRT_2};

/// Elo points in one unit of strength: 400 points are odds of ten to one.
pub(super) const ELO: f64 = 400.0 / LN_10;

/// Standard errors on either side of a normal estimate in an interval of 95 %.
pub(super) const NORMAL_95: f64 = 1.959964;

/// What a two-sided interval of 95 % leaves out at each of its ends.
const TAIL: f64 = 0.025;

/// The chance to win of a player who is stronger by `x`.
pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// The logarithm of [`logistic`], which is finite where the chance itself is
/// too small to be told from zero.
pub(super) fn log_logistic(x: f64) -> f64 {
    x.min(0.0) - libm::log1p(libm::exp(-x.abs()))
}

/// The probability that a normal variable is at most `x` standard deviations
/// above its mean.
pub(super) fn normal_below(x: f64) -> f64 {
    libm::erfc(-x / SQRT_2) / 2.0
}

/// The least strength that goes with having won every game, at 95 % confidence:
/// the one at which so perfect a score has a probability of 2.5 %.
///
/// `beaten` are strengths of opponents and games won against them. Against a
/// single opponent this is the lower end of the two-sided interval of Clopper &
/// Pearson, "The use of confidence or fiducial limits illustrated in the case
/// of the binomial", Biometrika 26 (1934), whose pⁿ = 0.025 has a closed form.
/// `None` without a game.
pub(super) fn least_strength(beaten: &[(f64, u64)]) -> Option<f64> {
    let games: u64 = beaten.iter().map(|&(_, games)| games).sum();
    let weakest = beaten
        .iter()
        .map(|&(strength, _)| strength)
        .reduce(f64::min)?;
    // Were everybody as weak as the weakest, this would be the answer, so the
    // answer is not below. The logarithm of the probability is concave: Newton's
    // steps from below never pass it.
    let each = libm::log(TAIL) / games as f64;
    let mut strength = weakest + each - libm::log(-libm::expm1(each));
    loop {
        let (mut log_probability, mut slope) = (-libm::log(TAIL), 0.0);
        for &(opponent, games) in beaten {
            log_probability += games as f64 * log_logistic(strength - opponent);
            slope += games as f64 * logistic(opponent - strength);
        }
        let step = -log_probability / slope;
        strength += step;
        // The steps shrink with their squares: the next would not be seen.
        if step < 1e-8 {
            return Some(strength);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perfect_scores_have_the_bounds_of_clopper_and_pearson() {
        for (games, elo) in [(1, -636.426), (10, 140.217), (20, 277.387), (100, 570.028)] {
            let bound = ELO * least_strength(&[(0.0, games)]).unwrap();
            assert!((bound - elo).abs() < 1e-3, "{games} games: {bound}");
        }
    }

    #[test]
    fn a_bound_against_several_is_where_their_product_is_the_tail() {
        let beaten = [(-2.0, 3), (0.5, 10), (30.0, 1), (-700.0, 1_000_000)];
        let bound = least_strength(&beaten).unwrap();
        let probability: f64 = beaten
            .iter()
            .map(|&(strength, games)| logistic(bound - strength).powi(games as i32))
            .product();
        assert!((probability - TAIL).abs() < 1e-9, "{probability}");
    }

    #[test]
    fn splitting_the_games_changes_nothing() {
        let whole = least_strength(&[(1.0, 10)]).unwrap();
        let split = least_strength(&[(1.0, 4), (1.0, 6)]).unwrap();
        assert!((whole - split).abs() < 1e-12);
        assert_eq!(least_strength(&[]), None);
    }

    #[test]
    fn the_logarithm_of_a_chance_is_finite() {
        for x in [-1e5, -700.0, -1.0, 0.0, 1.0, 700.0, 1e5] {
            assert!(log_logistic(x).is_finite());
            if x.abs() < 100.0 {
                assert!((log_logistic(x) - libm::log(logistic(x))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn half_of_a_normal_is_below_its_mean() {
        assert_eq!(normal_below(0.0), 0.5);
        assert!((normal_below(NORMAL_95) - 0.975).abs() < 1e-7);
        assert!((normal_below(-NORMAL_95) - 0.025).abs() < 1e-7);
    }
}

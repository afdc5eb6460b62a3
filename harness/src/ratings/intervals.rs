//! Elo differences, chances and their bounds.
//!
//! In here strengths are natural logarithms of odds: see [`Chances`].

use std::f64::consts::{LN_10, SQRT_2};

use super::model::Chances;

/// Elo points in one unit of strength: 400 points are odds of ten to one.
pub(super) const ELO: f64 = 400.0 / LN_10;

/// Standard errors on either side of a normal estimate in an interval of 95 %.
pub(super) const NORMAL_95: f64 = 1.959964;

/// What a two-sided interval of 95 % leaves out at each of its ends.
const TAIL: f64 = 0.025;

/// The expected points of a player who is stronger by `x`, by Elo's curve.
pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// The probability that a normal variable is at most `x` standard deviations
/// above its mean.
pub(super) fn normal_below(x: f64) -> f64 {
    libm::erfc(-x / SQRT_2) / 2.0
}

/// The least strength that goes with having won every game, at 95 % confidence:
/// the one at which so perfect a score has a probability of 2.5 %.
///
/// `beaten` are strengths of opponents and games won against them, `draws` is the
/// draw parameter ν. Against a single opponent this is the lower end of the
/// two-sided interval of Clopper & Pearson, "The use of confidence or fiducial
/// limits illustrated in the case of the binomial", Biometrika 26 (1934), whose
/// pⁿ = 0.025 has a closed form. `None` without a game.
pub(super) fn least_strength(beaten: &[(f64, u64)], draws: f64) -> Option<f64> {
    let games: u64 = beaten.iter().map(|&(_, games)| games).sum();
    let weakest = beaten
        .iter()
        .map(|&(strength, _)| strength)
        .reduce(f64::min)?;
    // Were everybody as weak as the weakest, this would be the answer, so the
    // answer is not below. The logarithm of the probability is concave: Newton's
    // steps from below never pass it.
    let mut strength = weakest + strength_of(libm::log(TAIL) / games as f64, draws);
    loop {
        let (mut log_probability, mut slope) = (-libm::log(TAIL), 0.0);
        for &(opponent, games) in beaten {
            let chances = Chances::new(strength - opponent, draws);
            let [win, ..] = chances.logarithms(1.0);
            log_probability += games as f64 * win;
            slope += games as f64 * chances.points_against();
        }
        let step = -log_probability / slope;
        strength += step;
        // The steps shrink with their squares: the next would not be seen.
        if step < 1e-8 {
            return Some(strength);
        }
    }
}

/// By how much who wins with a chance, given as its logarithm, is stronger: the
/// root y of (1 − p)y² − pνy − p = 0 is the square root of the odds.
fn strength_of(log_chance: f64, draws: f64) -> f64 {
    let (win, other) = (libm::exp(log_chance), -libm::expm1(log_chance));
    let drawn = win * draws;
    2.0 * libm::log((drawn + (drawn * drawn + 4.0 * win * other).sqrt()) / (2.0 * other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perfect_scores_have_the_bounds_of_clopper_and_pearson() {
        for (games, elo) in [(1, -636.426), (10, 140.217), (20, 277.387), (100, 570.028)] {
            let bound = ELO * least_strength(&[(0.0, games)], 0.0).unwrap();
            assert!((bound - elo).abs() < 1e-3, "{games} games: {bound}");
        }
    }

    #[test]
    fn a_bound_against_several_is_where_their_product_is_the_tail() {
        let beaten = [(-2.0, 3), (0.5, 10), (30.0, 1), (-700.0, 1_000_000)];
        for draws in [0.0, 0.3, 50.0] {
            let bound = least_strength(&beaten, draws).unwrap();
            let chance = |x: f64| 1.0 / (1.0 + draws * (-x / 2.0).exp() + (-x).exp());
            let probability: f64 = beaten
                .iter()
                .map(|&(strength, games)| chance(bound - strength).powi(games as i32))
                .product();
            assert!((probability - TAIL).abs() < 1e-9, "{probability}");
        }
    }

    #[test]
    fn against_one_the_bound_has_a_closed_form() {
        for (games, draws) in [(1, 0.0), (1, 40.0), (10, 0.7), (1_000_000, 3.0)] {
            let bound = least_strength(&[(0.0, games)], draws).unwrap();
            let closed = strength_of(libm::log(TAIL) / games as f64, draws);
            assert!((bound - closed).abs() < 1e-7, "{bound} is not {closed}");
        }
    }

    #[test]
    fn splitting_the_games_changes_nothing() {
        let whole = least_strength(&[(1.0, 10)], 0.5).unwrap();
        let split = least_strength(&[(1.0, 4), (1.0, 6)], 0.5).unwrap();
        assert!((whole - split).abs() < 1e-12);
        assert_eq!(least_strength(&[], 0.0), None);
    }

    #[test]
    fn half_of_a_normal_is_below_its_mean() {
        assert_eq!(normal_below(0.0), 0.5);
        assert!((normal_below(NORMAL_95) - 0.975).abs() < 1e-7);
        assert!((normal_below(-NORMAL_95) - 0.025).abs() < 1e-7);
    }
}

//! The interval of 95 % for the Elo difference of a match.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::intervals::{ELO, NORMAL_95, least_strength};
use super::pentanomial::MatchCounts;

/// What the difference is at least and at most, in logistic Elo, at 95 %
/// confidence. An end is `None` where nothing bounds it: above one who won every
/// game, below one who lost them all, and on both sides without games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchInterval {
    /// At least this.
    pub low: Option<f64>,
    /// At most this.
    pub high: Option<f64>,
}

/// The interval of a match.
///
/// Its ends are those of Wilson, "Probable Inference, the Law of Succession, and
/// Statistical Inference", Journal of the American Statistical Association 22
/// (1927): the true scores from which the one that came is 1.96 standard errors
/// away, where the errors are those *at the true score*. So they stay between 0
/// and 1, and hold near them, where the mean ± 1.96 standard errors does not.
///
/// Games of a pair depend on each other, and drawn ones vary less. Where all
/// are paired, the variance of the pairs says of how many independent decided
/// games they are worth, and Student's t with one degree of freedom less than
/// there are pairs takes the place of 1.96: a t-interval in Wilson's form, as in
/// Kott and Carr, "Developing an Estimation Strategy for a Pesticide Data
/// Program", Journal of Official Statistics 13 (1997). Pairs that do not vary at
/// all, or a single one, say nothing of their variance: then each game counts.
///
/// Who won every game has Clopper and Pearson's bound, as in the rating table.
pub fn match_interval(counts: &MatchCounts) -> MatchInterval {
    let games = counts.total_games();
    let bound = || least_strength(&[(0.0, games)], 0.0).map(|strength| ELO * strength);
    let (low, high) = match counts.games {
        [0, 0, 0] => (None, None),
        [0, 0, _] => (bound(), None),
        [_, 0, 0] => (None, bound().map(|elo| -elo)),
        _ => {
            let (score, trials, quantile) = evidence(counts);
            let (low, high) = wilson(score, trials, quantile);
            (Some(elo(low)), Some(elo(high)))
        }
    };
    MatchInterval { low, high }
}

/// The score, how many independent decided games it rests on, and how many
/// standard errors go to either side.
fn evidence(counts: &MatchCounts) -> (f64, f64, f64) {
    let games = counts.total_games() as f64;
    let score = counts.points() / games;
    let pairs = counts.total_pairs() as f64;
    match counts.pair_variance() {
        Some(variance) if counts.is_paired() && variance > 0.0 => {
            let trials = score * (1.0 - score) * pairs / variance;
            (score, trials, student_95(pairs - 1.0))
        }
        _ => (score, games, NORMAL_95),
    }
}

/// The ends of Wilson's interval for a score in `trials` games.
fn wilson(score: f64, trials: f64, quantile: f64) -> (f64, f64) {
    let square = quantile * quantile / trials;
    let center = (score + square / 2.0) / (1.0 + square);
    let spread = (score * (1.0 - score) * square + square * square / 4.0).sqrt() / (1.0 + square);
    (center - spread, center + spread)
}

/// The t-value that 2.5 % exceed.
fn student_95(freedom: f64) -> f64 {
    // Beyond, the two are equal but for what `inverse_cdf` loses.
    if freedom > 1e5 {
        return NORMAL_95;
    }
    StudentsT::new(0.0, 1.0, freedom)
        .expect("there are degrees of freedom")
        .inverse_cdf(0.975)
}

fn elo(score: f64) -> f64 {
    ELO * libm::log(score / (1.0 - score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_quantiles_are_those_of_the_tables() {
        for (freedom, expected) in [
            (1.0, 12.7062),
            (2.0, 4.3027),
            (4.0, 2.7764),
            (9.0, 2.2622),
            (30.0, 2.0423),
            (1000.0, 1.9623),
            (1e5, 1.95999),
            (1e6, 1.95997),
            (1e12, 1.95996),
        ] {
            let value = student_95(freedom);
            assert!((value - expected).abs() < 1e-4, "{freedom}: {value}");
        }
    }
}

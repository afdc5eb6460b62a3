//! The model: strengths that make the results most likely.
//!
//! R. A. Bradley & M. E. Terry, "Rank analysis of incomplete block designs: I.
//! The method of paired comparisons", Biometrika 39 (1952): a player who is
//! stronger by x wins with odds eˣ. A draw is half a win and half a loss. An
//! advantage of moving first is added to the strength of whoever is Black.

use engines::Color;

use super::cholesky::{Cholesky, Matrix};
use super::intervals::{log_logistic, logistic};
use super::results::Pairing;

/// The maximum of the likelihood.
pub(super) struct Fit {
    /// Strengths with mean 0, in natural logarithms of odds.
    pub strengths: Vec<f64>,
    /// What moving first is worth, and its variance; `None` where it was not
    /// fitted.
    pub advantage: Option<(f64, f64)>,
    /// The logarithm of the likelihood.
    pub log_likelihood: f64,
    /// Of the strengths, all relative to their mean.
    covariance: Matrix,
}

impl Fit {
    /// The variance of a strength relative to the mean of all.
    pub fn variance(&self, player: usize) -> f64 {
        self.covariance.row(player)[player]
    }

    /// The variance of the difference of two strengths.
    pub fn variance_of_difference(&self, a: usize, b: usize) -> f64 {
        self.variance(a) + self.variance(b) - 2.0 * self.covariance.row(a)[b]
    }
}

/// Fits players numbered from 0, each of whom must be tied to every other by a
/// chain of points scored, and the advantage where it has a finite maximum too:
/// see [`is_identified`](super::advantage::is_identified). `None` where rounding
/// gets in the way, which no results of real players bring about. A step takes
/// time with the cube of the players.
///
/// Newton's method on a concave function. Along a step that changes no game's
/// difference in strength by more than `reach`, the curvature grows at most by
/// the factor exp(reach), for |σ″| ≤ σ′ of the logistic σ. So the share
/// ln(1 + reach) / reach of the step always leads uphill, and near the top it is
/// the whole step; no search along the line is needed. (F. Bach,
/// "Self-concordant analysis for logistic regression", Electronic Journal of
/// Statistics 4, 2010.)
pub(super) fn fit(players: usize, pairings: &[Pairing], advantage: bool) -> Option<Fit> {
    const MAX_STEPS: usize = 10_000;
    let mut parameters = vec![0.0; players + usize::from(advantage)];
    for _ in 0..MAX_STEPS {
        let (mut step, information) = slopes(&parameters, players, pairings);
        Cholesky::of(information)?.solve(&mut step);
        let reach = pairings
            .iter()
            .map(|pairing| difference(&step, players, pairing).abs())
            .fold(0.0, f64::max);
        let share = if reach > 0.0 {
            libm::log1p(reach) / reach
        } else {
            1.0
        };
        for (parameter, step) in parameters.iter_mut().zip(&step) {
            *parameter += share * step;
        }
        // Steps shrink with their squares by now: the next would not be seen.
        if reach < 1e-6 {
            return summary(parameters, players, pairings);
        }
    }
    None
}

/// By how much Black is stronger than White. The parameters are the strengths
/// and, if it is fitted, the advantage.
fn difference(parameters: &[f64], players: usize, pairing: &Pairing) -> f64 {
    let advantage = parameters.get(players).copied().unwrap_or(0.0);
    parameters[pairing.black] - parameters[pairing.white] + advantage
}

/// First and second derivatives of the log-likelihood, the second with the
/// opposite sign: Fisher's information. Only differences of strengths matter, so
/// the first player is held where he is, by the first row of an identity.
fn slopes(parameters: &[f64], players: usize, pairings: &[Pairing]) -> (Vec<f64>, Matrix) {
    let size = parameters.len();
    let mut gradient = vec![0.0; size];
    let mut information = Matrix::zero(size);
    for pairing in pairings {
        let x = difference(parameters, players, pairing);
        let (win, loss) = (logistic(x), logistic(-x));
        let Pairing {
            black,
            white,
            tally,
        } = *pairing;
        let slope = tally.points(Color::Black) * loss - tally.points(Color::White) * win;
        let weight = tally.games() as f64 * win * loss;
        gradient[black] += slope;
        gradient[white] -= slope;
        information.row_mut(black)[black] += weight;
        information.row_mut(white)[white] += weight;
        information.row_mut(black.min(white))[black.max(white)] -= weight;
        if size > players {
            gradient[players] += slope;
            information.row_mut(black)[players] += weight;
            information.row_mut(white)[players] -= weight;
            information.row_mut(players)[players] += weight;
        }
    }
    gradient[0] = 0.0;
    let first = information.row_mut(0);
    first.fill(0.0);
    first[0] = 1.0;
    (gradient, information)
}

fn summary(mut parameters: Vec<f64>, players: usize, pairings: &[Pairing]) -> Option<Fit> {
    let (_, information) = slopes(&parameters, players, pairings);
    let inverse = Cholesky::of(information)?.inverse();
    let log_likelihood = pairings
        .iter()
        .map(|pairing| {
            let x = difference(&parameters, players, pairing);
            let Pairing { tally, .. } = pairing;
            tally.points(Color::Black) * log_logistic(x)
                + tally.points(Color::White) * log_logistic(-x)
        })
        .sum();
    let advantage = parameters
        .get(players)
        .map(|&advantage| (advantage, inverse.row(players)[players]));

    let count = players as f64;
    parameters.truncate(players);
    let mean = parameters.iter().sum::<f64>() / count;
    parameters.iter_mut().for_each(|strength| *strength -= mean);
    Some(Fit {
        strengths: parameters,
        advantage,
        log_likelihood,
        covariance: centered(&inverse, players),
    })
}

/// The covariance of strengths relative to their mean, from that of strengths
/// relative to the first player's.
fn centered(from_first: &Matrix, players: usize) -> Matrix {
    let count = players as f64;
    // The identity's row stands for a player without error.
    let cell = |i: usize, j: usize| if i == 0 { 0.0 } else { from_first.row(i)[j] };
    let means: Vec<f64> = (0..players)
        .map(|i| (0..players).map(|j| cell(i, j)).sum::<f64>() / count)
        .collect();
    let mean = means.iter().sum::<f64>() / count;
    let mut covariance = Matrix::zero(players);
    for i in 0..players {
        for (j, entry) in covariance.row_mut(i).iter_mut().enumerate() {
            *entry = cell(i, j) - means[i] - means[j] + mean;
        }
    }
    covariance
}

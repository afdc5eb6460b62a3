//! The parameters that make the results most likely, and how far off they are.

use super::Model;
use super::model::weight;
use super::parameters::{Block, Layout};
use super::results::Pairing;
use super::sandwich;
use crate::cholesky::{Cholesky, Matrix};

/// The maximum of the likelihood.
pub(super) struct Fit {
    /// Strengths with mean 0, in natural logarithms of odds.
    pub strengths: Vec<f64>,
    /// What moving first is worth and its variance; `None` where it was not
    /// fitted.
    pub advantage: Option<(f64, Variance)>,
    /// The draw parameter ν; `None` where it was not fitted.
    pub draws: Option<f64>,
    /// The logarithm of the likelihood.
    pub log_likelihood: f64,
    /// Of the strengths, all relative to their mean, if the model holds.
    model: Matrix,
    /// The same if it does not, and the games of a pair depend on each other.
    robust: Matrix,
}

/// Two estimates of a variance.
#[derive(Clone, Copy)]
pub(super) struct Variance {
    /// By the model.
    pub model: f64,
    /// By the scatter of the results.
    pub robust: f64,
}

impl Fit {
    /// The variance of a strength relative to the mean of all.
    pub fn variance(&self, player: usize) -> Variance {
        self.both(|covariance| covariance.row(player)[player])
    }

    /// The variance of the difference of two strengths.
    pub fn variance_of_difference(&self, a: usize, b: usize) -> Variance {
        self.both(|covariance| {
            covariance.row(a)[a] + covariance.row(b)[b] - 2.0 * covariance.row(a)[b]
        })
    }

    fn both(&self, variance: impl Fn(&Matrix) -> f64) -> Variance {
        Variance {
            model: variance(&self.model),
            robust: variance(&self.robust),
        }
    }
}

/// Fits players who met in `pairings`, where the parameters have a finite and
/// unique best fit: see [`is_identified`](super::identified::is_identified).
/// `None` where rounding gets in the way, which no results of real players bring
/// about. A step takes time with the cube of the players.
///
/// Newton's method on a concave function. Along a step that changes the
/// logarithm of no odds between a game's results by more than `reach`, the
/// curvature grows at most by the factor exp(reach), for a third cumulant is at
/// most the range times the second. So the share ln(1 + reach) / reach of the step
/// always leads uphill, and near the top it is the whole step; no search along the
/// line is needed. (F. Bach, "Self-concordant analysis for logistic regression",
/// Electronic Journal of Statistics 4, 2010.)
pub(super) fn fit(layout: Layout, pairings: &[Pairing], model: Model) -> Option<Fit> {
    const MAX_STEPS: usize = 10_000;
    let mut parameters = vec![0.0; layout.size()];
    for _ in 0..MAX_STEPS {
        let (mut step, information) = slopes(&parameters, layout, pairings, model);
        let information = Cholesky::of(information)?;
        information.solve(&mut step);
        let reach = pairings
            .iter()
            .map(|pairing| reach(&step, layout, pairing))
            .fold(0.0, f64::max);
        let share = if reach > 0.0 {
            libm::log1p(reach) / reach
        } else {
            1.0
        };
        for (parameter, step) in parameters.iter_mut().zip(&step) {
            *parameter += share * step;
        }
        // Steps shrink with their squares by now: the next would not be seen, and
        // neither would what this one changes in the information.
        if reach < 1e-6 {
            return Some(summary(parameters, &information, layout, pairings, model));
        }
    }
    None
}

/// By how much a step at most changes the logarithm of odds between two results.
fn reach(step: &[f64], layout: Layout, pairing: &Pairing) -> f64 {
    let [a, b] = pairing.players;
    let decided = (step[a] - step[b]).abs() + layout.advantage(step).abs();
    let drawn = layout.log_draws(step).map_or(0.0, f64::abs) + decided / 2.0;
    decided.max(drawn)
}

/// The first derivatives of the log-likelihood, and Fisher's information. Only
/// differences of strengths matter, so the first player is held where he is, by
/// the first row of an identity.
fn slopes(
    parameters: &[f64],
    layout: Layout,
    pairings: &[Pairing],
    model: Model,
) -> (Vec<f64>, Matrix) {
    let games_in_draw = model.games_in_draw();
    let mut gradient = vec![0.0; layout.size()];
    let mut information = Matrix::zero(layout.size());
    for pairing in pairings {
        let mut slope = [0.0; 3];
        let mut block = Block::default();
        let sides = layout.chances(parameters, pairing).into_iter();
        for ((sign, chances), counts) in sides.zip(pairing.counts()) {
            for (count, (by_x, by_draws)) in counts.iter().zip(chances.slopes(games_in_draw)) {
                let by_x = count * by_x;
                slope = [
                    slope[0] + sign * by_x,
                    slope[1] + by_x,
                    slope[2] + count * by_draws,
                ];
            }
            block.add_information(sign, weight(counts, games_in_draw), &chances);
        }
        layout.add_slope(&mut gradient, pairing, slope);
        layout.add_block(&mut information, pairing, &block);
    }
    gradient[0] = 0.0;
    let first = information.row_mut(0);
    first.fill(0.0);
    first[0] = 1.0;
    (gradient, information)
}

fn summary(
    mut parameters: Vec<f64>,
    information: &Cholesky,
    layout: Layout,
    pairings: &[Pairing],
    model: Model,
) -> Fit {
    let mut covariance = information.inverse();
    // The identity's row stands for a player without error.
    covariance.row_mut(0)[0] = 0.0;
    let scatter = sandwich::scatter(&parameters, layout, pairings, model);
    let robust = covariance.sandwich(&scatter);

    let advantage = layout.advantage_at().map(|at| {
        let variance = Variance {
            model: covariance.row(at)[at],
            robust: robust.row(at)[at],
        };
        (parameters[at], variance)
    });
    let draws = layout.log_draws(&parameters).map(libm::exp);
    let log_likelihood = log_likelihood(&parameters, layout, pairings, model);

    let players = layout.players;
    parameters.truncate(players);
    let mean = parameters.iter().sum::<f64>() / players as f64;
    parameters.iter_mut().for_each(|strength| *strength -= mean);
    Fit {
        strengths: parameters,
        advantage,
        draws,
        log_likelihood,
        model: centered(&covariance, players),
        robust: centered(&robust, players),
    }
}

/// Of the real games alone.
fn log_likelihood(parameters: &[f64], layout: Layout, pairings: &[Pairing], model: Model) -> f64 {
    let of_pairing = |pairing: &Pairing| -> f64 {
        let real = Pairing {
            virtual_draws: 0.0,
            ..*pairing
        };
        let sides = layout.chances(parameters, pairing).into_iter();
        sides
            .zip(real.counts())
            .map(|((_, chances), counts)| {
                let logarithms = chances.logarithms(model.games_in_draw());
                let products = counts.iter().zip(logarithms);
                products
                    .map(|(count, logarithm)| count * logarithm)
                    .sum::<f64>()
            })
            .sum()
    };
    pairings.iter().map(of_pairing).sum()
}

/// The covariance of strengths relative to their mean, from that of strengths
/// relative to the first player's.
fn centered(from_first: &Matrix, players: usize) -> Matrix {
    let count = players as f64;
    let means: Vec<f64> = (0..players)
        .map(|i| from_first.row(i)[..players].iter().sum::<f64>() / count)
        .collect();
    let mean = means.iter().sum::<f64>() / count;
    let mut covariance = Matrix::zero(players);
    for i in 0..players {
        let cells = covariance.row_mut(i).iter_mut();
        for ((cell, from), mean_j) in cells.zip(from_first.row(i)).zip(&means) {
            *cell = from - means[i] - mean_j + mean;
        }
    }
    covariance
}

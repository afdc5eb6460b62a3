//! Weights fitted to moves, and how good they are.

use rayon::prelude::*;

use super::super::fit::FitError;
use super::super::rows::Store;
use super::choices::Choices;
use super::foretelling::{Foretelling, Sums};
use super::maximizer::maximize;
use super::scale::best_scale;

/// How to fit to moves.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveOptions {
    /// The weights to start from; the fit does not depend on them.
    pub start: Vec<f64>,
    /// For whole weights: what one of them is for a feature that makes a team e times as
    /// strong.
    pub unit: f64,
}

/// Weights fitted to moves.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveFit {
    /// What the start has to be multiplied with to fit best by itself, in the unit of
    /// the weights; `None` where it knows nothing.
    pub scale: Option<f64>,
    /// The weights before they are made whole: e^weight is the feature's strength.
    pub weights: Vec<f64>,
    /// In how many games that were fitted to each feature is on.
    pub games_with: Vec<usize>,
    /// On the games that were fitted to.
    pub training: Foretelling,
    /// On the games that were held out, if any were.
    pub held_out: Option<Foretelling>,
    unit: f64,
}

impl MoveFit {
    /// The weights in whole numbers.
    pub fn whole(&self) -> Vec<i32> {
        let whole = self.weights.iter().map(|weight| self.unit * weight);
        whole.map(|weight| weight.round() as i32).collect()
    }
}

/// Fits weights to the moves that were played in the training games.
pub fn fit_moves(
    training: &Choices,
    held_out: &Choices,
    options: &MoveOptions,
) -> Result<MoveFit, FitError> {
    match (training.choices(), held_out.choices()) {
        (0, 0) => return Err(FitError::NoPosition),
        (0, _) => return Err(FitError::AllHeldOut),
        _ => {}
    }
    let MoveOptions { start, unit } = options;
    let features = start.len();
    let start: Vec<f64> = start.iter().map(|weight| weight / unit).collect();
    let scale = best_scale(training, &sums(training, &start, 1.0 / unit));
    let weights = maximize(training, features, *unit);
    let whole: Vec<f64> = weights
        .iter()
        .map(|weight| (unit * weight).round() / unit)
        .collect();
    let scaled: Vec<f64> = start
        .iter()
        .map(|weight| scale.unwrap_or(0.0) * weight)
        .collect();
    let foretelling = |choices| {
        let by_start = scale.map(|scale| Sums {
            weights: &scaled,
            of_rest: scale / unit,
        });
        let fitted = Sums {
            weights: &whole,
            of_rest: 1.0 / unit,
        };
        Foretelling::of(choices, by_start.as_ref(), &fitted)
    };
    Ok(MoveFit {
        scale,
        games_with: training.games_with(features)?,
        training: foretelling(training).ok_or(FitError::NoPosition)?,
        held_out: foretelling(held_out),
        weights,
        unit: *unit,
    })
}

fn sums(choices: &Choices, weights: &[f64], of_rest: f64) -> Vec<f64> {
    let sums = Sums { weights, of_rest };
    let candidates = (0..choices.candidates()).into_par_iter();
    candidates
        .map(|candidate| sums.sum(choices, candidate))
        .collect()
}

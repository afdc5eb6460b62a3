//! Weights fitted to positions, and how good they are.

use serde::Serialize;
use thiserror::Error;

use super::errors::{Errors, errors};
use super::estimate::{Estimate, GameLosses};
use super::label::Label;
use super::objective::Objective;
use super::samples::{Count, Samples};
use super::solver::{MOST_EXACT, minimize};
use super::split::Data;

/// How to fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// What positions are labeled with.
    pub label: Label,
    /// How strongly weights are held to those of the start: λ of λ/2·|w − start|².
    pub ridge: f64,
    /// The weights to start from, in any unit.
    pub start: Vec<f64>,
}

/// Fitted weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// What the start has to be multiplied with to fit best by itself; `None` where
    /// the start knows nothing.
    pub scale: Option<f64>,
    /// The start times its scale.
    pub start: Vec<f64>,
    /// The weights: their sum is the logit of the expected score, or the margin.
    pub weights: Vec<f64>,
    /// Their standard errors, unless there are too many weights.
    pub errors: Option<Errors>,
    /// In how many games that were fitted to each feature is on.
    pub games_with: Vec<usize>,
    /// The largest sum of weights that a fitted position has, in absolute value.
    pub largest_sum: f64,
    /// On the games that were fitted to.
    pub training: Losses,
    /// On the games that were held out, if any were.
    pub held_out: Option<Losses>,
}

/// The mean loss a position.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Losses {
    /// Without any weight.
    pub zero: Estimate,
    /// By the start at its best scale.
    pub start: Option<Estimate>,
    /// By the fitted weights.
    pub fitted: Estimate,
    /// How much less the fitted weights lose than the start, or than none.
    pub gain: Estimate,
}

/// Why there are no best weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum FitError {
    /// There is no game to fit to.
    #[error("there is no position to fit to")]
    NoPosition,
    /// Other weights would fit as well.
    #[error("some features are sums of others in all positions; --ridge decides between them")]
    Dependent,
    /// The more, the better.
    #[error(
        "some weights fit better the larger they are: their features tell the result; \
         --ridge holds them back"
    )]
    NoMinimum,
}

/// Fits weights to the training positions by maximum likelihood, with ridge.
pub fn fit<C: Count>(data: &Data<C>, options: &Options) -> Result<Fit, FitError> {
    let samples = &data.training;
    let Options { label, ridge, .. } = *options;
    if samples.positions() == 0 {
        return Err(FitError::NoPosition);
    }
    let scale = best_scale(label, samples, &options.start)?;
    let by = scale.unwrap_or(0.0);
    let start: Vec<f64> = options.start.iter().map(|weight| by * weight).collect();
    let objective = Objective {
        label,
        samples,
        center: &start,
        ridge,
    };
    let weights = minimize(&objective)?;
    let errors = match weights.len() <= MOST_EXACT {
        true => Some(errors(&objective, &weights)?),
        false => None,
    };
    let known_start = scale.map(|_| start.as_slice());
    let losses = |samples| losses(label, samples, known_start, &weights);
    let sums = (0..samples.positions()).map(|position| samples.row(position).sum(&weights));
    Ok(Fit {
        largest_sum: sums.map(f64::abs).fold(0.0, f64::max),
        training: losses(samples).ok_or(FitError::NoPosition)?,
        held_out: losses(&data.held_out),
        games_with: samples.games_with(weights.len()),
        scale,
        errors,
        weights,
        start,
    })
}

/// What weights have to be multiplied with to fit best; `None` where all their
/// sums are 0.
pub(super) fn best_scale<C: Count>(
    label: Label,
    samples: &Samples<C>,
    weights: &[f64],
) -> Result<Option<f64>, FitError> {
    let summed = samples.summed(weights);
    let any = (0..summed.positions()).any(|position| summed.row(position).sum(&[1.0]) != 0.0);
    if !any {
        return Ok(None);
    }
    let scales = minimize(&Objective {
        label,
        samples: &summed,
        center: &[0.0],
        ridge: 0.0,
    })?;
    Ok(Some(scales[0]))
}

fn losses<C: Count>(
    label: Label,
    samples: &Samples<C>,
    start: Option<&[f64]>,
    weights: &[f64],
) -> Option<Losses> {
    let of = |weights: &[f64]| GameLosses::of(label, samples, weights);
    let zero = of(&vec![0.0; weights.len()]);
    let start = start.map(of);
    let fitted = of(weights);
    Some(Losses {
        zero: zero.mean()?,
        start: start.as_ref().and_then(GameLosses::mean),
        fitted: fitted.mean()?,
        gain: start.as_ref().unwrap_or(&zero).above(&fitted)?,
    })
}

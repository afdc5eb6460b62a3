//! Weights fitted to positions, and how good they are.

use serde::Serialize;
use thiserror::Error;

use super::errors::{Errors, errors};
use super::estimate::{Estimate, GameLosses};
use super::label::Label;
use super::objective::Objective;
use super::sample_store::SampleStore;
use super::samples::Count;
use super::scratch_file::ScratchError;
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
    /// For whole weights: the sum of them at which the side to move is expected to
    /// score 1 / (1 + e⁻¹). Otherwise weights are any numbers.
    pub value_scale: Option<f64>,
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
    /// What weights have to be multiplied with to be whole; 1 where they need not be.
    pub unit: f64,
    /// Their standard errors, unless there are too many weights.
    pub errors: Option<Errors>,
    /// In how many games that were fitted to each feature is on.
    pub games_with: Vec<usize>,
    /// On the games that were fitted to.
    pub training: Losses,
    /// On the games that were held out, if any were.
    pub held_out: Option<Losses>,
    /// How the weights came about: the losses by the start, and after each step.
    pub steps: Vec<Step>,
}

/// The mean losses a position somewhere on the way to the weights.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Step {
    /// On the games that are fitted to.
    pub training: f64,
    /// On the games that are held out, if any are.
    pub held_out: Option<f64>,
}

impl Fit {
    /// The weights in whole numbers.
    pub fn whole(&self) -> Vec<i32> {
        let whole = self.weights.iter().map(|weight| self.unit * weight);
        whole.map(|weight| weight.round() as i32).collect()
    }
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
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FitError {
    /// There is no game to fit to.
    #[error("there is no position to fit to")]
    NoPosition,
    /// There are games, but none to fit to.
    #[error("all games are held out; --all-games fits to them")]
    AllHeldOut,
    /// Other weights would fit as well.
    #[error("some features are sums of others in all positions; --ridge decides between them")]
    Dependent,
    /// The more, the better.
    #[error(
        "some weights fit better the larger they are: their features tell the result; \
         --ridge holds them back"
    )]
    NoMinimum,
    /// The positions could not be read again.
    #[error(transparent)]
    Scratch(#[from] ScratchError),
}

/// Fits weights to the training positions by maximum likelihood, with ridge.
pub fn fit<C: Count>(data: &Data<C>, options: &Options) -> Result<Fit, FitError> {
    fit_watched(data, options, |_| ())
}

/// The same; `watch` is told of each step.
pub fn fit_watched<C: Count>(
    data: &Data<C>,
    options: &Options,
    mut watch: impl FnMut(Step),
) -> Result<Fit, FitError> {
    let samples = &data.training;
    let Options { label, ridge, .. } = *options;
    match (samples.positions(), data.held_out.positions()) {
        (0, 0) => return Err(FitError::NoPosition),
        (0, _) => return Err(FitError::AllHeldOut),
        _ => {}
    }
    let scale = best_scale(
        label,
        &samples.map(|samples| samples.summed(&options.start, 1.0))?,
    )?;
    let by = scale.unwrap_or(0.0);
    let start: Vec<f64> = options.start.iter().map(|weight| by * weight).collect();
    let objective = Objective {
        label,
        samples,
        center: &start,
        of_rest: by,
        ridge,
    };
    let mut steps = Vec::new();
    let mut step = |weights: &[f64]| {
        let mean = |samples| -> Result<Option<f64>, FitError> {
            let losses = GameLosses::of(label, samples, weights, by)?;
            Ok(losses.mean().map(|loss| loss.mean))
        };
        let step = Step {
            training: mean(samples)?.expect("there are positions"),
            held_out: mean(&data.held_out)?,
        };
        watch(step);
        steps.push(step);
        Ok(())
    };
    let best = minimize(&objective, &mut step)?;
    step(&best)?;
    let unit = match options.value_scale {
        Some(value_scale) => value_scale * logit_of_one(&objective, &best)?,
        None => 1.0,
    };
    let weights = match options.value_scale {
        Some(_) => whole(&best, unit),
        None => best.clone(),
    };
    // Where weights are whole, the rest is as it was at the start.
    let of_rest = options.value_scale.map_or(by, |_| 1.0 / unit);
    let errors = match weights.len() <= MOST_EXACT {
        true => Some(errors(&objective, &best)?),
        false => None,
    };
    let known_start = scale.map(|_| start.as_slice());
    let losses = |samples| -> Result<Option<Losses>, FitError> {
        let of = |weights: &[f64], of_rest| GameLosses::of(label, samples, weights, of_rest);
        Ok(losses_of(
            &of(&vec![0.0; weights.len()], 0.0)?,
            known_start.map(|start| of(start, by)).transpose()?.as_ref(),
            &of(&weights, of_rest)?,
        ))
    };
    Ok(Fit {
        training: losses(samples)?.ok_or(FitError::NoPosition)?,
        held_out: losses(&data.held_out)?,
        games_with: samples.games_with(best.len())?,
        scale,
        errors,
        weights,
        start,
        unit,
        steps,
    })
}

/// Weights that are whole in this unit.
fn whole(weights: &[f64], unit: f64) -> Vec<f64> {
    let whole = weights.iter().map(|weight| (unit * weight).round());
    whole.map(|weight| weight / unit).collect()
}

/// The logit of the expected score where a sum of weights is 1.
fn logit_of_one<C: Count>(objective: &Objective<C>, weights: &[f64]) -> Result<f64, FitError> {
    let label = objective.label;
    if label == Label::Result {
        return Ok(1.0);
    }
    let summed = objective.samples.map(|samples| {
        let summed = samples.summed(weights, objective.of_rest);
        summed.relabeled(|margin| label.result(margin))
    })?;
    // Where nothing was learned, all weights are 0 in any unit.
    Ok(best_scale(Label::Result, &summed)?.unwrap_or(1.0))
}

/// What sums have to be multiplied with to fit best; `None` where all are 0.
fn best_scale(label: Label, summed: &SampleStore<f64>) -> Result<Option<f64>, FitError> {
    let mut largest = 0.0_f64;
    summed.for_each(|samples| largest = largest.max(samples.largest()))?;
    if largest == 0.0 {
        return Ok(None);
    }
    let objective = Objective {
        label,
        samples: summed,
        center: &[0.0],
        of_rest: 0.0,
        ridge: 0.0,
    };
    let scales = minimize(&objective, |_| Ok(()))?;
    Ok(Some(scales[0]))
}

fn losses_of(zero: &GameLosses, start: Option<&GameLosses>, fitted: &GameLosses) -> Option<Losses> {
    Some(Losses {
        zero: zero.mean()?,
        start: start.and_then(GameLosses::mean),
        fitted: fitted.mean()?,
        gain: start.unwrap_or(zero).above(fitted)?,
    })
}

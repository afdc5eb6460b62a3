//! Newton's method: with few weights the step is exact, with many it is what
//! conjugate gradients find.
//!
//! The truncated method needs no matrix, and about one pass over the positions an
//! iteration: R. S. Dembo & T. Steihaug, "Truncated-Newton algorithms for
//! large-scale unconstrained optimization", Mathematical Programming 26 (1983);
//! for logistic regression C.-J. Lin, R. C. Weng & S. S. Keerthi, "Trust region
//! Newton method for large-scale logistic regression", JMLR 9 (2008).

use super::curvature::Curvature;
use super::fit::FitError;
use super::label::Label;
use super::objective::{Local, Objective};
use super::samples::Count;
use super::scratch_file::ScratchError;

/// With more weights than these, a matrix of their second derivatives is too
/// large.
pub(super) const MOST_EXACT: usize = 1_000;

/// A step that gains less is the last. Half a unit of the summed loss is about one
/// standard error, so this is some 10⁻⁴ of it.
const LEAST_GAIN: f64 = 1e-8;

/// With too many weights for a matrix, so does one that gains less of the objective:
/// what it leaves is far below what their errors cost.
const LEAST_SHARE: f64 = 1e-6;

/// The weights where the objective is least, sought from its center; `watch` is told
/// those before each step.
pub(super) fn minimize<C: Count>(
    objective: &Objective<C>,
    mut watch: impl FnMut(&[f64]) -> Result<(), FitError>,
) -> Result<Vec<f64>, FitError> {
    const MOST_STEPS: usize = 200;
    let mut weights = objective.center.to_vec();
    for _ in 0..MOST_STEPS {
        watch(&weights)?;
        let local = objective.around(&weights)?;
        let least_gain = match weights.len() > MOST_EXACT {
            true => LEAST_GAIN.max(LEAST_SHARE * local.value),
            false => LEAST_GAIN,
        };
        let step = step(objective, &local, least_gain)?;
        let gain = -dot(&step, &local.gradient) / 2.0;
        weights = match gain > least_gain {
            true => search(objective, &local, &weights, &step, gain)?,
            false => moved(&weights, &step, 1.0),
        };
        if gain <= least_gain {
            return Ok(weights);
        }
    }
    Err(FitError::NoMinimum)
}

fn step<C: Count>(
    objective: &Objective<C>,
    local: &Local,
    least_gain: f64,
) -> Result<Vec<f64>, FitError> {
    let downhill: Vec<f64> = local.gradient.iter().map(|slope| -slope).collect();
    if downhill.len() > MOST_EXACT {
        return Ok(conjugate_gradients(objective, local, downhill, least_gain)?);
    }
    let curvature = Curvature::of(objective.hessian(&local.curvatures)?);
    Ok(curvature.ok_or(FitError::Dependent)?.solve(&downhill))
}

/// Halves the step until the objective falls as it should (L. Armijo, 1966).
fn search<C: Count>(
    objective: &Objective<C>,
    local: &Local,
    weights: &[f64],
    step: &[f64],
    gain: f64,
) -> Result<Vec<f64>, FitError> {
    const MOST_HALVINGS: i32 = 40;
    const SHARE: f64 = 1e-4;
    // A sum is not more exact than this.
    let rounding = 1e-12 * local.value.abs();
    for length in (0..MOST_HALVINGS).map(|halvings| 0.5_f64.powi(halvings)) {
        let there = moved(weights, step, length);
        let least_fall = SHARE * 2.0 * gain * length;
        if objective.value(&there)? <= local.value - least_fall + rounding {
            return Ok(there);
        }
    }
    Err(FitError::NoMinimum)
}

/// An inexact step: far from the minimum, a rough one does, unless the objective is
/// quadratic, so that one step is enough. None at all where the weights, each moved
/// alone, would gain less than `least_gain`.
fn conjugate_gradients<C: Count>(
    objective: &Objective<C>,
    local: &Local,
    mut residual: Vec<f64>,
    least_gain: f64,
) -> Result<Vec<f64>, ScratchError> {
    const MOST_ROUNDS: usize = 500;
    let share = match objective.label {
        Label::Result => 0.1,
        Label::Margin => 0.0,
    };
    let diagonal = objective.hessian_diagonal(&local.curvatures)?;
    // By its diagonal; a feature that is never on has none, and no slope either.
    let eased = |residual: &[f64]| -> Vec<f64> {
        let pairs = residual.iter().zip(&diagonal);
        pairs
            .map(|(x, &d)| if d > 0.0 { x / d } else { 0.0 })
            .collect()
    };
    let mut step = vec![0.0; residual.len()];
    let mut direction = eased(&residual);
    let mut length = dot(&residual, &direction);
    let enough = (share * share * length).max(2.0 * least_gain);
    for _ in 0..MOST_ROUNDS {
        if length <= enough {
            break;
        }
        let turned = objective.hessian_times(&local.curvatures, &direction)?;
        let curvature = dot(&direction, &turned);
        if curvature <= 0.0 || curvature.is_nan() {
            break;
        }
        let along = length / curvature;
        step = moved(&step, &direction, along);
        residual = moved(&residual, &turned, -along);
        let next = eased(&residual);
        let shorter = dot(&residual, &next);
        direction = moved(&next, &direction, shorter / length);
        length = shorter;
    }
    Ok(step)
}

fn moved(from: &[f64], direction: &[f64], by: f64) -> Vec<f64> {
    let pairs = from.iter().zip(direction);
    pairs.map(|(x, d)| x + by * d).collect()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(x, y)| x * y).sum()
}

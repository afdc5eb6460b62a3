//! How far fitted weights may be off.
//!
//! Where V is the covariance by the model and S sums the squares of what every
//! game contributes to the gradient, the covariance that holds even if a game's
//! positions depend on each other is VSV (K.-Y. Liang & S. L. Zeger, "Longitudinal
//! data analysis using generalized linear models", Biometrika 73, 1986). Without a
//! correction for few games.

use super::curvature::Curvature;
use super::fit::FitError;
use super::label::Label;
use super::objective::Objective;
use super::samples::Count;

/// Standard errors of weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Errors {
    /// As if positions were independent, and the model true.
    pub naive: Vec<f64>,
    /// Clustered by game.
    pub by_game: Vec<f64>,
}

pub(super) fn errors<C: Count>(
    objective: &Objective<C>,
    weights: &[f64],
) -> Result<Errors, FitError> {
    let local = objective.around(weights)?;
    let curvature = Curvature::of(objective.hessian(&local.curvatures)?);
    let covariance = curvature.ok_or(FitError::Dependent)?.inverse();
    let variance = variance(objective, weights)?;
    let robust = covariance.sandwich(&objective.scatter(weights)?);
    Ok(Errors {
        naive: covariance
            .diagonal()
            .map(|x| (variance * x).sqrt())
            .collect(),
        by_game: robust.diagonal().map(|x| x.max(0.0).sqrt()).collect(),
    })
}

/// Of a label around its sum of weights: a margin's is estimated.
fn variance<C: Count>(objective: &Objective<C>, weights: &[f64]) -> Result<f64, FitError> {
    Ok(match objective.label {
        Label::Result => 1.0,
        Label::Margin => {
            let left = objective.samples.positions().saturating_sub(weights.len());
            2.0 * objective.loss(weights)? / left.max(1) as f64
        }
    })
}

//! What a fit found, for people and for programs.

use serde::Serialize;

use super::fit::{Fit, Losses, Options, Step};
use super::games::Tally;
use super::label::Label;
use super::sample_store::SampleStore;
use super::samples::Count;
use super::scratch_file::ScratchError;
use super::split::Data;
use super::warnings::warnings;

/// All that is to say of a fit.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// What positions are labeled with.
    pub label: Label,
    /// λ of λ/2·|w − start|².
    pub ridge: f64,
    /// What the start was multiplied with, in the unit of the weights.
    pub scale: Option<f64>,
    /// What the weights are multiplied with to be whole.
    pub unit: f64,
    /// What was left out of games.
    pub read: Option<Tally>,
    /// What was fitted to.
    pub training: Side,
    /// What was held out, if anything was.
    pub held_out: Option<Side>,
    /// The mean losses by the start, and after each step of the fit.
    pub steps: Vec<Step>,
    /// One a feature.
    pub weights: Vec<Weight>,
    /// What speaks against the weights.
    pub warnings: Vec<String>,
}

/// Games on one side of the split.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Side {
    /// Games.
    pub games: usize,
    /// Positions of them.
    pub positions: usize,
    /// The mean losses a position.
    pub loss: Losses,
}

/// A feature's weight, in the unit of the game's evaluation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Weight {
    /// The feature.
    pub feature: String,
    /// The fitted weight.
    pub weight: f64,
    /// Its standard error as if positions were independent.
    pub error_naive: Option<f64>,
    /// Its standard error clustered by game.
    pub error_by_game: Option<f64>,
    /// The start's weight at its best scale.
    pub start: f64,
    /// Training games in which the feature is on.
    pub games: usize,
}

impl Report {
    /// Says what a fit found.
    pub fn new<C: Count>(
        data: &Data<C>,
        options: &Options,
        fit: &Fit,
    ) -> Result<Report, ScratchError> {
        let side = |samples: &SampleStore<C>, loss| Side {
            games: samples.games(),
            positions: samples.positions(),
            loss,
        };
        Ok(Report {
            label: options.label,
            ridge: options.ridge,
            scale: fit.scale.map(|scale| fit.unit * scale),
            unit: fit.unit,
            read: None,
            training: side(&data.training, fit.training),
            held_out: fit.held_out.map(|loss| side(&data.held_out, loss)),
            steps: fit.steps.clone(),
            weights: weights(&data.features, options, fit),
            warnings: warnings(data, options.label, fit)?,
        })
    }
}

/// A feature that was never on has no error.
fn weights(features: &[String], options: &Options, fit: &Fit) -> Vec<Weight> {
    let values: Vec<f64> = match options.value_scale {
        Some(_) => fit.whole().into_iter().map(f64::from).collect(),
        None => fit.weights.clone(),
    };
    let row = |(at, feature): (usize, &String)| {
        let errors = fit.errors.as_ref().filter(|_| fit.games_with[at] > 0);
        Weight {
            feature: feature.clone(),
            weight: values[at],
            error_naive: errors.map(|errors| fit.unit * errors.naive[at]),
            error_by_game: errors.map(|errors| fit.unit * errors.by_game[at]),
            start: fit.unit * fit.start[at],
            games: fit.games_with[at],
        }
    };
    features.iter().enumerate().map(row).collect()
}

//! What a fit to moves found, for people and for programs.

use serde::Serialize;

use super::super::games::Tally;
use super::super::goal::Goal;
use super::super::rows::Rows;
use super::super::warnings::{too_few_games, too_many_weights};
use super::choices::Choices;
use super::fit::{MoveFit, MoveOptions};
use super::foretelling::Foretelling;

/// All that is to say of a fit to moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveReport {
    /// Moves.
    pub label: Goal,
    /// What the start was multiplied with, in the unit of the weights.
    pub scale: Option<f64>,
    /// What the logarithm of a strength is multiplied with to be a whole weight.
    pub unit: f64,
    /// What was left out of games.
    pub read: Option<Tally>,
    /// What was fitted to.
    pub training: MoveSide,
    /// What was held out, if anything was.
    pub held_out: Option<MoveSide>,
    /// One a feature.
    pub weights: Vec<MoveWeight>,
    /// What speaks against the weights.
    pub warnings: Vec<String>,
}

/// Games on one side of the split.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MoveSide {
    /// Games.
    pub games: usize,
    /// Moves that were played in them.
    pub moves: usize,
    /// Moves that could have been played, in all.
    pub candidates: usize,
    /// How well the moves that were played are foretold.
    pub foretold: Foretelling,
}

/// A feature's weight, in the unit of the game's evaluation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveWeight {
    /// The feature.
    pub feature: String,
    /// The fitted weight.
    pub weight: i32,
    /// How many times as strong it makes a move, for each time that it is on.
    pub strength: f64,
    /// The start's weight.
    pub start: f64,
    /// Training games in which the feature is on for a move that could be played.
    pub games: usize,
}

impl MoveReport {
    /// Says what a fit found.
    pub fn new(
        features: &[String],
        [training, held_out]: [&Choices; 2],
        options: &MoveOptions,
        fit: &MoveFit,
    ) -> MoveReport {
        let side = |choices: &Choices, foretold| MoveSide {
            games: choices.games(),
            moves: choices.choices(),
            candidates: choices.candidates(),
            foretold,
        };
        let all = [
            too_many_weights(training.games(), &fit.games_with, ADVICE),
            too_few_games(features, &fit.games_with),
            no_gain(fit),
        ];
        MoveReport {
            label: Goal::Move,
            scale: fit.scale,
            unit: options.unit,
            read: None,
            training: side(training, fit.training),
            held_out: fit.held_out.map(|foretold| side(held_out, foretold)),
            weights: weights(features, options, fit),
            warnings: all.into_iter().flatten().collect(),
        }
    }
}

const ADVICE: &str = "--min-games leaves out what few show";

fn weights(features: &[String], options: &MoveOptions, fit: &MoveFit) -> Vec<MoveWeight> {
    let whole = fit.whole();
    let row = |(at, feature): (usize, &String)| MoveWeight {
        feature: feature.clone(),
        weight: whole[at],
        strength: libm::exp(fit.weights[at]),
        start: fit.scale.unwrap_or(0.0) * options.start[at],
        games: fit.games_with[at],
    };
    features.iter().enumerate().map(row).collect()
}

fn no_gain(fit: &MoveFit) -> Option<String> {
    let held_out = fit.held_out?;
    let (name, before) = match held_out.start {
        Some(start) => ("the start", start),
        None => ("no weights at all", held_out.uniform),
    };
    let [fitted, before] = [held_out.fitted, before].map(|by| by.log_likelihood.mean);
    (fitted <= before).then(|| {
        format!(
            "on games that were held out, the fitted weights foretell moves no better than \
             {name}: {fitted:.4}, not above {before:.4}"
        )
    })
}

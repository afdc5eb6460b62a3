//! Two hundred games with answers found by other means.

use std::collections::BTreeMap;
use std::path::PathBuf;

use harness::tuning::{Data, Fit, Label, Options, fit, read_table};
use serde::Deserialize;

use crate::{assert_close, fitted};

type Weights = BTreeMap<String, f64>;

#[derive(Deserialize)]
struct Expected {
    n_positions: usize,
    n_games: usize,
    mle: Weights,
    se_naive: Weights,
    se_clustered_by_game_no_small_sample_correction: Weights,
    mean_logloss_at_mle: f64,
    mean_logloss_at_zero: f64,
    n_val_positions: usize,
    n_val_games: usize,
    mle_train_only: Weights,
    train_logloss: f64,
    val_logloss: f64,
    ridge_lambda10: Weights,
    hand_weights: Weights,
    #[serde(rename = "best_K_for_hand")]
    best_scale_for_hand: f64,
    #[serde(rename = "logloss_at_best_K")]
    logloss_at_best_scale: f64,
}

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tuning"))
}

fn data(hold_out: bool) -> Data<f64> {
    read_table(&[folder().join("positions.csv")], Label::Result, hold_out).unwrap()
}

fn expected() -> Expected {
    let text = std::fs::read_to_string(folder().join("expected.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The file gives eight decimals, so six digits of the larger numbers.
#[track_caller]
fn assert_same(data: &Data<f64>, values: &[f64], expected: &Weights, what: &str) {
    assert_eq!(data.features.len(), expected.len());
    for (feature, &value) in data.features.iter().zip(values) {
        let tolerance = 6e-9 + 5e-7 * expected[feature].abs();
        let what = format!("{what} of {feature}");
        assert_close(value, expected[feature], tolerance, &what);
    }
}

#[test]
fn maximum_likelihood_and_its_errors() {
    let (data, expected) = (data(false), expected());
    assert_eq!(data.training.games(), expected.n_games);
    assert_eq!(data.training.positions(), expected.n_positions);
    assert_eq!(data.held_out.positions(), 0);
    let fit = fitted(&data, 0.0);
    assert_same(&data, &fit.weights, &expected.mle, "weight");
    let errors = fit.errors.unwrap();
    assert_same(&data, &errors.naive, &expected.se_naive, "naive error");
    let by_game = &expected.se_clustered_by_game_no_small_sample_correction;
    assert_same(&data, &errors.by_game, by_game, "clustered error");
    let loss = fit.training;
    let tolerance = 6e-11;
    assert_close(
        loss.fitted.mean,
        expected.mean_logloss_at_mle,
        tolerance,
        "loss",
    );
    assert_close(
        loss.zero.mean,
        expected.mean_logloss_at_zero,
        tolerance,
        "loss",
    );
    assert!(loss.start.is_none() && fit.held_out.is_none());
}

#[test]
fn a_fifth_of_the_games_is_held_out() {
    let (data, expected) = (data(true), expected());
    assert_eq!(data.held_out.games(), expected.n_val_games);
    assert_eq!(data.held_out.positions(), expected.n_val_positions);
    let fit = fitted(&data, 0.0);
    assert_same(&data, &fit.weights, &expected.mle_train_only, "weight");
    let held_out = fit.held_out.unwrap();
    let tolerance = 6e-11;
    assert_close(
        fit.training.fitted.mean,
        expected.train_logloss,
        tolerance,
        "loss",
    );
    assert_close(
        held_out.fitted.mean,
        expected.val_logloss,
        tolerance,
        "loss",
    );
}

#[test]
fn ridge_holds_weights_to_the_start() {
    let (data, expected) = (data(false), expected());
    let ridge = fitted(&data, 10.0);
    assert_same(&data, &ridge.weights, &expected.ridge_lambda10, "weight");
    let held = fit_from(&data, &expected, 1e9);
    for (weight, start) in held.weights.iter().zip(&held.start) {
        assert_close(*weight, *start, 1e-5, "a weight that cannot move");
    }
}

fn fit_from(data: &Data<f64>, expected: &Expected, ridge: f64) -> Fit {
    let start = data.features.iter();
    let options = Options {
        label: Label::Result,
        ridge,
        start: start
            .map(|feature| expected.hand_weights[feature])
            .collect(),
        value_scale: None,
    };
    fit(data, &options).unwrap()
}

#[test]
fn hand_weights_at_their_best_scale() {
    let (data, expected) = (data(false), expected());
    let fit = fit_from(&data, &expected, 0.0);
    let scale = fit.scale.unwrap();
    assert_close(scale, expected.best_scale_for_hand, 1e-9, "scale");
    let loss = fit.training.start.unwrap();
    assert_close(loss.mean, expected.logloss_at_best_scale, 6e-11, "loss");
    assert_same(&data, &fit.weights, &expected.mle, "weight");
    let gain = loss.mean - fit.training.fitted.mean;
    assert_close(fit.training.gain.mean, gain, 1e-12, "gain");
}

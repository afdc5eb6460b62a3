//! Tuning: against known answers, and against games whose weights are known.

#[path = "tuning/games.rs"]
mod games;
#[path = "tuning/known.rs"]
mod known;
#[path = "tuning/moves.rs"]
mod moves;
#[path = "tuning/recovered.rs"]
mod recovered;
#[path = "tuning/selected.rs"]
mod selected;
#[path = "tuning/shipped.rs"]
mod shipped;
#[path = "tuning/solvers.rs"]
mod solvers;
#[path = "tuning/warned.rs"]
mod warned;

use harness::tuning::{Data, Fit, Label, Options, fit};

/// A fit from zero to results, without ridge unless said.
fn fitted(data: &Data<f64>, ridge: f64) -> Fit {
    let options = Options {
        label: Label::Result,
        ridge,
        start: vec![0.0; data.features.len()],
        value_scale: None,
    };
    fit(data, &options).unwrap()
}

#[track_caller]
fn assert_close(value: f64, expected: f64, tolerance: f64, what: &str) {
    assert!(
        (value - expected).abs() <= tolerance,
        "{what}: {value}, not {expected}"
    );
}

//! Games made by known weights: a fit finds them.

use engines::Rng;
use harness::tuning::{Data, Label, Options, Samples, fit};

use crate::fitted;

const WEIGHTS: [f64; 4] = [0.8, -0.5, 0.0, 0.15];

fn uniform(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Positions with random counts; `label` turns a sum of weights into a target.
fn games(number: usize, positions: usize, label: impl Fn(f64, &mut Rng) -> f64) -> Data<f64> {
    let mut rng = Rng::new(6);
    let mut data = Data::new(WEIGHTS.map(|weight| weight.to_string()).to_vec());
    for _ in 0..number {
        let mut game = Samples::default();
        for _ in 0..positions {
            let counts = [(); WEIGHTS.len()].map(|()| f64::from(rng.below(7)) - 3.0);
            let sum = counts.iter().zip(WEIGHTS).map(|(x, w)| x * w).sum();
            game.push(label(sum, &mut rng), (0..).zip(counts));
        }
        game.end_game();
        data.add(&game, false).unwrap();
    }
    data
}

fn result(sum: f64, rng: &mut Rng) -> f64 {
    let score = 1.0 / (1.0 + (-sum).exp());
    f64::from(u8::from(uniform(rng) < score))
}

/// A sum and twelve uniform numbers: about normal, with variance 4.
fn margin(sum: f64, rng: &mut Rng) -> f64 {
    let noise: f64 = (0..12).map(|_| uniform(rng) - 0.5).sum();
    sum + 2.0 * noise
}

#[track_caller]
fn assert_recovered(weights: &[f64], errors: &[f64], what: &str) {
    for ((weight, error), truth) in weights.iter().zip(errors).zip(WEIGHTS) {
        let off = (weight - truth) / error;
        assert!(off.abs() < 4.0, "{what}: {weight} ± {error}, not {truth}");
    }
}

#[test]
fn weights_of_results() {
    let fit = fitted(&games(3_000, 4, result), 0.0);
    let errors = fit.errors.unwrap();
    assert_recovered(&fit.weights, &errors.naive, "naive");
    assert_recovered(&fit.weights, &errors.by_game, "by game");
    // Here positions are independent: both errors say the same.
    for (naive, by_game) in errors.naive.iter().zip(&errors.by_game) {
        assert!((by_game / naive - 1.0).abs() < 0.1, "{naive}, {by_game}");
    }
}

#[test]
fn weights_of_margins() {
    let data = games(2_000, 4, margin);
    let options = Options {
        label: Label::Margin,
        ridge: 0.0,
        start: vec![0.0; WEIGHTS.len()],
        value_scale: None,
    };
    let fit = fit(&data, &options).unwrap();
    let errors = fit.errors.unwrap();
    assert_recovered(&fit.weights, &errors.naive, "naive");
    assert_recovered(&fit.weights, &errors.by_game, "by game");
    // A count of -3 to 3 has variance 4, as the noise has.
    for error in errors.naive {
        assert!((error * 8_000f64.sqrt() - 1.0).abs() < 0.05, "{error}");
    }
}

#[test]
fn a_game_said_ten_times_counts_once() {
    let single = games(500, 1, result);
    let mut tenfold = Data::new(single.features.clone());
    let repeat = |samples: &Samples<f64>| {
        for game in 0..samples.games() {
            let mut repeated = Samples::default();
            for _ in 0..10 {
                let row = samples.row(game);
                let pairs = row.pairs().map(|(at, count)| (at as u32, count));
                repeated.push(row.target, pairs);
            }
            repeated.end_game();
            tenfold.add(&repeated, false).unwrap();
        }
    };
    single.training.for_each(repeat).unwrap();
    let [once, often] = [single, tenfold].map(|data| fitted(&data, 0.0));
    for at in 0..WEIGHTS.len() {
        assert!((once.weights[at] - often.weights[at]).abs() < 1e-9);
        let [one, other] = [&once, &often].map(|fit| fit.errors.clone().unwrap());
        assert!((one.by_game[at] - other.by_game[at]).abs() < 1e-9);
        assert!((one.naive[at] / other.naive[at] - 10f64.sqrt()).abs() < 1e-9);
    }
}

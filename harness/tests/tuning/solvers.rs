//! However it is solved, the minimum is the same.

use engines::Rng;
use harness::tuning::{Data, Fit, Label, Options, SampleStore, Samples, fit};

use crate::fitted;

/// Random sparse positions with results by chance; features that are never on
/// follow the others, so that there are `features` of them.
fn sparse(features: usize, used: u32) -> Data<f64> {
    let mut rng = Rng::new(3);
    let mut data = Data::new((0..features).map(|at| format!("f{at}")).collect());
    for _ in 0..400 {
        let mut game = Samples::default();
        for _ in 0..5 {
            let mut pairs = Vec::new();
            for feature in 0..used {
                if rng.below(3) == 0 {
                    pairs.push((feature, f64::from(rng.below(5)) - 2.0));
                }
            }
            game.push(f64::from(rng.below(3)) / 2.0, pairs);
        }
        game.end_game();
        data.add(&game, false).unwrap();
    }
    data
}

#[test]
fn conjugate_gradients_find_what_exact_steps_do() {
    const USED: usize = 30;
    for ridge in [0.0, 5.0] {
        let exact = fitted(&sparse(USED, USED as u32), ridge);
        let truncated = fitted(&sparse(1_100, USED as u32), ridge);
        assert!(exact.errors.is_some() && truncated.errors.is_none());
        for at in 0..USED {
            let apart = exact.weights[at] - truncated.weights[at];
            let error = exact.errors.as_ref().unwrap().naive[at];
            assert!(apart.abs() < 1e-2 * error, "{at}: {apart} of {error}");
        }
        assert!(
            truncated.weights[USED..]
                .iter()
                .all(|&weight| weight == 0.0)
        );
    }
}

/// The slope of the whole objective is 0 in every direction.
#[test]
fn no_small_step_is_better() {
    let data = sparse(20, 20);
    for label in [Label::Result, Label::Margin] {
        let options = Options {
            label,
            ridge: 2.0,
            start: vec![0.3; 20],
            value_scale: None,
        };
        let fit = fit(&data, &options).unwrap();
        let least = objective(&data, &options, &fit, &fit.weights);
        for at in 0..20 {
            for step in [-1e-3, 1e-3] {
                let mut moved = fit.weights.clone();
                moved[at] += step;
                assert!(objective(&data, &options, &fit, &moved) > least);
            }
        }
    }
}

fn objective(data: &Data<f64>, options: &Options, fit: &Fit, weights: &[f64]) -> f64 {
    let mut loss = 0.0;
    let each = |samples: &Samples<f64>| {
        let rows = (0..samples.positions()).map(|at| samples.row(at));
        let losses = rows.map(|row| options.label.loss(row.sum(weights), row.target));
        loss += losses.sum::<f64>();
    };
    data.training.for_each(each).unwrap();
    let squares = weights.iter().zip(&fit.start).map(|(w, s)| (w - s).powi(2));
    loss + options.ridge / 2.0 * squares.sum::<f64>()
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let data = sparse(30, 30);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| fitted(&data, 1.0))
    };
    let one = with(1);
    for threads in [2, 3, 8] {
        assert_eq!(with(threads), one);
    }
}

/// What lies in a file counts as what is in memory, to the last bit.
#[test]
fn any_memory_finds_the_same() {
    for (label, features) in [
        (Label::Result, 30),
        (Label::Margin, 30),
        (Label::Result, 1_100),
    ] {
        let options = Options {
            label,
            ridge: 1.0,
            start: vec![0.3; features],
            value_scale: Some(100.0),
        };
        let with = |room: usize| {
            let mut data = Data {
                training: SampleStore::with_room(room),
                held_out: SampleStore::with_room(room),
                ..sparse(features, 30)
            };
            for _ in 0..5 {
                let more = sparse(features, 30).training;
                let add = |samples: &Samples<f64>| {
                    data.add(samples, false).unwrap();
                    data.add(samples, true).unwrap();
                };
                more.for_each(add).unwrap();
            }
            fit(&data, &options).unwrap()
        };
        let in_memory = with(usize::MAX);
        for room in [0, 500_000] {
            assert_eq!(with(room), in_memory);
        }
    }
}

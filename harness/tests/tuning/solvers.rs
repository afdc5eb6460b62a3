//! However it is solved, the minimum is the same.

use engines::Rng;
use harness::tuning::{Data, Fit, Label, Options, fit};

use crate::fitted;

/// Random sparse positions with results by chance; features that are never on
/// follow the others, so that there are `features` of them.
fn sparse(features: usize, used: u32) -> Data<f64> {
    let mut rng = Rng::new(3);
    let mut data = Data::new((0..features).map(|at| format!("f{at}")).collect());
    for _ in 0..400 {
        for _ in 0..5 {
            let mut pairs = Vec::new();
            for feature in 0..used {
                if rng.below(3) == 0 {
                    pairs.push((feature, f64::from(rng.below(5)) - 2.0));
                }
            }
            data.training.push(f64::from(rng.below(3)) / 2.0, pairs);
        }
        data.training.end_game();
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
    let rows = (0..data.training.positions()).map(|at| data.training.row(at));
    let losses = rows.map(|row| options.label.loss(row.sum(weights), row.target));
    let squares = weights.iter().zip(&fit.start).map(|(w, s)| (w - s).powi(2));
    losses.sum::<f64>() + options.ridge / 2.0 * squares.sum::<f64>()
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

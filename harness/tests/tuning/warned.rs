//! What cannot be fitted is refused, and what should not be believed is said.

use harness::tuning::{Data, FitError, Label, Options, Samples, fit, warnings};

use crate::fitted;

/// Games of one position each: features and result.
fn data(features: usize, training: &[(&[(u32, f64)], f64)]) -> Data<f64> {
    let mut data = Data::new((0..features).map(|at| format!("f{at}")).collect());
    for (pairs, target) in training {
        let mut game = Samples::default();
        game.push(*target, pairs.iter().copied());
        game.end_game();
        data.add(&game, false).unwrap();
    }
    data
}

fn error(data: &Data<f64>) -> FitError {
    let options = Options {
        label: Label::Result,
        ridge: 0.0,
        start: vec![0.0; data.features.len()],
        value_scale: None,
    };
    fit(data, &options).unwrap_err()
}

fn said(data: &Data<f64>, ridge: f64) -> Vec<String> {
    warnings(data, Label::Result, &fitted(data, ridge)).unwrap()
}

#[test]
fn a_feature_that_is_a_sum_of_others() {
    let twins: [(&[(u32, f64)], f64); 2] =
        [(&[(0, 1.0), (1, 2.0)], 1.0), (&[(0, -1.0), (1, -2.0)], 0.5)];
    assert!(matches!(error(&data(2, &twins)), FitError::Dependent));
    // The ridge shares the weight by the counts.
    let weights = fitted(&data(2, &twins), 0.1).weights;
    assert!((weights[1] - 2.0 * weights[0]).abs() < 1e-9);
}

#[test]
fn nothing_to_fit_to() {
    assert!(matches!(error(&data(1, &[])), FitError::NoPosition));
}

#[test]
fn a_feature_that_tells_the_result() {
    let sure = vec![([(0, 1.0)].as_slice(), 1.0); 50];
    let free = said(&data(1, &sure), 0.0);
    assert!(
        free[0].ends_with("has no finite weight; take more games, or a larger --ridge: f0"),
        "{free:?}"
    );
    assert_eq!(said(&data(1, &sure), 1.0), [""; 0]);
}

#[test]
fn too_few_games() {
    let both: &[(u32, f64)] = &[(0, 1.0), (1, 1.0)];
    let first = &both[..1];
    let mut games = vec![(first, 1.0), (first, 0.0), (both, 0.5)];
    let few = said(&data(2, &games), 1.0);
    assert!(
        few[0].starts_with("3 games carry about 0 weights, but 2"),
        "{few:?}"
    );
    assert_eq!(few[1], "2 features are on in too few games: f0 (3), f1 (1)");
    games.extend([(first, 0.5); 17]);
    let enough = said(&data(2, &games), 1.0);
    assert_eq!(enough, ["one feature is on in too few games: f1 (1)"]);
}

#[test]
fn no_better_where_it_was_not_fitted() {
    let on: &[(u32, f64)] = &[(0, 1.0)];
    let games = [[(on, 1.0); 15], [(on, 0.0); 15]].concat();
    let mut misleading = data(1, &games[..20]);
    misleading.held_out = data(1, &games[15..]).training;
    let warned = said(&misleading, 1.0);
    assert!(
        warned[0].contains("no better than no weights at all"),
        "{warned:?}"
    );
    misleading.held_out = data(1, &games[..15]).training;
    assert_eq!(said(&misleading, 1.0), [""; 0]);
}

//! Fitting some of a game's features, beside all of them.

use std::fs;

use engines::Knowledge;
use engines::Rng;
use engines::othello::Othello;
use harness::tuning::{Games, GamesReader, Label, SampleStore, Samples, Selection, Start};

use crate::games::reference;

/// A weights file with the plain features and some patterns of the reference games.
fn start(folder: &std::path::Path) -> Start {
    let mut rng = Rng::new(1);
    let mut text = "feature,weight\n".to_string();
    let feature_count = Othello::feature_count();
    let features = (0..feature_count).filter(|&at| at < 11 || rng.below(30) == 0);
    let features: Vec<usize> = features.collect();
    for feature in features {
        let weight = rng.below(101) as i32 - 50;
        text += &format!("{},{weight}\n", Othello::feature_name(feature));
    }
    let file = folder.join("start.csv");
    fs::write(&file, text).unwrap();
    Start::File(file)
}

fn read(start: &Start, patterns: bool) -> Games<SampleStore<i16>> {
    let reader = GamesReader {
        lesson: Label::Result,
        keep: &[],
        hold_out: true,
        start,
        patterns,
        quiet: true,
    };
    reader.read(&[reference("othello")]).unwrap()
}

/// The sum by the weights of the start at each position.
fn sums(games: &Games<SampleStore<i16>>, start: &[f64]) -> Vec<f64> {
    let mut sums = Vec::new();
    for side in [&games.training, &games.held_out] {
        let each = |samples: &Samples<i16>| {
            let rows = (0..samples.positions()).map(|at| samples.row(at));
            sums.extend(rows.map(|row| row.rest + row.sum(start)));
        };
        side.for_each(each).unwrap();
    }
    sums
}

#[test]
fn what_is_not_fitted_counts_as_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let start = start(folder.path());
    let all = read(&start, true);
    let weights: Vec<f64> = all.evaluation.start.iter().map(|&x| x.into()).collect();
    let expected_sums = sums(&all, &weights);
    let games_with = all.training.games_with(weights.len()).unwrap();
    for (patterns, least) in [(true, 0), (true, 40), (false, 161)] {
        let mut games = read(&start, patterns);
        let selection = Selection::of(&mut games, least).unwrap();
        let selected = selection.start(&games.evaluation);
        assert_eq!(
            sums(&games, &selected),
            expected_sums,
            "{patterns}, {least}"
        );

        let end = if patterns { weights.len() } else { 11 };
        let enough = (0..end).filter(|&at| games_with[at] >= least.max(1));
        let enough: Vec<usize> = enough.collect();
        let names = enough.iter().map(|&at| Othello::feature_name(at));
        assert!(names.eq(selection.names(&games.evaluation)));
        assert_eq!(selection.is_empty(), least == 161);

        let mut expected = games.evaluation.start.clone();
        enough.iter().for_each(|&at| expected[at] = 1_000);
        let fitted = vec![1_000; enough.len()];
        let whole = selection.all_weights(&games.evaluation, &fitted);
        assert_eq!(whole, expected);
    }
}

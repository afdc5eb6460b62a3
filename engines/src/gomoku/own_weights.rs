//! The weights that come with the program: `results/weights/README.md` says how they
//! were made.

use std::sync::LazyLock;

use super::Gomoku;
use crate::knowledge::Knowledge;
use crate::pattern::Weights;

const TEXT: &str = include_str!("../../../results/weights/gomoku.csv");

/// Read when they are first asked for.
pub fn own_weights() -> Weights<Gomoku> {
    static WEIGHTS: LazyLock<Weights<Gomoku>> = LazyLock::new(read);
    WEIGHTS.clone()
}

fn read() -> Weights<Gomoku> {
    let mut values = vec![0; Gomoku::feature_count()];
    for line in TEXT.lines().skip(1) {
        let row = line.split_once(',').and_then(|(feature, weight)| {
            let feature = Gomoku::feature_index(feature).ok()?;
            Some((feature, weight.parse().ok()?))
        });
        let (feature, weight) = row.expect("what was tuned is a feature and its weight");
        values[feature] = weight;
    }
    Weights::new(values)
}

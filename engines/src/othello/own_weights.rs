//! The weights that come with the program: `results/weights/README.md` says how they
//! were made.

use std::sync::LazyLock;

use super::Othello;
use crate::knowledge::Knowledge;
use crate::pattern::Weights;

const TEXT: &str = include_str!("../../../results/weights/othello.csv");

/// Read when they are first asked for.
pub fn own_weights() -> Weights<Othello> {
    static WEIGHTS: LazyLock<Weights<Othello>> = LazyLock::new(read);
    WEIGHTS.clone()
}

/// A file of a user takes twice as long, as any mistake in it is found and named.
fn read() -> Weights<Othello> {
    let mut values = vec![0; Othello::feature_count()];
    for line in TEXT.lines().skip(1) {
        let row = line.split_once(',').and_then(|(feature, weight)| {
            let feature = Othello::feature_index(feature).ok()?;
            Some((feature, weight.parse().ok()?))
        });
        let (feature, weight) = row.expect("what was fitted is a feature and its weight");
        values[feature] = weight;
    }
    Weights::new(values)
}

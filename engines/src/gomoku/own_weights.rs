//! The weights that come with the program: `results/weights/README.md` says how they
//! were made.

use std::sync::LazyLock;

use super::Gomoku;
use crate::own_weights::values;
use crate::pattern::Weights;

const TEXT: &str = include_str!("../../../results/weights/gomoku.csv");

/// Read when they are first asked for.
pub fn own_weights() -> Weights<Gomoku> {
    static WEIGHTS: LazyLock<Weights<Gomoku>> =
        LazyLock::new(|| Weights::new(values::<Gomoku>(TEXT)));
    WEIGHTS.clone()
}

//! The weights that come with the program.

use std::sync::LazyLock;

use super::Othello;
use crate::own_weights::values;
use crate::pattern::Weights;

const TEXT: &str = include_str!("../../../results/weights/othello.csv");

/// Read when they are first asked for.
pub fn own_weights() -> Weights<Othello> {
    static WEIGHTS: LazyLock<Weights<Othello>> =
        LazyLock::new(|| Weights::new(values::<Othello>(TEXT)));
    WEIGHTS.clone()
}

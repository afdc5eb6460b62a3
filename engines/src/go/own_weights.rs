//! The weights that come with the program.

use std::sync::LazyLock;

use super::{CELLS_9, Go};
use crate::own_weights::values;
use crate::pattern::Weights;

const TEXT: &str = include_str!("../../../results/weights/go.csv");

/// Read when they are first asked for. Boards of all sizes have the same features.
pub fn own_weights<const CELLS: usize>() -> Weights<Go<CELLS>> {
    static VALUES: LazyLock<Vec<i32>> = LazyLock::new(|| values::<Go<CELLS_9>>(TEXT));
    Weights::new(VALUES.clone())
}

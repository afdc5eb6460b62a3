//! What positions are worth in the search.

use crate::game::{Color, Outcome};

/// A sum of weights, or near ±[`WIN`] a known result.
pub type Value = i32;

/// A win on the spot; one that is n plies away is worth n less.
pub const WIN: Value = 1 << 30;

/// Beyond this a value is a known result.
pub const KNOWN: Value = WIN - 1_000;

/// A finished game, `ply` plies from the root, to the side to move.
pub fn of_outcome(outcome: &Outcome, to_move: Color, ply: u32) -> Value {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == to_move => WIN - ply as Value,
        Some(_) => ply as Value - WIN,
    }
}

/// The expected score of the side to move.
pub fn expected_score(value: Value, scale: f64) -> f64 {
    if value.abs() >= KNOWN {
        return if value > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + libm::exp(-f64::from(value) / scale))
}

/// A value found `ply` plies from the root, with the plies of a known result
/// counted from the position itself.
pub fn from_root(value: Value, ply: u32) -> Value {
    farther(value, -(ply as Value))
}

/// The inverse of [`from_root`].
pub fn to_root(value: Value, ply: u32) -> Value {
    farther(value, ply as Value)
}

fn farther(value: Value, plies: Value) -> Value {
    match value {
        _ if value >= KNOWN => value - plies,
        _ if value <= -KNOWN => value + plies,
        _ => value,
    }
}

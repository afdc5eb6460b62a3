//! The sum of weights: plain features square by square, or with all patterns
//! from tables.

use super::Othello;
use super::knowledge::{FEATURES, plain_features};
use super::patterns::Tables;
use crate::evaluator::{Evaluator, Sparse};
use crate::game::{Game, Move};

/// Weights of all features, or of the plain ones alone.
#[derive(Clone, Debug)]
pub struct OthelloEvaluator {
    plain: [i32; FEATURES.len()],
    /// For the 8×8 board, if patterns weigh anything.
    patterns: Option<Patterns>,
}

#[derive(Clone, Debug)]
enum Patterns {
    Tables(Tables),
    /// Where weights are too large for tables.
    Sparse(Sparse),
}

impl Evaluator<Othello> for OthelloEvaluator {
    fn new(weights: &[i32]) -> OthelloEvaluator {
        let mut plain = [0; FEATURES.len()];
        for (plain, &weight) in plain.iter_mut().zip(weights) {
            *plain = weight;
        }
        let of_patterns = weights.get(FEATURES.len()..).unwrap_or_default();
        let has_patterns = of_patterns.iter().any(|&weight| weight != 0);
        let patterns = has_patterns.then(|| match Tables::new(weights) {
            Some(tables) => Patterns::Tables(tables),
            None => Patterns::Sparse(Evaluator::<Othello>::new(weights)),
        });
        OthelloEvaluator { plain, patterns }
    }

    fn of_position(&self, position: &Othello) -> i64 {
        match &self.patterns {
            Some(Patterns::Tables(tables)) if position.width() == 8 => {
                i64::from(tables.sum(position))
            }
            Some(Patterns::Sparse(sparse)) => sparse.of_position(position),
            _ => self.plain_sum(position),
        }
    }

    fn of_move(&self, _: &Othello, _: Move, after: &Othello) -> i64 {
        -self.of_position(after)
    }
}

impl OthelloEvaluator {
    fn plain_sum(&self, position: &Othello) -> i64 {
        let mut sum = 0;
        plain_features(position, &mut |feature, count| {
            sum += i64::from(self.plain[feature]) * i64::from(count);
        });
        sum
    }
}

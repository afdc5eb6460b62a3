//! Errors that hold even if the model does not, and if the games of a pair
//! depend on each other.
//!
//! H. White, "A heteroskedasticity-consistent covariance matrix estimator and a
//! direct test for heteroskedasticity", Econometrica 48 (1980): where V is the
//! covariance by the model and S sums the squares of what every game contributes to
//! the slope of the log-likelihood, the covariance is VSV. K.-Y. Liang & S. L.
//! Zeger, "Longitudinal data analysis using generalized linear models", Biometrika
//! 73 (1986): games that may depend on each other contribute together. Here these
//! are the two games of a pair; a game that is in no pair is alone.

use super::Model;
use super::parameters::{Block, Layout};
use super::results::Pairing;
use crate::cholesky::Matrix;

/// S: its diagonal and what is right of it. Virtual draws do not scatter.
pub(super) fn scatter(
    parameters: &[f64],
    layout: Layout,
    pairings: &[Pairing],
    model: Model,
) -> Matrix {
    let mut scatter = Matrix::zero(layout.size());
    for pairing in pairings {
        let block = of_pairing(parameters, layout, pairing, model);
        layout.add_block(&mut scatter, pairing, &block);
    }
    scatter
}

/// All games of two players: clusters with the same results are the same.
fn of_pairing(parameters: &[f64], layout: Layout, pairing: &Pairing, model: Model) -> Block {
    let mut block = Block::default();
    let slopes = layout.chances(parameters, pairing).map(|(sign, chances)| {
        let slopes = chances.slopes(model.games_in_draw());
        slopes.map(|(by_x, by_draws)| [sign * by_x, by_x, by_draws])
    });
    for (slopes, counts) in slopes.iter().zip(pairing.singles()) {
        for (slope, games) in slopes.iter().zip(counts) {
            block.add_square(games, *slope);
        }
    }
    for (first, row) in slopes[0].iter().zip(pairing.pairs) {
        for (second, pairs) in slopes[1].iter().zip(row) {
            let sum = [0, 1, 2].map(|by| first[by] + second[by]);
            block.add_square(pairs as f64, sum);
        }
    }
    block
}

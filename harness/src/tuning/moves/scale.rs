//! The best scale of weights.

use rayon::prelude::*;

use super::super::rows::Rows;
use super::choices::Choices;

/// What each candidate's sum has to be multiplied with so that the moves that were
/// played are likeliest; `None` where they are not played because of it.
pub fn best_scale(choices: &Choices, sums: &[f64]) -> Option<f64> {
    const STEPS: usize = 200;
    /// So close is as good.
    const CLOSE: f64 = 1e-9;
    let largest = sums.iter().fold(0.0, |most: f64, sum| most.max(sum.abs()));
    let (mut low, mut high) = (0.0, f64::INFINITY);
    let mut scale = 0.0;
    for step in 0..STEPS {
        let (slope, curvature) = derivatives(choices, sums, scale);
        match slope > 0.0 {
            true => low = scale,
            false if step == 0 => return None,
            false => high = scale,
        }
        let newton = scale + slope / curvature;
        let next = match newton > low && newton < high {
            // The log-likelihood is concave, but flat far from its maximum.
            true if low == 0.0 => newton,
            true => newton.min(4.0 * low),
            false if high.is_finite() => (low + high) / 2.0,
            false => 4.0 * low.max(1.0 / largest),
        };
        let is_close = (next - scale).abs() <= CLOSE * next;
        scale = next;
        if is_close || scale * largest > MOST {
            break;
        }
    }
    Some(scale)
}

/// No sum is made larger, where the larger it is the better.
const MOST: f64 = 500.0;

/// The log-likelihood's first derivative by the scale, and minus its second.
fn derivatives(choices: &Choices, sums: &[f64], scale: f64) -> (f64, f64) {
    let of_choice = |choice: usize| {
        let sums = &sums[choices.candidates_of(choice)];
        let most = sums
            .iter()
            .fold(f64::NEG_INFINITY, |most, &sum| most.max(sum));
        let (mut all, mut mean, mut square) = (0.0, 0.0, 0.0);
        for sum in sums.iter().map(|sum| sum - most) {
            let share = libm::exp(scale * sum);
            all += share;
            mean += share * sum;
            square += share * sum * sum;
        }
        (mean, square) = (mean / all, square / all);
        (sums[0] - most - mean, square - mean * mean)
    };
    let of_game = |game: usize| {
        let parts = choices.choices_of(game).map(of_choice);
        parts.fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
    };
    let games = (0..choices.games()).into_par_iter();
    let parts: Vec<(f64, f64)> = games.map(of_game).collect();
    parts
        .into_iter()
        .fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
}

//! How well weights foretell the moves that were played.

use rayon::prelude::*;
use serde::Serialize;

use super::super::estimate::Estimate;
use super::super::rows::Rows;
use super::choices::Choices;

/// What weights say of the moves that were played, in the mean over all moves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Foretold {
    /// The logarithm of the probability that they give to the move.
    pub log_likelihood: Estimate,
    /// How likely the move is the best by them, if the best are chosen from at random.
    pub first: Estimate,
    /// How likely it is among the best five.
    pub top_five: Estimate,
}

/// The moves of some games, as different weights foretell them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Foretelling {
    /// With all candidates alike.
    pub uniform: Foretold,
    /// By the start at its best scale.
    pub start: Option<Foretold>,
    /// By the fitted weights.
    pub fitted: Foretold,
    /// How much higher their log-likelihood is than by the start, or by none.
    pub gain: Estimate,
}

impl Foretelling {
    /// Of sums by the start, and of sums by fitted weights; `None` of no game.
    pub(super) fn of(
        choices: &Choices,
        start: Option<&Sums>,
        fitted: &Sums,
    ) -> Option<Foretelling> {
        let uniform = Scores::of(choices, |_| 0.0);
        let start = start.map(|sums| Scores::of(choices, |at| sums.sum(choices, at)));
        let fitted = Scores::of(choices, |at| fitted.sum(choices, at));
        let before = start.as_ref().unwrap_or(&uniform);
        let gain = fitted.games.iter().zip(&before.games);
        let gain = gain.map(|(new, old)| (new.log_likelihood - old.log_likelihood, new.choices));
        Some(Foretelling {
            uniform: uniform.foretold()?,
            start: start.as_ref().and_then(Scores::foretold),
            fitted: fitted.foretold()?,
            gain: Estimate::of(gain)?,
        })
    }
}

/// A way to sum up a candidate.
pub(super) struct Sums<'a> {
    /// By feature, in nats.
    pub weights: &'a [f64],
    /// What the rest is multiplied with.
    pub of_rest: f64,
}

impl Sums<'_> {
    pub fn sum(&self, choices: &Choices, candidate: usize) -> f64 {
        choices
            .candidate(candidate)
            .whole_sum(self.weights, self.of_rest)
    }
}

/// What the moves of each game make.
struct Scores {
    games: Vec<Score>,
}

#[derive(Clone, Copy, Default)]
struct Score {
    choices: usize,
    log_likelihood: f64,
    first: f64,
    top_five: f64,
}

impl Scores {
    fn of(choices: &Choices, sum: impl Fn(usize) -> f64 + Sync) -> Scores {
        let of_game = |game| {
            let mut score = Score::default();
            for choice in choices.choices_of(game) {
                let sums: Vec<f64> = choices.candidates_of(choice).map(&sum).collect();
                score.add(&sums);
            }
            score
        };
        let games = (0..choices.games()).into_par_iter();
        Scores {
            games: games.map(of_game).collect(),
        }
    }

    fn foretold(&self) -> Option<Foretold> {
        let mean = |of: fn(&Score) -> f64| {
            let games = self.games.iter().map(|score| (of(score), score.choices));
            Estimate::of(games)
        };
        Some(Foretold {
            log_likelihood: mean(|score| score.log_likelihood)?,
            first: mean(|score| score.first)?,
            top_five: mean(|score| score.top_five)?,
        })
    }
}

impl Score {
    /// Adds a choice by the sums of its candidates, of which the first was played.
    fn add(&mut self, sums: &[f64]) {
        let played = sums[0];
        let better = sums.iter().filter(|&&sum| sum > played).count() as f64;
        let alike = sums.iter().filter(|&&sum| sum == played).count() as f64;
        let among = |places: f64| ((places - better) / alike).clamp(0.0, 1.0);
        self.choices += 1;
        self.log_likelihood -= log_sum(sums, played);
        self.first += among(1.0);
        self.top_five += among(5.0);
    }
}

/// log Σ exp(sum − played).
fn log_sum(sums: &[f64], played: f64) -> f64 {
    let most = sums
        .iter()
        .fold(f64::NEG_INFINITY, |most, &sum| most.max(sum));
    let all: f64 = sums.iter().map(|sum| libm::exp(sum - most)).sum();
    libm::log(all) + most - played
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_shared_by_who_is_alike() {
        for (sums, first, top_five) in [
            (vec![2.0, 1.0, 0.0], 1.0, 1.0),
            (vec![1.0, 1.0, 0.0], 0.5, 1.0),
            (vec![0.0; 10], 0.1, 0.5),
            (vec![0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0], 0.0, 0.5),
            (vec![0.0, 1.0, 1.0, 1.0, 1.0, 1.0], 0.0, 0.0),
        ] {
            let mut score = Score::default();
            score.add(&sums);
            assert_eq!((score.first, score.top_five), (first, top_five), "{sums:?}");
            let all: f64 = sums.iter().map(|sum| sum.exp()).sum();
            assert!((score.log_likelihood - (sums[0].exp() / all).ln()).abs() < 1e-12);
        }
    }
}

//! Simulated matches: how often a statistic is right, and how many games a test
//! takes.

use std::f64::consts::TAU;

use engines::rng::{Rng, mix};
use rayon::prelude::*;

use super::intervals::{ELO, logistic};
use super::match_elo::NORMALIZED_ELO;
use super::pentanomial::{GameResult, MatchCounts};
use super::sprt::{Sprt, Units, Verdict};

/// How two players score against each other.
///
/// The opening of a pair favors the first mover by an Elo that is normal with
/// mean 0; he expects the score that Elo's curve gives to the difference of
/// strength and opening together. Of that probability, `draws` is taken for
/// draws, half from either side, so the expected score stays what it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchModel {
    /// How much stronger the first player is, in logistic Elo.
    pub elo: f64,
    /// The share of draws, 0 to 1; less where one side is nearly sure to win.
    pub draws: f64,
    /// The standard deviation of what an opening is worth, in Elo.
    pub spread: f64,
}

impl MatchModel {
    /// Two games from one opening; the first player moves first in the first.
    pub fn play_pair(&self, rng: &mut Rng) -> [GameResult; 2] {
        let opening = if self.spread > 0.0 {
            self.spread * normal(rng)
        } else {
            0.0
        };
        [opening, -opening].map(|favor| self.play(favor, rng))
    }

    fn play(&self, favor: f64, rng: &mut Rng) -> GameResult {
        let (score, half_draws) = self.chances(favor);
        let number = uniform(rng);
        if number < score - half_draws {
            GameResult::Win
        } else if number < score + half_draws {
            GameResult::Draw
        } else {
            GameResult::Loss
        }
    }

    /// The expected score of a game, and half the probability of a draw.
    fn chances(&self, favor: f64) -> (f64, f64) {
        let score = logistic((self.elo + favor) / ELO);
        (score, (self.draws / 2.0).min(score).min(1.0 - score))
    }

    /// The model with a strength that is given in these units.
    pub fn with_elo(self, elo: f64, units: Units) -> MatchModel {
        if units == Units::Logistic {
            return MatchModel { elo, ..self };
        }
        let (mut low, mut high) = (-10_000.0, 10_000.0);
        // To the last bit that matters.
        for _ in 0..60 {
            let middle = MatchModel {
                elo: (low + high) / 2.0,
                ..self
            };
            if middle.normalized_elo() < elo {
                low = middle.elo;
            } else {
                high = middle.elo;
            }
        }
        MatchModel { elo: low, ..self }
    }

    fn normalized_elo(&self) -> f64 {
        let (mean, variance) = self.pair_moments();
        NORMALIZED_ELO * (mean - 0.5) / (2.0 * variance).sqrt()
    }

    /// The mean and the variance of a pair's score, which is the mean of its
    /// games; over openings up to six deviations from even.
    fn pair_moments(&self) -> (f64, f64) {
        let (mut weights, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for step in -300..=300 {
            let deviation = f64::from(step) / 50.0;
            let weight = libm::exp(-deviation * deviation / 2.0);
            let favor = self.spread * deviation;
            let games = [favor, -favor].map(|favor| self.chances(favor));
            let mean = (games[0].0 + games[1].0) / 2.0;
            // Of a game's points the square has the mean score - half_draws / 2.
            let variance = games
                .map(|(score, half_draws)| score - half_draws / 2.0 - score * score)
                .iter()
                .sum::<f64>()
                / 4.0;
            weights += weight;
            sum += weight * mean;
            squares += weight * (variance + mean * mean);
        }
        let mean = sum / weights;
        (mean, squares / weights - mean * mean)
    }
}

/// Roughly the pairs that a test takes where it takes most, half way between
/// its bounds: Wald's approximation, in which the ratio is a Brownian motion.
pub fn rough_pairs(sprt: &Sprt, model: &MatchModel) -> f64 {
    let at = |elo: f64| model.with_elo(elo, sprt.units).pair_moments();
    let (lower, upper) = sprt.bounds();
    let step = at(sprt.elo1).0 - at(sprt.elo0).0;
    let (_, variance) = at((sprt.elo0 + sprt.elo1) / 2.0);
    -lower * upper * variance / (step * step)
}

/// What a test comes to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expectation {
    /// Games until the verdict, on average.
    pub mean_games: f64,
    /// Half of the matches take no more games.
    pub median_games: u64,
    /// 95 % of the matches take no more games.
    pub most_games: u64,
    /// The share of the matches that accepted H1.
    pub accepted_h1: f64,
}

/// Plays a test until its verdict, `matches` times, on all threads of rayon. A
/// function of its arguments alone: every match has random numbers of its own.
///
/// # Panics
///
/// If `matches` is 0.
pub fn expect(sprt: &Sprt, model: &MatchModel, matches: u64, seed: u64) -> Expectation {
    let results: Vec<(u64, Verdict)> = (0..matches)
        .into_par_iter()
        .map(|number| play_test(sprt, model, &mut Rng::new(mix(seed, number))))
        .collect();
    let mut games: Vec<u64> = results.iter().map(|&(games, _)| games).collect();
    games.sort_unstable();
    let accepted = results
        .iter()
        .filter(|&&(_, verdict)| verdict == Verdict::AcceptH1);
    let within = |part: f64| games[(part * matches as f64).ceil() as usize - 1];
    Expectation {
        mean_games: games.iter().sum::<u64>() as f64 / matches as f64,
        median_games: within(0.5),
        most_games: within(0.95),
        accepted_h1: accepted.count() as f64 / matches as f64,
    }
}

/// Plays pairs until the verdict; says after how many games it came.
fn play_test(sprt: &Sprt, model: &MatchModel, rng: &mut Rng) -> (u64, Verdict) {
    let mut counts = MatchCounts::default();
    loop {
        counts.add_pair(model.play_pair(rng));
        let verdict = sprt.verdict(&counts);
        if verdict != Verdict::Continue {
            return (counts.total_games(), verdict);
        }
    }
}

/// A number from 0 to less than 1.
fn uniform(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A normal number with mean 0 and deviation 1 (Box and Muller 1958).
fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - uniform(rng))).sqrt();
    radius * libm::cos(TAU * uniform(rng))
}

//! A mean over positions, which are not independent.

use serde::Serialize;

use super::label::Label;
use super::sample_store::SampleStore;
use super::samples::Count;
use super::scratch_file::ScratchError;

/// A mean and its standard error, clustered by game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The mean over all positions.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Estimate {
    /// From every game's sum and number of positions; `None` of no position.
    pub(super) fn of(games: impl Iterator<Item = (f64, usize)> + Clone) -> Option<Estimate> {
        let (sum, positions) = games
            .clone()
            .fold((0.0, 0), |(sum, all), (x, n)| (sum + x, all + n));
        if positions == 0 {
            return None;
        }
        let mean = sum / positions as f64;
        let squares = games.map(|(x, n)| (x - mean * n as f64).powi(2));
        let error = squares.sum::<f64>().sqrt() / positions as f64;
        // Less is rounding: the games all have the same mean.
        let is_error = error > 1e-12 * mean.abs();
        Some(Estimate {
            mean,
            error: if is_error { error } else { 0.0 },
        })
    }
}

/// The losses of all games by some weights.
pub(super) struct GameLosses {
    sums: Vec<f64>,
    positions: Vec<usize>,
}

/// Enough for the threads of any machine.
const RUNS: usize = 1_024;

impl GameLosses {
    pub fn of<C: Count>(
        label: Label,
        samples: &SampleStore<C>,
        weights: &[f64],
        of_rest: f64,
    ) -> Result<GameLosses, ScratchError> {
        let parts = samples.fold(RUNS, Vec::new, |games, _, samples| {
            let loss = |position: usize| {
                let row = samples.row(position);
                label.loss(row.whole_sum(weights, of_rest), row.target)
            };
            for game in 0..samples.games() {
                let positions = samples.positions_of(game);
                games.push((positions.len(), positions.map(loss).sum::<f64>()));
            }
        })?;
        let (positions, sums) = parts.into_iter().flatten().unzip();
        Ok(GameLosses { sums, positions })
    }

    /// The mean loss.
    pub fn mean(&self) -> Option<Estimate> {
        let sums = self.sums.iter().copied();
        Estimate::of(sums.zip(self.positions.iter().copied()))
    }

    /// How much the mean loss is above that by other weights, on the same games.
    pub fn above(&self, other: &GameLosses) -> Option<Estimate> {
        let sums = self.sums.iter().zip(&other.sums).map(|(x, y)| x - y);
        Estimate::of(sums.zip(self.positions.iter().copied()))
    }
}

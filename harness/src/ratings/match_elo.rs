//! The Elo difference of a match as match runners print it.

use super::cells::Cells;
use super::intervals::{ELO, NORMAL_95, normal_below};
use super::pentanomial::MatchCounts;

/// Normalized Elo in one unit of (score - ½) / standard deviation of a game:
/// in a game without draws between equals, the two kinds of Elo then agree
/// (Van den Bergh, "Comments on Normalized Elo").
pub(super) const NORMALIZED_ELO: f64 = 2.0 * ELO;

/// The scores between which Elo is computed, as fishtest has them: ±1 200 Elo.
const SCORES: (f64, f64) = (0.001, 0.999);

/// The estimates that fishtest and fastchess print: by a normal approximation
/// on the cells, of which empty ones count 1e-3, so they are finite at every
/// score. They hold in the middle of the scale after many games; the interval
/// that holds anywhere is [`match_interval`](super::match_interval()).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchElo {
    /// Logistic Elo: 400 points are odds of ten to one.
    pub elo: f64,
    /// Half the width of the image of the mean score ± 1.96 standard errors.
    pub elo_95: f64,
    /// Normalized Elo.
    pub normalized: f64,
    /// 1.96 standard errors of that.
    pub normalized_95: f64,
    /// The likelihood that the first player is the stronger one.
    pub los: f64,
}

impl MatchElo {
    /// The estimates for a match.
    pub fn new(counts: &MatchCounts) -> MatchElo {
        if counts.is_paired() {
            MatchElo::of_cells(&Cells::new(&counts.pairs))
        } else {
            MatchElo::of_cells(&Cells::new(&counts.games))
        }
    }

    fn of_cells<const N: usize>(cells: &Cells<N>) -> MatchElo {
        let (mean, variance) = cells.moments();
        let error = (variance / cells.total()).sqrt();
        let games = cells.games();
        let deviation_of_game = (variance * games / cells.total()).sqrt();
        let margin = NORMAL_95 * error;
        MatchElo {
            elo: elo(mean),
            elo_95: (elo(mean + margin) - elo(mean - margin)) / 2.0,
            normalized: NORMALIZED_ELO * (mean - 0.5) / deviation_of_game,
            normalized_95: NORMALIZED_ELO * NORMAL_95 / games.sqrt(),
            los: normal_below((mean - 0.5) / error),
        }
    }
}

/// The Elo difference at which the better player is expected to score so.
fn elo(score: f64) -> f64 {
    let score = score.clamp(SCORES.0, SCORES.1);
    ELO * libm::log(score / (1.0 - score))
}

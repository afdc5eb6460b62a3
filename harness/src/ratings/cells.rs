//! Counts of outcomes as a distribution without empty cells.

/// A count for an empty cell, as fishtest takes it: everything computed from
/// the cells is then finite, and nearly what it would be without.
const EMPTY: f64 = 1e-3;

/// Outcomes with the scores 0, 1/(N-1) … 1, and how often each came: three
/// cells for games, five for pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells<const N: usize> {
    /// How often each outcome came; more than 0.
    pub counts: [f64; N],
}

impl<const N: usize> Cells<N> {
    pub fn new(counts: &[u64; N]) -> Cells<N> {
        Cells {
            counts: counts.map(|count| if count == 0 { EMPTY } else { count as f64 }),
        }
    }

    /// The score of an outcome.
    pub fn score(cell: usize) -> f64 {
        cell as f64 / (N - 1) as f64
    }

    /// Outcomes in all.
    pub fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Games in all: one for each half point that an outcome can differ by.
    pub fn games(&self) -> f64 {
        self.total() * (N - 1) as f64 / 2.0
    }

    /// The mean score and its variance an outcome.
    pub fn moments(&self) -> (f64, f64) {
        let total = self.total();
        moments(&self.counts.map(|count| count / total))
    }
}

/// The mean and the variance of the scores under a distribution.
pub(super) fn moments<const N: usize>(probabilities: &[f64; N]) -> (f64, f64) {
    let cells = || (0..N).map(|cell| (Cells::<N>::score(cell), probabilities[cell]));
    let mean: f64 = cells().map(|(score, p)| p * score).sum();
    let variance = cells().map(|(score, p)| p * (score - mean).powi(2)).sum();
    (mean, variance)
}

//! What a fit makes small: the loss on all positions, and the ridge.

use super::label::Label;
use super::sample_store::SampleStore;
use super::samples::{Count, Row, Samples};
use super::scratch_file::ScratchError;
use crate::cholesky::Matrix;

/// The summed loss, plus half the ridge times the squared distance from `center`.
pub(super) struct Objective<'a, C> {
    pub label: Label,
    pub samples: &'a SampleStore<C>,
    pub center: &'a [f64],
    /// What the sum of features that are not fitted is multiplied with.
    pub of_rest: f64,
    pub ridge: f64,
}

/// The objective around some weights.
pub(super) struct Local {
    pub value: f64,
    pub gradient: Vec<f64>,
    /// The loss's second derivative at each position.
    pub curvatures: Vec<f64>,
}

/// Sums are made of so many parts at most, whatever the number of threads.
const BLOCKS: usize = 32;

impl<C: Count> Objective<'_, C> {
    pub fn value(&self, weights: &[f64]) -> Result<f64, ScratchError> {
        Ok(self.loss(weights)? + self.penalty(weights))
    }

    /// On all positions.
    pub fn loss(&self, weights: &[f64]) -> Result<f64, ScratchError> {
        let losses = self.samples.fold(
            BLOCKS,
            || 0.0,
            |loss, _, samples| {
                *loss += rows(samples)
                    .map(|row| self.label.loss(self.sum(&row, weights), row.target))
                    .sum::<f64>();
            },
        )?;
        Ok(losses.into_iter().sum())
    }

    pub fn sum(&self, row: &Row<C>, weights: &[f64]) -> f64 {
        row.whole_sum(weights, self.of_rest)
    }

    fn penalty(&self, weights: &[f64]) -> f64 {
        let distances = weights.iter().zip(self.center);
        let squares = distances.map(|(weight, center)| (weight - center) * (weight - center));
        self.ridge / 2.0 * squares.sum::<f64>()
    }

    pub fn around(&self, weights: &[f64]) -> Result<Local, ScratchError> {
        let nothing = || Local {
            value: 0.0,
            gradient: vec![0.0; weights.len()],
            curvatures: Vec::new(),
        };
        let parts = self.samples.fold(BLOCKS, nothing, |part, _, samples| {
            for row in rows(samples) {
                let sum = self.sum(&row, weights);
                part.value += self.label.loss(sum, row.target);
                row.add_to(&mut part.gradient, self.label.slope(sum, row.target));
                part.curvatures.push(self.label.curvature(sum));
            }
        })?;
        let distances = weights.iter().zip(self.center);
        let mut whole = Local {
            value: self.penalty(weights),
            gradient: distances
                .map(|(weight, center)| self.ridge * (weight - center))
                .collect(),
            curvatures: Vec::with_capacity(self.samples.positions()),
        };
        for part in parts {
            whole.value += part.value;
            add(&mut whole.gradient, &part.gradient);
            whole.curvatures.extend(part.curvatures);
        }
        Ok(whole)
    }

    /// All second derivatives, the diagonal and what is right of it.
    pub fn hessian(&self, curvatures: &[f64]) -> Result<Matrix, ScratchError> {
        let size = self.center.len();
        let nothing = || Matrix::zero(size);
        let most = blocks_of_matrices(size);
        let parts = self.samples.fold(most, nothing, |part, before, samples| {
            for (row, &curvature) in rows(samples).zip(&curvatures[before..]) {
                add_square(part, row.pairs(), curvature);
            }
        })?;
        let mut hessian = Matrix::zero(size);
        (0..size).for_each(|at| hessian.row_mut(at)[at] = self.ridge);
        parts.iter().for_each(|part| hessian.add(part));
        Ok(hessian)
    }

    /// The diagonal of all second derivatives.
    pub fn hessian_diagonal(&self, curvatures: &[f64]) -> Result<Vec<f64>, ScratchError> {
        let nothing = || vec![0.0; self.center.len()];
        let parts = self
            .samples
            .fold(BLOCKS, nothing, |part, before, samples| {
                for (row, &curvature) in rows(samples).zip(&curvatures[before..]) {
                    for (at, count) in row.pairs() {
                        part[at] += curvature * count * count;
                    }
                }
            })?;
        let ridge = vec![self.ridge; self.center.len()];
        Ok(summed(ridge, &parts))
    }

    /// The matrix of second derivatives times a direction.
    pub fn hessian_times(
        &self,
        curvatures: &[f64],
        direction: &[f64],
    ) -> Result<Vec<f64>, ScratchError> {
        let nothing = || vec![0.0; direction.len()];
        let parts = self
            .samples
            .fold(BLOCKS, nothing, |part, before, samples| {
                for (row, &curvature) in rows(samples).zip(&curvatures[before..]) {
                    row.add_to(part, curvature * row.sum(direction));
                }
            })?;
        let ridge = direction.iter().map(|x| self.ridge * x).collect();
        Ok(summed(ridge, &parts))
    }

    /// The sum of the squares of what each game contributes to the gradient: the
    /// diagonal and what is right of it.
    pub fn scatter(&self, weights: &[f64]) -> Result<Matrix, ScratchError> {
        let size = weights.len();
        let nothing = || Matrix::zero(size);
        let most = blocks_of_matrices(size);
        let parts = self.samples.fold(most, nothing, |part, _, samples| {
            let mut of_game = vec![0.0; size];
            for game in 0..samples.games() {
                for position in samples.positions_of(game) {
                    let row = samples.row(position);
                    let slope = self.label.slope(self.sum(&row, weights), row.target);
                    row.add_to(&mut of_game, slope);
                }
                let pairs = of_game.iter().copied().enumerate();
                add_square(part, pairs.filter(|&(_, slope)| slope != 0.0), 1.0);
                of_game.fill(0.0);
            }
        })?;
        let mut scatter = Matrix::zero(size);
        parts.iter().for_each(|part| scatter.add(part));
        Ok(scatter)
    }
}

fn rows<C: Count>(samples: &Samples<C>) -> impl Iterator<Item = Row<'_, C>> {
    (0..samples.positions()).map(|position| samples.row(position))
}

/// So many that all their matrices take 64 MB, and at least two.
fn blocks_of_matrices(size: usize) -> usize {
    const MOST_CELLS: usize = 1 << 23;
    (MOST_CELLS / (size * size).max(1)).clamp(2, BLOCKS)
}

/// Adds what is on and right of the diagonal of `factor` times a sparse row's
/// square; the row's places ascend.
fn add_square(matrix: &mut Matrix, pairs: impl Iterator<Item = (usize, f64)> + Clone, factor: f64) {
    let mut rest = pairs;
    while let Some((at, count)) = rest.next() {
        let row = matrix.row_mut(at);
        row[at] += factor * count * count;
        for (right, other) in rest.clone() {
            row[right] += factor * count * other;
        }
    }
}

fn summed(mut sum: Vec<f64>, parts: &[Vec<f64>]) -> Vec<f64> {
    parts.iter().for_each(|part| add(&mut sum, part));
    sum
}

fn add(sum: &mut [f64], part: &[f64]) {
    sum.iter_mut().zip(part).for_each(|(cell, x)| *cell += x);
}

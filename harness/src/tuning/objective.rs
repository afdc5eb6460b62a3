//! What a fit makes small: the loss on all positions, and the ridge.

use std::ops::Range;

use rayon::prelude::*;

use super::label::Label;
use super::samples::{Count, Row, Samples};
use crate::cholesky::Matrix;

/// The summed loss, plus half the ridge times the squared distance from `center`.
pub(super) struct Objective<'a, C> {
    pub label: Label,
    pub samples: &'a Samples<C>,
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
    pub fn value(&self, weights: &[f64]) -> f64 {
        let losses = self.per_block(BLOCKS, |games| {
            let positions = self.positions(&games);
            let rows = positions.map(|position| self.samples.row(position));
            rows.map(|row| self.label.loss(self.sum(&row, weights), row.target))
                .sum::<f64>()
        });
        losses.into_iter().sum::<f64>() + self.penalty(weights)
    }

    pub fn sum(&self, row: &Row<C>, weights: &[f64]) -> f64 {
        row.whole_sum(weights, self.of_rest)
    }

    fn penalty(&self, weights: &[f64]) -> f64 {
        let distances = weights.iter().zip(self.center);
        let squares = distances.map(|(weight, center)| (weight - center) * (weight - center));
        self.ridge / 2.0 * squares.sum::<f64>()
    }

    pub fn around(&self, weights: &[f64]) -> Local {
        let parts = self.per_block(BLOCKS, |games| {
            let mut part = Local {
                value: 0.0,
                gradient: vec![0.0; weights.len()],
                curvatures: Vec::new(),
            };
            for position in self.positions(&games) {
                let row = self.samples.row(position);
                let sum = self.sum(&row, weights);
                part.value += self.label.loss(sum, row.target);
                row.add_to(&mut part.gradient, self.label.slope(sum, row.target));
                part.curvatures.push(self.label.curvature(sum));
            }
            part
        });
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
        whole
    }

    /// All second derivatives, the diagonal and what is right of it.
    pub fn hessian(&self, curvatures: &[f64]) -> Matrix {
        let size = self.center.len();
        let parts = self.per_block(blocks_of_matrices(size), |games| {
            let mut part = Matrix::zero(size);
            for position in self.positions(&games) {
                let row = self.samples.row(position);
                add_square(&mut part, row.pairs(), curvatures[position]);
            }
            part
        });
        let mut hessian = Matrix::zero(size);
        (0..size).for_each(|at| hessian.row_mut(at)[at] = self.ridge);
        parts.iter().for_each(|part| hessian.add(part));
        hessian
    }

    /// The diagonal of all second derivatives.
    pub fn hessian_diagonal(&self, curvatures: &[f64]) -> Vec<f64> {
        let parts = self.per_block(BLOCKS, |games| {
            let mut part = vec![0.0; self.center.len()];
            for position in self.positions(&games) {
                for (at, count) in self.samples.row(position).pairs() {
                    part[at] += curvatures[position] * count * count;
                }
            }
            part
        });
        let ridge = vec![self.ridge; self.center.len()];
        summed(ridge, &parts)
    }

    /// The matrix of second derivatives times a direction.
    pub fn hessian_times(&self, curvatures: &[f64], direction: &[f64]) -> Vec<f64> {
        let parts = self.per_block(BLOCKS, |games| {
            let mut part = vec![0.0; direction.len()];
            for position in self.positions(&games) {
                let row = self.samples.row(position);
                row.add_to(&mut part, curvatures[position] * row.sum(direction));
            }
            part
        });
        let ridge = direction.iter().map(|x| self.ridge * x).collect();
        summed(ridge, &parts)
    }

    /// The sum of the squares of what each game contributes to the gradient: the
    /// diagonal and what is right of it.
    pub fn scatter(&self, weights: &[f64]) -> Matrix {
        let size = weights.len();
        let parts = self.per_block(blocks_of_matrices(size), |games| {
            let mut part = Matrix::zero(size);
            let mut of_game = vec![0.0; size];
            for game in games {
                for position in self.samples.positions_of(game) {
                    let row = self.samples.row(position);
                    let slope = self.label.slope(self.sum(&row, weights), row.target);
                    row.add_to(&mut of_game, slope);
                }
                let pairs = of_game.iter().copied().enumerate();
                add_square(&mut part, pairs.filter(|&(_, slope)| slope != 0.0), 1.0);
                of_game.fill(0.0);
            }
            part
        });
        let mut scatter = Matrix::zero(size);
        parts.iter().for_each(|part| scatter.add(part));
        scatter
    }

    fn positions(&self, games: &Range<usize>) -> Range<usize> {
        self.samples.positions_of(games.start).start..self.samples.positions_of(games.end - 1).end
    }

    /// What each block of games gives, in their order.
    fn per_block<T: Send>(
        &self,
        most: usize,
        of_block: impl Fn(Range<usize>) -> T + Sync + Send,
    ) -> Vec<T> {
        let blocks = self.samples.blocks(most);
        blocks.into_par_iter().map(of_block).collect()
    }
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

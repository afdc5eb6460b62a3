//! A few weights' second derivatives, solved exactly.

use crate::cholesky::{Cholesky, Matrix};

/// A matrix of second derivatives, scaled so that its diagonal is 1: features
/// may be of very different sizes.
pub(super) struct Curvature {
    factors: Cholesky,
    scales: Vec<f64>,
}

impl Curvature {
    /// Less of a feature's own than this, beside what the others explain, is
    /// rounding.
    const LEAST: f64 = 1e-10;

    /// `None` where one feature is a sum of others. One that is never on stands
    /// alone.
    pub fn of(mut hessian: Matrix) -> Option<Curvature> {
        let scale = |diagonal: f64| match diagonal > 0.0 {
            true => 1.0 / diagonal.sqrt(),
            false => 1.0,
        };
        let scales: Vec<f64> = hessian.diagonal().map(scale).collect();
        for (at, by) in scales.iter().enumerate() {
            let row = hessian.row_mut(at);
            row.iter_mut().zip(&scales).for_each(|(x, s)| *x *= by * s);
            row[at] = 1.0;
        }
        let factors = Cholesky::of(hessian)?;
        (factors.least_pivot() > Self::LEAST).then_some(Curvature { factors, scales })
    }

    /// The direction that the matrix turns into `vector`.
    pub fn solve(&self, vector: &[f64]) -> Vec<f64> {
        let mut solution = self.scaled(vector);
        self.factors.solve(&mut solution);
        self.scaled(&solution)
    }

    fn scaled(&self, vector: &[f64]) -> Vec<f64> {
        vector
            .iter()
            .zip(&self.scales)
            .map(|(x, s)| x * s)
            .collect()
    }

    /// The covariance by the model.
    pub fn inverse(&self) -> Matrix {
        let mut inverse = self.factors.inverse();
        for (at, by) in self.scales.iter().enumerate() {
            let row = inverse.row_mut(at);
            row.iter_mut()
                .zip(&self.scales)
                .for_each(|(x, s)| *x *= by * s);
        }
        inverse
    }
}

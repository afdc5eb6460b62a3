//! Solving linear equations whose matrix is symmetric and positive definite.

/// A square matrix in row order.
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub fn zero(size: usize) -> Matrix {
        Matrix {
            size,
            cells: vec![0.0; size * size],
        }
    }

    pub fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..][..self.size]
    }

    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.cells[row * self.size..][..self.size]
    }

    pub fn diagonal(&self) -> impl Iterator<Item = f64> {
        self.cells.iter().step_by(self.size + 1).copied()
    }

    /// Adds another matrix of this size.
    pub fn add(&mut self, other: &Matrix) {
        for (cell, x) in self.cells.iter_mut().zip(&other.cells) {
            *cell += x;
        }
    }

    /// VSV for a symmetric V, which this is, and a symmetric S, of which only the
    /// diagonal and what is right of it are read.
    pub fn sandwich(&self, s: &Matrix) -> Matrix {
        let mut s = Matrix {
            size: s.size,
            cells: s.cells.clone(),
        };
        s.mirror();
        let mut product = Matrix::zero(self.size);
        for i in 0..self.size {
            add_multiples(
                product.row_mut(i),
                s.row(i).iter().copied().zip(self.rows()),
            );
        }
        let mut sandwich = Matrix::zero(self.size);
        for i in 0..self.size {
            let rows = product.rows().map(|row| &row[i..]);
            add_multiples(
                &mut sandwich.row_mut(i)[i..],
                self.row(i).iter().copied().zip(rows),
            );
        }
        sandwich.mirror();
        sandwich
    }

    fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.cells.chunks_exact(self.size)
    }

    /// Repeats left of the diagonal what is right of it.
    fn mirror(&mut self) {
        for i in 0..self.size {
            for j in 0..i {
                self.cells[i * self.size + j] = self.cells[j * self.size + i];
            }
        }
    }
}

/// A matrix A as UᵀU, where U has nothing below its diagonal.
pub(crate) struct Cholesky(Matrix);

impl Cholesky {
    /// Factors a symmetric matrix, of which only the diagonal and what is right
    /// of it are read. `None` where it is not positive definite.
    pub fn of(mut matrix: Matrix) -> Option<Cholesky> {
        let size = matrix.size;
        for k in 0..size {
            let (done, rest) = matrix.cells.split_at_mut(k * size);
            let row = &mut rest[k..size];
            let above = done.chunks_exact(size).map(|above| &above[k..]);
            add_multiples(row, above.map(|above| (-above[0], above)));
            let pivot = row[0];
            // Not `<=`: a NaN has to fail, too.
            if !(pivot > 0.0 && pivot.is_finite()) {
                return None;
            }
            let root = pivot.sqrt();
            row.iter_mut().for_each(|cell| *cell /= root);
        }
        Some(Cholesky(matrix))
    }

    /// How much of a row's own is left at least when what the rows above explain
    /// is taken away: 0 where the rows depend on each other.
    pub fn least_pivot(&self) -> f64 {
        let pivots = self.0.diagonal().map(|root| root * root);
        pivots.fold(f64::INFINITY, f64::min)
    }

    /// Turns b into the x with Ax = b.
    pub fn solve(&self, b: &mut [f64]) {
        let size = self.0.size;
        for k in 0..size {
            let row = &self.0.row(k)[k..];
            b[k] /= row[0];
            let factor = b[k];
            subtract_multiple(&mut b[k + 1..], factor, &row[1..]);
        }
        for k in (0..size).rev() {
            let row = &self.0.row(k)[k..];
            let known: f64 = row[1..].iter().zip(&b[k + 1..]).map(|(u, x)| u * x).sum();
            b[k] = (b[k] - known) / row[0];
        }
    }

    /// The inverse of A.
    pub fn inverse(&self) -> Matrix {
        let size = self.0.size;
        // The inverse of Uᵀ, which has nothing right of its diagonal.
        let mut lower = Matrix::zero(size);
        for k in 0..size {
            let (done, rest) = lower.cells.split_at_mut(k * size);
            let row = &mut rest[..=k];
            row[k] = 1.0;
            let above = self.0.rows().zip(done.chunks_exact(size));
            add_multiples(row, above.map(|(factors, above)| (-factors[k], above)));
            let root = self.0.row(k)[k];
            row.iter_mut().for_each(|cell| *cell /= root);
        }
        let mut inverse = Matrix::zero(size);
        for i in 0..size {
            let below = lower.rows().skip(i).map(|row| &row[i..]);
            add_multiples(&mut inverse.row_mut(i)[i..], below.map(|row| (row[0], row)));
        }
        inverse.mirror();
        inverse
    }
}

/// Adds rows, each times its factor: four at a time, to pass over the sum less
/// often.
fn add_multiples<'a>(sum: &mut [f64], terms: impl Iterator<Item = (f64, &'a [f64])>) {
    let mut terms = terms.filter(|&(factor, _)| factor != 0.0);
    while let Some((a, first)) = terms.next() {
        let (b, second) = terms.next().unwrap_or((0.0, first));
        let (c, third) = terms.next().unwrap_or((0.0, first));
        let (d, fourth) = terms.next().unwrap_or((0.0, first));
        let rows = first.iter().zip(second).zip(third.iter().zip(fourth));
        for (cell, ((p, q), (r, s))) in sum.iter_mut().zip(rows) {
            *cell += (a * p + b * q) + (c * r + d * s);
        }
    }
}

fn subtract_multiple(from: &mut [f64], factor: f64, row: &[f64]) {
    for (cell, x) in from.iter_mut().zip(row) {
        *cell -= factor * x;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: [[f64; 3]; 3]) -> Matrix {
        let mut matrix = Matrix::zero(3);
        for (k, row) in rows.iter().enumerate() {
            matrix.row_mut(k).copy_from_slice(row);
        }
        matrix
    }

    const A: [[f64; 3]; 3] = [[4.0, 2.0, -2.0], [2.0, 10.0, 2.0], [-2.0, 2.0, 6.0]];

    #[test]
    fn a_solution_solves() {
        let mut x = [2.0, 38.0, 28.0];
        Cholesky::of(matrix(A)).unwrap().solve(&mut x);
        for (row, b) in A.iter().zip([2.0, 38.0, 28.0]) {
            let product: f64 = row.iter().zip(x).map(|(a, x)| a * x).sum();
            assert!((product - b).abs() < 1e-12, "{product} is not {b}");
        }
    }

    #[test]
    fn an_inverse_inverts() {
        let inverse = Cholesky::of(matrix(A)).unwrap().inverse();
        for (i, row) in A.iter().enumerate() {
            for j in 0..3 {
                let product: f64 = (0..3).map(|k| row[k] * inverse.row(k)[j]).sum();
                let expected = if i == j { 1.0 } else { 0.0 };
                assert!((product - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn what_is_not_positive_definite_is_refused() {
        assert!(Cholesky::of(Matrix::zero(2)).is_none());
        let mut indefinite = A;
        indefinite[2][2] = 1.0;
        assert!(Cholesky::of(matrix(indefinite)).is_none());
        let mut undefined = A;
        undefined[1][1] = f64::NAN;
        assert!(Cholesky::of(matrix(undefined)).is_none());
    }
}

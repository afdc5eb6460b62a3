//! How much likelier one strength makes the results of a match than another:
//! the generalized log-likelihood ratio.
//!
//! A hypothesis names one number of the distribution on the cells, its mean or
//! its t-value; of all distributions that have it, the likeliest counts. That
//! is a problem of empirical likelihood (Owen, "Empirical Likelihood Ratio
//! Confidence Intervals for a Single Functional", Biometrika 75, 1988); for
//! matches of engines it was worked out by Van den Bergh, "Comments on
//! Normalized Elo" (cantate.be/Fishtest/normalized_elo_practical.pdf), whose
//! sections are cited here.

use super::cells::{Cells, moments};

/// The ratio of hypotheses on the mean score, `means[1]` against `means[0]`,
/// both between 0 and 1. Of the distributions with mean s the likeliest is
/// pᵢ = p̂ᵢ / (1 + θ(aᵢ - s)), where aᵢ are the scores and θ makes the mean s
/// (Proposition 1.1).
pub(super) fn of_means<const N: usize>(cells: &Cells<N>, means: [f64; 2]) -> f64 {
    let [worse, better] = means.map(|mean| {
        let deviations = std::array::from_fn(|cell| Cells::<N>::score(cell) - mean);
        tilt(&cells.counts, &deviations)
    });
    weighted_log(cells, &better, &worse)
}

/// The ratio of hypotheses on the t-value (μ - ½) / σ of an outcome,
/// `t_values[1]` against `t_values[0]`.
pub(super) fn of_t_values<const N: usize>(cells: &Cells<N>, t_values: [f64; 2]) -> f64 {
    let [worse, better] = t_values.map(|t| with_t_value(cells, t));
    weighted_log(cells, &better, &worse)
}

/// The likeliest distribution with a t-value, by the iteration of section 4.1:
/// the condition μ - ½ = tσ is replaced by its tangent at the last iterate, and
/// the likeliest distribution on that is the next.
///
/// The first is on the scores 0 and 1 alone and has the t-value. For t > 0,
/// μ - ½ - tσ is convex, so no iterate falls below zero, and every tangent has
/// cells on both sides of it; for t < 0 likewise.
fn with_t_value<const N: usize>(cells: &Cells<N>, t: f64) -> [f64; N] {
    let total = cells.total();
    let mut probabilities = [0.0; N];
    probabilities[N - 1] = 0.5 + 0.5 * t / (1.0 + t * t).sqrt();
    probabilities[0] = 1.0 - probabilities[N - 1];
    // A dozen steps do; the bound is for the last bits of extreme counts.
    for _ in 0..100 {
        let (mean, variance) = moments(&probabilities);
        let sigma = variance.sqrt();
        let tangent = std::array::from_fn(|cell| {
            let score = Cells::<N>::score(cell);
            score - 0.5 - t * sigma * (1.0 + ((mean - score) / sigma).powi(2)) / 2.0
        });
        let next = tilt(&cells.counts, &tangent).map(|count| count / total);
        let change = (0..N).map(|cell| (next[cell] - probabilities[cell]).abs());
        let largest = change.fold(0.0, f64::max);
        probabilities = next;
        if largest < 1e-12 {
            break;
        }
    }
    probabilities
}

/// The counts cᵢ / (1 + θdᵢ) for which Σ cᵢdᵢ / (1 + θdᵢ) = 0: where there are
/// d on both sides of zero, there is one such θ that leaves all of them
/// positive.
fn tilt<const N: usize>(counts: &[f64; N], d: &[f64; N]) -> [f64; N] {
    let largest = d.iter().copied().fold(f64::MIN, f64::max);
    let smallest = d.iter().copied().fold(f64::MAX, f64::min);
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    let tolerance = 1e-15 * (high - low);
    let mut theta = 0.0;
    // The sum falls from ∞ to -∞: Newton's steps, or halves of what is left
    // where they leave it.
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for cell in 0..N {
            let term = d[cell] / (1.0 + theta * d[cell]);
            sum += counts[cell] * term;
            slope -= counts[cell] * term * term;
        }
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let newton = theta - sum / slope;
        let next = if low < newton && newton < high {
            newton
        } else {
            (low + high) / 2.0
        };
        let step = (next - theta).abs();
        theta = next;
        if step <= tolerance {
            break;
        }
    }
    std::array::from_fn(|cell| counts[cell] / (1.0 + theta * d[cell]))
}

/// Σ cᵢ ln(pᵢ / qᵢ).
fn weighted_log<const N: usize>(cells: &Cells<N>, p: &[f64; N], q: &[f64; N]) -> f64 {
    (0..N)
        .map(|cell| cells.counts[cell] * libm::log(p[cell] / q[cell]))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::rng::Rng;

    fn random_cells(rng: &mut Rng) -> Cells<5> {
        let most = [2, 30, 1000][rng.below(3) as usize];
        Cells::new(&std::array::from_fn(|_| u64::from(rng.below(most))))
    }

    /// The logarithm of a distribution's likelihood, without a constant.
    fn log_likelihood(cells: &Cells<5>, p: &[f64; 5]) -> f64 {
        (0..5).map(|cell| cells.counts[cell] * p[cell].ln()).sum()
    }

    #[test]
    fn the_tilted_distribution_is_one_and_has_the_mean() {
        let mut rng = Rng::new(1);
        for _ in 0..2000 {
            let cells = random_cells(&mut rng);
            let mean = f64::from(1 + rng.below(998)) / 1000.0;
            let d = std::array::from_fn(|cell| Cells::<5>::score(cell) - mean);
            let total = cells.total();
            let p = tilt(&cells.counts, &d).map(|count| count / total);
            assert!(p.iter().all(|&p| p > 0.0), "{p:?}");
            assert!(
                (p.iter().sum::<f64>() - 1.0).abs() < 1e-8,
                "{cells:?} {mean}"
            );
            assert!((moments(&p).0 - mean).abs() < 1e-8, "{cells:?} {mean}");
        }
    }

    #[test]
    fn the_distribution_with_a_t_value_is_one_and_has_it() {
        let mut rng = Rng::new(2);
        for _ in 0..2000 {
            let cells = random_cells(&mut rng);
            let t = (f64::from(rng.below(2001)) - 1000.0) / 250.0;
            let p = with_t_value(&cells, t);
            let (mean, variance) = moments(&p);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-8, "{cells:?} {t}");
            assert!(
                (mean - 0.5 - t * variance.sqrt()).abs() < 1e-8,
                "{cells:?} {t} {p:?}"
            );
        }
    }

    /// No step that keeps the sum and the mean makes the tilted distribution
    /// likelier.
    #[test]
    fn no_distribution_with_the_mean_is_likelier() {
        let mut rng = Rng::new(3);
        for _ in 0..500 {
            let cells = random_cells(&mut rng);
            let mean = f64::from(100 + rng.below(801)) / 1000.0;
            let d = std::array::from_fn(|cell| Cells::<5>::score(cell) - mean);
            let total = cells.total();
            let p = tilt(&cells.counts, &d).map(|count| count / total);
            let best = log_likelihood(&cells, &p);
            for (left, middle, right) in [(0, 1, 2), (1, 2, 3), (2, 3, 4), (0, 2, 4)] {
                for sign in [1.0, -1.0] {
                    let size = sign * 0.01 * p[left].min(p[middle] / 2.0).min(p[right]);
                    let mut other = p;
                    other[left] += size;
                    other[middle] -= 2.0 * size;
                    other[right] += size;
                    assert!(
                        log_likelihood(&cells, &other) <= best + 1e-6,
                        "{cells:?} {mean}"
                    );
                }
            }
        }
    }

    #[test]
    fn at_zero_a_t_value_is_a_mean_of_one_half() {
        let mut rng = Rng::new(4);
        for _ in 0..200 {
            let cells = random_cells(&mut rng);
            let d = std::array::from_fn(|cell| Cells::<5>::score(cell) - 0.5);
            let total = cells.total();
            let by_mean = tilt(&cells.counts, &d).map(|count| count / total);
            let by_t = with_t_value(&cells, 0.0);
            assert!(by_mean.iter().zip(by_t).all(|(p, q)| (p - q).abs() < 1e-12));
        }
    }
}

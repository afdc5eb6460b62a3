//! What benchmarks share that time two things in turns by themselves.

/// The middle of some values; of two, the higher one.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

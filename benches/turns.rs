//! What benchmarks share that time two things in turns by themselves.

/// Whether the command line asks for a benchmark, as `cargo bench -- tournament`
/// does: by a part of its name, or by none at all.
pub fn is_wanted(name: &str) -> bool {
    let mut filters = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .peekable();
    filters.peek().is_none() || filters.any(|filter| name.contains(&filter))
}

/// The middle of some values; of two, the higher one.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

//! Which benchmarks the command line asks for, where criterion does not see to that.

/// Whether it asks for this one, as `cargo bench -- tournament` does: by a part of its
/// name, or by none at all.
pub fn is_wanted(name: &str) -> bool {
    let mut filters = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .peekable();
    filters.peek().is_none() || filters.any(|filter| name.contains(&filter))
}

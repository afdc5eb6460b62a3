//! Weights that come with the program: `results/weights/README.md` says how they
//! were made.

use crate::knowledge::Knowledge;

/// The weights of all features, from the text of a weights file. A file of a user
/// takes twice as long, as any mistake in it is found and named.
pub fn values<G: Knowledge>(text: &str) -> Vec<i32> {
    let mut values = vec![0; G::feature_count()];
    for line in text.lines().skip(1) {
        let row = line.split_once(',').and_then(|(feature, weight)| {
            let feature = G::feature_index(feature).ok()?;
            Some((feature, weight.parse().ok()?))
        });
        let (feature, weight) = row.expect("what was fitted is a feature and its weight");
        values[feature] = weight;
    }
    values
}

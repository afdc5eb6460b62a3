//! Weights of a table's features, as CSV.

use std::path::Path;

use serde::Deserialize;

use crate::error::InputError;
use crate::records::read_games;

#[derive(Deserialize)]
struct Row {
    feature: String,
    weight: f64,
}

/// Reads the columns `feature` and `weight`, in the order of `features`; one that
/// the file does not name weighs 0.
pub fn read_weights(path: &Path, features: &[String]) -> anyhow::Result<Vec<f64>> {
    let mut weights: Vec<Option<f64>> = vec![None; features.len()];
    read_games(path, |_, row: Row| {
        let name = row.feature.escape_debug();
        let at = features.iter().position(|feature| *feature == row.feature);
        let at = at.ok_or_else(|| {
            InputError(format!(
                "`{name}` is no feature; there are {}",
                features.join(", ")
            ))
        })?;
        if !row.weight.is_finite() {
            return Err(InputError(format!("the weight of `{name}` is {}", row.weight)).into());
        }
        match weights[at].replace(row.weight) {
            Some(_) => Err(InputError(format!("`{name}` is given twice")).into()),
            None => Ok(()),
        }
    })?;
    Ok(weights.into_iter().map(Option::unwrap_or_default).collect())
}

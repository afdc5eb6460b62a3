//! What stands beside weights that were tuned by games.

use serde::Serialize;
use toml::Table;

use crate::tuning::provenance::Verdict;

/// How weights were tuned, in full: the same again makes the same weights.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TunedFrom {
    /// Whether they play better than others.
    pub verdict: Verdict,
    /// Which program made them.
    pub program: String,
    /// The game.
    pub game: String,
    /// Of the weights file that this belongs to.
    pub weights_sha256: String,
    /// The whole configuration.
    pub spsa: Table,
}

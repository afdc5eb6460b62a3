//! Where weights come from: what stands beside a weights file.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::evaluation::Evaluation;
use super::games::Keep;
use super::goal::Goal;
use crate::records::csv_lines;
use crate::sha256;

/// Whether a match has shown that weights play better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nobody has tried.
    #[default]
    Unverified,
    /// They do.
    Verified,
    /// They do not.
    Rejected,
}

impl Verdict {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Unverified => "unverified",
            Verdict::Verified => "verified",
            Verdict::Rejected => "rejected",
        }
    }
}

/// A file that weights were fitted to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DataFile {
    /// As the command names it.
    pub file: PathBuf,
    /// What tells it from another version.
    pub sha256: String,
    /// Games of it that were not left out.
    pub games: usize,
}

/// How weights were made, in full: the same again makes the same weights.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Provenance<S> {
    /// Whether they play better.
    pub verdict: Verdict,
    /// Which program made them.
    pub program: String,
    /// The game.
    pub game: String,
    /// Of the weights file that this belongs to.
    pub weights_sha256: String,
    /// What they are to foretell.
    pub label: Goal,
    /// The weights to start from.
    pub start: String,
    /// Of their file.
    pub start_sha256: Option<String>,
    /// How strongly they hold the fitted weights, if they do.
    pub ridge: Option<f64>,
    /// Whether features were fitted that have no hand weights.
    pub patterns: bool,
    /// In fewer games, a feature kept its weight of the start.
    pub min_games: usize,
    /// What was not left out.
    pub keep: Vec<Keep>,
    /// What was fitted to.
    pub training: S,
    /// What was held out.
    pub held_out: Option<S>,
    /// What speaks against the weights.
    pub warnings: Vec<String>,
    /// Where the games come from.
    pub data: Vec<DataFile>,
}

/// The provenance file beside one of weights.
pub fn provenance_path(weights: &Path) -> PathBuf {
    weights.with_extension("toml")
}

/// A hash of each file; they are named from `folder`.
pub fn hashed_files(
    folder: &Path,
    files: &[PathBuf],
    games: &[usize],
) -> anyhow::Result<Vec<DataFile>> {
    let files = files.iter().zip(games);
    let hashed = files.map(|(file, &games)| {
        Ok(DataFile {
            file: file.clone(),
            sha256: hash_of(&folder.join(file))?,
            games,
        })
    });
    hashed.collect()
}

/// A hash of one file.
pub fn hash_of(file: &Path) -> anyhow::Result<String> {
    sha256::of_file(file).with_context(|| format!("cannot read {}", file.display()))
}

/// A weights file's content, from the weights of all features; one that is 0 is left
/// out.
pub fn weights_text(evaluation: &Evaluation, weights: &[i32]) -> anyhow::Result<Vec<u8>> {
    let rows = weights.iter().enumerate();
    let rows = rows.filter(|&(_, &weight)| weight != 0);
    let rows = rows.map(|(feature, weight)| (evaluation.name(feature), weight));
    let mut text = b"feature,weight\n".to_vec();
    text.extend(csv_lines(rows, false)?);
    Ok(text)
}

//! Writing weights, and beside them what they were made of.

use std::path::{Path, PathBuf};

use engines::GameSpec;

use crate::records::write_whole;
use crate::sha256;
use crate::tuning::{Keep, Provenance, Report, Start, Verdict, hash_of, hashed_files};
use crate::version::version;

/// What weights were made of.
pub struct Made<'a> {
    pub game: &'a GameSpec,
    pub start: &'a Start,
    pub patterns: bool,
    pub min_games: usize,
    pub keep: &'a [Keep],
    /// Files of games, as they are named from `folder`.
    pub data: &'a [PathBuf],
    pub folder: &'a Path,
    /// Games of each file that were not left out.
    pub used: &'a [usize],
}

impl Made<'_> {
    /// Writes `file` and, beside it, its provenance: first, so that weights never
    /// stand without.
    pub fn write(&self, file: &Path, weights: &[u8], report: &Report) -> anyhow::Result<()> {
        let provenance = Provenance {
            verdict: Verdict::Unverified,
            program: version().to_string(),
            game: self.game.to_string(),
            weights_sha256: sha256::of_bytes(weights),
            label: report.label,
            start: self.start.to_string(),
            start_sha256: match self.start {
                Start::File(file) => Some(hash_of(file)?),
                Start::Hand | Start::Zero => None,
            },
            ridge: report.ridge,
            patterns: self.patterns,
            min_games: self.min_games,
            keep: self.keep.to_vec(),
            training: report.training,
            held_out: report.held_out,
            warnings: report.warnings.clone(),
            data: hashed_files(self.folder, self.data, self.used)?,
        };
        let beside = Provenance::path(file);
        write_whole(&beside, toml::to_string(&provenance)?.as_bytes())?;
        write_whole(file, weights)
    }
}

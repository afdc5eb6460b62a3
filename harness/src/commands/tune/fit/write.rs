//! Writing weights, and beside them what they were made of.

use std::path::{Path, PathBuf};

use engines::GameSpec;
use serde::Serialize;

use crate::plot::{Line, Plot};
use crate::records::write_whole;
use crate::sha256;
use crate::tuning::{
    Goal, Keep, MoveReport, MoveSide, Provenance, Report, Side, Start, Step, Verdict, hash_of,
    hashed_files, provenance_path,
};
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

/// How weights were fitted, and how well.
pub struct Fitted<'a, S> {
    label: Goal,
    ridge: Option<f64>,
    training: S,
    held_out: Option<S>,
    warnings: &'a [String],
}

impl<'a> From<&'a Report> for Fitted<'a, Side> {
    fn from(report: &Report) -> Fitted<'_, Side> {
        Fitted {
            label: report.label.into(),
            ridge: Some(report.ridge),
            training: report.training,
            held_out: report.held_out,
            warnings: &report.warnings,
        }
    }
}

impl<'a> From<&'a MoveReport> for Fitted<'a, MoveSide> {
    fn from(report: &MoveReport) -> Fitted<'_, MoveSide> {
        Fitted {
            label: report.label,
            ridge: None,
            training: report.training,
            held_out: report.held_out,
            warnings: &report.warnings,
        }
    }
}

impl Made<'_> {
    /// Writes `file` and, beside it, its provenance: first, so that weights never
    /// stand without.
    pub fn write<S: Serialize>(
        &self,
        file: &Path,
        weights: &[u8],
        fitted: Fitted<S>,
    ) -> anyhow::Result<()> {
        let provenance = Provenance {
            verdict: Verdict::Unverified,
            program: version().to_string(),
            game: self.game.to_string(),
            weights_sha256: sha256::of_bytes(weights),
            label: fitted.label,
            start: self.start.to_string(),
            start_sha256: match self.start {
                Start::File(file) => Some(hash_of(file)?),
                Start::Hand | Start::Zero => None,
            },
            ridge: fitted.ridge,
            patterns: self.patterns,
            min_games: self.min_games,
            keep: self.keep.to_vec(),
            training: fitted.training,
            held_out: fitted.held_out,
            warnings: fitted.warnings.to_vec(),
            data: hashed_files(self.folder, self.data, self.used)?,
        };
        let beside = provenance_path(file);
        write_whole(&beside, toml::to_string(&provenance)?.as_bytes())?;
        write_whole(file, weights)
    }
}

/// Draws the loss after each step, beside the weights.
pub fn plot(weights: &Path, game: &GameSpec, report: &Report) -> anyhow::Result<()> {
    let line = |name: &str, loss: fn(&Step) -> Option<f64>| Line {
        name: name.to_string(),
        points: (0..)
            .zip(report.steps.iter().filter_map(loss))
            .map(|(step, loss)| (f64::from(step), loss))
            .collect(),
    };
    let plot = Plot {
        title: format!("weights for {game}"),
        x: "step".to_string(),
        y: format!("mean {}", report.label.loss_name()),
        lines: vec![
            line("games fitted to", |step| Some(step.training)),
            line("games held out", |step| step.held_out),
        ],
    };
    write_whole(&plot_path(weights), plot.svg().as_bytes())
}

/// Where the drawing stands.
pub fn plot_path(weights: &Path) -> PathBuf {
    weights.with_extension("svg")
}

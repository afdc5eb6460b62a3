//! Writing weights, and beside them what they were made of.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use engines::GameSpec;
use serde::Serialize;

use crate::error::InputError;
use crate::plot::{Line, Plot};
use crate::records::{write_together, write_whole};
use crate::sha256;
use crate::tuning::{
    Goal, Keep, MoveReport, MoveSide, Provenance, ProvenanceFile, Report, Side, Start, Step,
    Verdict, hash_of, hashed_files, provenance_path,
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
    /// Writes `file` and, beside it, its provenance and a drawing: all of them or, if the
    /// disk is full, none.
    pub fn write<S: Serialize>(
        &self,
        file: &Path,
        weights: &[u8],
        fitted: Fitted<S>,
        plot: Option<Plot>,
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
                Start::Hand | Start::Own | Start::Zero => None,
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
        let provenance = toml::to_string(&provenance)?;
        let drawing = plot.map(|plot| plot.svg());
        let (beside, plot_path) = (provenance_path(file), plot_path(file));
        let drawn = drawing
            .iter()
            .map(|drawing| (&*plot_path, drawing.as_bytes()));
        let both = [(&*beside, provenance.as_bytes()), (file, weights)];
        write_together(drawn.chain(both))?;
        if drawing.is_none() {
            // It is of the weights that were there before.
            let _ = fs::remove_file(&plot_path);
        }
        Ok(())
    }
}

/// Refuses weights beside which something else stands where their provenance and drawing
/// would.
pub fn check_beside(weights: &Path) -> Result<(), InputError> {
    let beside = provenance_path(weights);
    let taken = match fs::read_to_string(&beside) {
        Ok(text) if text.contains("weights_sha256") => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Some(plot_path(weights)).filter(|path| path.exists())
        }
        _ => Some(beside),
    };
    taken.map_or(Ok(()), |path| {
        Err(InputError(format!(
            "{} would be written beside the weights, but is something else; --out must have \
             another name",
            path.display()
        )))
    })
}

/// What was found of the weights that a fit is to replace, if anything was.
pub fn verdict_before(weights: &Path) -> Option<String> {
    let before = ProvenanceFile::of(weights).ok()?;
    before.is_decided().then(|| before.verdict())
}

/// Draws a fit beside its weights again, where that is all that is missing.
pub fn draw(weights: &Path, game: &GameSpec, report: &Report) -> anyhow::Result<()> {
    write_whole(&plot_path(weights), plot(game, report).svg().as_bytes())
}

/// The loss after each step.
pub fn plot(game: &GameSpec, report: &Report) -> Plot {
    let line = |name: &str, loss: fn(&Step) -> Option<f64>| Line {
        name: name.to_string(),
        points: (0..)
            .zip(report.steps.iter().filter_map(loss))
            .map(|(step, loss)| (f64::from(step), loss))
            .collect(),
    };
    Plot {
        title: format!("weights for {game}"),
        x: "step".to_string(),
        y: format!("mean {}", report.label.loss_name()),
        lines: vec![
            line("games fitted to", |step| Some(step.training)),
            line("games held out", |step| step.held_out),
        ],
    }
}

/// Where the drawing stands.
pub fn plot_path(weights: &Path) -> PathBuf {
    weights.with_extension("svg")
}

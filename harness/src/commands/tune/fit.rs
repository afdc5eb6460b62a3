//! `harness tune fit`.

mod fitting;
mod move_text;
mod text;
mod write;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use engines::pattern::HAND;
use serde::Serialize;

use self::fitting::{Reported, fit_shown, refused};
use super::format::Format;
use crate::commands::output_file::{check_folder, refuse_to_replace};
use crate::commands::thread_args::RunArgs;
use crate::commands::{quoted, refuse_twice, warn};
use crate::error::InputError;
use crate::tournament::as_text;
use crate::tuning::{
    Goal, Keep, Label, MoveReport, Options, Report, Start, provenance_path, read_table,
    read_weights,
};

pub use self::fitting::{FittingArgs, FromGames};
pub use self::write::{draw, plot_path};

const EXAMPLES: &str = "\
Examples:
  harness tune fit results/mine/games.csv --out weights.csv
  harness tune fit results/mine/games.csv results/more/games.csv --start zero --ridge 10
  harness tune fit results/mine/games.csv --label move --patterns --out moves.csv
  harness tune fit --features positions.csv
  harness tune fit --features positions.csv --start hand.csv --ridge 10 --format json";

/// Fit weights to recorded games
///
/// A position's features, times their weights, add up to how well the side to move
/// stands. The weights that foretell the results best are found by maximum
/// likelihood: logistic regression of results, linear regression of margins. One
/// game in five is held out, and tells how good the weights are where they were
/// not fitted; standard errors are clustered by game. Void games are left out, games that
/// repeat another move for move, and more that teaches nothing (see --keep).
///
/// With --label move, it is the features of moves that get weights, by which pattern plays
/// Go: those that make the moves that were played likeliest among all that were sensible
/// (a Bradley–Terry model, by minorization and maximization; R. Coulom, 2007). Every
/// feature also wins and loses once against one of weight 0, and needs no --ridge. Features
/// of positions keep their weights of the start.
///
/// Beside the weights stands, as .toml, what they were made of. They are unverified:
/// weights that foretell results better need not play better.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games, as tournaments write them, all of the same game
    #[arg(value_name = "GAMES", required_unless_present = "features")]
    games: Vec<PathBuf>,

    /// Tables of positions, in place of games: the columns game_id, result_stm (0 to
    /// 1, of the side to move), and behind it one a feature
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["games", "patterns", "min_games"]
    )]
    features: Vec<PathBuf>,

    /// Weights to start from: a file, hand, own (which come with the program) or zero
    /// [default: hand; of a table zero]
    #[arg(long, value_name = "FILE")]
    start: Option<String>,

    /// What the weights are to foretell
    #[arg(long, value_enum, default_value_t, value_name = "LABEL")]
    label: Goal,

    #[command(flatten)]
    fitting: FittingArgs,

    /// What not to leave out
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        value_delimiter = ',',
        conflicts_with = "features"
    )]
    keep: Vec<Keep>,

    /// Hold no games out
    #[arg(long)]
    all_games: bool,

    /// Weights file to write; beside it its .toml and, but for --label move, as .svg the loss
    /// after each step
    #[arg(long, value_name = "FILE", conflicts_with = "features")]
    out: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,

    /// How to print what was found
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        refuse_twice(&self.games)?;
        refuse_twice(&self.features)?;
        if let Some(out) = &self.out {
            check_out(out)?;
            // Their names are written, too.
            let mut names = self.games.iter().chain([out]);
            names.try_for_each(|name| as_text(name).map(drop))?;
            for written in [out.clone(), provenance_path(out), write::plot_path(out)] {
                let start = self.start.as_ref().map(PathBuf::from);
                refuse_to_replace(&written, self.games.iter().chain(&start))?;
            }
        }
        let before = self.out.as_deref().and_then(write::verdict_before);
        let (found, written) = rayon::ThreadPoolBuilder::new()
            .num_threads(self.run.threads.count())
            .build()
            .context("cannot start the threads")?
            .install(|| self.find())?;
        for warning in found.warnings() {
            warn(&format!("warning: {warning}"));
        }
        if let (Some(file), Some(verdict), true) = (&self.out, before, written.is_ok()) {
            warn(&format!(
                "warning: {} had weights that were {verdict}; the new ones are unverified",
                file.display()
            ));
        }
        let next = match written {
            Ok(()) => self.what_next(),
            Err(_) => String::new(),
        };
        self.format.print(out, &found, || found.text() + &next)?;
        written
    }

    /// Where the weights are, and how to find out whether they play better.
    fn what_next(&self) -> String {
        let Some(file) = &self.out else {
            return String::new();
        };
        let against = match &self.start {
            Some(start) if start != "zero" => start,
            _ => HAND,
        };
        let engine = match self.label {
            Goal::Move => " --engine pattern",
            _ => "",
        };
        let [file, against] = [file.to_str().unwrap_or_default(), against].map(quoted);
        format!(
            "\nIn {file}, unverified. Whether they play better:\n  \
             harness tune verify {file} --against {against}{engine}\n"
        )
    }

    /// What there is to tell, and whether the weights were written.
    fn find(&self) -> anyhow::Result<(Found, anyhow::Result<()>)> {
        match (self.features.is_empty(), self.label.label()) {
            (true, Some(label)) => {
                let Reported { report, written } = self.fitting.fit_games(&self.from(), label)?;
                Ok((Found::Sums(report), written))
            }
            (true, None) => {
                let Reported { report, written } = self.fitting.fit_moves(&self.from())?;
                Ok((Found::Moves(report), written))
            }
            (false, Some(label)) => Ok((Found::Sums(self.fit_table(label)?), Ok(()))),
            (false, None) => {
                Err(InputError::new("a table has no moves; --label move takes games").into())
            }
        }
    }

    fn from(&self) -> FromGames<'_> {
        FromGames {
            files: &self.games,
            folder: None,
            start: self.start.as_deref().map_or(Start::Hand, Start::from),
            keep: &self.keep,
            hold_out: !self.all_games,
            out: self.out.as_deref(),
            quiet: self.run.quiet,
        }
    }

    fn fit_table(&self, label: Label) -> anyhow::Result<Report> {
        let data = read_table(&self.features, label, !self.all_games)?;
        let start = match self.start.as_deref().map_or(Start::Zero, Start::from) {
            Start::Zero => vec![0.0; data.features.len()],
            Start::File(file) => read_weights(&file, &data.features)?,
            start @ (Start::Hand | Start::Own) => {
                let what = format!("a table has no {start} weights; name a file");
                return Err(InputError(what).into());
            }
        };
        let options = Options {
            label,
            ridge: self.fitting.ridge.unwrap_or(0.0),
            start,
            value_scale: None,
        };
        let fit = fit_shown(&data, &options, self.run.quiet).map_err(refused)?;
        Ok(Report::new(&data, &options, &fit)?)
    }
}

/// What a fit found.
#[derive(Serialize)]
#[serde(untagged)]
enum Found {
    Sums(Report),
    Moves(MoveReport),
}

impl Found {
    fn warnings(&self) -> &[String] {
        match self {
            Found::Sums(report) => &report.warnings,
            Found::Moves(report) => &report.warnings,
        }
    }

    fn text(&self) -> String {
        match self {
            Found::Sums(report) => text::report(report),
            Found::Moves(report) => move_text::report(report),
        }
    }
}

/// What stands beside the weights must not take their place.
fn check_out(file: &Path) -> Result<(), InputError> {
    if [provenance_path(file), write::plot_path(file)].contains(&file.to_path_buf()) {
        return Err(InputError(format!(
            "weights are CSV, but {} ends as what is written beside them",
            file.display()
        )));
    }
    write::check_beside(file)?;
    check_folder(file)
}

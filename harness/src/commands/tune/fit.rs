//! `harness tune fit`.

mod move_text;
mod text;
mod write;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use engines::GameSpec;
use engines::pattern::HAND;
use serde::Serialize;

use super::format::Format;
use crate::commands::output_file::{check_folder, refuse_to_replace};
use crate::commands::thread_args::RunArgs;
use crate::commands::{quoted, refuse_twice, warn};
use crate::error::InputError;
use crate::tournament::{as_text, counter};
use crate::tuning::{
    Count, Data, Fit, FitError, Games, GamesReader, Goal, Keep, Label, Lesson, MoveOptions,
    MoveReport, Options, PlayedMove, Report, Rows, Selection, Start, Tally, fit_moves, fit_watched,
    provenance_path, read_table, read_weights, weights_text,
};

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

/// How weights are fitted.
#[derive(clap::Args, Debug)]
pub struct FittingArgs {
    /// How strongly the start holds weights back: λ of λ/2·|weights − start|², beside
    /// the summed loss [default: 1; of a table 0]
    #[arg(long, value_name = "LAMBDA", allow_negative_numbers = true, value_parser = parse_ridge)]
    ridge: Option<f64>,

    /// What the weights are to foretell
    #[arg(long, value_enum, default_value_t, value_name = "LABEL")]
    pub label: Goal,

    /// Fit features beside those with hand weights, too: Othello's patterns, the
    /// neighborhoods of moves in Go. They take many games
    #[arg(long)]
    pub patterns: bool,

    /// Leave a feature as it is at the start if fewer games than these show it
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub min_games: u64,
}

/// Games to fit to.
pub struct FromGames<'a> {
    /// Files of games, from `folder`.
    pub files: &'a [PathBuf],
    /// Where the files are named from; then the name is part of every game's id.
    pub folder: Option<&'a Path>,
    pub start: Start,
    pub keep: &'a [Keep],
    pub hold_out: bool,
    /// Weights file to write.
    pub out: Option<&'a Path>,
    /// Whether to show no progress.
    pub quiet: bool,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        refuse_twice(&self.games)?;
        refuse_twice(&self.features)?;
        if let Some(out) = &self.out {
            check_out(out)?;
            // Their names are written, too.
            let names = self.games.iter().chain([out]);
            names
                .map(|name| as_text(name))
                .collect::<Result<Vec<_>, _>>()?;
            for written in [out.clone(), provenance_path(out), write::plot_path(out)] {
                let start = self.start.as_ref().map(PathBuf::from);
                refuse_to_replace(&written, self.games.iter().chain(&start))?;
            }
        }
        let before = self.out.as_deref().and_then(write::verdict_before);
        let found = rayon::ThreadPoolBuilder::new()
            .num_threads(self.run.threads.count())
            .build()
            .context("cannot start the threads")?
            .install(|| self.find())?;
        for warning in found.warnings() {
            warn(&format!("warning: {warning}"));
        }
        if let (Some(file), Some(verdict)) = (&self.out, before) {
            warn(&format!(
                "warning: {} had weights that were {verdict}; the new ones are unverified",
                file.display()
            ));
        }
        self.format
            .print(out, &found, || found.text() + &self.what_next())
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
        let engine = match self.fitting.label {
            Goal::Move => " --engine pattern",
            _ => "",
        };
        let [file, against] = [file.to_str().unwrap_or_default(), against].map(quoted);
        format!(
            "\nIn {file}, unverified. Whether they play better:\n  \
             harness tune verify {file} --against {against}{engine}\n"
        )
    }

    fn find(&self) -> anyhow::Result<Found> {
        match (self.features.is_empty(), self.fitting.label.label()) {
            (true, Some(label)) => Ok(Found::Sums(self.fitting.fit_games(&self.from(), label)?)),
            (true, None) => Ok(Found::Moves(self.fitting.fit_moves(&self.from())?)),
            (false, Some(label)) => Ok(Found::Sums(self.fit_table(label)?)),
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
        let fit = fit_shown(&data, &options, self.run.quiet).map_err(InputError::new)?;
        Ok(Report::new(&data, &options, &fit))
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

/// Fits with a count of the steps, for people.
fn fit_shown<C: Count>(data: &Data<C>, options: &Options, quiet: bool) -> Result<Fit, FitError> {
    let counter = counter("steps", quiet);
    let fit = fit_watched(data, options, |step| {
        counter.inc(1);
        counter.set_message(format!("loss {:.5}", step.training));
    });
    counter.finish_and_clear();
    fit
}

impl FromGames<'_> {
    fn read<L: Lesson>(&self, lesson: L, fitting: &FittingArgs) -> anyhow::Result<Games<L::Rows>> {
        let reader = GamesReader {
            lesson,
            keep: self.keep,
            hold_out: self.hold_out,
            start: &self.start,
            patterns: fitting.patterns,
            quiet: self.quiet,
        };
        match self.folder {
            Some(folder) => reader.read_from(folder, self.files),
            None => reader.read(self.files),
        }
    }

    fn made<'a>(
        &'a self,
        game: &'a GameSpec,
        fitting: &FittingArgs,
        used: &'a [usize],
    ) -> write::Made<'a> {
        write::Made {
            game,
            start: &self.start,
            patterns: fitting.patterns,
            min_games: fitting.min_games as usize,
            keep: self.keep,
            data: self.files,
            folder: self.folder.unwrap_or(Path::new("")),
            used,
        }
    }
}

impl FittingArgs {
    /// Fits weights to what became of games, and writes them.
    pub fn fit_games(&self, from: &FromGames, label: Label) -> anyhow::Result<Report> {
        let mut games = from.read(label, self)?;
        let selection = select(&mut games, self.min_games as usize)?;
        let evaluation = &games.evaluation;
        let data = Data {
            features: selection.names(evaluation),
            training: games.training,
            held_out: games.held_out,
        };
        let options = Options {
            label,
            ridge: self.ridge_of_games(),
            start: selection.start(evaluation),
            value_scale: Some(evaluation.value_scale),
        };
        let fit =
            fit_shown(&data, &options, from.quiet).map_err(|error| no_fit(error, &games.tally))?;
        let mut report = Report::new(&data, &options, &fit);
        report.read = Some(games.tally);
        if let Some(file) = from.out {
            let weights = selection.all_weights(evaluation, &fit.whole());
            let text = weights_text(evaluation, &weights)?;
            let made = from.made(&games.game, self, &games.used);
            let plot = write::plot(&games.game, &report);
            made.write(file, &text, (&report).into(), Some(plot))?;
        }
        Ok(report)
    }

    /// Fits weights to the moves of games, and writes them.
    fn fit_moves(&self, from: &FromGames) -> anyhow::Result<MoveReport> {
        if self.ridge.is_some() {
            let what = "--label move takes no --ridge: every feature wins and loses one game more";
            return Err(InputError::new(what).into());
        }
        let mut games = from.read(PlayedMove, self)?;
        let selection = select(&mut games, self.min_games as usize)?;
        let evaluation = &games.evaluation;
        let options = MoveOptions {
            start: selection.start(evaluation),
            unit: evaluation.value_scale,
        };
        let fit = fit_moves(&games.training, &games.held_out, &options)
            .map_err(|error| no_fit(error, &games.tally))?;
        let sides = [&games.training, &games.held_out];
        let mut report = MoveReport::new(&selection.names(evaluation), sides, &options, &fit);
        report.read = Some(games.tally);
        if let Some(file) = from.out {
            let weights = selection.all_weights(evaluation, &fit.whole());
            let text = weights_text(evaluation, &weights)?;
            let made = from.made(&games.game, self, &games.used);
            made.write(file, &text, (&report).into(), None)?;
        }
        Ok(report)
    }

    /// How strongly the start holds weights that are fitted to games.
    pub fn ridge_of_games(&self) -> f64 {
        self.ridge.unwrap_or(1.0)
    }
}

/// Why games were not fitted to.
fn no_fit(error: FitError, tally: &Tally) -> InputError {
    match error {
        FitError::NoPosition => InputError(format!("{error}{}", text::why_none(tally))),
        _ => InputError::new(error),
    }
}

fn select<R: Rows>(games: &mut Games<R>, min_games: usize) -> Result<Selection, InputError> {
    let selection = Selection::of(games, min_games);
    match games.training.games() > 0 && selection.is_empty() {
        true => Err(InputError(format!(
            "no feature is on in {min_games} of the {} games to fit to",
            games.training.games()
        ))),
        false => Ok(selection),
    }
}

fn parse_ridge(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(ridge) if (0.0..=1e12).contains(&ridge) => Ok(ridge),
        _ => Err(format!("`{text}` is no number from 0 up")),
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

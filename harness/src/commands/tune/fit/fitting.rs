//! Fitting to games, and writing what comes of it.

use std::path::{Path, PathBuf};

use engines::GameSpec;

use super::text::why_none;
use super::write;
use crate::error::InputError;
use crate::tournament::counter;
use crate::tuning::{
    Count, Data, Fit, FitError, Games, GamesReader, Keep, Label, Lesson, MoveOptions, MoveReport,
    Options, PlayedMove, Report, Selection, Start, Store, Tally, fit_moves, fit_watched,
    weights_text,
};

/// How weights are fitted.
#[derive(clap::Args, Debug)]
pub struct FittingArgs {
    /// How strongly the start holds weights back: λ of λ/2·|weights − start|², beside
    /// the summed loss [default: 1; of a table 0]
    #[arg(long, value_name = "LAMBDA", allow_negative_numbers = true, value_parser = parse_ridge)]
    pub ridge: Option<f64>,

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

/// What a fit found, which is worth telling also where its weights cannot be written.
pub struct Reported<R> {
    pub report: R,
    pub written: anyhow::Result<()>,
}

/// Fits with a count of the steps, for people.
pub fn fit_shown<C: Count>(
    data: &Data<C>,
    options: &Options,
    quiet: bool,
) -> Result<Fit, FitError> {
    let counter = counter("steps", quiet);
    let fit = fit_watched(data, options, |step| {
        counter.inc(1);
        counter.set_message(format!("loss {:.5}", step.training));
    });
    counter.finish_and_clear();
    fit
}

impl FromGames<'_> {
    fn read<L: Lesson>(&self, lesson: L, fitting: &FittingArgs) -> anyhow::Result<Games<L::Store>> {
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
    pub fn fit_games(&self, from: &FromGames, label: Label) -> anyhow::Result<Reported<Report>> {
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
        let mut report = Report::new(&data, &options, &fit)?;
        report.read = Some(games.tally);
        let write = |file| {
            let weights = selection.all_weights(evaluation, &fit.whole());
            let text = weights_text(evaluation, &weights)?;
            let made = from.made(&games.game, self, &games.used);
            let plot = write::plot(&games.game, &report);
            made.write(file, &text, (&report).into(), Some(plot))
        };
        Ok(Reported {
            written: from.out.map_or(Ok(()), write),
            report,
        })
    }

    /// Fits weights to the moves of games, and writes them.
    pub fn fit_moves(&self, from: &FromGames) -> anyhow::Result<Reported<MoveReport>> {
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
        let write = |file| {
            let weights = selection.all_weights(evaluation, &fit.whole());
            let text = weights_text(evaluation, &weights)?;
            let made = from.made(&games.game, self, &games.used);
            made.write(file, &text, (&report).into(), None)
        };
        Ok(Reported {
            written: from.out.map_or(Ok(()), write),
            report,
        })
    }

    /// How strongly the start holds weights that are fitted to games.
    pub fn ridge_of_games(&self) -> f64 {
        self.ridge.unwrap_or(1.0)
    }
}

/// Why games were not fitted to.
fn no_fit(error: FitError, tally: &Tally) -> anyhow::Error {
    match error {
        FitError::NoPosition => InputError(format!("{error}{}", why_none(tally))).into(),
        _ => refused(error),
    }
}

pub fn refused(error: FitError) -> anyhow::Error {
    match error {
        FitError::Scratch(error) => error.into(),
        _ => InputError::new(error).into(),
    }
}

fn select<S: Store>(games: &mut Games<S>, min_games: usize) -> anyhow::Result<Selection> {
    let selection = Selection::of(games, min_games)?;
    match games.training.games() > 0 && selection.is_empty() {
        true => Err(InputError(format!(
            "no feature is on in {min_games} of the {} games to fit to",
            games.training.games()
        ))
        .into()),
        false => Ok(selection),
    }
}

fn parse_ridge(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(ridge) if (0.0..=1e12).contains(&ridge) => Ok(ridge),
        _ => Err(format!("`{text}` is no number from 0 up")),
    }
}

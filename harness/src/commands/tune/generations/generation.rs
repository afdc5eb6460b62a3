//! One generation: games, weights that fit them, and a match. What is there already is
//! not made again.

use std::path::{Path, PathBuf};

use anyhow::Context;
use engines::GameSpec;
use engines::rng::mix;

use super::Args;
use super::log::Row;
use crate::commands::tune::fit::{FromGames, draw, plot_path};
use crate::commands::tune::matches::{Played, play};
use crate::commands::tune::players::{start, weighing};
use crate::commands::tune::trial::{Tried, seed_of};
use crate::commands::warn;
use crate::error::InputError;
use crate::ratings::match_interval;
use crate::tournament::{Config, RunOptions, Signals};
use crate::tuning::{ProvenanceFile, Report, Verdict, is_held_out, provenance_path};

/// The folder of a generation's tournament.
const GAMES: &str = "games";

/// What a generation makes.
const WEIGHTS: &str = "weights.csv";

/// A generation to be made.
pub struct Generation<'a> {
    pub args: &'a Args,
    pub game: &'a GameSpec,
    /// The folder of the run.
    pub folder: &'a Path,
    /// From 1.
    pub number: u64,
    /// The best weights so far, as a trial names them.
    pub best: &'a Path,
}

/// A generation, as far as it went.
pub enum Made {
    /// To its end.
    Whole(Row),
    /// Somebody stopped the program, which ends with this code.
    Stopped(u8),
}

impl Generation<'_> {
    /// Makes what is missing of it.
    pub fn make(&self, options: &RunOptions, signals: &Signals) -> anyhow::Result<Made> {
        let folder = self.folder.join(name(self.number));
        self.say(&format!("games by {}", self.best.display()));
        if let Played::Stopped(code) = play(&self.games()?, &folder.join(GAMES), options, signals)?
        {
            return Ok(Made::Stopped(code));
        }
        let weights = folder.join(WEIGHTS);
        // The weights are the last that a fit writes.
        match weights.exists() {
            true => self.draw(options)?,
            false => {
                self.say("the fit");
                self.fit(Some(&weights), options)?;
            }
        }
        let beside = provenance_path(&weights);
        if !beside.exists() {
            return Err(InputError(format!(
                "{} is missing: take {} away, too, and both are made again",
                beside.display(),
                weights.display()
            ))
            .into());
        }
        let mut provenance = ProvenanceFile::of(&weights)?;
        let mut row = Row {
            generation: self.number,
            games: provenance.games(),
            loss_start: provenance.held_out_loss("start"),
            loss_fitted: provenance.held_out_loss("fitted"),
            verdict: Verdict::Unverified,
            elo: None,
            elo_low: None,
            elo_high: None,
            weights: Path::new(&name(self.number)).join(WEIGHTS),
        };
        let seed = seed_of(&provenance);
        let trial = self.args.trial_of([&weights, self.best], self.game, seed);
        if trial.is_idle()? {
            self.say("the fit changed nothing that the engine plays by");
            return Ok(Made::Whole(row));
        }
        self.say(&format!("the match with {}", self.best.display()));
        match trial.run(&mut provenance, options, signals)? {
            Tried::Whole(found) => {
                let interval = match_interval(&found.counts);
                row.verdict = found.verification.verdict;
                row.elo = Some(found.verification.test.elo);
                row.elo_low = interval.low;
                row.elo_high = interval.high;
                Ok(Made::Whole(row))
            }
            Tried::Stopped(code) => Ok(Made::Stopped(code)),
        }
    }

    /// The engine against itself, by the best weights; the openings are this generation's.
    pub fn games(&self) -> Result<Config, InputError> {
        let args = self.args;
        let trial = args.trial_of([self.best; 2], self.game, args.seed);
        let player = |name| weighing(&args.trial.engine, name, self.best);
        Ok(Config {
            players: vec![player("first")?, player("second")?],
            pairs: args.pairs,
            // Below 2^53, as every seed that is recorded.
            seed: mix(args.seed, self.number) >> 11,
            sprt: None,
            ..trial.test()?
        })
    }

    /// Refuses a fit of features that fewer games will show than have to.
    pub fn check_games(&self) -> Result<(), InputError> {
        let Args { pairs, fitting, .. } = self.args;
        let file = games_of(self.number);
        let id = |game: &u64| format!("{}:{game}", file.display());
        let fitted_to = (1..=2 * pairs).filter(|game| !is_held_out(&id(game)));
        let most = usize::try_from(fitting.min_games).unwrap_or(usize::MAX);
        match fitted_to.take(most).count() < most {
            true => Err(InputError(format!(
                "--min-games must be at most the games to fit to, but is {most}: --pairs {pairs} \
                 makes {} games, and one in five is held out",
                2 * pairs
            ))),
            false => Ok(()),
        }
    }

    /// Draws how its fit went, if that is missing.
    pub fn draw(&self, options: &RunOptions) -> anyhow::Result<()> {
        let weights = self.folder.join(name(self.number)).join(WEIGHTS);
        match plot_path(&weights).exists() {
            true => Ok(()),
            false => draw(&weights, self.game, &self.fit(None, options)?),
        }
    }

    fn fit(&self, weights: Option<&Path>, options: &RunOptions) -> anyhow::Result<Report> {
        let oldest = match self.args.keep {
            Some(keep) => (self.number + 1).saturating_sub(keep).max(1),
            None => 1,
        };
        let files: Vec<PathBuf> = (oldest..=self.number).map(games_of).collect();
        let from = FromGames {
            files: &files,
            folder: Some(self.folder),
            start: start(self.best),
            keep: &[],
            hold_out: true,
            out: weights,
            quiet: self.args.run.quiet,
        };
        let fitted = rayon::ThreadPoolBuilder::new()
            .num_threads(options.threads)
            .build()
            .context("cannot start the threads")?
            .install(|| self.args.fitting.fit_games(&from, self.args.label))
            .with_context(|| format!("generation {}", self.number))?;
        for warning in &fitted.report.warnings {
            warn(&format!("warning: generation {}: {warning}", self.number));
        }
        fitted.written?;
        Ok(fitted.report)
    }

    fn say(&self, what: &str) {
        if !self.args.run.quiet {
            warn(&format!("generation {}: {what}", self.number));
        }
    }
}

/// The games of a generation, from the folder of the run.
fn games_of(number: u64) -> PathBuf {
    Path::new(&name(number)).join(GAMES).join("games.csv")
}

fn name(number: u64) -> String {
    format!("generation-{number:02}")
}

//! `harness tune generations`.

mod generation;
mod log;
mod plan;
mod text;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use engines::GameSpec;
use engines::pattern::HAND;
use serde::Serialize;

use self::generation::{Generation, Made};
use self::log::{Log, Row};
use self::plan::{PLAN_FILE, Plan};
use super::fit::FittingArgs;
use super::format::Format;
use super::trial::{Trial, TrialArgs};
use crate::commands::thread_args::RunArgs;
use crate::error::{EXIT_DONE, InputError};
use crate::records::Folder;
use crate::tournament::{Config, DEFAULT_SPRT_PAIRS, Signals, as_text, differences};
use crate::tuning::{Label, ProvenanceFile, Verdict};

const EXAMPLES: &str = "\
Examples:
  harness tune generations --game othello --engine pattern
      four generations of 400 games; with --generations 8, four more
  harness tune generations --game gomoku --depth 2 --opponents greedy alphabeta:nodes=500
  harness tune generations --game go --nodes 500 --start weights.csv --keep 3 --out results/go";

/// Play, fit, verify, and again: weights from games of the engine's own
///
/// Generation n plays games of the engine with itself, by the best weights so far, from
/// random openings of its own; fits weights to the games of all generations, from the
/// best ones; and lets the two play as harness tune verify does. New weights that are
/// verified are the best from then on. If they are not, the old ones stay, and the next
/// generation has more games.
///
/// Writes a folder. generation-01/ has games/, a tournament, and weights.csv, beside which
/// stand its provenance and verdict; the match is below weights.verify/. generations.csv
/// has a row a generation: the games that were fitted to or held out; the mean loss on
/// those held out, by the weights it began with and by the fitted ones; the verdict; the
/// Elo of the new weights over the old ones, with its interval at 95 %.
///
/// The same command goes on where it stopped, after a kill, too, and with a larger
/// --generations it adds some. It makes the same weights whatever --threads, if moves are
/// limited by nodes or depth.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Game, with options as in go:size=13
    #[arg(long, value_name = "SPEC")]
    game: String,

    /// Weights to start from: a file, hand, or own, which come with the program
    #[arg(long, value_name = "FILE", default_value = HAND)]
    start: PathBuf,

    /// How many generations
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1000))]
    generations: u64,

    /// Pairs of games a generation plays
    #[arg(long, value_name = "N", default_value_t = 200)]
    pairs: u64,

    /// Fit to the games of the last N generations [default: of all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    keep: Option<u64>,

    /// What the weights are to foretell: an engine that foretells its own moves learns
    /// nothing
    #[arg(long, value_enum, default_value_t, value_name = "LABEL")]
    label: Label,

    #[command(flatten)]
    fitting: FittingArgs,

    #[command(flatten)]
    trial: TrialArgs,

    /// Pairs of games after which a test is undecided
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SPRT_PAIRS)]
    test_pairs: u64,

    /// Where the openings of the games that are fitted to come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Folder for the results [default: results/generations- and the game]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,

    /// How to print what was found
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// What came of a run.
#[derive(Debug, Serialize)]
struct Found {
    game: String,
    engine: String,
    limits: String,
    start: PathBuf,
    /// The last weights that were verified, or those it started from.
    best: PathBuf,
    generations: Vec<Row>,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<u8> {
        let game: GameSpec = self.game.parse().map_err(InputError::new)?;
        let test = self.check(&game)?;
        let path = self.out.clone().unwrap_or_else(|| {
            let name = format!("generations-{}", game.name());
            Path::new("results").join(name)
        });
        let configuration = toml::to_string(&Plan::of(&self, &test)?)?;
        as_text(&path)?;
        let folder = Folder::open_with(PLAN_FILE, &path, &configuration, |found| {
            Err(InputError(format!(
                "{}; choose another folder with --out",
                differences(found, &configuration)?
            )))
        })?;
        let signals = Signals::listen().context("cannot listen to signals")?;
        let mut log = Log::open(&folder)?;
        folder.sync()?;
        let options = self.run.options();
        for number in 1..=log.rows().len() {
            let best = self.best(&path, &log.rows()[..number - 1])?;
            self.generation(number, &game, &path, &best)
                .draw(&options)?;
        }
        while log.rows().len() < self.generations as usize {
            let best = self.best(&path, log.rows())?;
            let generation = self.generation(log.rows().len() + 1, &game, &path, &best);
            match generation.make(&options, &signals)? {
                Made::Whole(row) => log.add(row)?,
                Made::Stopped(code) => return Ok(code),
            }
        }
        let found = self.found(&test, &path, log.rows())?;
        self.format
            .print(out, &found, || text::result(&found, &path))?;
        Ok(EXIT_DONE)
    }

    /// Refuses what cannot be played, before anything is; returns the test of weights.
    fn check(&self, game: &GameSpec) -> anyhow::Result<Config> {
        self.label.check(game)?;
        let first = self.generation(1, game, Path::new(""), &self.start);
        first.games()?.check()?;
        first.check_games()?;
        let trial = self.trial_of([&self.start; 2], game, self.seed);
        trial.check()?;
        Ok(trial.test()?)
    }

    /// A generation, from 1, that begins with the best weights before it.
    fn generation<'a>(
        &'a self,
        number: usize,
        game: &'a GameSpec,
        folder: &'a Path,
        best: &'a Path,
    ) -> Generation<'a> {
        Generation {
            args: self,
            game,
            folder,
            number: number as u64,
            best,
        }
    }

    /// The trial of new weights against old ones.
    fn trial_of<'a>(&'a self, [new, old]: [&'a Path; 2], game: &GameSpec, seed: u64) -> Trial<'a> {
        Trial {
            args: &self.trial,
            game: game.clone(),
            new,
            old,
            pairs: self.test_pairs,
            seed,
        }
    }

    /// The last weights that were verified, or those to start from.
    fn best(&self, folder: &Path, rows: &[Row]) -> anyhow::Result<PathBuf> {
        let verified = rows.iter().rfind(|row| row.verdict == Verdict::Verified);
        let Some(row) = verified else {
            return Ok(self.start.clone());
        };
        let weights = folder.join(&row.weights);
        // They are still what was verified.
        ProvenanceFile::of(&weights)?;
        Ok(weights)
    }

    fn found(&self, test: &Config, folder: &Path, rows: &[Row]) -> anyhow::Result<Found> {
        Ok(Found {
            game: test.game.to_string(),
            engine: self.trial.engine.clone(),
            limits: test.limits.to_string(),
            start: self.start.clone(),
            best: self.best(folder, rows)?,
            generations: rows.to_vec(),
        })
    }
}

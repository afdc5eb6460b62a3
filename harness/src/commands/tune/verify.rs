//! `harness tune verify`.

mod matches;
mod players;
mod text;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use engines::GameSpec;

use self::matches::{Played, play};
use self::players::{HAND, NEW, OLD, weighing};
use crate::commands::tournament::MOST_THREADS;
use crate::duration;
use crate::error::{EXIT_DONE, EXIT_NEGATIVE, EXIT_UNDECIDED, InputError};
use crate::ratings::{MatchCounts, Sprt};
use crate::tournament::{
    Adjudication, Config, DEFAULT_SPRT_PAIRS, DeadStones, Limits, OnFailure, Openings, Player,
    RunOptions, Signals, System,
};
use crate::tuning::{Meeting, ProvenanceFile, Test, Verdict, Verification, hash_of, verdict};
use crate::version::version;

const EXAMPLES: &str = "\
Examples:
  harness tune verify weights.csv --against hand
  harness tune verify weights.csv --against old.csv --engine pattern --sprt elo0=0,elo1=50
  harness tune verify weights.csv --against hand --depth 4 --opponents greedy alphabeta:nodes=500";

/// Find out by matches whether weights play better than others
///
/// The same engine plays itself, with the new and with the old weights, from random
/// openings until a sequential test is decided. If it accepts H0, the new weights are
/// rejected. If it accepts H1, either goes on to a gauntlet against other engines, since
/// who beats his like need not beat others; unless the new weights make less of them
/// than the old ones, by more than two standard errors, they are verified. All else
/// leaves them unverified.
///
/// The verdict is written into the .toml beside the weights, with what it rests on.
/// Games are recorded in a folder beside it, and the same command goes on with them.
/// Exit codes: 0 verified, 1 rejected, 3 unverified.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Weights file
    #[arg(value_name = "NEW")]
    weights: PathBuf,

    /// The old weights: a file, or hand
    #[arg(long, value_name = "OLD")]
    against: PathBuf,

    /// Game [default: the one that the weights were made for]
    #[arg(long, value_name = "SPEC")]
    game: Option<String>,

    /// Who plays with the weights: alphabeta or pattern, with options
    #[arg(long, value_name = "SPEC", default_value = "alphabeta")]
    engine: String,

    /// The test, with options as in harness tournament [default: elo0=0,elo1=30]
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,

    /// Pairs of games after which the test is undecided
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SPRT_PAIRS)]
    pairs: u64,

    /// Engines that either has to play if the test is passed, two or more
    #[arg(long, value_name = "SPEC", num_args = 1.., default_values = ["greedy", "mcts"])]
    opponents: Vec<String>,

    /// Pairs of games against each of them
    #[arg(long, value_name = "N", default_value_t = 20)]
    gauntlet_pairs: u64,

    /// Limit on nodes a move [default: 20000, if there is no other limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Limit on plies ahead
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Limit on the time of a move, as in 500ms
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    movetime: Option<Duration>,

    /// Where the openings and all other random numbers come from [default: the hash of the
    /// weights, so that they are none that a tournament begins with]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Games at a time [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_THREADS as u64))]
    threads: Option<u64>,

    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<u8> {
        let mut provenance = ProvenanceFile::of(&self.weights)?;
        let against_sha256 = self.hash_of_old(&provenance)?;
        let test = self.test_config(&provenance)?;
        let gauntlet = self.gauntlet_config(&test)?;
        // Before anything is played, all must be as it has to be.
        [&test, &gauntlet].into_iter().try_for_each(Config::check)?;

        let signals = Signals::listen().context("cannot listen to signals")?;
        let folder = self.weights.with_extension("verify");
        let options = self.run_options();
        let counts = match play(&test, &folder, &options, &signals)? {
            Played::Whole(finished) => finished.match_counts(&test),
            Played::Stopped(code) => return Ok(code),
        };
        let sprt = test.sprt.unwrap_or_default();
        let result = Test::of(&counts, sprt);
        let mut meetings = Vec::new();
        if result.is_stronger == Some(true) {
            let results = match play(&gauntlet, &folder, &options, &signals)? {
                Played::Whole(finished) => finished.standings,
                Played::Stopped(code) => return Ok(code),
            };
            let of = |name: &str, opponent: &Player| {
                results.results().match_counts(name, &opponent.name)
            };
            let opponents = gauntlet.players.iter().skip(2);
            meetings.extend(opponents.map(|player| [of(NEW, player), of(OLD, player)]));
        }
        let verification = Verification {
            verdict: verdict(&result, &meetings),
            program: version().to_string(),
            game: test.game.to_string(),
            against: self.against.display().to_string(),
            against_sha256,
            engine: self.engine.clone(),
            limits: test.limits.to_string(),
            seed: test.seed,
            test: result,
            gauntlet: meetings_of(&gauntlet, &meetings),
        };
        provenance.verify(&verification)?;
        let text = text::result(&verification, &counts, provenance.path());
        out.write_all(text.as_bytes())?;
        Ok(match verification.verdict {
            Verdict::Verified => EXIT_DONE,
            Verdict::Rejected => EXIT_NEGATIVE,
            Verdict::Unverified => EXIT_UNDECIDED,
        })
    }

    /// `None` of the table that is no file.
    fn hash_of_old(&self, new: &ProvenanceFile) -> anyhow::Result<Option<String>> {
        if self.against == Path::new(HAND) {
            return Ok(None);
        }
        let hash = hash_of(&self.against).map_err(|error| InputError(format!("{error:#}")))?;
        if hash == new.weights_sha256() {
            return Err(InputError(format!(
                "{} and {} hold the same weights",
                self.weights.display(),
                self.against.display()
            ))
            .into());
        }
        Ok(Some(hash))
    }

    /// The match of the new and the old weights.
    fn test_config(&self, provenance: &ProvenanceFile) -> Result<Config, InputError> {
        let game = self.game.as_deref().or(provenance.game()).ok_or_else(|| {
            InputError(format!(
                "{} does not say what game the weights are of; say --game",
                provenance.path().display()
            ))
        })?;
        let game: GameSpec = game.parse().map_err(InputError::new)?;
        let limits = Limits {
            nodes: self.nodes,
            depth: self.depth,
            movetime: self.movetime,
            ..Limits::default()
        };
        Ok(Config {
            players: vec![
                weighing(&self.engine, NEW, &self.weights)?,
                weighing(&self.engine, OLD, &self.against)?,
            ],
            system: System::RoundRobin,
            pairs: self.pairs,
            seed: self
                .seed
                .unwrap_or_else(|| seed_of(provenance.weights_sha256())),
            limits: limits.or_default(),
            openings: Openings::Random {
                plies: Openings::default_plies(&game),
            },
            adjudication: Adjudication::default(),
            on_failure: OnFailure::Stop,
            dead_stones: DeadStones::default(),
            moves: false,
            sprt: Some(self.sprt.unwrap_or_default()),
            game,
        })
    }

    /// New and old weights against others, from the same openings.
    fn gauntlet_config(&self, test: &Config) -> Result<Config, InputError> {
        if self.opponents.len() < 2 {
            return Err(InputError::new(
                "one opponent may be a special case; give --opponents two or more",
            ));
        }
        let mut players = test.players.clone();
        for opponent in &self.opponents {
            players.push(opponent.parse()?);
        }
        Ok(Config {
            players,
            system: System::Gauntlet { challengers: 2 },
            pairs: self.gauntlet_pairs,
            sprt: None,
            ..test.clone()
        })
    }

    fn run_options(&self) -> RunOptions {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        RunOptions {
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            quiet: self.quiet,
            ..RunOptions::default()
        }
    }
}

/// A seed from the beginning of a hash.
fn seed_of(hash: &str) -> u64 {
    /// Hexadecimal digits of the largest seed.
    const DIGITS: usize = 13;
    let digits = hash.get(..DIGITS).unwrap_or_default();
    u64::from_str_radix(digits, 16).unwrap_or_default()
}

fn meetings_of(gauntlet: &Config, counts: &[[MatchCounts; 2]]) -> Vec<Meeting> {
    let opponents = gauntlet.players.iter().skip(2);
    opponents
        .zip(counts)
        .map(|(player, counts)| Meeting::of(&player.name, counts.each_ref()))
        .collect()
}

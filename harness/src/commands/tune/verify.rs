//! `harness tune verify`.

mod text;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use super::format::Format;
use super::trial::{Trial, TrialArgs, Tried, seed_of};
use crate::commands::thread_args::RunArgs;
use crate::commands::warn;
use crate::error::{EXIT_DONE, EXIT_NEGATIVE, EXIT_UNDECIDED, InputError};
use crate::tournament::{DEFAULT_SPRT_PAIRS, Signals};
use crate::tuning::{ProvenanceFile, Verdict, Verification, WHO_READS_WHAT};

const EXAMPLES: &str = "\
Examples:
  harness tune verify weights.csv --against own
  harness tune verify weights.csv --against old.csv --engine pattern --sprt elo0=0,elo1=50
  harness tune verify weights.csv --against hand --depth 4 --opponents greedy alphabeta:nodes=500";

/// Find out by matches whether weights play better than others
///
/// The same engine plays itself, with the new and with the old weights, from random
/// openings until a sequential test is decided. If it accepts H0, the new weights are
/// rejected. If it accepts H1, either goes on to a gauntlet against other engines, since
/// who beats his like need not beat others; unless the new weights make less of them
/// than the old ones, by more than two standard errors, or of one of them by more than
/// three, they are verified. All else leaves them unverified.
///
/// The verdict is written into the .toml beside the weights, with what it rests on, in
/// place of the one before; but a test that is undecided leaves an older verdict as it is.
/// Games are recorded in a folder beside it, and the same command goes on with them.
/// Exit codes: 0 verified, 1 rejected, 3 unverified.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Weights file
    #[arg(value_name = "NEW")]
    weights: PathBuf,

    /// The old weights: a file, hand, or own, which come with the program
    #[arg(long, value_name = "OLD")]
    against: PathBuf,

    /// Game [default: the one that the weights were made for]
    #[arg(long, value_name = "SPEC")]
    game: Option<String>,

    #[command(flatten)]
    trial: TrialArgs,

    /// Pairs of games after which the test is undecided
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SPRT_PAIRS)]
    pairs: u64,

    /// Where the openings and all other random numbers come from [default: the hash of the
    /// weights, so that they are none that a tournament begins with]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    #[command(flatten)]
    run: RunArgs,

    /// How to print what was found
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// What came of it, for programs.
#[derive(Serialize)]
struct Found<'a> {
    weights: &'a Path,
    verdict: Verdict,
    /// Whether that stands beside the weights now.
    is_written: bool,
    #[serde(flatten)]
    verification: &'a Verification,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<u8> {
        let mut provenance = ProvenanceFile::of(&self.weights)?;
        let trial = self.trial(&provenance)?;
        // Before anything is played, all must be as it has to be.
        trial.hash_of_old(&provenance)?;
        trial.check()?;
        if trial.is_idle()? {
            return Err(InputError(format!(
                "{} plays alike with {} and {}: in Go {WHO_READS_WHAT}; say --engine",
                self.trial.engine,
                self.weights.display(),
                self.against.display()
            ))
            .into());
        }
        let signals = Signals::listen().context("cannot listen to signals")?;
        let options = self.run.options();
        let found = match trial.run(&mut provenance, &options, &signals)? {
            Tried::Whole(found) => found,
            Tried::Stopped(code) => return Ok(code),
        };
        if !found.is_written {
            warn(&format!(
                "warning: the test is undecided, and {} stays as it is: {}",
                provenance.path().display(),
                provenance.verdict()
            ));
        }
        let result = Found {
            weights: &self.weights,
            verdict: found.verification.verdict,
            is_written: found.is_written,
            verification: &found.verification,
        };
        self.format
            .print(out, &result, || text::result(&found, &provenance))?;
        Ok(match found.verification.verdict {
            Verdict::Verified => EXIT_DONE,
            Verdict::Rejected => EXIT_NEGATIVE,
            Verdict::Unverified => EXIT_UNDECIDED,
        })
    }

    fn trial(&self, provenance: &ProvenanceFile) -> Result<Trial<'_>, InputError> {
        let game = self.game.as_deref().or(provenance.game()).ok_or_else(|| {
            InputError(format!(
                "{} does not say what game the weights are of; say --game",
                provenance.path().display()
            ))
        })?;
        Ok(Trial {
            args: &self.trial,
            game: game.parse().map_err(InputError::new)?,
            new: &self.weights,
            old: &self.against,
            pairs: self.pairs,
            seed: self.seed.unwrap_or_else(|| seed_of(provenance)),
        })
    }
}

//! `harness tune spsa`.

mod text;
mod write;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

use super::format::Format;
use crate::commands::thread_args::RunArgs;
use crate::commands::warn;
use crate::error::{EXIT_DONE, InputError};
use crate::records::Folder;
use crate::tournament::{Signals, as_text, differences};
use crate::tuning::{SPSA_FILE, Spsa, tune};

const EXAMPLES: &str = "\
Examples:
  harness tune spsa spsa.toml
      harness/examples/othello-spsa.toml is one
  harness tune spsa spsa.toml --out results/tuned --threads 2 --format json";

/// Tune weights or options by games
///
/// Simultaneous perturbation stochastic approximation (Spall 1998). In iteration k of N
/// every parameter is moved up or down, at random, by its c_k, and the engine with these
/// values plays the one with the opposite, in pairs of games. The parameters then go to
/// the side that won, by a_k / c_k for every game more won than lost.
///
/// c_k = c / k^gamma and a_k = a / (A + k)^alpha, with gamma 0.101, alpha 0.602 and A a
/// tenth of N. As in Fishtest, a parameter says what they come to in the end: c_end is its
/// c_N [default: a twentieth of the way from min to max], and r_end is a_N / c_N², so that
/// a game moves it by r_end times c_end then [default: 0.01; the more games, the less].
///
/// Weights are tuned for how deep they look: those that win one ply ahead may lose deeper.
///
/// The file:
///
///   game = "othello"
///   iterations = 1000              # N; the default
///   pairs = 8                      # of games an iteration; the default
///   seed = 1                       # the default
///   budget = { nodes = 200 }       # also openings, as in tournament.toml
///   gains = { alpha = 0.602, gamma = 0.101, stability = 0.1 }    # the defaults; A / N
///
///   [engine]                       # alphabeta and pattern have weights
///   kind = "pattern"
///   weights = "weights.csv"
///
///   [weights]                      # by feature
///   disc-a1 = { min = 0, max = 300 }
///   mobility = { min = -50, max = 50, start = 5, c_end = 3, r_end = 0.02 }
///
///   [options]                      # of the engine, none here; exploration of mcts
///
/// It writes a folder: spsa.csv has a row an iteration, with its score (games won less
/// games lost) and the values after it; spsa.svg draws them; weights.csv, if weights are
/// tuned, has all of the engine's, those unverified; spsa.toml repeats the run. The same
/// command goes on where it stopped, after a kill, too. One file makes one log, whatever
/// --threads, if moves are limited by nodes or depth.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, verbatim_doc_comment)]
pub struct Args {
    /// What to tune
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,

    /// Folder for the results [default: results/ and the file's name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,

    /// How to print what was found
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<u8> {
        let (spsa, folder) = Spsa::read(&self.file)?;
        spsa.check()
            .with_context(|| self.file.display().to_string())?;
        let limits = spsa.config.players[0].limits(&spsa.config.limits);
        if limits.has_time() {
            warn("warning: limits on time do not repeat: another run makes another log");
        }
        let path = self.out.clone().unwrap_or(folder);
        as_text(&path)?;
        write::check_free(&spsa, &path)?;
        let configuration = spsa.to_toml()?;
        let folder = Folder::open_with(SPSA_FILE, &path, &configuration, |found| {
            Err(InputError(format!(
                "{}; choose another folder with --out",
                differences(found, &configuration)?
            )))
        })?;
        let signals = Signals::listen().context("cannot listen to signals")?;
        let tuned = tune(
            &spsa,
            &folder,
            self.run.threads.count(),
            self.run.quiet,
            &signals,
        )?;
        if let Some(signal) = tuned.stopped {
            warn(&format!(
                "stopped after {} iterations; all are saved in {}. The same command goes on.",
                tuned.path.len(),
                path.display()
            ));
            return Ok(signal.exit_code());
        }
        let found = write::write(&spsa, &tuned, &path, &configuration)?;
        self.format
            .print(out, &found, || text::result(&found, &path))?;
        Ok(EXIT_DONE)
    }
}

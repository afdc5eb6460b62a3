//! `harness tune fit`.

mod text;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use anyhow::Context;
use clap::ValueEnum;

use crate::commands::tournament::MOST_THREADS;
use crate::commands::warn;
use crate::error::InputError;
use crate::tuning::{self, Label, Options, Report, read_table, read_weights};

const EXAMPLES: &str = "\
Examples:
  harness tune fit --features positions.csv
  harness tune fit --features positions.csv --start hand.csv --ridge 10 --format json";

/// Fit weights to recorded games
///
/// A position's features, times their weights, add up to how well the side to move
/// stands. The weights that foretell the results best are found by maximum
/// likelihood: logistic regression of results, linear regression of margins. One
/// game in five is held out, and tells how good the weights are where they were
/// not fitted; standard errors are clustered by game.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Tables of positions, in place of games: the columns game_id, result_stm (0 to
    /// 1, of the side to move), and behind it one a feature
    #[arg(long, required = true, value_name = "FILE")]
    features: Vec<PathBuf>,

    /// Weights to start from: a file, or zero
    #[arg(long, value_name = "FILE", default_value = "zero")]
    start: PathBuf,

    /// How strongly the start holds weights back: λ of λ/2·|weights − start|², beside
    /// the summed loss
    #[arg(long, value_name = "LAMBDA", default_value = "0", allow_negative_numbers = true, value_parser = parse_ridge)]
    ridge: f64,

    /// What the weights are to foretell
    #[arg(long, value_enum, default_value_t, value_name = "LABEL")]
    label: Label,

    /// Hold no games out
    #[arg(long)]
    all_games: bool,

    /// Threads; the result is the same with any number [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_THREADS as u64))]
    threads: Option<u64>,

    /// How to print what was found
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// How to print a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// One object
    Json,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or_else(cores, |threads| threads as usize);
        let report = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .context("cannot start the threads")?
            .install(|| self.fit())?;
        for warning in &report.warnings {
            warn(&format!("warning: {warning}"));
        }
        match self.format {
            Format::Text => out.write_all(text::report(&report).as_bytes())?,
            Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?,
        }
        Ok(())
    }

    fn fit(&self) -> anyhow::Result<Report> {
        let data = read_table(&self.features, self.label, !self.all_games)?;
        let start = match self.start.to_str() {
            Some("zero") => vec![0.0; data.features.len()],
            Some("hand") => {
                return Err(InputError::new("a table has no hand weights; name a file").into());
            }
            _ => read_weights(&self.start, &data.features)?,
        };
        let options = Options {
            label: self.label,
            ridge: self.ridge,
            start,
        };
        let fit = tuning::fit(&data, &options).map_err(InputError::new)?;
        Ok(Report::new(&data, &options, &fit))
    }
}

fn parse_ridge(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(ridge) if (0.0..=1e12).contains(&ridge) => Ok(ridge),
        _ => Err(format!("`{text}` is no number from 0 up")),
    }
}

//! `harness tune`: one file a subcommand.

mod fit;
mod format;
mod generations;
mod matches;
mod players;
mod spsa;
mod trial;
mod verify;

use std::io::Write;

use clap::Subcommand;

use crate::error::EXIT_DONE;

const EXAMPLES: &str = "\
Examples:
  harness tune fit results/mine/games.csv --out weights.csv
  harness tune spsa spsa.toml
  harness tune verify weights.csv --against hand
  harness tune generations --game othello --engine pattern";

/// Make weights better
///
/// Weights that fit recorded games better need not play better: only a match tells.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Fit(fit::Args),
    Spsa(spsa::Args),
    Verify(verify::Args),
    Generations(generations::Args),
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<u8> {
        match self.command {
            Command::Fit(args) => args.run(out)?,
            Command::Spsa(args) => return args.run(out),
            Command::Verify(args) => return args.run(out),
            Command::Generations(args) => return args.run(out),
        }
        Ok(EXIT_DONE)
    }
}

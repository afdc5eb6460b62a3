//! `harness tune`: one file a subcommand.

mod fit;

use std::io::Write;

use clap::Subcommand;

const EXAMPLES: &str = "\
Examples:
  harness tune fit --features positions.csv";

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
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        match self.command {
            Command::Fit(args) => args.run(out),
        }
    }
}

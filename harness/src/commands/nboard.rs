//! `harness nboard`.

use std::io::Write;

use super::engine_args::{EngineArgs, input};
use crate::server::nboard::{INTERRUPTS, serve};

const EXAMPLES: &str = "\
Examples:
  harness nboard
  harness nboard --engine alphabeta:hash=64 --movetime 2s";

/// Be an engine that speaks the protocol of NBoard, for Othello
///
/// Reads commands from standard input and answers on standard output. NBoard sets the
/// depth, which alphabeta goes by; a limit given here holds as well.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    engine: EngineArgs,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        serve(&self.engine.choice()?, &input(INTERRUPTS), out)
    }
}

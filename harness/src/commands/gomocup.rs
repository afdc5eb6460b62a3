//! `harness gomocup`.

use std::io::Write;

use super::engine_args::{EngineArgs, input};
use crate::server::gomocup::{INTERRUPTS, serve};

const EXAMPLES: &str = "\
Examples:
  harness gomocup
  harness gomocup --engine alphabeta --depth 6";

/// Be an engine that speaks the Gomocup protocol, for Piskvork and match runners
///
/// Reads commands from standard input and answers on standard output. The manager
/// gives the board, the rules (INFO rule) and the time; a limit given here holds as
/// well. A copy of this program whose name begins with pbrain-, as Piskvork wants it, runs
/// this command when it is started without arguments.
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

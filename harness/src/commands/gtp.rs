//! `harness gtp`.

use std::io::Write;

use engines::GameSpec;

use super::engine_args::{EngineArgs, input};
use crate::error::InputError;
use crate::server::gtp::{INTERRUPTS, Options, serve};

const EXAMPLES: &str = "\
Examples:
  harness gtp
  harness gtp --engine alphabeta:hash=64 --movetime 1s
  harness gtp --game othello --engine alphabeta --depth 8
  harness gtp --game go:size=19,rules=chinese --nodes 100000 --resign 0.05";

/// Be an engine that speaks GTP, for Sabaki, GoGui, Quarry and match runners
///
/// Reads commands of the Go Text Protocol, version 2, from standard input and
/// answers on standard output; list_commands lists them. Without a limit here,
/// the time that time_settings and time_left give limits a move.
///
/// Points are named as the protocol does, as in Q16; in Othello rows count from the
/// top, as in f5.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Game: go, gomoku or othello, with options as in go:size=13,komi=6.5
    #[arg(long, value_name = "SPEC", default_value = "go")]
    game: String,

    #[command(flatten)]
    engine: EngineArgs,

    /// Resign when the expected score is below this [default: never]
    #[arg(long, value_name = "SCORE")]
    resign: Option<f64>,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let choice = self.engine.choice()?;
        let game: GameSpec = self.game.parse().map_err(InputError::new)?;
        let resign = self.resign.unwrap_or(0.0);
        if !(0.0..0.5).contains(&resign) {
            let what = format!("resign must be from 0 up and less than 0.5, but is {resign}");
            return Err(InputError(what).into());
        }
        let options = Options {
            resign: self.resign,
        };
        serve(&choice, &game, options, &input(INTERRUPTS), out)
    }
}

//! Options of the commands that are an engine.

use std::io::{BufReader, stdin};
use std::time::Duration;

use crate::duration;
use crate::error::InputError;
use crate::server::{EngineChoice, Input, Interrupts};
use crate::tournament::Limits;

/// Which engine plays, and how long it thinks.
#[derive(clap::Args, Debug)]
pub struct EngineArgs {
    /// The engine, as in alphabeta or mcts:exploration=0.3
    #[arg(long, value_name = "SPEC", default_value = "mcts")]
    engine: String,

    /// Limit on nodes a move [default: 20000, if there is no other limit or clock]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Limit on plies ahead
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Limit on the time of a move, as in 500ms
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    movetime: Option<Duration>,

    /// Where all random numbers come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl EngineArgs {
    /// The engine, if it can be one.
    pub fn choice(&self) -> Result<EngineChoice, InputError> {
        let limits = Limits {
            nodes: self.nodes,
            depth: self.depth,
            movetime: self.movetime,
            ..Limits::default()
        };
        EngineChoice::new(&self.engine.parse()?, &limits, self.seed)
    }
}

/// Standard input, read while the engine thinks.
pub fn input(interrupts: Interrupts) -> Input {
    Input::new(BufReader::new(stdin()), interrupts)
}

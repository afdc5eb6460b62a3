//! Options of the commands that are an engine.

use std::io::{BufReader, stdin};

use super::limit_args::LimitArgs;
use crate::error::InputError;
use crate::server::{EngineChoice, Input, Interrupts};

/// Which engine plays, and how long it thinks.
#[derive(clap::Args, Debug)]
pub struct EngineArgs {
    /// The engine, as in alphabeta or mcts:exploration=0.3
    #[arg(long, value_name = "SPEC", default_value = "mcts")]
    engine: String,

    #[command(flatten)]
    limits: LimitArgs,

    /// Where all random numbers come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl EngineArgs {
    /// The engine, if it can be one.
    pub fn choice(&self) -> Result<EngineChoice, InputError> {
        EngineChoice::new(&self.engine.parse()?, &self.limits.limits(), self.seed)
    }
}

/// Standard input, read while the engine thinks.
pub fn input(interrupts: Interrupts) -> Input {
    Input::new(BufReader::new(stdin()), interrupts)
}

//! Options that limit a search.

use std::time::Duration;

use crate::duration;
use crate::tournament::Limits;

/// How much an engine may search for a move.
#[derive(clap::Args, Debug)]
pub struct LimitArgs {
    /// Limit on nodes a move [default: 20000, if there is no other limit or clock]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Limit on plies ahead
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Limit on the time of a move, as in 500ms
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    movetime: Option<Duration>,
}

impl LimitArgs {
    /// What was given.
    pub fn limits(&self) -> Limits {
        Limits {
            nodes: self.nodes,
            depth: self.depth,
            movetime: self.movetime,
            ..Limits::default()
        }
    }
}

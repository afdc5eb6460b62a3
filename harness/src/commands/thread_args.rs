//! The options that say how a command runs, not what it does.

use std::num::NonZeroUsize;
use std::thread;

use super::tournament::MOST_THREADS;
use crate::tournament::RunOptions;

/// How many threads work; the result is the same with any number.
#[derive(clap::Args, Debug)]
pub struct ThreadArgs {
    /// Threads; the result is the same with any number [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_THREADS as u64))]
    threads: Option<u64>,
}

impl ThreadArgs {
    pub fn count(&self) -> usize {
        self.threads.map_or_else(cores, |threads| threads as usize)
    }
}

/// How much happens at a time, and what is shown of it.
#[derive(clap::Args, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    pub threads: ThreadArgs,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

impl RunArgs {
    pub fn options(&self) -> RunOptions {
        RunOptions {
            threads: self.threads.count(),
            quiet: self.quiet,
            ..RunOptions::default()
        }
    }
}

/// Those of this machine.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

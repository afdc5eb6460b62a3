//! The program `harness`.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use harness::commands::Cli;
use harness::error::{EXIT_DONE, exit_code};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::stdout().lock();
    let result = cli.run(&mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::from(EXIT_DONE),
        Err(error) if is_broken_pipe(&error) => ExitCode::from(EXIT_DONE),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(exit_code(&error))
        }
    }
}

/// Whoever read our output has seen enough: that is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

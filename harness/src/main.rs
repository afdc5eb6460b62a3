//! The program `harness`.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use harness::commands::Cli;
use harness::error::{EXIT_DONE, exit_code};

fn main() -> ExitCode {
    let cli = Cli::of(env::args_os().collect());
    let mut out = Output(io::stdout().lock());
    let result = cli.run(&mut out).and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) if is_broken_pipe(&error) => ExitCode::from(EXIT_DONE),
        Err(error) => {
            // Standard error may be closed or full: there is nobody left to tell.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(exit_code(&error))
        }
    }
}

/// Standard output, which names itself when it cannot be written.
struct Output<'a>(io::StdoutLock<'a>);

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(in_words)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(in_words)
    }
}

fn in_words(error: io::Error) -> io::Error {
    let message = format!("cannot write standard output: {error}");
    io::Error::new(error.kind(), message)
}

/// Whoever read our output has seen enough: that is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

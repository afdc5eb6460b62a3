//! The command line: one file a command.

mod bench;
mod check;
mod dry_run;
mod engine_args;
mod engines;
mod format;
mod games;
mod gomocup;
mod gtp;
mod import;
mod limit_args;
mod match_block;
mod nboard;
mod openings;
mod output_file;
mod perft;
mod rate;
mod sprt;
mod standing;
mod table;
mod thread_args;
mod tournament;
mod tune;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

use crate::error::{EXIT_DONE, InputError};

/// Ranks engines that play Go, Gomoku and Othello.
///
/// Is my engine stronger, by how much, and what did it cost?
#[derive(Parser, Debug)]
#[command(
    name = "harness",
    version = crate::version::version(),
    max_term_width = 100,
    arg_required_else_help = true
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Tournament(tournament::Args),
    Rate(rate::Args),
    Sprt(sprt::Args),
    Openings(openings::Args),
    Import(import::Args),
    Tune(tune::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Engines(engines::Args),
    Games(games::Args),
    Gtp(gtp::Args),
    Gomocup(gomocup::Args),
    Nboard(nboard::Args),
    Check(check::Args),
}

impl Cli {
    /// Reads the command line. A program whose name begins with `pbrain-` is an
    /// engine to Piskvork, which starts it without arguments.
    pub fn of(mut words: Vec<OsString>) -> Cli {
        let name = words.first().and_then(|word| Path::new(word).file_name());
        let is_brain = name.is_some_and(|name| name.to_string_lossy().starts_with("pbrain-"));
        if is_brain && words.len() == 1 {
            words.push("gomocup".into());
        }
        Cli::parse_from(words)
    }

    /// Runs the command and returns the exit code; what it says goes to `out`.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<u8> {
        match self.command {
            Command::Tournament(args) => return args.run(out),
            Command::Openings(args) => args.run(out),
            Command::Rate(args) => args.run(out),
            Command::Import(args) => args.run(out),
            Command::Tune(args) => return args.run(out),
            Command::Sprt(args) => return args.run(out),
            Command::Check(args) => return args.run(out),
            Command::Perft(args) => args.run(out),
            Command::Bench(args) => args.run(out),
            Command::Engines(args) => args.run(out),
            Command::Games(args) => args.run(out),
            Command::Gtp(args) => args.run(out),
            Command::Gomocup(args) => args.run(out),
            Command::Nboard(args) => args.run(out),
        }?;
        Ok(EXIT_DONE)
    }
}

/// Tells the user something beside the result. If standard error is closed,
/// there is nobody to tell.
fn warn(what: &str) {
    if !what.is_empty() {
        let _ = writeln!(io::stderr(), "{what}");
    }
}

/// A word as a shell reads it, in one line.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+:=,@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_string();
    }
    let line = word.replace(['\r', '\n'], " ");
    format!("'{}'", line.replace('\'', r"'\''"))
}

/// Refuses the same games as evidence twice.
fn refuse_twice(files: &[PathBuf]) -> Result<(), InputError> {
    let paths: Vec<PathBuf> = files
        .iter()
        .map(|file| fs::canonicalize(file).unwrap_or_else(|_| file.clone()))
        .collect();
    match (1..paths.len()).find(|&at| paths[..at].contains(&paths[at])) {
        Some(at) => Err(InputError(format!(
            "{} is given twice",
            files[at].display()
        ))),
        None => Ok(()),
    }
}

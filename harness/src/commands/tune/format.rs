//! One result, for people and for programs.

use std::io::Write;

use clap::ValueEnum;
use serde::Serialize;

/// How a command prints its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// One object
    Json,
}

impl Format {
    /// Prints a result as JSON; text is the command's own.
    pub fn print(
        self,
        out: &mut impl Write,
        result: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> anyhow::Result<()> {
        match self {
            Format::Text => out.write_all(text().as_bytes())?,
            Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(result)?)?,
        }
        Ok(())
    }
}

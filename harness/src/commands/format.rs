//! The same rows for people and for programs.

use std::io::Write;

use clap::ValueEnum;
use serde::Serialize;

use crate::records::csv_lines;

/// How a command prints its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// An array of objects
    Json,
    /// With a header line
    Csv,
}

impl Format {
    /// Prints rows as JSON or CSV; text is the command's own.
    pub fn print(
        self,
        out: &mut impl Write,
        rows: &[impl Serialize],
        text: impl FnOnce() -> String,
    ) -> anyhow::Result<()> {
        match self {
            Format::Text => out.write_all(text().as_bytes())?,
            Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(rows)?)?,
            Format::Csv => out.write_all(&csv_lines(rows, true)?)?,
        }
        Ok(())
    }
}

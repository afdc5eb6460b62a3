//! The same rows for people and for programs.

use std::io::Write;

use clap::ValueEnum;
use serde::Serialize;

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
            Format::Json => {
                serde_json::to_writer_pretty(&mut *out, rows)?;
                writeln!(out)?;
            }
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(&mut *out);
                for row in rows {
                    writer.serialize(row)?;
                }
                writer.flush()?;
            }
        }
        Ok(())
    }
}

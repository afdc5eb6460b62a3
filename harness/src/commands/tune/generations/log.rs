//! `generations.csv`: a row a generation.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::InputError;
use crate::records::{CsvFile, Folder, GENERATIONS_LOG};
use crate::tuning::Verdict;

const COLUMNS: &str =
    "generation,games,loss_start,loss_fitted,verdict,elo,elo_low,elo_high,weights";

/// What came of a generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// From 1.
    pub generation: u64,
    /// Games that were fitted to, or held out.
    pub games: u64,
    /// The mean loss on games that were held out, by the weights it began with.
    pub loss_start: Option<f64>,
    /// The same by the fitted weights.
    pub loss_fitted: Option<f64>,
    /// Whether the fitted weights play better.
    pub verdict: Verdict,
    /// How much better, in logistic Elo; nothing if there was no match.
    pub elo: Option<f64>,
    /// The difference is at least this, at 95 % confidence.
    pub elo_low: Option<f64>,
    /// And at most this.
    pub elo_high: Option<f64>,
    /// The fitted weights, from the folder of the run.
    pub weights: PathBuf,
}

/// The log of a run.
pub struct Log {
    file: CsvFile,
    rows: Vec<Row>,
}

impl Log {
    /// The log in a folder. What a killed run left of a row is cut off.
    pub fn open(folder: &Folder) -> anyhow::Result<Log> {
        let mut file = CsvFile::open(folder.path().join(GENERATIONS_LOG), COLUMNS)?;
        let mut rows = Vec::new();
        let whole = file.read(|row: Row| {
            let next = rows.len() as u64 + 1;
            if row.generation != next {
                return Err(InputError(format!(
                    "generation {} where {next} is expected",
                    row.generation
                ))
                .into());
            }
            rows.push(row);
            Ok(true)
        })?;
        file.cut(whole)?;
        Ok(Log { file, rows })
    }

    /// The generations so far.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Adds a generation, which is then safe from a power cut.
    pub fn add(&mut self, row: Row) -> anyhow::Result<()> {
        self.file.append([&row])?;
        self.rows.push(row);
        self.file.sync()
    }
}

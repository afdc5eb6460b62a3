//! `spsa.csv`: a row an iteration.

use std::iter;
use std::time::{Duration, Instant};

use super::Spsa;
use crate::error::InputError;
use crate::records::{CsvFile, Folder, SPSA_LOG};

/// The iteration, its score, and what the parameters are after it.
type Row = (u64, i64, Vec<f64>);

/// The log of a run, which grows by a row an iteration.
pub struct Log {
    file: CsvFile,
    header: Option<Vec<String>>,
    synced: Instant,
}

impl Log {
    const SYNC_EVERY: Duration = Duration::from_secs(1);

    /// The log in a folder, and what the parameters were after each iteration in it.
    /// What a killed run left of a row is cut off and kept in a file beside. A row that
    /// does not follow from those before it is refused, and the log left alone.
    pub fn open(folder: &Folder, spsa: &Spsa) -> anyhow::Result<(Log, Vec<Vec<f64>>)> {
        let names = spsa.parameters.iter().map(|of| of.name.as_str());
        let header = ["iteration", "score"].into_iter().chain(names);
        let header = Vec::from_iter(header.map(str::to_string));
        let mut file = CsvFile::open(folder.path().join(SPSA_LOG), header.join(","))?;
        let mut values = spsa.start();
        let mut path = Vec::new();
        let whole = file.read(|(iteration, score, found): Row| {
            let next = path.len() as u64 + 1;
            if iteration != next || next > spsa.iterations {
                return Err(InputError(format!(
                    "iteration {iteration} where {next} of {} is expected",
                    spsa.iterations
                ))
                .into());
            }
            let most = 2 * spsa.config.pairs as i64;
            if !(-most..=most).contains(&score) {
                return Err(InputError(format!(
                    "the score is {score}, but must be within ±{most}"
                ))
                .into());
            }
            spsa.step(iteration, score, &mut values);
            let mut both = spsa.parameters.iter().zip(&values).zip(&found);
            if let Some(((of, value), found)) = both.find(|((_, value), found)| value != found) {
                return Err(InputError(format!(
                    "{} is {found}, but after this score {value}; bring the log back, or choose \
                     another folder with --out",
                    of.name
                ))
                .into());
            }
            path.push(values.clone());
            Ok(true)
        })?;
        file.cut(whole)?;
        let log = Log {
            file,
            header: path.is_empty().then_some(header),
            synced: Instant::now(),
        };
        Ok((log, path))
    }

    /// Adds an iteration, in one write; it is safe from a power cut a second later.
    pub fn add(&mut self, iteration: u64, score: i64, values: &[f64]) -> anyhow::Result<()> {
        let cells = [iteration.to_string(), score.to_string()].into_iter();
        let row = cells.chain(values.iter().map(f64::to_string)).collect();
        self.file
            .append(self.header.take().into_iter().chain(iter::once(row)))?;
        if self.synced.elapsed() >= Self::SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Makes sure that everything is on the disk.
    pub fn sync(&mut self) -> anyhow::Result<()> {
        self.synced = Instant::now();
        self.file.sync()
    }
}

//! CSV files: read row by row, grown by whole rows.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::InputError;

/// A CSV file that grows by whole rows.
#[derive(Debug)]
pub struct CsvFile {
    path: PathBuf,
    file: File,
    columns: &'static str,
    has_header: bool,
}

impl CsvFile {
    /// The file at `path`, made if it is not there.
    pub fn open(path: PathBuf, columns: &'static str) -> anyhow::Result<CsvFile> {
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Err(InputError(format!("{} is not a file", path.display())).into());
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options
            .open(&path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        Ok(CsvFile {
            path,
            file,
            columns,
            has_header: false,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps other runs out as long as this file is open. Where the file system
    /// has no locks, nothing does.
    pub fn lock(&self) -> Result<(), InputError> {
        match self.file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(InputError(format!(
                "another run is writing {}; wait for its end, or choose another folder with --out",
                self.path.display()
            ))),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        }
    }

    /// Hands every row to `row`, which says whether the file is whole up to its
    /// end; returns how many bytes are. Half a line at the end is passed over.
    pub fn read<R: DeserializeOwned>(
        &mut self,
        mut row: impl FnMut(R) -> anyhow::Result<bool>,
    ) -> anyhow::Result<u64> {
        let mut content = Vec::new();
        self.file
            .read_to_end(&mut content)
            .with_context(|| format!("cannot read {}", self.path.display()))?;
        let lines_end = content.iter().rposition(|&byte| byte == b'\n');
        let lines = &content[..lines_end.map_or(0, |end| end + 1)];
        if lines.is_empty() {
            return Ok(0);
        }
        let mut reader = csv::Reader::from_reader(lines);
        self.check_columns(&mut reader)?;
        let mut whole = 0;
        read_rows(&self.path, &mut reader, |_, parsed, end| {
            if row(parsed)? {
                // The reader stops between `\r` and `\n`.
                let is_break = lines.get(end as usize) == Some(&b'\n');
                whole = end + u64::from(is_break);
            }
            Ok(())
        })?;
        Ok(whole)
    }

    fn check_columns(&self, reader: &mut csv::Reader<&[u8]>) -> Result<(), InputError> {
        let found = reader.byte_headers().map(|header| {
            let names: Vec<_> = header.iter().map(String::from_utf8_lossy).collect();
            names.join(",")
        });
        match found {
            Ok(found) if found == self.columns => Ok(()),
            _ => Err(InputError(format!(
                "{}, line 1: the columns must be {}",
                self.path.display(),
                self.columns
            ))),
        }
    }

    /// Leaves the first `whole` bytes, to go on behind them.
    pub fn cut(&mut self, whole: u64) -> anyhow::Result<()> {
        let mut cut = || -> io::Result<()> {
            if self.file.metadata()?.len() > whole {
                self.file.set_len(whole)?;
            }
            self.file.seek(io::SeekFrom::End(0)).map(|_| ())
        };
        cut().with_context(|| format!("cannot cut {}", self.path.display()))?;
        self.has_header = whole > 0;
        Ok(())
    }

    /// One write of whole lines.
    pub fn append(&mut self, rows: &[impl Serialize]) -> anyhow::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let lines = csv_lines(rows, !self.has_header)?;
        self.file
            .write_all(&lines)
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        self.has_header = true;
        Ok(())
    }

    pub fn sync(&self) -> anyhow::Result<()> {
        self.file
            .sync_data()
            .with_context(|| format!("cannot save {}", self.path.display()))
    }
}

/// Rows as lines of CSV.
pub fn csv_lines(rows: &[impl Serialize], with_header: bool) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(with_header)
        .from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    Ok(writer.into_inner()?)
}

/// Reads a file of games row by row; `row` gets each with its line number.
pub fn read_games<T: DeserializeOwned>(
    path: &Path,
    mut row: impl FnMut(u64, T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let file = std::fs::File::open(path)
        .map_err(InputError::new)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let mut reader = csv::Reader::from_reader(file);
    read_rows(path, &mut reader, |line, parsed, _| row(line, parsed))
}

/// Reads the rows of a file; `row` gets each with its line number and where it
/// ends in the file.
fn read_rows<T: DeserializeOwned>(
    path: &Path,
    reader: &mut csv::Reader<impl io::Read>,
    mut row: impl FnMut(u64, T, u64) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let none = csv::StringRecord::new();
    let headers = reader
        .headers()
        .map_err(|error| in_words(path, &none, &error))?
        .clone();
    let mut record = csv::StringRecord::new();
    while reader
        .read_record(&mut record)
        .map_err(|error| in_words(path, &headers, &error))?
    {
        let line = record.position().map_or(0, csv::Position::line);
        let parsed = record
            .deserialize(Some(&headers))
            .map_err(|error| in_words(path, &headers, &error))?;
        row(line, parsed, reader.position().byte())
            .with_context(|| format!("{}, line {line}", path.display()))?;
    }
    Ok(())
}

/// The csv crate's error as file, line, column and reason.
pub(super) fn in_words(path: &Path, headers: &csv::StringRecord, error: &csv::Error) -> InputError {
    let line = error.position().map_or(1, csv::Position::line);
    let what = match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => match err.field() {
            Some(field) => {
                let column = headers.get(field as usize).unwrap_or_default();
                format!("column {} ({column}): {}", field + 1, err.kind())
            }
            None => err.kind().to_string(),
        },
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("expected {expected_len} fields, but found {len}"),
        csv::ErrorKind::Utf8 { .. } => "the text is not UTF-8".to_string(),
        csv::ErrorKind::Io(error) => {
            return InputError(format!("cannot read {}: {error}", path.display()));
        }
        _ => error.to_string(),
    };
    InputError(format!("{}, line {line}: {what}", path.display()))
}

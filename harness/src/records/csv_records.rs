//! The records of CSV text, each with the line it stands on.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use csv::{ErrorKind, Position, ReaderBuilder, StringRecord};
use serde::de::DeserializeOwned;

use super::line_starts::LineStarts;
use crate::error::InputError;

/// Reads records behind a header.
#[derive(Debug)]
pub struct Records<R> {
    name: PathBuf,
    reader: csv::Reader<LineStarts<R>>,
    headers: StringRecord,
}

impl Records<File> {
    /// Those of a file.
    pub fn open(path: &Path) -> anyhow::Result<Records<File>> {
        let file = File::open(path)
            .map_err(InputError::new)
            .with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Records::new(path, &ReaderBuilder::new(), file)?)
    }
}

impl<R: Read> Records<R> {
    /// Those of a text, read as `builder` says; messages call it `name`.
    pub fn new(name: &Path, builder: &ReaderBuilder, text: R) -> Result<Records<R>, InputError> {
        let mut reader = builder.from_reader(LineStarts::new(text));
        let headers = reader.headers().cloned();
        let line = reader.get_mut().line_from(0);
        let mut headers =
            headers.map_err(|error| in_words(name, &StringRecord::new(), line, error.kind()))?;
        place(&mut headers, line);
        Ok(Records {
            name: name.to_path_buf(),
            reader,
            headers,
        })
    }

    pub fn headers(&self) -> &StringRecord {
        &self.headers
    }

    /// Reads the next record; `false` at the end.
    pub fn read(&mut self, record: &mut StringRecord) -> Result<bool, InputError> {
        // The reader's own line is one too small after `\r\n`, and that of the first
        // of the blank lines before a record.
        let offset = self.reader.position().byte();
        let read = self.reader.read_record(record);
        let line = self.reader.get_mut().line_from(offset);
        place(record, line);
        read.map_err(|error| in_words(&self.name, &self.headers, line, error.kind()))
    }

    /// What a record that was read says, with its line.
    pub fn row<T: DeserializeOwned>(&self, record: &StringRecord) -> Result<(u64, T), InputError> {
        let row = record.deserialize(Some(&self.headers));
        let row = row.map_err(|error| unreadable(&self.name, &self.headers, record, &error))?;
        Ok((line_of(record), row))
    }

    /// Where the record that was read last ends in the text.
    pub fn end(&self) -> u64 {
        self.reader.position().byte()
    }
}

fn place(record: &mut StringRecord, line: u64) {
    let mut position = Position::new();
    position.set_line(line);
    record.set_position(Some(position));
}

/// The line on which a record stands that [`Records`] read.
pub(crate) fn line_of(record: &StringRecord) -> u64 {
    record.position().map_or(1, Position::line)
}

/// Why a record says nothing: file, line, column and reason.
pub(super) fn unreadable(
    name: &Path,
    headers: &StringRecord,
    record: &StringRecord,
    error: &csv::Error,
) -> InputError {
    in_words(name, headers, line_of(record), error.kind())
}

fn in_words(name: &Path, headers: &StringRecord, line: u64, error: &ErrorKind) -> InputError {
    let what = match error {
        ErrorKind::Deserialize { err, .. } => match err.field() {
            Some(field) => {
                let column = headers.get(field as usize).unwrap_or_default();
                format!("column {} ({column}): {}", field + 1, err.kind())
            }
            None => err.kind().to_string(),
        },
        ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("expected {expected_len} fields, but found {len}"),
        ErrorKind::Utf8 { .. } => "the text is not UTF-8".to_string(),
        ErrorKind::Io(error) => {
            return InputError(format!("cannot read {}: {error}", name.display()));
        }
        other => format!("{other:?}"),
    };
    InputError(format!("{}, line {line}: {what}", name.display()))
}

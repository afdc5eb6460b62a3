//! CSV files: read row by row, grown by whole rows.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::iter;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use csv::StringRecord;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::csv_records::{Records, line_of};
use super::whole_file::refuse_special;
use crate::error::InputError;

/// A CSV file that grows by whole rows.
#[derive(Debug)]
pub struct CsvFile {
    path: PathBuf,
    file: File,
    columns: Cow<'static, str>,
    length: u64,
}

impl CsvFile {
    /// The file at `path`, made if it is not there.
    pub fn open(path: PathBuf, columns: impl Into<Cow<'static, str>>) -> anyhow::Result<CsvFile> {
        refuse_special(&path)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let open = || -> io::Result<(File, u64)> {
            let file = options.open(&path)?;
            let length = file.metadata()?.len();
            Ok((file, length))
        };
        let (file, length) = open().with_context(|| format!("cannot open {}", path.display()))?;
        Ok(CsvFile {
            path,
            file,
            columns: columns.into(),
            length,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Hands every row to `row`, which says whether the file is whole up to its
    /// end; returns how many bytes are. A torn end is passed over.
    pub fn read<R: DeserializeOwned>(
        &mut self,
        mut row: impl FnMut(R) -> anyhow::Result<bool>,
    ) -> anyhow::Result<u64> {
        let whole_lines = self
            .whole_lines()
            .with_context(|| format!("cannot read {}", self.path.display()))?;
        if whole_lines == 0 {
            return Ok(0);
        }
        let lines = BufReader::with_capacity(BLOCK, &self.file).take(whole_lines);
        let mut records = Records::new(&self.path, &csv::ReaderBuilder::new(), lines)?;
        self.check_columns(records.headers())?;
        let mut record = StringRecord::new();
        let mut whole = 0;
        while records.read(&mut record)? {
            let (line, parsed) = records.row(&record)?;
            let is_whole =
                row(parsed).with_context(|| format!("{}, line {line}", self.path.display()))?;
            if is_whole {
                whole = records.end();
            }
        }
        self.end_of_line(whole)
            .with_context(|| format!("cannot read {}", self.path.display()))
    }

    /// The bytes up to the end of the last line that was written in full. What
    /// a power cut leaves behind it is half a line, or zeros where the file
    /// system knew the length but not yet the content.
    fn whole_lines(&mut self) -> io::Result<u64> {
        self.file.rewind()?;
        let mut block = vec![0; BLOCK];
        let (mut position, mut whole) = (0, 0);
        loop {
            let filled = self.file.read(&mut block)?;
            let zero = block[..filled].iter().position(|&byte| byte == 0);
            let text = &block[..zero.unwrap_or(filled)];
            if let Some(end) = text.iter().rposition(|&byte| byte == b'\n') {
                whole = position + end as u64 + 1;
            }
            if filled == 0 || zero.is_some() {
                break;
            }
            position += filled as u64;
        }
        self.file.rewind()?;
        Ok(whole)
    }

    /// The reader of rows stops between `\r` and `\n`: the place behind both.
    fn end_of_line(&mut self, position: u64) -> io::Result<u64> {
        self.file.seek(SeekFrom::Start(position))?;
        let mut next = [0];
        let is_break = self.file.read(&mut next)? == 1 && next == *b"\n";
        Ok(position + u64::from(position > 0 && is_break))
    }

    fn check_columns(&self, found: &StringRecord) -> Result<(), InputError> {
        if found.iter().eq(self.columns.split(',')) {
            return Ok(());
        }
        Err(InputError(format!(
            "{}, line {}: the columns must be {}",
            self.path.display(),
            line_of(found),
            self.columns
        )))
    }

    /// Leaves the first `whole` bytes, to go on behind them. What was behind is
    /// kept beside the file, under its name and `.torn`.
    pub fn cut(&mut self, whole: u64) -> anyhow::Result<()> {
        if whole < self.length {
            let torn = self.path.with_added_extension("torn");
            refuse_special(&torn)?;
            self.keep_torn(whole, &torn)
                .with_context(|| format!("cannot write {}", torn.display()))?;
        }
        self.shorten(whole)
            .with_context(|| format!("cannot cut {}", self.path.display()))
    }

    fn keep_torn(&mut self, whole: u64, torn: &Path) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(whole))?;
        let mut kept = OpenOptions::new().append(true).create(true).open(torn)?;
        io::copy(&mut self.file, &mut kept)?;
        kept.write_all(b"\n")?;
        kept.sync_data()
    }

    /// Leaves the first `whole` bytes, to go on behind them.
    pub fn shorten(&mut self, whole: u64) -> io::Result<()> {
        self.file.set_len(whole)?;
        self.file.seek(SeekFrom::Start(whole))?;
        self.length = whole;
        Ok(())
    }

    /// One write of whole lines. If it fails, none of them is left.
    pub fn append<R: Serialize>(
        &mut self,
        rows: impl IntoIterator<Item = R>,
    ) -> anyhow::Result<()> {
        let lines = csv_lines(rows, self.length == 0)?;
        if let Err(error) = self.file.write_all(&lines) {
            // If this fails too, going on later finds half a line and cuts it.
            let _ = self.shorten(self.length);
            return Err(error).with_context(|| format!("cannot write {}", self.path.display()));
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    pub fn sync(&self) -> anyhow::Result<()> {
        self.file
            .sync_data()
            .with_context(|| format!("cannot save {}", self.path.display()))?;
        if !self.is_in_place() {
            bail!(
                "{} was taken away or replaced while it was written",
                self.path.display()
            );
        }
        Ok(())
    }

    /// Whether the file is still the one at its path.
    fn is_in_place(&self) -> bool {
        let identity = |found: fs::Metadata| (found.dev(), found.ino());
        let here = self.file.metadata().map(identity).ok();
        here == fs::metadata(&self.path).map(identity).ok()
    }
}

/// Bytes read at a time.
const BLOCK: usize = 1 << 16;

/// Rows as lines of CSV.
pub fn csv_lines<R: Serialize>(
    rows: impl IntoIterator<Item = R>,
    with_header: bool,
) -> anyhow::Result<Vec<u8>> {
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
    for parsed in games_of(path)? {
        let (line, parsed) = parsed?;
        row(line, parsed).with_context(|| format!("{}, line {line}", path.display()))?;
    }
    Ok(())
}

/// The rows of a file of games, each with its line number, as they are asked for.
pub fn games_of<T: DeserializeOwned>(
    path: &Path,
) -> anyhow::Result<impl Iterator<Item = Result<(u64, T), InputError>>> {
    let mut records = Records::open(path)?;
    let mut record = StringRecord::new();
    Ok(iter::from_fn(move || match records.read(&mut record) {
        Ok(true) => Some(records.row(&record)),
        Ok(false) => None,
        Err(error) => Some(Err(error)),
    }))
}

//! Files that are there as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::error::InputError;

/// Writes a whole file beside the old one, as `.FILE.new`, and renames it. A
/// link stays, and what it leads to is written.
pub fn write_whole(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    replace(file, content, File::sync_all)
}

/// As [`write_whole`], but nobody waits for the disk: after a power cut the file
/// may be empty.
pub(super) fn write_unsynced(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    replace(file, content, |_| Ok(()))
}

/// As [`write_whole`] several files: none of them is replaced before all are written.
pub fn write_together<'a>(
    files: impl IntoIterator<Item = (&'a Path, &'a [u8])>,
) -> anyhow::Result<()> {
    let written = files
        .into_iter()
        .map(|(file, content)| Written::new(file, content, File::sync_all));
    let written = written.collect::<anyhow::Result<Vec<Written>>>()?;
    written.into_iter().try_for_each(Written::put)
}

fn replace(
    file: &Path,
    content: &[u8],
    make_safe: impl FnOnce(&File) -> io::Result<()>,
) -> anyhow::Result<()> {
    Written::new(file, content, make_safe)?.put()
}

/// A file that was written beside the one whose place it is to take; it goes away if it
/// does not.
struct Written<'a> {
    file: &'a Path,
    real: PathBuf,
    beside: PathBuf,
    is_put: bool,
}

impl Written<'_> {
    fn new<'a>(
        file: &'a Path,
        content: &[u8],
        make_safe: impl FnOnce(&File) -> io::Result<()>,
    ) -> anyhow::Result<Written<'a>> {
        refuse_special(file)?;
        let real = fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
        let beside = beside(&real);
        let new = Written {
            file,
            real,
            beside,
            is_put: false,
        };
        let write = || -> io::Result<()> {
            let mut to = File::create(&new.beside)?;
            to.write_all(content)?;
            make_safe(&to)
        };
        write().with_context(|| cannot_write(file))?;
        Ok(new)
    }

    fn put(mut self) -> anyhow::Result<()> {
        fs::rename(&self.beside, &self.real).with_context(|| cannot_write(self.file))?;
        self.is_put = true;
        Ok(())
    }
}

impl Drop for Written<'_> {
    fn drop(&mut self) {
        if !self.is_put {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

fn cannot_write(file: &Path) -> String {
    format!("cannot write {}", file.display())
}

fn beside(file: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(".new");
    file.with_file_name(name)
}

/// Refuses what is there and no file: a folder, a device, or a pipe, on which
/// one would wait forever.
pub(super) fn refuse_special(path: &Path) -> Result<(), InputError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            Err(InputError(format!("{} is not a file", path.display())))
        }
        _ => Ok(()),
    }
}

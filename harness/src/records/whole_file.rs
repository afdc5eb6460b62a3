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

fn replace(
    file: &Path,
    content: &[u8],
    make_safe: impl FnOnce(&File) -> io::Result<()>,
) -> anyhow::Result<()> {
    refuse_special(file)?;
    let real = fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    let beside = beside(&real);
    let write = || -> io::Result<()> {
        let mut new = File::create(&beside)?;
        new.write_all(content)?;
        make_safe(&new)?;
        fs::rename(&beside, &real)
    };
    let written = write();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| format!("cannot write {}", file.display()))
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

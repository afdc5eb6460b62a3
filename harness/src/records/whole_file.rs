//! Files that are there as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

/// Writes a whole file beside the old one, as `FILE.new`, and renames it.
pub fn write_whole(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    let mut beside = OsString::from(file);
    beside.push(".new");
    let write = || -> io::Result<()> {
        let mut new = File::create(&beside)?;
        new.write_all(content)?;
        new.sync_all()?;
        fs::rename(&beside, file)
    };
    let written = write();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| format!("cannot write {}", file.display()))
}

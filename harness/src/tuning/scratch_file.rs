//! What does not fit into memory.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::{env, fmt};

use thiserror::Error;

/// Why positions could not be kept outside of memory.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("cannot keep positions in {}, the folder that TMPDIR names: {what}", folder.display())]
pub struct ScratchError {
    folder: PathBuf,
    what: String,
}

/// A file without a name, which ends with the program.
pub(super) struct ScratchFile {
    folder: PathBuf,
    file: File,
    length: u64,
}

impl ScratchFile {
    /// In the folder that `TMPDIR` names, else where large files may be: `/tmp` is
    /// memory on many machines.
    pub fn new() -> Result<ScratchFile, ScratchError> {
        let named = env::var_os("TMPDIR").filter(|name| !name.is_empty());
        let folder = named.map_or_else(|| PathBuf::from("/var/tmp"), PathBuf::from);
        let file = tempfile::tempfile_in(&folder).map_err(|error| wrong(&folder, &error))?;
        Ok(ScratchFile {
            folder,
            file,
            length: 0,
        })
    }

    /// Writes at the end; returns where that is.
    pub fn append(&mut self, bytes: &[u8]) -> Result<u64, ScratchError> {
        let begin = self.length;
        let written = self.file.write_all_at(bytes, begin);
        written.map_err(|error| wrong(&self.folder, &error))?;
        self.length += bytes.len() as u64;
        Ok(begin)
    }

    /// Fills `bytes` with what was written from `begin` on.
    pub fn read(&self, begin: u64, bytes: &mut [u8]) -> Result<(), ScratchError> {
        let read = self.file.read_exact_at(bytes, begin);
        read.map_err(|error| wrong(&self.folder, &error))
    }
}

impl fmt::Debug for ScratchFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes in {}", self.length, self.folder.display())
    }
}

fn wrong(folder: &Path, error: &io::Error) -> ScratchError {
    ScratchError {
        folder: folder.to_path_buf(),
        what: error.to_string(),
    }
}

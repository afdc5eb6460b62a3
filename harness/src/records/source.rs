//! Where games are read from: a file, or standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::error::InputError;

/// Something to read that is not empty.
pub(super) struct Source {
    /// What messages call it.
    pub name: PathBuf,
    pub input: Box<dyn BufRead>,
}

impl Source {
    /// The file at `path`; standard input for `-`.
    pub fn open(path: &Path) -> anyhow::Result<Source> {
        let is_stdin = path == Path::new("-");
        let name = PathBuf::from(if is_stdin {
            "standard input".as_ref()
        } else {
            path.as_os_str()
        });
        let cannot_read = || format!("cannot read {}", name.display());
        let mut input: Box<dyn BufRead> = if is_stdin {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let file = File::open(path)
                .map_err(InputError::new)
                .with_context(cannot_read)?;
            Box::new(BufReader::new(file))
        };
        let beginning = input
            .fill_buf()
            .map_err(InputError::new)
            .with_context(cannot_read)?;
        if beginning.is_empty() {
            return Err(InputError(format!("{} is empty", name.display())).into());
        }
        Ok(Source { name, input })
    }
}

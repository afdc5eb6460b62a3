//! Whether a program surely runs here, told by its first bytes: to start it and
//! end it again takes as long as a quick game.
//!
//! Source: *Tool Interface Standard, Executable and Linking Format*, version 1.2,
//! and its extension to 64 bits.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rustix::fs::{Access, access};

/// Whether a file may be run and is a program such as this one, with a loader
/// that is there. Anything else may run or not, as a script does.
pub fn surely_runs(program: &Path) -> bool {
    cfg!(all(
        target_os = "linux",
        target_endian = "little",
        target_pointer_width = "64"
    )) && access(program, Access::EXEC_OK).is_ok()
        && is_like_this(program).unwrap_or(false)
}

fn is_like_this(program: &Path) -> Option<bool> {
    let (here, there) = (head(Path::new("/proc/self/exe"))?, head(program)?);
    // Format, word size and byte order; the machine.
    let is_same = here.get(..6)? == there.get(..6)? && here.get(18..20)? == there.get(18..20)?;
    Some(is_same && loader(&there)?.is_none_or(|loader| Path::new(loader).exists()))
}

/// The beginning of a file.
fn head(file: &Path) -> Option<Vec<u8>> {
    const LENGTH: u64 = 1 << 12;
    let mut head = Vec::new();
    File::open(file)
        .ok()?
        .take(LENGTH)
        .read_to_end(&mut head)
        .ok()?;
    Some(head)
}

/// The program that loads this one, if it needs one; `None` if the head does
/// not tell.
fn loader(head: &[u8]) -> Option<Option<&str>> {
    const INTERPRETER: usize = 3;
    let number = |at: usize, length: usize| -> Option<usize> {
        let bytes = head.get(at..at.checked_add(length)?)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |sum, &byte| sum << 8 | usize::from(byte)),
        )
    };
    let (table, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
    for index in 0..count {
        let entry = table.checked_add(index * size)?;
        if number(entry, 4)? == INTERPRETER {
            let (start, length) = (number(entry + 8, 8)?, number(entry + 32, 8)?);
            // Its path ends with a zero byte.
            let path = head.get(start..)?.get(..length.checked_sub(1)?)?;
            return Some(Some(str::from_utf8(path).ok()?));
        }
    }
    Some(None)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn this_program_and_the_shell_run() {
        let this = std::env::current_exe().unwrap();
        assert_eq!(is_like_this(&this), Some(true));
        assert!(surely_runs(&this));
        assert!(surely_runs(Path::new("/bin/sh")));
    }

    #[test]
    fn others_have_to_be_tried() {
        let folder = tempfile::tempdir().unwrap();
        let this = head(&std::env::current_exe().unwrap()).unwrap();
        let path = folder.path().join("program");
        let with = |at: usize, byte: u8| {
            let mut head = this.clone();
            head[at] = byte;
            head
        };
        for content in [
            b"#!/bin/sh\n".to_vec(),
            Vec::new(),
            with(0, 0),
            // Another machine, and tables that lead nowhere.
            with(18, 0xff),
            with(39, 0xff),
            with(57, 0xff),
            // May not be run at all.
            this.clone(),
        ] {
            fs::write(&path, content).unwrap();
            assert!(!surely_runs(&path));
        }
        let loader = loader(&this).unwrap().unwrap();
        assert!(loader.contains("ld"), "{loader}");
    }
}

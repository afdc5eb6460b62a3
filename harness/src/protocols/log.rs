//! What was said between an engine and us, timed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use rustix::fs::{Access, access};

use crate::error::InputError;

/// Makes a folder for logs; says why if none can be written there.
pub fn check_log_folder(folder: &Path) -> Result<(), InputError> {
    fs::create_dir_all(folder)
        .and_then(|()| Ok(access(folder, Access::WRITE_OK | Access::EXEC_OK)?))
        .map_err(|error| {
            InputError(format!(
                "cannot write logs to {}: {error}",
                folder.display()
            ))
        })
}

/// The log of one process; by default none.
#[derive(Debug, Default)]
pub struct Log(Option<Inner>);

#[derive(Debug)]
struct Inner {
    file: BufWriter<File>,
    start: Instant,
    written: u64,
}

impl Log {
    /// The most bytes of a log; what comes later is left out.
    const LONGEST: u64 = 1 << 26;

    /// A new file in a folder, under the engine's name and a number.
    pub fn create(folder: &Path, name: &str) -> io::Result<Log> {
        fs::create_dir_all(folder)?;
        let safe: String = name
            .chars()
            .map(
                |letter| match letter.is_alphanumeric() || "-_.=".contains(letter) {
                    true => letter,
                    false => '_',
                },
            )
            .collect();
        static NUMBERS: AtomicU64 = AtomicU64::new(1);
        loop {
            let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
            match File::create_new(folder.join(format!("{safe}.{number}.log"))) {
                Ok(file) => {
                    return Ok(Log(Some(Inner {
                        file: BufWriter::new(file),
                        start: Instant::now(),
                        written: 0,
                    })));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Text that goes to the engine.
    pub fn sent(&mut self, text: &str) {
        if self.is_kept() {
            text.lines().for_each(|line| self.write('>', line));
            self.flush();
        }
    }

    /// Whether anybody wants to know.
    pub fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// A line of the engine's.
    pub fn received(&mut self, line: &str) {
        self.write('<', line);
    }

    /// A line from its error stream.
    pub fn complained(&mut self, line: &str) {
        if !line.is_empty() {
            self.write('!', line);
        }
    }

    /// `   12.345678 > genmove b`. A log that cannot be written is given up.
    fn write(&mut self, mark: char, line: &str) {
        let Some(log) = &mut self.0 else { return };
        let time = log.start.elapsed().as_secs_f64();
        log.written += line.len() as u64 + 15;
        if log.written <= Self::LONGEST && writeln!(log.file, "{time:12.6} {mark} {line}").is_err()
        {
            self.0 = None;
        }
    }

    fn flush(&mut self) {
        if let Some(log) = &mut self.0 {
            let _ = log.file.flush();
        }
    }
}

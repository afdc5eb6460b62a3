//! What was said between an engine and us, timed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
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
pub struct Log {
    file: Option<LogFile>,
    trouble: Option<String>,
}

#[derive(Debug)]
struct LogFile {
    path: PathBuf,
    file: BufWriter<File>,
    start: Instant,
    written: u64,
}

impl Log {
    /// The most bytes of a log; what comes later is left out.
    const LONGEST: u64 = 1 << 26;

    /// A new file in a folder, under the engine's name and a number. A log that
    /// cannot be written is given up; games are played without it.
    pub fn create(folder: &Path, name: &str) -> Log {
        match LogFile::create(folder, name) {
            Ok(file) => Log {
                file: Some(file),
                trouble: None,
            },
            Err(error) => Log {
                file: None,
                trouble: Some(in_words(folder, &error)),
            },
        }
    }

    /// Why it is kept no longer, if it is not: told once.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
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
        self.file.is_some()
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

    /// `   12.345678 > genmove b`.
    fn write(&mut self, mark: char, line: &str) {
        if let Some(log) = &mut self.file {
            let written = log.write(mark, line);
            self.give_up(written);
        }
    }

    fn flush(&mut self) {
        if let Some(log) = &mut self.file {
            let written = log.file.flush();
            self.give_up(written);
        }
    }

    fn give_up(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            let log = self.file.take();
            self.trouble = log.map(|log| in_words(&log.path, &error));
        }
    }
}

fn in_words(path: &Path, error: &io::Error) -> String {
    format!("cannot write the log {}: {error}", path.display())
}

impl LogFile {
    fn create(folder: &Path, name: &str) -> io::Result<LogFile> {
        fs::create_dir_all(folder)?;
        let name = file_name(name);
        static NUMBERS: AtomicU64 = AtomicU64::new(1);
        loop {
            let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{name}.{number}.log"));
            match File::create_new(&path) {
                Ok(file) => {
                    return Ok(LogFile {
                        path,
                        file: BufWriter::new(file),
                        start: Instant::now(),
                        written: 0,
                    });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn write(&mut self, mark: char, line: &str) -> io::Result<()> {
        let time = self.start.elapsed().as_secs_f64();
        self.written += line.len() as u64 + 15;
        match self.written <= Log::LONGEST {
            true => writeln!(self.file, "{time:12.6} {mark} {line}"),
            false => Ok(()),
        }
    }
}

/// An engine's name as the beginning of one of a file, in which nothing is hidden.
fn file_name(name: &str) -> String {
    /// With a number it is still short enough for any file system.
    const LONGEST: usize = 200;
    let is_safe = |letter: char| letter.is_alphanumeric() || "-_.=".contains(letter);
    let letters = name.chars();
    let safe: String = letters
        .map(|letter| if is_safe(letter) { letter } else { '_' })
        .collect();
    let safe = &safe[..safe.floor_char_boundary(LONGEST)];
    match safe.strip_prefix('.') {
        Some(rest) => format!("_{rest}"),
        None => safe.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_of_a_file() {
        assert_eq!(file_name("gnugo-3.8 level=1"), "gnugo-3.8_level=1");
        assert_eq!(file_name("../x"), "_._x");
        assert_eq!(file_name("."), "_");
        assert_eq!(file_name(&"𝄞é".repeat(100)), "_é".repeat(66) + "_");
    }

    #[test]
    fn a_log_that_cannot_be_written_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let mut log = Log::create(&file, "one");
        log.sent("name");
        assert!(!log.is_kept());
        let trouble = log.take_trouble().unwrap();
        assert!(trouble.starts_with("cannot write the log "), "{trouble}");
        assert!(log.take_trouble().is_none());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told() {
        let mut log = Log {
            file: Some(LogFile {
                path: "/dev/full".into(),
                file: BufWriter::new(File::create("/dev/full").unwrap()),
                start: Instant::now(),
                written: 0,
            }),
            trouble: None,
        };
        log.sent("name");
        let trouble = log.take_trouble().unwrap();
        assert!(trouble.contains("/dev/full: No space left"), "{trouble}");
    }
}

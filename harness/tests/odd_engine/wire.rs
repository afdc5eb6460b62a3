//! What is read and written: the one place where an answer leaves.

use std::io::{self, BufRead, StdinLock, StdoutLock, Write};
use std::process::exit;
use std::thread;
use std::time::{Duration, Instant};

use crate::options::Options;

/// Nothing here goes on for longer, lest a test that failed leave it behind.
const LIFE: Duration = Duration::from_secs(600);

/// Both ends of the conversation.
pub struct Wire {
    input: StdinLock<'static>,
    output: StdoutLock<'static>,
    newline: &'static str,
    /// Goes before the first answer.
    mark: &'static str,
    empty_lines: bool,
    comments: bool,
    ignores_end: bool,
}

impl Wire {
    /// Standard input and output.
    pub fn new(options: &Options) -> Wire {
        Wire {
            input: io::stdin().lock(),
            output: io::stdout().lock(),
            newline: if options.has("crlf") { "\r\n" } else { "\n" },
            mark: if options.has("bom") { "\u{feff}" } else { "" },
            empty_lines: options.has("empty-lines"),
            comments: options.has("comments"),
            ignores_end: options.has("ignore-term"),
        }
    }

    /// The next line, trimmed; `None` at the end.
    pub fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        match self.input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(String::from_utf8_lossy(&line).trim().to_string()),
        }
    }

    /// Writes an answer: lines without the last newline, with all that is to
    /// stand around each.
    pub fn say(&mut self, answer: &str, comment: &str) {
        let mut text = String::from(std::mem::take(&mut self.mark));
        if self.empty_lines {
            text.push('\n');
        }
        if self.comments {
            text.push_str(comment);
            text.push('\n');
        }
        text.push_str(answer);
        text.push('\n');
        self.write(text.replace('\n', self.newline).as_bytes());
    }

    /// Writes bytes as they are; ends the program when nobody reads them.
    pub fn write(&mut self, bytes: &[u8]) {
        let written = self
            .output
            .write_all(bytes)
            .and_then(|()| self.output.flush());
        if written.is_err() {
            self.leave();
        }
    }

    /// Writes the same again and again.
    pub fn repeat(&mut self, bytes: &[u8], pause: Duration) -> ! {
        let start = Instant::now();
        while start.elapsed() < LIFE {
            self.write(bytes);
            sleep(pause);
        }
        exit(1)
    }

    /// Says no more, and leaves when its input ends.
    pub fn hang(&mut self) -> ! {
        while self.line().is_some() {}
        self.leave()
    }

    fn leave(&self) -> ! {
        if self.ignores_end {
            sleep_for_ever();
        }
        exit(1)
    }
}

/// Waits; not at all for no time.
pub fn sleep(time: Duration) {
    if !time.is_zero() {
        thread::sleep(time);
    }
}

/// Neither reads nor writes.
pub fn sleep_for_ever() -> ! {
    thread::sleep(LIFE);
    exit(1)
}

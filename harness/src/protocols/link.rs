//! Lines to and from a child process, each within a time.

use std::borrow::Cow;
use std::io::{self, Write};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::lines::Lines;
use super::log::Log;
use super::process::{Pipes, Process, in_words};

/// Until when something must have happened.
#[derive(Clone, Copy)]
pub struct Deadline<'a> {
    /// The last moment.
    pub at: Instant,
    /// Set when nobody waits for it any more.
    pub stop: &'a AtomicBool,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Broken {
    /// It came too late, or not at all.
    Late,
    /// Nobody waits for it any more.
    Stopped,
    /// This program did not run while it waited, so that nobody knows when the
    /// answer came.
    Suspended,
    /// The program has ended, or talks to nobody; how.
    Ended(String),
    /// The program writes without an end.
    Flood,
}

/// A child process and what is said between it and us.
pub struct Link {
    process: Process,
    pipes: Pipes,
    lines: Lines,
    errors: Lines,
    log: Log,
    /// Bytes since something was last sent.
    received: usize,
    /// When the last of them came.
    received_at: Instant,
    /// Whether the error stream is watched: for the first answers, once something
    /// has come there, and if an answer takes its time. Quick engines pay for every
    /// stream.
    hears_errors: bool,
    /// Messages that may still be sent before it is given up that something comes
    /// there.
    first_messages: u32,
}

impl Link {
    /// The most bytes of an answer and all that is around it.
    const MOST_BYTES: usize = 1 << 24;

    /// To save what it has learnt.
    const GRACE: Duration = Duration::from_secs(1);

    /// How often to see whether a silent program still runs.
    const LOOK_EVERY: Duration = Duration::from_millis(50);

    /// Who thinks aloud on the error stream does so within the first moves.
    const FIRST_MESSAGES: u32 = 16;

    /// A look that takes so long was taken by a program that was stopped (Ctrl-Z)
    /// or on a machine that stood still.
    const SUSPENDED: Duration = Duration::from_secs(1);

    /// Starts a program.
    pub fn start(command: &mut Command, log: Log) -> io::Result<Link> {
        let (process, pipes) = Process::start(command)?;
        Ok(Link {
            process,
            pipes,
            lines: Lines::new(),
            errors: Lines::new(),
            log,
            received: 0,
            received_at: Instant::now(),
            hears_errors: true,
            first_messages: Self::FIRST_MESSAGES,
        })
    }

    /// Sends text whose lines are whole; returns when the last byte was sent.
    pub fn send(&mut self, text: &str, deadline: Deadline) -> Result<Instant, Broken> {
        self.log.sent(text);
        self.received = 0;
        self.hears_errors = self.errors.any_read() || self.first_messages > 0;
        self.first_messages = self.first_messages.saturating_sub(1);
        let mut left = text.as_bytes();
        loop {
            let Some(to) = &mut self.pipes.to else {
                return Err(self.end());
            };
            match to.write(left) {
                Ok(written) => left = &left[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    // It may wait for us to read before it reads.
                    self.wait(true, deadline)?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(self.end()),
            }
            if left.is_empty() {
                return Ok(Instant::now());
            }
        }
    }

    /// The next line, without its end, and when it was there.
    pub fn receive(&mut self, deadline: Deadline) -> Result<(Cow<'_, str>, Instant), Broken> {
        while !self.lines.has_next() {
            self.wait(false, deadline)?;
        }
        let line = self.lines.next().expect("it has one");
        self.log.received(&line);
        Ok((line, self.received_at))
    }

    /// Why its log is kept no longer, if it is not.
    pub fn take_log_trouble(&mut self) -> Option<String> {
        self.log.take_trouble()
    }

    /// Drops what it has already said, where no number tells an answer to the
    /// next question from one to the last.
    pub fn drop_stale(&mut self) -> Result<(), Broken> {
        loop {
            while let Some(line) = self.lines.next() {
                self.log.received(&line);
            }
            if !self.read()? {
                return Ok(());
            }
        }
    }

    /// What it has complained of and nobody has heard.
    pub fn complaint(&mut self) -> Option<Cow<'_, str>> {
        let line = self.errors.next()?;
        self.log.complained(&line);
        Some(line)
    }

    /// What it has said last, for a message.
    pub fn said(&self) -> String {
        match self.lines.last() {
            Some(line) => {
                let line: String = line.escape_debug().take(100).collect();
                format!("the last it said: `{line}`")
            }
            None => "it said nothing".to_string(),
        }
    }

    /// What has gone wrong, for a message, and how long was waited.
    pub fn in_words(&mut self, broken: Broken, waited: Duration) -> String {
        match broken {
            Broken::Late => format!("no answer within {} s", waited.as_millis() as f64 / 1e3),
            Broken::Stopped => "it was told to stop".to_string(),
            Broken::Suspended => "this program did not run meanwhile".to_string(),
            Broken::Flood => "it writes without an end".to_string(),
            Broken::Ended(how) => {
                self.hear_last_words();
                match self.errors.tail() {
                    words if words.is_empty() => how,
                    words => format!("{how}; it said: {words}"),
                }
            }
        }
    }

    /// Ends it, and reads what is left in its error stream, which somebody else
    /// may still hold and fill.
    fn hear_last_words(&mut self) {
        const MOST_BLOCKS: usize = 16;
        self.process.end();
        for _ in 0..MOST_BLOCKS {
            if !self.read_errors() {
                break;
            }
        }
    }

    /// Waits until something was read, or may be written.
    fn wait(&mut self, to_write: bool, deadline: Deadline) -> Result<(), Broken> {
        if deadline.stop.load(Ordering::Relaxed) {
            return Err(Broken::Stopped);
        }
        let now = Instant::now();
        let left = deadline.at.saturating_duration_since(now);
        let ready = self.poll(to_write, left.min(Self::LOOK_EVERY));
        self.hears_errors = true;
        if ready.errors {
            self.read_errors();
        }
        if ready.from {
            self.read()?;
            return ran_since(now, self.received_at);
        }
        if ready.to {
            return Ok(());
        }
        ran_since(now, Instant::now())?;
        if left.is_zero() {
            return Err(Broken::Late);
        }
        // A child of its own may hold the pipe of a program that has ended.
        if !ready.errors && self.process.ended_within(Duration::ZERO).is_some() {
            return self.read_rest();
        }
        Ok(())
    }

    /// Which of the streams something can be done with, after at most a time.
    fn poll(&self, to_write: bool, time: Duration) -> Ready {
        let time = Timespec {
            tv_sec: time.as_secs() as i64,
            tv_nsec: time.subsec_nanos().into(),
        };
        let mut fds = ArrayVec::<PollFd, 3>::new();
        fds.push(PollFd::new(&self.pipes.from, PollFlags::IN));
        let to = self.pipes.to.as_ref().filter(|_| to_write);
        fds.extend(to.map(|to| PollFd::new(to, PollFlags::OUT)));
        if self.hears_errors && !self.errors.is_at_end() {
            fds.push(PollFd::new(&self.pipes.errors, PollFlags::IN));
        }
        // Interrupted by a signal, it says that nothing has happened.
        if !poll(&mut fds, Some(&time)).is_ok_and(|events| events > 0) {
            return Ready::default();
        }
        let has = |index: usize| fds.get(index).is_some_and(|fd| !fd.revents().is_empty());
        Ready {
            from: has(0),
            to: to.is_some() && has(1),
            errors: has(if to.is_some() { 2 } else { 1 }),
        }
    }

    /// Whether there was anything to read.
    fn read(&mut self) -> Result<bool, Broken> {
        match self.lines.read(&mut self.pipes.from) {
            Ok(0) => Err(self.end()),
            Ok(count) => {
                self.received_at = Instant::now();
                self.received += count;
                match self.received > Self::MOST_BYTES || self.lines.is_endless() {
                    true => Err(Broken::Flood),
                    false => Ok(true),
                }
            }
            Err(_) => Ok(false),
        }
    }

    /// What a program wrote before it ended counts.
    fn read_rest(&mut self) -> Result<(), Broken> {
        match self.lines.read(&mut self.pipes.from) {
            Ok(count) if count > 0 => {
                self.received_at = Instant::now();
                Ok(())
            }
            _ => Err(self.end()),
        }
    }

    /// Whether there was anything to read.
    fn read_errors(&mut self) -> bool {
        let count = self.errors.read(&mut self.pipes.errors).unwrap_or(0);
        self.errors.keep_last();
        count > 0
    }

    /// What has become of a program that does not talk any more.
    fn end(&mut self) -> Broken {
        /// It may close its streams a little before it is gone.
        const LAST_BREATH: Duration = Duration::from_millis(200);
        Broken::Ended(match self.process.ended_within(LAST_BREATH) {
            Some(status) => in_words(status),
            None => "it closed its output and runs on".to_string(),
        })
    }

    /// Asks the program to quit, and does not wait until it has.
    pub fn part(&mut self, last: &str) {
        let soon = Deadline {
            at: Instant::now() + Self::GRACE,
            stop: &AtomicBool::new(false),
        };
        if self.pipes.to.is_some() && self.send(last, soon).is_err() {
            self.process.end();
        }
        self.pipes.to = None;
    }

    /// Gives the program that was asked to quit some time.
    pub fn wait_for_end(&mut self) {
        self.process.ended_within(Self::GRACE);
    }
}

/// Whether a look that began then and has ended now is worth anything.
fn ran_since(then: Instant, now: Instant) -> Result<(), Broken> {
    match now - then < Link::SUSPENDED {
        true => Ok(()),
        false => Err(Broken::Suspended),
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if self.log.is_kept() {
            self.hear_last_words();
            while self.complaint().is_some() {}
            self.log.complained(&self.errors.tail());
        }
    }
}

/// Streams with which something can be done.
#[derive(Default)]
struct Ready {
    from: bool,
    to: bool,
    errors: bool,
}

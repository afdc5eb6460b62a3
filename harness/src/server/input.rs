//! Lines from the other program, read while an engine thinks.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use crate::protocols::text::clean;

/// A line without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Without control characters; tabs are spaces, and what is not UTF-8 is
    /// U+FFFD.
    pub text: String,
    /// Whether it went on beyond what is kept of a line.
    pub is_cut: bool,
}

/// Whether a line, or the end of the input (`None`), ends a search that began
/// before it came.
pub type Interrupts = fn(Option<&str>) -> bool;

/// Lines in the order in which they came. A thread of its own reads ahead, but
/// only so far that memory stays bounded.
pub struct Input {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    interrupts: Interrupts,
    /// Whether something in the queue interrupts.
    stop: AtomicBool,
}

#[derive(Default)]
struct Queue {
    lines: VecDeque<Line>,
    is_ended: bool,
    /// Nobody wants more.
    is_closed: bool,
}

impl Input {
    /// Bytes that are kept of a line.
    const LONGEST_LINE: usize = 1 << 14;

    /// Lines that are read ahead.
    const MOST_LINES: usize = 64;

    /// Starts to read.
    pub fn new(reader: impl BufRead + Send + 'static, interrupts: Interrupts) -> Input {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            interrupts,
            stop: AtomicBool::new(false),
        });
        let for_reader = Arc::clone(&shared);
        thread::spawn(move || for_reader.read(reader));
        Input { shared }
    }

    /// The next line; waits for it. `None` after the last.
    pub fn next(&self) -> Option<Line> {
        let queue = self.shared.lock();
        let has_none = |queue: &mut Queue| queue.lines.is_empty() && !queue.is_ended;
        let mut queue = self
            .shared
            .changed
            .wait_while(queue, has_none)
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let line = queue.lines.pop_front();
        self.shared.look(&queue);
        self.shared.changed.notify_all();
        line
    }

    /// Is set while something that interrupts waits in the queue.
    pub fn stop(&self) -> &AtomicBool {
        &self.shared.stop
    }

    /// Waits so long, or until [`Input::stop`] is set.
    pub fn wait(&self, time: Duration) {
        let goes_on = |_: &mut Queue| !self.shared.stop.load(Ordering::Relaxed);
        let queue = self.shared.lock();
        let _ = self.shared.changed.wait_timeout_while(queue, time, goes_on);
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Sets `stop` by what the queue holds.
    fn look(&self, queue: &Queue) {
        let by_line = |line: &Line| (self.interrupts)(Some(&line.text));
        let stop = queue.lines.iter().any(by_line) || queue.is_ended && (self.interrupts)(None);
        self.stop.store(stop, Ordering::Relaxed);
    }

    fn read(&self, mut reader: impl BufRead) {
        let mut is_first = true;
        loop {
            let line = read_line(&mut reader, Input::LONGEST_LINE, is_first);
            is_first = false;
            let is_full =
                |queue: &mut Queue| queue.lines.len() >= Input::MOST_LINES && !queue.is_closed;
            let queue = self.lock();
            let mut queue = self
                .changed
                .wait_while(queue, is_full)
                .unwrap_or_else(|poisoned| poisoned.into_inner());
            queue.is_ended = line.is_none();
            let is_last = queue.is_ended || queue.is_closed;
            queue.lines.extend(line);
            self.look(&queue);
            self.changed.notify_all();
            if is_last {
                return;
            }
        }
    }
}

/// The next line, of which at most so many bytes are kept; `None` at the end.
/// Input that cannot be read has ended.
fn read_line(reader: &mut impl BufRead, longest: usize, is_first: bool) -> Option<Line> {
    let mut bytes = Vec::new();
    let kept = longest as u64 + 1;
    reader.take(kept).read_until(b'\n', &mut bytes).ok()?;
    if bytes.is_empty() {
        return None;
    }
    let is_cut = bytes.len() > longest && bytes.last() != Some(&b'\n');
    if is_cut {
        bytes.truncate(longest);
        skip_line(reader).ok()?;
    }
    let text = clean(&bytes, is_first);
    Some(Line {
        text: text.into_owned(),
        is_cut,
    })
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        let is_last = end.is_some() || buffer.is_empty();
        reader.consume(length);
        if is_last {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn lines(text: &[u8], longest: usize) -> Vec<(String, bool)> {
        let mut reader = Cursor::new(text.to_vec());
        std::iter::from_fn(|| read_line(&mut reader, longest, false))
            .map(|line| (line.text, line.is_cut))
            .collect()
    }

    #[test]
    fn lines_are_cleaned_and_cut() {
        let whole = |text: &str| (text.to_string(), false);
        assert_eq!(
            lines(b"a\tb\r\n\n\0c\x07\x7f\xff\nlast", 100),
            [whole("a b"), whole(""), whole("c\u{fffd}"), whole("last")]
        );
        assert_eq!(
            lines(b"12345\n123456\n1234567890123\n1", 5),
            [
                whole("12345"),
                ("12345".to_string(), true),
                ("12345".to_string(), true),
                whole("1")
            ]
        );
        assert_eq!(lines(b"123456", 5), [("12345".to_string(), true)]);
    }

    #[test]
    fn a_byte_order_mark_may_stand_before_the_first_line() {
        let text = b"\xef\xbb\xbfSTART 15\n\xef\xbb\xbfEND\n".to_vec();
        let input = Input::new(Cursor::new(text), |_| false);
        assert_eq!(input.next().unwrap().text, "START 15");
        assert_eq!(input.next().unwrap().text, "\u{feff}END");
    }

    #[test]
    fn what_interrupts_does_so_until_it_is_read() {
        let text = "a\nping\nb\n".repeat(100);
        let input = Input::new(Cursor::new(text), |line| line == Some("ping"));
        let stops = || input.stop().load(Ordering::Relaxed);
        for _ in 0..99 {
            for expected in ["a", "ping", "b"] {
                input.wait(Duration::from_secs(60));
                assert!(stops());
                assert_eq!(input.next().unwrap().text, expected);
            }
        }
        for expected in ["a", "ping", "b"] {
            assert_eq!(input.next().unwrap().text, expected);
        }
        assert_eq!(input.next(), None);
        assert!(!stops());
        assert_eq!(input.next(), None);
    }
}

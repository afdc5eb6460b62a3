//! On which line of a text each record of it stands.

use std::collections::VecDeque;
use std::io::{self, Read};

use memchr::memchr2_iter;

/// A reader that remembers where lines begin that are not blank, until they are
/// asked for. Lines end with `\n`, `\r\n` or `\r`.
#[derive(Debug)]
pub struct LineStarts<R> {
    inner: R,
    /// Bytes read.
    bytes: u64,
    /// The number of the line that they end in.
    line: u64,
    /// Whether nothing of that line was read.
    is_blank: bool,
    /// Whether a `\n` would belong to the `\r` before it.
    is_half_a_break: bool,
    /// Offset and number of each line that was not asked for.
    starts: VecDeque<(u64, u64)>,
}

impl<R> LineStarts<R> {
    pub fn new(inner: R) -> LineStarts<R> {
        LineStarts {
            inner,
            bytes: 0,
            line: 1,
            is_blank: true,
            is_half_a_break: false,
            starts: VecDeque::new(),
        }
    }

    /// The number of the line with the first text from `offset` on. Offsets must not
    /// descend.
    pub fn line_from(&mut self, offset: u64) -> u64 {
        while self
            .starts
            .front()
            .is_some_and(|&(start, _)| start < offset)
        {
            self.starts.pop_front();
        }
        self.starts.front().map_or(self.line, |&(_, line)| line)
    }

    fn take_in(&mut self, block: &[u8]) {
        let mut begin = 0;
        for at in memchr2_iter(b'\r', b'\n', block) {
            self.text(begin, at);
            let is_feed = block[at] == b'\n';
            if !(is_feed && self.is_half_a_break) {
                self.line += 1;
                self.is_blank = true;
            }
            self.is_half_a_break = !is_feed;
            begin = at + 1;
        }
        self.text(begin, block.len());
        self.bytes += block.len() as u64;
    }

    /// A piece of the block that has no line break.
    fn text(&mut self, begin: usize, end: usize) {
        if begin == end {
            return;
        }
        if self.is_blank {
            self.starts
                .push_back((self.bytes + begin as u64, self.line));
        }
        self.is_blank = false;
        self.is_half_a_break = false;
    }
}

impl<R: Read> Read for LineStarts<R> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        let filled = self.inner.read(block)?;
        self.take_in(&block[..filled]);
        Ok(filled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of lines that are not blank, with where they begin.
    fn starts(text: &str, block: usize) -> Vec<(u64, u64)> {
        let mut lines = LineStarts::new(text.as_bytes());
        let mut space = vec![0; block];
        while lines.read(&mut space).unwrap() > 0 {}
        Vec::from(lines.starts)
    }

    #[test]
    fn every_kind_of_line_end_counts_once() {
        for (text, expected) in [
            ("", vec![]),
            ("a\nb", vec![(0, 1), (2, 2)]),
            ("a\r\nb\r\n", vec![(0, 1), (3, 2)]),
            ("a\rb\r", vec![(0, 1), (2, 2)]),
            ("\n\na\n\n\nb", vec![(2, 3), (6, 6)]),
            ("\r\n\r\na\r\n\r\nb", vec![(4, 3), (9, 5)]),
            ("\r\r\na", vec![(3, 3)]),
            ("a\n\rb", vec![(0, 1), (3, 3)]),
        ] {
            for block in 1..=text.len().max(1) {
                assert_eq!(starts(text, block), expected, "{text:?} by {block}");
            }
        }
    }

    #[test]
    fn what_was_passed_is_forgotten() {
        let mut lines = LineStarts::new("a\n\nb,\"x\ny\"\nc".as_bytes());
        lines.read_to_end(&mut Vec::new()).unwrap();
        assert_eq!(lines.line_from(0), 1);
        assert_eq!(lines.line_from(2), 3);
        assert_eq!(lines.line_from(10), 5);
        assert_eq!(lines.starts.len(), 1);
    }
}

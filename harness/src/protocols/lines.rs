//! Bytes from a stream, taken line by line.

use std::borrow::Cow;
use std::io::{self, Read};
use std::mem;

use super::text::clean;

/// What was read and is not taken yet.
#[derive(Debug)]
pub struct Lines {
    /// Where a read puts what comes.
    block: Box<[u8]>,
    bytes: Vec<u8>,
    /// Bytes of `bytes` that were taken.
    taken: usize,
    /// Bytes of `bytes` in which there is no more line end to find.
    searched: usize,
    any_taken: bool,
    any_read: bool,
    is_at_end: bool,
}

impl Lines {
    /// The longest line.
    const LONGEST: usize = 1 << 20;

    /// The most that is kept of what nobody takes.
    const MOST_KEPT: usize = 1 << 16;

    const BLOCK: usize = 1 << 14;

    /// Nothing yet.
    pub fn new() -> Lines {
        Lines {
            block: vec![0; Self::BLOCK].into(),
            bytes: Vec::new(),
            taken: 0,
            searched: 0,
            any_taken: false,
            any_read: false,
            is_at_end: false,
        }
    }

    /// Reads once; returns how many bytes there were, which is none only at the
    /// end of the stream.
    pub fn read(&mut self, stream: &mut impl Read) -> io::Result<usize> {
        let read = stream.read(&mut self.block)?;
        self.bytes.drain(..self.taken);
        self.searched -= self.taken;
        self.taken = 0;
        self.bytes.extend_from_slice(&self.block[..read]);
        self.any_read |= read > 0;
        self.is_at_end |= read == 0;
        Ok(read)
    }

    /// Whether all of the next line is there.
    pub fn has_next(&mut self) -> bool {
        let end = find_end(&self.bytes[self.searched..]);
        self.searched = end.map_or(self.bytes.len(), |end| self.searched + end);
        end.is_some()
    }

    /// Takes the next line, if all of it is there: as text, without its end,
    /// control characters and byte order mark.
    pub fn next(&mut self) -> Option<Cow<'_, str>> {
        if !self.has_next() {
            return None;
        }
        let line = self.taken..self.searched;
        self.taken = line.end + 1;
        self.searched = self.taken;
        let is_first = !mem::replace(&mut self.any_taken, true);
        Some(clean(&self.bytes[line], is_first))
    }

    /// Whether a line has become too long.
    pub fn is_endless(&self) -> bool {
        self.bytes.len() - self.taken > Self::LONGEST
    }

    /// Whether anything was ever read.
    pub fn any_read(&self) -> bool {
        self.any_read
    }

    /// Whether the stream has ended.
    pub fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Takes the oldest of it, if it is more than a reader of last words wants.
    pub fn keep_last(&mut self) {
        let oldest = self.bytes.len().saturating_sub(Self::MOST_KEPT);
        self.taken = self.taken.max(oldest);
        self.searched = self.searched.max(self.taken);
    }

    /// The last line with something in it, whole or not, taken or not: what was taken
    /// stays until more is read.
    pub fn last(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.bytes);
        let lines = text.lines().rev();
        let mut cleaned = lines.map(|line| clean(line.as_bytes(), false).into_owned());
        cleaned.find(|line| !line.trim().is_empty())
    }

    /// The last few lines that are not taken, in one line.
    pub fn tail(&self) -> String {
        const MOST_LETTERS: usize = 400;
        let text = String::from_utf8_lossy(&self.bytes[self.taken..]);
        let lines: Vec<String> = text
            .lines()
            .map(|line| clean(line.as_bytes(), false).into_owned())
            .filter(|line| !line.trim().is_empty())
            .collect();
        let text = lines.join(" | ");
        let letters = text.chars().count();
        text.chars()
            .skip(letters.saturating_sub(MOST_LETTERS))
            .collect()
    }
}

fn find_end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&byte| byte == b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<String> {
        let mut lines = Lines::new();
        let mut stream = text;
        while lines.read(&mut stream).unwrap() > 0 {}
        std::iter::from_fn(|| lines.next().map(Cow::into_owned)).collect()
    }

    #[test]
    fn the_last_line_stays() {
        let mut lines = Lines::new();
        assert_eq!(lines.last(), None);
        lines.read(&mut &b"= a\n? b\r\n\n"[..]).unwrap();
        while lines.next().is_some() {}
        assert_eq!(lines.last().unwrap(), "? b");
        lines.read(&mut &b"unfinished"[..]).unwrap();
        assert_eq!(lines.last().unwrap(), "unfinished");
    }

    #[test]
    fn whole_lines_are_taken_as_clean_text() {
        assert_eq!(
            lines(b"\xef\xbb\xbf= a\r\n\n\tb\0c\xff\n\xef\xbb\xbfd\nrest"),
            ["= a", "", " bc\u{fffd}", "\u{feff}d"]
        );
    }

    #[test]
    fn a_line_may_come_in_pieces() {
        let mut lines = Lines::new();
        for (piece, expected) in [
            (&b"ab"[..], None),
            (b"c", None),
            (b"d\ne", Some("abcd")),
            (b"f\n", Some("ef")),
        ] {
            let mut piece = piece;
            lines.read(&mut piece).unwrap();
            assert_eq!(lines.next().as_deref(), expected);
        }
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn memory_is_bounded() {
        let mut lines = Lines::new();
        let mut stream = io::repeat(b'x');
        while !lines.is_endless() {
            lines.read(&mut stream).unwrap();
        }
        assert!(lines.bytes.len() <= Lines::LONGEST + Lines::BLOCK);
        lines.keep_last();
        lines.read(&mut stream).unwrap();
        assert!(lines.bytes.len() <= Lines::MOST_KEPT + Lines::BLOCK);
        assert_eq!(lines.tail().len(), 400);
    }
}

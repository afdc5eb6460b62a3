//! Stones in a row: when they win, and where a winning row can still be made.

use std::array;

/// Which rows of one color win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RowRule {
    /// How many stones.
    pub win: u32,
    /// Whether more than that do not.
    pub exact: bool,
    /// Whether the opponent's stones at both ends spoil a row of just `win`.
    pub closable: bool,
}

/// Stones of one color without a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// How many.
    pub length: u32,
    /// Whether the opponent's stones stand at both ends.
    pub closed: bool,
}

impl Run {
    /// The run through a bit of `own`.
    #[inline]
    pub fn through(own: u32, other: u32, bit: u32) -> Run {
        let end = bit + (own >> bit).trailing_ones();
        let start = bit + 1 - (own << (31 - bit)).leading_ones();
        Run {
            length: end - start,
            closed: other << 1 >> start & other >> end & 1 == 1,
        }
    }

    /// Whether it wins.
    #[inline]
    pub fn wins(self, rule: RowRule) -> bool {
        if self.length == rule.win {
            !(rule.closable && self.closed)
        } else {
            self.length > rule.win && !rule.exact
        }
    }
}

/// A line as one side sees it, a bit a point. Bits in no word are off the
/// board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub own: u32,
    pub other: u32,
    pub empty: u32,
}

impl Line {
    /// The line with one more own stone.
    #[inline]
    pub fn with(self, bit: u32) -> Line {
        Line {
            own: self.own | 1 << bit,
            empty: self.empty & !(1 << bit),
            ..self
        }
    }

    /// The run through an own stone.
    #[inline]
    pub fn run(self, bit: u32) -> Run {
        Run::through(self.own, self.other, bit)
    }

    /// The winning rows that could be on this line.
    #[inline]
    pub fn rows(self, rule: RowRule) -> Rows {
        let [rows] = rows_of_each([self], rule);
        rows
    }

    /// The points where one stone wins.
    pub fn wins(self, rule: RowRule) -> u32 {
        let rows = self.rows(rule);
        rows.empty_in(rows.missing(1))
    }

    /// The points where an opponent's stone spoils a row that lacks one: in
    /// it, or at its second end where closed rows do not win.
    pub fn blocks(self, rule: RowRule) -> u32 {
        let rows = self.rows(rule);
        let last = rows.missing(1);
        let mut points = rows.empty_in(last);
        if rule.closable {
            let after = (last & self.other << 1) << rule.win;
            let before = (last & self.other >> rule.win) >> 1;
            points |= (after | before) & self.empty;
        }
        points
    }
}

/// The winning rows that could be on each of some lines. Four at once are a
/// little faster than one by one.
#[inline(always)]
pub(super) fn rows_of_each<const N: usize>(lines: [Line; N], rule: RowRule) -> [Rows; N] {
    let own = lines.map(|line| line.own);
    let empty = lines.map(|line| line.empty);
    // The usual length as a constant saves a sixth of an evaluation.
    let missing = match rule.win {
        5 => missing_stones(own, empty, 5),
        win => missing_stones(own, empty, win),
    };
    array::from_fn(|i| {
        let Line { own, other, empty } = lines[i];
        let mut spoiled = 0;
        if rule.exact {
            spoiled |= own << 1 | own >> rule.win;
        }
        if rule.closable {
            spoiled |= other << 1 & other >> rule.win;
        }
        Rows {
            missing: array::from_fn(|stones| missing[stones][i] & !spoiled),
            empty,
            win: rule.win,
        }
    })
}

/// Where `win` points can be filled with none, one, two or three stones.
#[inline(always)]
fn missing_stones<const N: usize>(own: [u32; N], empty: [u32; N], win: u32) -> [[u32; N]; 4] {
    let mut missing = [[!0; N], [0; N], [0; N], [0; N]];
    // One point longer with each turn.
    for step in 0..win {
        for i in 0..N {
            let (own, empty) = (own[i] >> step, empty[i] >> step);
            let [none, one, two, three] = [0, 1, 2, 3].map(|stones| missing[stones][i]);
            missing[0][i] = none & own;
            missing[1][i] = one & own | none & empty;
            missing[2][i] = two & own | one & empty;
            missing[3][i] = three & own | two & empty;
        }
    }
    if win == 3 {
        // These rows have no stone yet.
        missing[3] = [0; N];
    }
    missing
}

/// Whether a word has so many bits set, of which one at least is asked. For
/// few bits this is cheaper than to count them.
#[inline]
pub(super) fn has_bits(mut word: u32, count: u32) -> bool {
    for _ in 1..count {
        word &= word.wrapping_sub(1);
    }
    word != 0
}

/// Rows on one line that would win if they were filled. A row is known by its
/// lowest bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rows {
    missing: [u32; 4],
    empty: u32,
    win: u32,
}

impl Rows {
    /// The rows that lack just `stones` stones, at most three.
    #[inline]
    pub fn missing(&self, stones: usize) -> u32 {
        self.missing[stones]
    }

    /// Those that lack `stones` stones and can be filled at either end: the
    /// row here, and the next one without its lowest point and with one more
    /// at the other end, the two outermost points being empty.
    #[inline]
    pub fn open(&self, stones: usize) -> u32 {
        let rows = self.missing[stones];
        rows & rows >> 1 & self.empty & self.empty >> self.win
    }

    /// The empty points of some rows.
    #[inline]
    pub fn empty_in(&self, rows: u32) -> u32 {
        (0..self.win).fold(0, |points, step| points | rows << step) & self.empty
    }

    /// Only the rows with this point.
    #[inline]
    pub fn through(self, bit: u32) -> Rows {
        let starts = ((1u64 << self.win) - 1) << (bit + 1) >> self.win;
        Rows {
            missing: self.missing.map(|rows| rows & starts as u32),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: RowRule = RowRule {
        win: 5,
        exact: false,
        closable: false,
    };
    const EXACT: RowRule = RowRule {
        exact: true,
        ..FREE
    };
    const CARO: RowRule = RowRule {
        closable: true,
        ..EXACT
    };

    /// A line drawn from its lowest bit.
    fn line(text: &str) -> Line {
        let bits = |wanted| {
            text.chars()
                .enumerate()
                .filter(|&(_, found)| found == wanted)
                .fold(0, |word, (bit, _)| word | 1 << bit)
        };
        Line {
            own: bits('X'),
            other: bits('O'),
            empty: bits('.'),
        }
    }

    #[test]
    fn runs() {
        for (text, free, exact, caro) in [
            (".XXXX.", false, false, false),
            ("XXXXX.", true, true, true),
            ("OXXXXX", true, true, true),
            ("OXXXXXO", true, true, false),
            ("XXXXXX", true, false, false),
        ] {
            let line = line(text);
            for bit in 0..6 {
                if line.own >> bit & 1 == 1 {
                    let run = Run::through(line.own, line.other, bit);
                    let wins = [FREE, EXACT, CARO].map(|rule| run.wins(rule));
                    assert_eq!(wins, [free, exact, caro], "{text}");
                }
            }
        }
        let overline = Run::through(0b111111, 0b1000000, 3);
        assert!(overline.wins(RowRule {
            exact: false,
            ..CARO
        }));
    }

    #[test]
    fn completions() {
        for (text, free, exact, caro) in [
            (".XXXX.", 0b100001, 0b100001, 0b100001),
            ("OXXXX.", 0b100000, 0b100000, 0b100000),
            ("OXXXX.O", 0b100000, 0b100000, 0),
            ("XXX.XXX", 0b1000, 0, 0),
            ("X.XXX.X", 0b100010, 0b100010, 0b100010),
        ] {
            let points = [FREE, EXACT, CARO].map(|rule| {
                let rows = line(text).rows(rule);
                rows.empty_in(rows.missing(1))
            });
            assert_eq!(points, [free, exact, caro], "{text}");
        }
    }

    #[test]
    fn open_rows() {
        for (text, stones, free, exact) in [
            (".XXXX.", 1, 0b1, 0b1),
            (".XXXX.X", 1, 0b1, 0),
            (".XXX..", 2, 0b1, 0b1),
            ("..XXX..", 2, 0b11, 0b11),
            ("O.XXX.O", 2, 0, 0),
            (".X.XX.", 2, 0b1, 0b1),
            ("..XX..", 3, 0b1, 0b1),
        ] {
            let rows = [FREE, EXACT].map(|rule| line(text).rows(rule).open(stones));
            assert_eq!(rows, [free, exact], "{text}");
        }
    }

    #[test]
    fn few_bits_are_told_from_many() {
        for word in [0, 1, 0b1010, 0xfffff] {
            for count in 1..=20 {
                assert_eq!(has_bits(word, count), word.count_ones() >= count);
            }
        }
    }

    #[test]
    fn rows_through_a_point() {
        let rows = line("...XXX...").rows(FREE);
        assert_eq!(rows.missing(2), 0b01110);
        assert_eq!(rows.through(2).missing(2), 0b00110);
        assert_eq!(rows.through(8).missing(2), 0);
    }
}

//! Stones in a row: when they win, and where a winning row can still be made.

use super::lanes::{Lanes, Pair, both, pair};

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

/// Lines as each color sees them. Bits in no word are off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lines<const N: usize> {
    pub own: Lanes<N>,
    pub other: Lanes<N>,
    pub empty: Lanes<N>,
}

impl<const N: usize> Lines<N> {
    /// Lines with these stones and these points.
    #[inline(always)]
    pub fn new(stones: [Pair; N], points: [u32; N]) -> Lines<N> {
        let own = Lanes(stones);
        let other = own.exchanged();
        Lines {
            own,
            other,
            empty: Lanes(points.map(both)) & !(own | other),
        }
    }

    /// The winning rows that could be on these lines.
    #[inline(always)]
    pub fn rows(self, rules: RowRules) -> Rows<N> {
        let Lines { own, other, empty } = self;
        let win = rules.win;
        let beside = own << 1 | own >> win;
        let closed = other << 1 & other >> win;
        let sound = !(beside & rules.exact | closed & rules.closable);
        Rows {
            missing: missing_stones(own, empty, win).map(|rows| rows & sound),
            own,
            empty,
            win,
        }
    }
}

/// Which rows of each color win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RowRules {
    pub win: u32,
    pub exact: Pair,
    pub closable: Pair,
}

impl RowRules {
    pub fn new(black: RowRule, white: RowRule) -> RowRules {
        let words = |is: fn(RowRule) -> bool| {
            let all = |rule| if is(rule) { !0 } else { 0 };
            pair(all(black), all(white))
        };
        RowRules {
            win: black.win,
            exact: words(|rule| rule.exact),
            closable: words(|rule| rule.closable),
        }
    }
}

/// Where `win` points can be filled with none, one, two, three or four stones.
#[inline(always)]
fn missing_stones<const N: usize>(own: Lanes<N>, empty: Lanes<N>, win: u32) -> [Lanes<N>; 5] {
    let mut missing = [Lanes::NONE; 5];
    missing[0] = Lanes::ALL;
    // One point longer with each turn.
    for step in 0..win {
        let (own, empty) = (own >> step, empty >> step);
        for stones in (1..5).rev() {
            missing[stones] = missing[stones] & own | missing[stones - 1] & empty;
        }
        missing[0] = missing[0] & own;
    }
    missing
}

/// Rows on some lines that would win if they were filled. A row is known by
/// its lowest bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rows<const N: usize> {
    missing: [Lanes<N>; 5],
    own: Lanes<N>,
    empty: Lanes<N>,
    win: u32,
}

impl<const N: usize> Rows<N> {
    /// The rows that lack just `stones` stones, at most four.
    #[inline(always)]
    pub fn missing(&self, stones: usize) -> Lanes<N> {
        self.missing[stones]
    }

    /// Those that lack `stones` stones and can be filled at either end: the
    /// row here, and the next one without its lowest point and with one more
    /// at the other end, the two outermost points being empty.
    #[inline(always)]
    pub fn open(&self, stones: usize) -> Lanes<N> {
        let rows = self.missing[stones];
        rows & rows >> 1 & self.empty & self.empty >> self.win
    }

    /// The empty points of some rows.
    #[inline(always)]
    pub fn empty_in(&self, rows: Lanes<N>) -> Lanes<N> {
        rows.stretch(self.win) & self.empty
    }

    /// The empty points of some open rows that are in both rows of the two.
    #[inline(always)]
    pub fn empty_inside(&self, open: Lanes<N>) -> Lanes<N> {
        (open << 1).stretch(self.win - 1) & self.empty
    }

    /// The lowest empty points of the rows that lack two stones, and the
    /// highest.
    #[inline(always)]
    pub fn outermost_empty_in_missing_two(&self) -> [Lanes<N>; 2] {
        let rows = self.missing(2);
        // A carry passes stones up to the first empty point.
        let lowest = ((rows & self.own) + self.own) | rows;
        // None does so downward.
        let mut highest = rows << (self.win - 1);
        for _ in 2..self.win {
            highest |= (highest & self.own) >> 1;
        }
        [lowest & !self.own, highest & self.empty]
    }

    /// Only the rows with this point.
    #[inline(always)]
    pub fn through(self, bit: u32) -> Rows<N> {
        let starts = both((((1u64 << self.win) - 1) << (bit + 1) >> self.win) as u32);
        Rows {
            missing: self.missing.map(|rows| rows & starts),
            ..self
        }
    }
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

#[cfg(test)]
mod tests {
    use super::super::lanes::half;
    use super::*;
    use crate::game::Color;

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

    /// The bits of a line, drawn from its lowest, that look like this.
    fn bits(text: &str, wanted: char) -> u32 {
        text.chars()
            .enumerate()
            .filter(|&(_, found)| found == wanted)
            .fold(0, |word, (bit, _)| word | 1 << bit)
    }

    fn rows(text: &str, rule: RowRule) -> Rows<1> {
        let stones = pair(bits(text, 'X'), bits(text, 'O'));
        let points = (1 << text.len()) - 1;
        Lines::new([stones], [points]).rows(RowRules::new(rule, rule))
    }

    fn black(lanes: Lanes<1>) -> u32 {
        half(lanes.0[0], Color::Black)
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
            let (own, other) = (bits(text, 'X'), bits(text, 'O'));
            for bit in 0..6 {
                if own >> bit & 1 == 1 {
                    let run = Run::through(own, other, bit);
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
                let rows = rows(text, rule);
                black(rows.empty_in(rows.missing(1)))
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
            let open = [FREE, EXACT].map(|rule| black(rows(text, rule).open(stones)));
            assert_eq!(open, [free, exact], "{text}");
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
        let rows = rows("...XXX...", FREE);
        assert_eq!(black(rows.missing(2)), 0b01110);
        assert_eq!(black(rows.through(2).missing(2)), 0b00110);
        assert_eq!(black(rows.through(8).missing(2)), 0);
    }
}

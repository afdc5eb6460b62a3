//! Threats: where a stone would make fours and open threes, on one line or on
//! two at once, and how fours can be answered.

use super::lanes::{Pair, half};
use super::point::{COLUMNS, FALLING, MAX_SIDE, Place, Point, RISING, bits};
use super::shape_board::ShapeBoard;
use super::shapes::Shape;
use crate::game::Color;

/// How a player can answer fours of the opponent, whose next stone wins
/// otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// There is none to answer.
    Free,
    /// By a stone on this point alone.
    Only(Point),
    /// Not at all: several points win.
    Lost,
}

/// What one color could make with a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Threats {
    /// Points that make a four.
    pub fours: u32,
    /// Points that make an open three, and no four.
    pub open_threes: u32,
    /// Whether one of them makes fours on two lines.
    pub double_four: bool,
    /// Whether one makes a four, and an open three on another line.
    pub four_three: bool,
    /// Whether one makes open threes on two lines, and no four.
    pub double_three: bool,
}

/// Points where a stone makes something, a word a row as lines have both colors:
/// those where it does on one line at least, and on two.
#[derive(Clone, Copy)]
struct Crossings {
    once: [Pair; MAX_SIDE],
    twice: [Pair; MAX_SIDE],
}

impl Crossings {
    const NONE: Crossings = Crossings {
        once: [0; MAX_SIDE],
        twice: [0; MAX_SIDE],
    };

    #[inline(always)]
    fn add(&mut self, row: usize, points: Pair) {
        self.twice[row] |= self.once[row] & points;
        self.once[row] |= points;
    }
}

/// Where stones make fours, and where those or open threes.
struct Map {
    fours: Crossings,
    any: Crossings,
}

impl Map {
    /// Adds a line, of whose bits `locate` tells row and column.
    #[inline(always)]
    fn add(&mut self, fours: Pair, any: Pair, locate: impl Fn(usize) -> (usize, usize)) {
        let mut rest = any;
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let (row, column) = locate(at % 32);
            let point = column + at / 32 * 32;
            self.any.add(row, 1 << point);
            self.fours.add(row, (fours >> at & 1) << point);
        }
    }

    /// What Black and White could make.
    #[inline(always)]
    fn threats(&self) -> [Threats; 2] {
        let (mut fours, mut open_threes) = (Tally(0), Tally(0));
        let (mut double_four, mut four_three, mut double_three) = (0, 0, 0);
        for row in 0..MAX_SIDE {
            let (four, two_fours) = (self.fours.once[row], self.fours.twice[row]);
            let (any, two) = (self.any.once[row], self.any.twice[row]);
            fours.add(four);
            open_threes.add(any & !four);
            double_four |= two_fours;
            four_three |= two & four & !two_fours;
            double_three |= two & !four;
        }
        Color::BOTH.map(|color| Threats {
            fours: fours.of(color),
            open_threes: open_threes.of(color),
            double_four: half(double_four, color) != 0,
            four_three: half(four_three, color) != 0,
            double_three: half(double_three, color) != 0,
        })
    }
}

/// How many bits are set in the words of a board's rows, a count in every byte: no
/// byte of all rows together has as many as 256.
#[derive(Clone, Copy)]
struct Tally(u64);

impl Tally {
    #[inline(always)]
    fn add(&mut self, row: Pair) {
        let twos = row - (row >> 1 & 0x5555_5555_5555_5555);
        let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
        self.0 += (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    }

    #[inline(always)]
    fn of(self, color: Color) -> u32 {
        half(self.0, color)
            .to_le_bytes()
            .map(u32::from)
            .iter()
            .sum()
    }
}

impl ShapeBoard {
    /// Whether `color` has a row on the board that lacks one stone.
    #[inline]
    pub(super) fn has_four(&self, color: Color) -> bool {
        self.lines_with(color, Shape::Four) + self.lines_with(color, Shape::OpenFour) > 0
    }

    /// Whether a stone of `color` could make a four.
    #[inline]
    pub(super) fn can_make_four(&self, color: Color) -> bool {
        [Shape::Three, Shape::OpenThree]
            .into_iter()
            .any(|shape| self.lines_with(color, shape) > 0)
    }

    /// How the opponent of `color` can answer its fours.
    #[inline]
    pub(super) fn answer_to(&self, color: Color) -> Answer {
        if self.lines_with(color, Shape::OpenFour) > 0 {
            return Answer::Lost;
        }
        let mut answer = Answer::Free;
        let mut lines = self.lines_with(color, Shape::Four);
        for line in self.board().lines().into_iter().flatten() {
            if lines == 0 {
                break;
            }
            for bit in bits(self.grades(line).making(color, Shape::Five)) {
                let point = Place { line, bit }.point();
                match answer {
                    Answer::Only(other) if other != point => return Answer::Lost,
                    _ => answer = Answer::Only(point),
                }
                lines -= 1;
            }
        }
        answer
    }

    /// What Black and White could make. Where a side has a four, not all that it
    /// could make on that line is found.
    #[inline(always)]
    pub(super) fn threats(&self) -> [Threats; 2] {
        let mut map = Map {
            fours: Crossings::NONE,
            any: Crossings::NONE,
        };
        let [rows, columns, falling, rising] = self.board().lines();
        self.for_threats_on(rows, |row, fours, any| {
            map.fours.add(row, fours);
            map.any.add(row, any);
        });
        self.for_threats_on(columns, |line, fours, any| {
            map.add(fours, any, |bit| (bit, line - COLUMNS));
        });
        self.for_threats_on(falling, |line, fours, any| {
            map.add(fours, any, |bit| (FALLING + MAX_SIDE - 1 + bit - line, bit));
        });
        self.for_threats_on(rising, |line, fours, any| {
            map.add(fours, any, |bit| (line - RISING - bit, bit));
        });
        map.threats()
    }
}

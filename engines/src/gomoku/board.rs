//! The stones, kept as bits on every line of the board.

use std::array;
use std::ops::Range;

use super::lanes::{Pair, half, shift};
use super::point::{COLUMNS, FALLING, LINES, MAX_SIDE, Place, Point, PointSet, RISING};
use super::row::{Lines, Run};
use crate::game::Color;

/// Stones of both colors. Each stone is a bit in four words (its row, its
/// column and two diagonals), so that whatever concerns stones in a row is
/// a few operations on a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    width: u8,
    height: u8,
    /// The lines, each as both colors have it.
    lines: [Pair; LINES],
}

/// A search copies positions all the time.
const _: () = assert!(size_of::<Board>() < 1024);

impl Board {
    pub fn empty(width: u8, height: u8) -> Board {
        let sides = 3..=MAX_SIDE as u8;
        assert!(
            sides.contains(&width) && sides.contains(&height),
            "a Gomoku board has 3 to 20 points a side, not {width} by {height}"
        );
        Board {
            width,
            height,
            lines: [0; LINES],
        }
    }

    pub fn width(&self) -> u8 {
        self.width
    }

    pub fn height(&self) -> u8 {
        self.height
    }

    pub fn at(&self, point: Point) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.stones(color, usize::from(point.y)) >> point.x & 1 == 1)
    }

    /// Places a stone, or takes it off again.
    #[inline]
    pub fn toggle(&mut self, color: Color, point: Point) {
        for place in point.places() {
            self.lines[place.line] ^= 1 << (place.bit + shift(color));
        }
    }

    /// The stones of `color` on a line.
    #[inline]
    pub fn stones(&self, color: Color, line: usize) -> u32 {
        half(self.lines[line], color)
    }

    /// The four lines through a point.
    #[inline(always)]
    pub fn lines_through(&self, point: Point) -> Lines<4> {
        let lines = point.places().map(|place| place.line);
        Lines::new(
            lines.map(|line| self.lines[line]),
            self.points_through(point),
        )
    }

    /// The lines that have points on this board, a direction after the other.
    #[inline(always)]
    pub fn lines(&self) -> [Range<usize>; 4] {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        [
            0..height,
            COLUMNS..COLUMNS + width,
            FALLING + MAX_SIDE - height..FALLING + MAX_SIDE - 1 + width,
            RISING..RISING + width + height - 1,
        ]
    }

    /// One line.
    #[inline(always)]
    pub fn line(&self, line: usize) -> Lines<1> {
        Lines::new([self.lines[line]], [self.points_on(line)])
    }

    /// Two lines, this one and the next.
    #[inline(always)]
    pub fn two_lines(&self, line: usize) -> Lines<2> {
        let two = [line, line + 1];
        Lines::new(
            two.map(|line| self.lines[line]),
            two.map(|line| self.points_on(line)),
        )
    }

    /// The empty points.
    pub fn empty_points(&self) -> PointSet {
        PointSet(array::from_fn(|y| {
            half(self.line(y).empty.0[0], Color::Black)
        }))
    }

    /// The points with a stone.
    pub fn occupied(&self) -> PointSet {
        PointSet(array::from_fn(|y| {
            self.stones(Color::Black, y) | self.stones(Color::White, y)
        }))
    }

    /// The stones in a row with the one of `color` at `place`.
    #[inline]
    pub fn run(&self, color: Color, place: Place) -> Run {
        Run::through(
            self.stones(color, place.line),
            self.stones(!color, place.line),
            place.bit,
        )
    }

    /// The length of the run that a stone of `color` would be part of.
    #[inline]
    pub fn length_with(&self, color: Color, place: Place) -> u32 {
        let own = self.stones(color, place.line) | 1 << place.bit;
        Run::through(own, 0, place.bit).length
    }

    /// The points on the four lines through a point.
    #[inline(always)]
    fn points_through(&self, Point { x, y }: Point) -> [u32; 4] {
        let columns = (1u64 << self.width) - 1;
        let rows = (1u64 << self.height) - 1;
        let falling = rows << (MAX_SIDE as u8 + x - y) >> MAX_SIDE;
        let rising = rows << (x + y) >> (self.height - 1);
        [columns, rows, falling & columns, rising & columns].map(|points| points as u32)
    }

    /// The bits of a line that are points of this board.
    #[inline]
    fn points_on(&self, line: usize) -> u32 {
        let columns = (1u64 << self.width) - 1;
        let rows = (1u64 << self.height) - 1;
        let points = match line {
            0..COLUMNS if line >= usize::from(self.height) => 0,
            0..COLUMNS => columns,
            COLUMNS..FALLING if line >= COLUMNS + usize::from(self.width) => 0,
            COLUMNS..FALLING => rows,
            FALLING..RISING => rows << (line - FALLING) >> (MAX_SIDE - 1) & columns,
            _ => rows << (line - RISING) >> (self.height - 1) & columns,
        };
        points as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hold_the_points_of_the_board_and_no_others() {
        for (width, height) in [(3, 3), (7, 4), (4, 7), (15, 15), (20, 20), (20, 3), (3, 20)] {
            let board = Board::empty(width, height);
            let mut lines = [0; LINES];
            for y in 0..height {
                for x in 0..width {
                    let point = Point { x, y };
                    for (i, place) in point.places().into_iter().enumerate() {
                        lines[place.line] |= 1u32 << place.bit;
                        assert_eq!(board.points_through(point)[i], board.points_on(place.line));
                    }
                }
            }
            let on_board: Vec<usize> = board.lines().into_iter().flatten().collect();
            for (line, &points) in lines.iter().enumerate() {
                assert_eq!(
                    board.points_on(line),
                    points,
                    "line {line}, {width}x{height}"
                );
                assert_eq!(on_board.contains(&line), points != 0);
            }
        }
    }
}

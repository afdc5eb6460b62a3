//! The stones, kept as bits on every line of the board.

use super::point::{COLUMNS, FALLING, LINES, MAX_SIDE, Place, Point, PointSet, RISING};
use super::row::{Line, Run};
use crate::game::Color;

/// Stones of both colors. Each stone is a bit in four words (its row, its
/// column and two diagonals), so that whatever concerns stones in a row is
/// a few operations on a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    width: u8,
    height: u8,
    lines: [[u32; LINES]; 2],
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
            lines: [[0; LINES]; 2],
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
        let lines = &mut self.lines[color.index()];
        for place in point.places() {
            lines[place.line] ^= 1 << place.bit;
        }
    }

    /// The stones of `color` on a line.
    #[inline]
    pub fn stones(&self, color: Color, line: usize) -> u32 {
        self.lines[color.index()][line]
    }

    /// A line as `color` sees it.
    #[inline]
    pub fn line(&self, color: Color, line: usize) -> Line {
        let own = self.stones(color, line);
        let other = self.stones(!color, line);
        Line {
            own,
            other,
            empty: self.points_on(line) & !(own | other),
        }
    }

    /// The empty points.
    pub fn empty_points(&self) -> PointSet {
        PointSet(std::array::from_fn(|y| {
            if y < usize::from(self.height) {
                self.line(Color::Black, y).empty
            } else {
                0
            }
        }))
    }

    /// The points with a stone.
    pub fn occupied(&self) -> PointSet {
        PointSet(std::array::from_fn(|y| {
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

    /// The bits of a line that are points of this board.
    #[inline]
    fn points_on(&self, line: usize) -> u32 {
        let columns = (1u64 << self.width) - 1;
        let rows = (1u64 << self.height) - 1;
        let points = match line {
            0..COLUMNS => columns,
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
                    for place in (Point { x, y }).places() {
                        lines[place.line] |= 1u32 << place.bit;
                    }
                }
            }
            for (line, &points) in lines.iter().enumerate() {
                if points != 0 {
                    assert_eq!(
                        board.points_on(line),
                        points,
                        "line {line}, {width}x{height}"
                    );
                }
            }
        }
    }
}

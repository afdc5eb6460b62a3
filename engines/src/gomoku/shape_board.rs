//! A board that knows at any time which shapes both sides have, and which
//! they could make.

use std::array;

use super::board::Board;
use super::lanes::Lanes;
use super::point::{LINES, Place, Point, PointSet, bits};
use super::row::{RowRule, RowRules};
use super::rules::GomokuRules;
use super::shapes::{self, LINE, Planes, Shape};
use crate::game::Color;

/// Stones, and the shapes of both colors on every line, kept up to date as
/// stones are placed and taken back.
///
/// All shapes of a line come from one pass over its words, whatever its
/// length, and a stone changes four lines for two colors: eight words that a
/// processor can work on side by side.
///
/// ```
/// use engines::Color;
/// use engines::gomoku::{GomokuRules, Point, Shape, ShapeBoard};
///
/// let mut board = ShapeBoard::empty(&GomokuRules::default());
/// for x in 4..7 {
///     board.place(Color::Black, Point { x, y: 7 });
/// }
/// let end = Point { x: 7, y: 7 };
/// let shapes = board.made_by(Color::Black, end);
/// assert_eq!(shapes, [Some(Shape::OpenFour), None, None, None]);
///
/// let placed = board.place(Color::White, end);
/// let fours = board.points_making(Color::Black, Shape::Four);
/// assert!(fours.contains(Point { x: 3, y: 7 }));
/// board.undo(placed);
/// assert_eq!(board.made_by(Color::Black, end), shapes);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeBoard {
    board: Board,
    rules: [RowRule; 2],
    /// A bit of each grade: of every line, as both colors have it.
    planes: [[[u32; 2]; LINES]; 3],
    /// How many lines have each grade, in eight bits each.
    counts: [u64; 2],
}

/// What [`ShapeBoard::place`] changed.
#[derive(Clone, Copy, Debug)]
#[must_use = "without it the stone cannot be taken back"]
pub struct Placed {
    color: Color,
    point: Point,
    planes: Planes<8>,
    counts: [u64; 2],
}

impl ShapeBoard {
    /// A board without stones.
    ///
    /// # Panics
    ///
    /// If a number in the rules is out of its range.
    pub fn empty(rules: &GomokuRules) -> ShapeBoard {
        let mut shapes = ShapeBoard {
            board: Board::empty(rules.width, rules.height),
            rules: Color::BOTH.map(|color| rules.row(color)),
            planes: [[[0; 2]; LINES]; 3],
            counts: [0; 2],
        };
        for line in 0..LINES {
            shapes.grade_again([line; 4]);
        }
        for color in Color::BOTH {
            let lines = 0..LINES;
            shapes.counts[color.index()] = lines
                .map(|line| one_of(shapes.grade(color, Place { line, bit: LINE })))
                .sum();
        }
        shapes
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Places a stone on an empty point.
    #[inline]
    pub fn place(&mut self, color: Color, point: Point) -> Placed {
        let lines = point.places().map(|place| place.line);
        let placed = Placed {
            color,
            point,
            planes: self.planes_of(lines),
            counts: self.counts,
        };
        self.board.toggle(color, point);
        let planes = self.grade_again(lines);
        for i in 0..8 {
            let count = &mut self.counts[i % 2];
            *count += one_of(shapes::grade_at(planes.map(|plane| plane.0[i]), LINE));
            *count -= one_of(shapes::grade_at(
                placed.planes.map(|plane| plane.0[i]),
                LINE,
            ));
        }
        placed
    }

    /// Takes back the stone that was placed last of those still there.
    #[inline]
    pub fn undo(&mut self, placed: Placed) {
        self.board.toggle(placed.color, placed.point);
        let lines = placed.point.places().map(|place| place.line);
        self.set_planes_of(lines, &placed.planes);
        self.counts = placed.counts;
    }

    /// The best shape that a stone of `color` on an empty point would be part
    /// of, on each line through it: row, column, falling and rising diagonal.
    #[inline]
    pub fn made_by(&self, color: Color, point: Point) -> [Option<Shape>; 4] {
        point
            .places()
            .map(|place| Shape::of_grade(self.grade(color, place)))
    }

    /// The empty points where the best shape that a stone of `color` would be
    /// part of is this one, on one line at least.
    pub fn points_making(&self, color: Color, shape: Shape) -> PointSet {
        let mut points = PointSet::default();
        for line in 0..LINES {
            for bit in bits(self.bits_making(color, line, shape)) {
                points.insert(Place { line, bit }.point());
            }
        }
        points
    }

    /// On how many lines a shape is the best that `color` has.
    #[inline]
    pub fn lines_with(&self, color: Color, shape: Shape) -> u32 {
        (self.counts[color.index()] >> (8 * shape.grade()) & 0xff) as u32
    }

    #[inline]
    fn bits_making(&self, color: Color, line: usize, shape: Shape) -> u32 {
        let grade = shape.grade();
        let planes = self.planes_at(color, line);
        let is_equal = |i: usize| {
            if grade >> i & 1 == 1 {
                planes[i]
            } else {
                !planes[i]
            }
        };
        is_equal(0) & is_equal(1) & is_equal(2) & !(1 << LINE)
    }

    #[inline(always)]
    fn grade(&self, color: Color, place: Place) -> u32 {
        shapes::grade_at(self.planes_at(color, place.line), place.bit)
    }

    #[inline(always)]
    fn planes_at(&self, color: Color, line: usize) -> [u32; 3] {
        [0, 1, 2].map(|i| self.planes[i][line][color.index()])
    }

    /// Finds the shapes of some lines out and remembers them.
    #[inline(always)]
    fn grade_again(&mut self, lines: [usize; 4]) -> Planes<8> {
        let [black, white] = self.rules;
        let rules = RowRules::of_each([black, white, black, white, black, white, black, white]);
        let planes = shapes::grade(self.board.seen_by_both(lines), &rules);
        self.set_planes_of(lines, &planes);
        planes
    }

    #[inline(always)]
    fn planes_of(&self, lines: [usize; 4]) -> Planes<8> {
        self.planes.map(|plane| {
            let words = lines.map(|line| plane[line]);
            Lanes(array::from_fn(|i| words[i / 2][i % 2]))
        })
    }

    #[inline(always)]
    fn set_planes_of(&mut self, lines: [usize; 4], planes: &Planes<8>) {
        for (kept, plane) in self.planes.iter_mut().zip(planes) {
            for (i, line) in lines.into_iter().enumerate() {
                kept[line] = [plane.0[2 * i], plane.0[2 * i + 1]];
            }
        }
    }
}

/// One line of this grade, as it is counted.
#[inline(always)]
fn one_of(grade: u32) -> u64 {
    1 << (8 * grade)
}

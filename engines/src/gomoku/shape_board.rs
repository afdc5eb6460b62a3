//! A board that knows at any time which shapes both sides have, and which
//! they could make.

use std::array;

use super::board::Board;
use super::point::{LINES, Place, Point, PointSet, bits};
use super::row::RowRules;
use super::rules::GomokuRules;
use super::shapes::{Counts, Grades, Shape};
use crate::game::Color;

/// Stones, and the shapes of both colors on every line, kept up to date as
/// stones are placed and taken back.
///
/// All shapes of a line come from one pass over its words, whatever its
/// length, and a stone changes four lines, which a processor works on side by
/// side.
///
/// ```
/// use engines::Color;
/// use engines::gomoku::{GomokuRules, Point, Shape, ShapeBoard};
///
/// let mut board = ShapeBoard::empty(&GomokuRules::default());
/// for x in 4..7 {
///     let _ = board.place(Color::Black, Point { x, y: 7 });
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapeBoard {
    board: Board,
    rules: RowRules,
    grades: [Grades; LINES],
    counts: [Counts; 2],
}

/// What [`ShapeBoard::place`] changed.
#[derive(Clone, Copy, Debug)]
#[must_use = "without it the stone cannot be taken back"]
pub struct Placed {
    color: Color,
    point: Point,
    grades: [Grades; 4],
    counts: [Counts; 2],
}

impl ShapeBoard {
    /// A board without stones.
    ///
    /// # Panics
    ///
    /// If a number in the rules is out of its range.
    pub fn empty(rules: &GomokuRules) -> ShapeBoard {
        assert!(
            (3..=20).contains(&rules.win),
            "a winning row has 3 to 20 stones, not {}",
            rules.win
        );
        let board = Board::empty(rules.width, rules.height);
        let rules = RowRules::new(rules.row(Color::Black), rules.row(Color::White));
        let grades = array::from_fn(|line| {
            let [grades] = Grades::of(board.line(line), rules);
            grades
        });
        ShapeBoard {
            counts: [0, 1].map(|i| grades.iter().map(|line| line.counts()[i]).sum()),
            board,
            rules,
            grades,
        }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    #[inline(always)]
    pub(super) fn grades(&self, line: usize) -> &Grades {
        &self.grades[line]
    }

    /// Places a stone on an empty point of the board; what happens anywhere
    /// else is unspecified.
    #[inline]
    pub fn place(&mut self, color: Color, point: Point) -> Placed {
        debug_assert_eq!(self.board.at(point), None, "{point:?}");
        let lines = point.places().map(|place| place.line);
        let placed = Placed {
            color,
            point,
            grades: lines.map(|line| self.grades[line]),
            counts: self.counts,
        };
        self.board.toggle(color, point);
        let grades = Grades::of(self.board.lines_through(point), self.rules);
        self.set(lines, &grades);
        for (new, old) in grades.iter().zip(&placed.grades) {
            let (new, old) = (new.counts(), old.counts());
            self.counts = array::from_fn(|i| self.counts[i] + new[i] - old[i]);
        }
        placed
    }

    /// Takes back the stone that was placed last of those still there, and
    /// leaves everything as it was before.
    #[inline]
    pub fn undo(&mut self, placed: Placed) {
        self.board.toggle(placed.color, placed.point);
        let lines = placed.point.places().map(|place| place.line);
        self.set(lines, &placed.grades);
        self.counts = placed.counts;
    }

    /// The best shape that a stone of `color` on an empty point would be part
    /// of, on each line through it: row, column, falling and rising diagonal;
    /// none on a point with a stone.
    #[inline]
    pub fn made_by(&self, color: Color, point: Point) -> [Option<Shape>; 4] {
        point
            .places()
            .map(|Place { line, bit }| self.grades[line].made_by(color, bit))
    }

    /// What [`Grades::of_both`] tells of a point on each line through it.
    #[inline]
    pub(super) fn grades_of_both(&self, point: Point) -> [usize; 4] {
        point
            .places()
            .map(|Place { line, bit }| self.grades[line].of_both(bit))
    }

    /// The empty points where the best shape that a stone of `color` would be
    /// part of is this one, on one line at least.
    pub fn points_making(&self, color: Color, shape: Shape) -> PointSet {
        let mut points = PointSet::default();
        for (line, grades) in self.grades.iter().enumerate() {
            for bit in bits(grades.making(color, shape)) {
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
    fn set(&mut self, lines: [usize; 4], grades: &[Grades; 4]) {
        for (line, grades) in lines.into_iter().zip(grades) {
            self.grades[line] = *grades;
        }
    }
}

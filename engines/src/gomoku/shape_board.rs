//! A board that knows at any time which shapes both sides have, and which
//! they could make.

use std::array;
use std::ops::Range;

use super::board::Board;
use super::lanes::{Lanes, MARK, Pair, both, half};
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
    /// [`Grades`] of all lines.
    planes: [[Pair; LINES]; 3],
    counts: [Counts; 2],
}

/// What [`ShapeBoard::place`] changed.
#[derive(Clone, Copy, Debug)]
#[must_use = "without it the stone cannot be taken back"]
pub struct Placed {
    pub(super) color: Color,
    pub(super) point: Point,
    grades: Grades<4>,
    counts: [Counts; 2],
}

impl ShapeBoard {
    /// A board without stones.
    ///
    /// # Panics
    ///
    /// If a number in the rules is out of its range, or `win` is not 5 where
    /// the variant asks for it.
    pub fn empty(rules: &GomokuRules) -> ShapeBoard {
        assert!(
            rules.win == 5 || rules.rules.takes_any_length() && (3..=20).contains(&rules.win),
            "a winning row of {} stones does not go with {}",
            rules.win,
            rules.rules
        );
        ShapeBoard::of(Board::empty(rules.width, rules.height), rules)
    }

    /// The shapes of stones that stand already.
    pub(super) fn of(board: Board, rules: &GomokuRules) -> ShapeBoard {
        let mut shapes = ShapeBoard {
            board,
            rules: RowRules::new(rules.row(Color::Black), rules.row(Color::White)),
            planes: [[0; LINES]; 3],
            counts: [0; 2],
        };
        // Two lines fill a register of any processor.
        const { assert!(LINES.is_multiple_of(2)) };
        for line in (0..LINES).step_by(2) {
            let grades = Grades::of(board.two_lines(line), shapes.rules);
            for (plane, lanes) in shapes.planes.iter_mut().zip(&grades.0) {
                plane[line..line + 2].copy_from_slice(&lanes.0);
            }
            let new = grades.counts();
            shapes.counts = array::from_fn(|i| shapes.counts[i] + new[i]);
        }
        shapes
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    #[inline(always)]
    pub(super) fn grades(&self, line: usize) -> Grades<1> {
        Grades(array::from_fn(|i| Lanes([self.planes[i][line]])))
    }

    /// Visits lines with points where a stone of either color makes a four, and those
    /// where it makes that or an open three.
    #[inline(always)]
    pub(super) fn for_threats_on(
        &self,
        lines: Range<usize>,
        mut visit: impl FnMut(usize, Pair, Pair),
    ) {
        let [low, middle, high] = self.planes.each_ref().map(|plane| &plane[lines.clone()]);
        for (i, &high) in high.iter().enumerate() {
            let any = high & both(!MARK);
            if any != 0 {
                visit(lines.start + i, any & (low[i] | middle[i]), any);
            }
        }
    }

    /// Whether the opponent's stones at both ends can spoil a row of `color`.
    pub(super) fn is_closable(&self, color: Color) -> bool {
        half(self.rules.closable, color) != 0
    }

    /// The points of a line where a stone of the opponent spoils a row of `color` that
    /// lacks one: in it, or at its second end where closed rows do not win.
    #[inline]
    pub(super) fn spoilers(&self, color: Color, line: usize) -> u32 {
        let wins = self.grades(line).making(color, Shape::Five);
        if wins == 0 || !self.is_closable(color) {
            return wins;
        }
        let seen = self.board.line(line);
        let last = seen.rows(self.rules).missing(1);
        let after = (last & seen.other << 1) << self.rules.win;
        let before = (last & seen.other >> self.rules.win) >> 1;
        let [ends] = ((after | before) & seen.empty).0;
        wins | half(ends, color)
    }

    /// The grades of the lines through a point.
    #[inline(always)]
    fn grades_at(&self, places: [Place; 4]) -> Grades<4> {
        Grades(array::from_fn(|i| {
            Lanes(places.map(|place| self.planes[i][place.line]))
        }))
    }

    /// Places a stone on an empty point of the board; what happens anywhere
    /// else is unspecified.
    #[inline]
    pub fn place(&mut self, color: Color, point: Point) -> Placed {
        #[cfg(target_arch = "x86_64")]
        if let Some(placed) = super::avx2::place(self, color, point) {
            return placed;
        }
        self.place_portably(color, point)
    }

    /// [`ShapeBoard::place`] on any processor, and inside what is compiled for
    /// one.
    #[inline(always)]
    pub(super) fn place_portably(&mut self, color: Color, point: Point) -> Placed {
        debug_assert_eq!(self.board.at(point), None, "{point:?}");
        let placed = Placed {
            color,
            point,
            grades: self.grades_at(point.places()),
            counts: self.counts,
        };
        self.board.toggle(color, point);
        let grades = Grades::of(self.board.lines_through(point), self.rules);
        self.set(point, &grades);
        let (new, old) = (grades.counts(), placed.grades.counts());
        self.counts = array::from_fn(|i| self.counts[i] + new[i] - old[i]);
        placed
    }

    /// Takes back the stone that was placed last of those still there, and
    /// leaves everything as it was before.
    #[inline]
    pub fn undo(&mut self, placed: Placed) {
        self.board.toggle(placed.color, placed.point);
        self.set(placed.point, &placed.grades);
        self.counts = placed.counts;
    }

    /// The best shape that a stone of `color` on an empty point would be part
    /// of, on each line through it: row, column, falling and rising diagonal;
    /// none on a point with a stone. The point must be on the board.
    #[inline]
    pub fn made_by(&self, color: Color, point: Point) -> [Option<Shape>; 4] {
        let places = point.places();
        self.grades_at(places)
            .made_by(color, places.map(|place| place.bit))
    }

    /// What [`Grades::of_both`] tells of a point on each line through it.
    #[inline]
    pub(super) fn grades_of_both(&self, point: Point) -> [usize; 4] {
        let places = point.places();
        self.grades_at(places)
            .of_both(places.map(|place| place.bit))
    }

    /// The empty points where the best shape that a stone of `color` would be
    /// part of is this one, on one line at least.
    pub fn points_making(&self, color: Color, shape: Shape) -> PointSet {
        let mut points = PointSet::default();
        for line in 0..LINES {
            for bit in bits(self.grades(line).making(color, shape)) {
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
    fn set(&mut self, point: Point, grades: &Grades<4>) {
        for (plane, lanes) in self.planes.iter_mut().zip(&grades.0) {
            for (place, pair) in point.places().into_iter().zip(lanes.0) {
                plane[place.line] = pair;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Variant;
    use super::*;
    use crate::rng::Rng;

    /// Stones at random until the board is full.
    #[test]
    fn every_processor_places_alike() {
        for (rules, win) in [
            (Variant::Freestyle, 3),
            (Variant::Freestyle, 5),
            (Variant::Standard, 6),
            (Variant::Renju, 5),
            (Variant::Caro, 5),
        ] {
            let rules = GomokuRules {
                width: 20,
                height: 11,
                rules,
                win,
            };
            let mut rng = Rng::new(u64::from(win));
            let mut points: Vec<usize> = (0..220).collect();
            let mut shapes = ShapeBoard::empty(&rules);
            let mut portable = shapes;
            while !points.is_empty() {
                let index = points.swap_remove(rng.below(points.len() as u32) as usize);
                let (color, point) = (Color::BOTH[index % 2], Point::from_index(index, 20));
                let before = shapes;
                let placed = shapes.place(color, point);
                let _ = portable.place_portably(color, point);
                assert_eq!(shapes, portable, "{rules} {point:?}");
                let mut undone = shapes;
                undone.undo(placed);
                assert_eq!(undone, before, "{rules} {point:?}");
            }
        }
    }
}

//! What Renju forbids Black, by the definitions of the Renju International
//! Federation.
//!
//! - A *four* is a row to which one stone can be added to make exactly five. A
//!   *straight four* is four stones without a gap that can be made five at
//!   either end.
//! - A *three* is a row to which one stone can be added to make a straight
//!   four, without at the same time making a five. That stone must itself be
//!   allowed, so the question is asked again one stone later.
//! - Black may not make two threes at once, nor two fours, nor six or more in
//!   a row (an *overline*). Exactly five goes before all of that.

use super::board::Board;
use super::lanes::half;
use super::point::{LINES, Place, Point, PointSet, bits};
use super::row::{RowRule, RowRules, has_bits};
use super::shape_board::ShapeBoard;
use super::shapes::{Grades, Shape};
use crate::game::{Color, IllegalMove};

/// Black's five.
const FIVE: RowRule = RowRule {
    win: 5,
    exact: true,
    closable: false,
};

/// What a black stone is.
enum Verdict {
    Five,
    Allowed,
    Forbidden(IllegalMove),
}

impl Verdict {
    fn forbidden(self) -> Option<IllegalMove> {
        match self {
            Verdict::Forbidden(why) => Some(why),
            Verdict::Five | Verdict::Allowed => None,
        }
    }
}

/// Why Black may not play on an empty point, if so.
pub(super) fn forbidden(shapes: &ShapeBoard, point: Point) -> Option<IllegalMove> {
    let made = shapes.made_by(Color::Black, point);
    judge(shapes.board(), point, made).forbidden()
}

/// The empty points where Black may not play.
pub(super) fn forbidden_points(shapes: &ShapeBoard) -> PointSet {
    let suspects = suspects(shapes);
    let mut points = suspects;
    for point in suspects.iter() {
        if forbidden(shapes, point).is_none() {
            points.remove(point);
        }
    }
    points
}

/// The empty points where something can be forbidden: with an open three or
/// more on two lines, with several points that make five on one, or with six
/// in a row.
fn suspects(shapes: &ShapeBoard) -> PointSet {
    let (mut once, mut twice) = (PointSet::default(), PointSet::default());
    for line in 0..LINES {
        let point = |bit| Place { line, bit }.point();
        let grades = shapes.grades(line);
        for bit in bits(grades.making_at_least_open_three(Color::Black)) {
            let point = point(bit);
            if once.contains(point) {
                twice.insert(point);
            }
            once.insert(point);
        }
        for bit in bits(grades.making(Color::Black, Shape::OpenFour) | overlines(shapes, line)) {
            twice.insert(point(bit));
        }
    }
    twice
}

/// The points of a line where Black would have six in a row.
fn overlines(shapes: &ShapeBoard, line: usize) -> u32 {
    if !has_bits(shapes.board().stones(Color::Black, line), 5) {
        return 0;
    }
    let six = RowRule {
        win: 6,
        exact: false,
        closable: false,
    };
    let rows = shapes.board().line(line).rows(RowRules::new(six, six));
    let [points] = rows.empty_in(rows.missing(1)).0;
    half(points, Color::Black)
}

/// As [`forbidden`], where no shapes are kept.
pub(super) fn forbidden_on(board: &Board, point: Point) -> Option<IllegalMove> {
    if !has_enough_stones(board, point) {
        return None;
    }
    judge(board, point, made_by_black(board, point)).forbidden()
}

/// Whether Black has enough stones around the point for anything forbidden, up
/// to White's next ones: two on each of two lines make threes or fours, and
/// four on one line can make two fours or more.
#[inline]
fn has_enough_stones(board: &Board, point: Point) -> bool {
    let near = point.places().map(|Place { line, bit }| {
        let reach = 0b1_1111_1111u64 << bit >> 4;
        let open = between(board.stones(Color::White, line), bit);
        board.stones(Color::Black, line) & reach as u32 & open
    });
    let two = near.into_iter().filter(|&stones| has_bits(stones, 2));
    two.count() >= 2 || near.into_iter().any(|stones| has_bits(stones, 4))
}

/// The bits between the next ones of a word below and above one that is not
/// set.
#[inline]
fn between(word: u32, bit: u32) -> u32 {
    let end = bit + (word >> bit).trailing_zeros();
    let start = (bit + 1).saturating_sub((word << (31 - bit)).leading_zeros());
    ((1u64 << end) - (1 << start)) as u32
}

/// As [`ShapeBoard::made_by`].
#[inline]
fn made_by_black(board: &Board, point: Point) -> [Option<Shape>; 4] {
    let places = point.places();
    let grades = Grades::of(board.lines_through(point), RowRules::new(FIVE, FIVE));
    grades.made_by(Color::Black, places.map(|place| place.bit))
}

/// What a black stone on an empty point would be, that makes these shapes.
fn judge(board: &Board, point: Point, made: [Option<Shape>; 4]) -> Verdict {
    if made.contains(&Some(Shape::Five)) {
        return Verdict::Five;
    }
    let places = point.places();
    let lengths = places.map(|place| board.length_with(Color::Black, place));
    if lengths.into_iter().any(|length| length > 5) {
        return Verdict::Forbidden(IllegalMove::Overline);
    }
    // Several points make five of a straight four, at its ends, or of two
    // fours around the stone.
    let fours = |i: usize| match made[i] {
        Some(Shape::Four) => 1,
        Some(Shape::OpenFour) if lengths[i] == 4 => 1,
        Some(Shape::OpenFour) => 2,
        _ => 0,
    };
    if (0..4).map(fours).sum::<u32>() >= 2 {
        return Verdict::Forbidden(IllegalMove::DoubleFour);
    }
    // No three hides behind a four on the same line: a three is six points with
    // no black stone beside them, and both rows of five in them lack two.
    let is_three = |&i: &usize| made[i] == Some(Shape::OpenThree);
    if (0..4).filter(is_three).count() >= 2 {
        let mut after = *board;
        after.toggle(Color::Black, point);
        let threes = (0..4)
            .filter(is_three)
            .filter(|&i| can_be_straight_four(&after, places[i]));
        if threes.count() >= 2 {
            return Verdict::Forbidden(IllegalMove::DoubleThree);
        }
    }
    Verdict::Allowed
}

/// Whether a stone that is allowed makes a straight four of the three at this
/// place.
fn can_be_straight_four(board: &Board, place: Place) -> bool {
    let rows = board
        .line(place.line)
        .rows(RowRules::new(FIVE, FIVE))
        .through(place.bit);
    let [points] = rows.empty_inside(rows.open(2)).0;
    bits(half(points, Color::Black)).any(|bit| {
        let point = Place { bit, ..place }.point();
        let made = made_by_black(board, point);
        matches!(judge(board, point, made), Verdict::Allowed)
    })
}

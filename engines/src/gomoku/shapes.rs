//! Shapes: how near a side is to a winning row on a line.

use std::array;

use super::board::Board;
use super::point::{Place, Point};
use super::row::{RowRule, Rows, has_bits, rows_of_each};
use crate::game::Color;

/// What a side has on a line, from the weakest. The names are those of five
/// in a row; when another length wins, a four is what lacks one stone, a three
/// what lacks two, a two what lacks three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Shape {
    /// A row that lacks three stones, and has at least one.
    Two,
    /// A stone can make it an open three.
    OpenTwo,
    /// A stone can make it a four.
    Three,
    /// A stone can make it a row of four between two empty points, either of
    /// which wins.
    OpenThree,
    /// A stone on one point wins.
    Four,
    /// A stone on any of several points wins: no stone stops it.
    OpenFour,
    /// A winning row.
    Five,
}

impl Shape {
    /// How many there are.
    pub const COUNT: usize = Shape::Five as usize + 1;

    /// The best shape among some rows.
    #[inline]
    fn best(rows: &Rows) -> Option<Shape> {
        let last = rows.missing(1);
        let graded = |stones, open, closed| {
            if rows.open(stones) != 0 {
                Some(open)
            } else {
                (rows.missing(stones) != 0).then_some(closed)
            }
        };
        if rows.missing(0) != 0 {
            Some(Shape::Five)
        } else if last != 0 {
            match rows.empty_in(last).count_ones() {
                1 => Some(Shape::Four),
                _ => Some(Shape::OpenFour),
            }
        } else {
            graded(2, Shape::OpenThree, Shape::Three)
                .or_else(|| graded(3, Shape::OpenTwo, Shape::Two))
        }
    }
}

/// The best shape that `color` has on a line.
#[inline]
pub(super) fn on_line(board: &Board, color: Color, line: usize, rule: RowRule) -> Option<Shape> {
    if lacks_stones(board.stones(color, line), rule) {
        return None;
    }
    Shape::best(&board.line(color, line).rows(rule))
}

/// The best shape on each line through an empty point that a stone of `color`
/// there would be part of.
#[inline]
pub(super) fn of_stone(
    board: &Board,
    color: Color,
    point: Point,
    rule: RowRule,
) -> [Option<Shape>; 4] {
    let places = point.places();
    let lines = places.map(|Place { line, bit }| board.line(color, line).with(bit));
    let rows = rows_of_each(lines, rule);
    array::from_fn(|i| Shape::best(&rows[i].through(places[i].bit)))
}

/// Whether so few stones are no shape.
#[inline]
fn lacks_stones(stones: u32, rule: RowRule) -> bool {
    !has_bits(stones, rule.win - 3)
}

//! Shapes: how near a side is to a winning row on a line.

use super::board::Board;
use super::point::Place;
use super::row::{RowRule, Rows};
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
    /// Every shape, in order.
    pub const ALL: [Shape; 7] = [
        Shape::Two,
        Shape::OpenTwo,
        Shape::Three,
        Shape::OpenThree,
        Shape::Four,
        Shape::OpenFour,
        Shape::Five,
    ];

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

/// The best shape that a stone of `color` at `place`, now empty, would be part
/// of on that line.
#[inline]
pub(super) fn of_stone(board: &Board, color: Color, place: Place, rule: RowRule) -> Option<Shape> {
    let Place { line, bit } = place;
    let reach = (((1u64 << (2 * rule.win - 1)) - 1) << bit) >> (rule.win - 1);
    let stones = board.stones(color, line) & reach as u32 | 1 << bit;
    if lacks_stones(stones, rule) {
        return None;
    }
    let line = board.line(color, line).with(bit);
    Shape::best(&line.rows(rule).through(bit))
}

/// Whether so few stones are no shape.
#[inline]
fn lacks_stones(stones: u32, rule: RowRule) -> bool {
    stones.count_ones() + 3 < rule.win
}

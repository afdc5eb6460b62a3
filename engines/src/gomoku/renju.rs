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

use std::array;

use super::board::Board;
use super::point::{Place, Point, bits};
use super::row::{RowRule, Rows, has_bits, rows_of_each};
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

/// Why Black may not play on an empty point, if so.
pub(super) fn forbidden(board: &Board, point: Point) -> Option<IllegalMove> {
    if !has_enough_stones(board, point) {
        return None;
    }
    match judge(board, point) {
        Verdict::Forbidden(why) => Some(why),
        Verdict::Five | Verdict::Allowed => None,
    }
}

/// Whether Black has enough stones around the point for anything forbidden:
/// two on each of two lines make threes or fours, and four on one line can
/// make two fours or more.
#[inline]
fn has_enough_stones(board: &Board, point: Point) -> bool {
    let near = point.places().map(|Place { line, bit }| {
        let reach = 0b111_1111_1111u64 << bit >> 5;
        board.stones(Color::Black, line) & reach as u32
    });
    let two = near.into_iter().filter(|&stones| has_bits(stones, 2));
    two.count() >= 2 || near.into_iter().any(|stones| has_bits(stones, 4))
}

/// What a black stone on an empty point would be.
fn judge(board: &Board, point: Point) -> Verdict {
    let places = point.places();
    let lines = places.map(|Place { line, bit }| board.line(Color::Black, line).with(bit));
    let lengths: [u32; 4] = array::from_fn(|i| lines[i].run(places[i].bit).length);
    if lengths.contains(&5) {
        return Verdict::Five;
    }
    if lengths.into_iter().any(|length| length > 5) {
        return Verdict::Forbidden(IllegalMove::Overline);
    }
    let rows = rows_of_each(lines, FIVE);
    let rows: [Rows; 4] = array::from_fn(|i| rows[i].through(places[i].bit));
    if rows.iter().map(fours).sum::<u32>() >= 2 {
        return Verdict::Forbidden(IllegalMove::DoubleFour);
    }
    if rows.iter().filter(|rows| rows.open(2) != 0).count() >= 2 {
        let mut after = board.clone();
        after.toggle(Color::Black, point);
        let threes = rows.iter().zip(places).filter(|&(rows, place)| {
            straight_four_points(rows).any(|bit| {
                let point = Place { bit, ..place }.point();
                matches!(judge(&after, point), Verdict::Allowed)
            })
        });
        if threes.count() >= 2 {
            return Verdict::Forbidden(IllegalMove::DoubleThree);
        }
    }
    Verdict::Allowed
}

/// Fours among the rows through one stone: one for every point that makes
/// five, but a straight four has two such points.
fn fours(rows: &Rows) -> u32 {
    if rows.open(1) != 0 {
        1
    } else {
        rows.empty_in(rows.missing(1)).count_ones()
    }
}

/// The points that make a straight four of rows through one stone. A line has
/// one three at most, so it does not matter which of them is allowed.
fn straight_four_points(rows: &Rows) -> impl Iterator<Item = u32> {
    bits(rows.open(2)).map(|start| {
        let middle = 0b1111 << (start + 1);
        (rows.empty_in(1 << start) & middle).trailing_zeros()
    })
}

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
use super::point::{Place, Point, bits};
use super::row::{RowRule, Rows};
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
    if black_stones_near(board, point) < 4 {
        return None;
    }
    match judge(&mut board.clone(), point) {
        Verdict::Forbidden(why) => Some(why),
        Verdict::Five | Verdict::Allowed => None,
    }
}

/// Black stones that could be in a row of six with the point. Two threes take
/// four of them, everything else that is forbidden at least as many.
#[inline]
fn black_stones_near(board: &Board, point: Point) -> u32 {
    let near = |Place { line, bit }| {
        let reach = 0b111_1111_1111u64 << bit >> 5;
        (board.stones(Color::Black, line) & reach as u32).count_ones()
    };
    point.places().into_iter().map(near).sum()
}

fn judge(board: &mut Board, point: Point) -> Verdict {
    board.toggle(Color::Black, point);
    let verdict = judge_placed(board, point);
    board.toggle(Color::Black, point);
    verdict
}

fn judge_placed(board: &mut Board, point: Point) -> Verdict {
    let places = point.places();
    let lengths = places.map(|place| board.run(Color::Black, place).length);
    if lengths.contains(&5) {
        return Verdict::Five;
    }
    if lengths.into_iter().any(|length| length > 5) {
        return Verdict::Forbidden(IllegalMove::Overline);
    }
    let rows = places.map(|Place { line, bit }| {
        let line = board.line(Color::Black, line);
        line.rows(FIVE).through(bit)
    });
    if rows.iter().map(fours).sum::<u32>() >= 2 {
        return Verdict::Forbidden(IllegalMove::DoubleFour);
    }
    let threes = places.into_iter().zip(rows).filter(|(place, rows)| {
        straight_four_points(rows).any(|bit| {
            let point = Place { bit, ..*place }.point();
            matches!(judge(board, point), Verdict::Allowed)
        })
    });
    if threes.take(2).count() == 2 {
        return Verdict::Forbidden(IllegalMove::DoubleThree);
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

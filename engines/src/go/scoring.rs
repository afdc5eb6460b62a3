//! Counting a finished game.

use super::board::Board;
use super::point_set::PointSet;
use crate::game::{Color, HalfPoints};

/// Black's stones and the empty regions that only Black touches, minus
/// White's. Stones in `dead` count for the opponent.
pub fn area<const CELLS: usize>(board: &Board<CELLS>, dead: &PointSet) -> HalfPoints {
    let [black, white] = Color::BOTH.map(|color| board.stones(color).minus(dead));
    let (black_empty, white_empty) = surrounded(board, &black, &white);
    let points = |stones: &PointSet, empty: u32| (stones.count() + empty) as i32;
    HalfPoints::whole(points(&black, black_empty) - points(&white, white_empty))
}

/// The empty points that only Black touches, minus White's; each stone in
/// `dead` is a point of territory and a prisoner. Prisoners taken in play are
/// the caller's to add.
pub fn territory<const CELLS: usize>(board: &Board<CELLS>, dead: &PointSet) -> HalfPoints {
    let [black, white] = Color::BOTH.map(|color| board.stones(color));
    let dead_count = |stones: &PointSet| stones.and(dead).count() as i32;
    let prisoners = dead_count(&white) - dead_count(&black);
    let (black_empty, white_empty) = surrounded(board, &black.minus(dead), &white.minus(dead));
    HalfPoints::whole(black_empty as i32 - white_empty as i32 + prisoners)
}

/// The number of points in regions without stones that touch only Black, and
/// only White.
fn surrounded<const CELLS: usize>(
    board: &Board<CELLS>,
    black: &PointSet,
    white: &PointSet,
) -> (u32, u32) {
    let empty = PointSet::all(board.width(), board.height()).minus(&black.or(white));
    let reach = |stones: &PointSet| stones.grown().fill_within(&empty);
    let (black_reach, white_reach) = (reach(black), reach(white));
    (
        black_reach.minus(&white_reach).count(),
        white_reach.minus(&black_reach).count(),
    )
}

/// Area of a board on which every empty point is an eye or shared: what is
/// left when a playout ends. One look at each empty point.
pub fn area_of_full_board<const CELLS: usize>(board: &Board<CELLS>) -> HalfPoints {
    let [black, white] = Color::BOTH.map(|color| {
        let is_eye = |&&cell: &&u16| board.is_enclosed(cell.into(), color);
        board.stone_count(color) + board.empties().iter().filter(is_eye).count()
    });
    HalfPoints::whole(black as i32 - white as i32)
}

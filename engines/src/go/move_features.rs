//! What a move does, as features: those by which `pattern` chooses one.

use super::board::Board;
use super::features::*;
use super::neighborhoods::Neighborhoods;
use super::patterns::{self, Shape};
use super::position::Go;
use crate::game::{Color, Game, Move};

const LINES: [usize; 4] = [MOVE_LINE_1, MOVE_LINE_2, MOVE_LINE_3, MOVE_LINE_4];
const CAPTURES: [usize; 3] = [MOVE_CAPTURE_1, MOVE_CAPTURE_2, MOVE_CAPTURE_3];
const SELF_ATARIS: [usize; 3] = [MOVE_SELF_ATARI_1, MOVE_SELF_ATARI_2, MOVE_SELF_ATARI_3];

/// By [`distance`], from 2 on.
const FROM_LAST: [usize; 6] = [
    MOVE_FROM_LAST_2,
    MOVE_FROM_LAST_3,
    MOVE_FROM_LAST_4,
    MOVE_FROM_LAST_5,
    MOVE_FROM_LAST_6,
    MOVE_FROM_LAST_7,
];

/// The features of playing `mv`, which leads to `after`.
pub fn visit<const CELLS: usize>(
    position: &Go<CELLS>,
    mv: Move,
    after: &Go<CELLS>,
    visit: &mut impl FnMut(usize, i32),
) {
    let Some(point) = mv.point() else {
        visit(MOVE_PASS, 1);
        return;
    };
    let cell = position.board().cell(point);
    of_chains(position, cell, after, visit);
    of_place(position, cell, visit);
    let neighborhood = Neighborhoods::get().around(position, cell);
    visit(FEATURES.len() + neighborhood, 1);
}

/// What becomes of the chains around a move, and of its own.
fn of_chains<const CELLS: usize>(
    position: &Go<CELLS>,
    cell: usize,
    after: &Go<CELLS>,
    visit: &mut impl FnMut(usize, i32),
) {
    let mover = position.to_move();
    let captured = captured_by_move(position, after);
    visit(MOVE_CAPTURE, captured);
    if captured > 0 {
        visit(in_class(&CAPTURES, captured), 1);
        if captures_threat(position, cell) {
            visit(MOVE_RESCUE, 1);
        }
    }
    let liberties = liberties_after(after, cell);
    visit(MOVE_LIBERTY, liberties.min(6));
    if liberties <= 1 {
        let size = after.board().chain_size(cell).max(1) as i32;
        visit(MOVE_SELF_ATARI, size);
        visit(in_class(&SELF_ATARIS, size), 1);
    } else {
        let saved = stones_near(position, cell, mover, 1);
        visit(MOVE_SAVE, saved);
        if saved > 0 {
            let by_liberties = [MOVE_ESCAPE_2, MOVE_ESCAPE_3];
            visit(by_liberties[usize::from(liberties > 2)], 1);
        }
    }
    if liberties == 2 {
        visit(MOVE_TWO_LIBERTIES, 1);
    }
    visit(MOVE_ATARI, stones_near(after, cell, !mover, 1));
    if stones_near(after, cell, !mover, 2) > 0 {
        visit(MOVE_PRESS, 1);
    }
}

/// Where a move is: on the board, beside the last one, among stones.
fn of_place<const CELLS: usize>(
    position: &Go<CELLS>,
    cell: usize,
    visit: &mut impl FnMut(usize, i32),
) {
    let board = position.board();
    let mover = position.to_move();
    visit(LINES[board.grid().line(cell).min(3)], 1);
    if let Some(last) = position.last_cell() {
        if is_near(board, cell, last) {
            visit(MOVE_NEAR_LAST, 1);
        }
        if let Some(&feature) = FROM_LAST.get(distance(board, cell, last).wrapping_sub(2)) {
            visit(feature, 1);
        }
    }
    if patterns::touches(board, cell, !mover) {
        visit(MOVE_CONTACT, 1);
    } else if board.stones_around(cell, mover) != 0 {
        visit(MOVE_OWN_AREA, 1);
    }
    match patterns::shape_at(board, cell) {
        Some(Shape::Hane) => visit(MOVE_HANE, 1),
        Some(Shape::Cut) => visit(MOVE_CUT, 1),
        Some(Shape::Edge) => visit(MOVE_EDGE, 1),
        None => {}
    }
}

/// The feature of a number from 1 up, the last of them for more.
fn in_class(classes: &[usize; 3], number: i32) -> usize {
    classes[(number as usize - 1).min(2)]
}

/// Whether a chain that a move captures is next to an own one in atari.
fn captures_threat<const CELLS: usize>(position: &Go<CELLS>, cell: usize) -> bool {
    let board = position.board();
    let mover = position.to_move();
    board
        .chains_around(cell)
        .filter(|&head| board.stone(head) == Some(!mover) && position.liberties(head) == 1)
        .flat_map(|head| board.chain(head))
        .any(|stone| stones_near(position, stone, mover, 1) > 0)
}

/// Stones of `color` in chains next to a cell that have so many liberties.
fn stones_near<const CELLS: usize>(
    position: &Go<CELLS>,
    cell: usize,
    color: Color,
    liberties: usize,
) -> i32 {
    let board = position.board();
    board
        .chains_around(cell)
        .filter(|&head| board.stone(head) == Some(color) && position.liberties(head) == liberties)
        .map(|head| board.chain_size(head) as i32)
        .sum()
}

/// Stones that a move takes off the board.
pub fn captured_by_move<const CELLS: usize>(before: &Go<CELLS>, after: &Go<CELLS>) -> i32 {
    let mover = before.to_move();
    after.prisoners(mover) as i32 - before.prisoners(mover) as i32
}

/// Liberties of the stone just played; none after a suicide.
pub fn liberties_after<const CELLS: usize>(after: &Go<CELLS>, cell: usize) -> i32 {
    match after.board().stone(cell) {
        Some(_) => after.liberties(cell) as i32,
        None => 0,
    }
}

/// Whether two cells are at most one step apart, diagonals included.
pub fn is_near<const CELLS: usize>(board: &Board<CELLS>, one: usize, other: usize) -> bool {
    distance(board, one, other) <= 3
}

/// Columns and rows between two cells, and the larger of both once more (Coulom
/// 2007): 2 for neighbors, 3 for diagonal ones.
fn distance<const CELLS: usize>(board: &Board<CELLS>, one: usize, other: usize) -> usize {
    let (x, y) = board.grid().coordinates(one);
    let (other_x, other_y) = board.grid().coordinates(other);
    let (dx, dy) = (x.abs_diff(other_x), y.abs_diff(other_y));
    dx + dy + dx.max(dy)
}

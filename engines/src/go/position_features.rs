//! What a position holds, as features: those by which `alphabeta` evaluates.

use super::features::*;
use super::per_cell::PerCell;
use super::point_set::PointSet;
use super::position::Go;
use crate::game::{Color, Game, HalfPoints};

const TWO_LIBERTIES: [usize; 2] = [OWN_TWO_LIBERTIES, THEIR_TWO_LIBERTIES];
const THREE_LIBERTIES: [usize; 2] = [OWN_THREE_LIBERTIES, THEIR_THREE_LIBERTIES];
const ATARI: [usize; 2] = [OWN_ATARI, THEIR_ATARI];

/// The features of a position, for the side to move.
pub fn visit<const CELLS: usize>(position: &Go<CELLS>, visit: &mut impl FnMut(usize, i32)) {
    let HalfPoints(komi) = position.komi();
    let is_white = position.to_move() == Color::White;
    visit(KOMI, if is_white { komi } else { -komi });
    of_area(position, visit);
    of_chains(position, visit);
}

/// What both sides surround, or are nearer to.
fn of_area<const CELLS: usize>(position: &Go<CELLS>, visit: &mut impl FnMut(usize, i32)) {
    let board = position.board();
    let own = board.stones(position.to_move());
    let theirs = board.stones(!position.to_move());
    let empty = PointSet::all(board.width(), board.height())
        .minus(&own)
        .minus(&theirs);
    let more = |set: &PointSet, than: &PointSet| set.count() as i32 - than.count() as i32;

    let [own_grown, their_grown] = [&own, &theirs].map(|stones| stones.grown());
    visit(
        LIBERTY,
        more(&own_grown.and(&empty), &their_grown.and(&empty)),
    );

    let (mut own_reach, mut their_reach) = (own, theirs);
    for _ in 0..3 {
        let (own_grown, their_grown) = (own_reach.grown(), their_reach.grown());
        let shared = own_grown.and(&their_grown);
        let free = empty.minus(&shared);
        (own_reach, their_reach) = (
            own_reach.or(&own_grown.and(&free).minus(&their_reach)),
            their_reach.or(&their_grown.and(&free).minus(&own_reach)),
        );
    }
    visit(
        TERRITORY,
        more(&own_reach.minus(&own), &their_reach.minus(&theirs)),
    );

    let [own_fill, their_fill] = [own_grown, their_grown].map(|reach| reach.fill_within(&empty));
    visit(
        ENCLOSED,
        more(&own_fill.minus(&their_fill), &their_fill.minus(&own_fill)),
    );
}

/// Stones, by the liberties and eyes of their chains.
fn of_chains<const CELLS: usize>(position: &Go<CELLS>, visit: &mut impl FnMut(usize, i32)) {
    let board = position.board();
    let sides = [position.to_move(), !position.to_move()];
    let mut eyes = [0; 2];
    let mut eyes_of: PerCell<u8, CELLS> = PerCell::of(0);
    for cell in board.empties().iter().map(|&cell| usize::from(cell)) {
        if board.has_empty_neighbor(cell) {
            continue;
        }
        for (eyes, color) in eyes.iter_mut().zip(sides) {
            if board.is_eye(cell, color) {
                *eyes += 1;
                board
                    .chains_around(cell)
                    .for_each(|head| eyes_of[head] += 1);
            }
        }
    }
    visit(EYE, eyes[0] - eyes[1]);

    let (mut stones, mut chains, mut one_eye, mut two_eyes) = ([0; 2], [0; 2], [0; 2], [0; 2]);
    // By the number of liberties; the first is of those with more than three.
    let mut by_liberties = [[0; 4]; 2];
    for cell in board.grid().cells() {
        let Some(color) = board.stone(cell) else {
            continue;
        };
        if board.head(cell) != cell {
            continue;
        }
        let side = usize::from(color != sides[0]);
        let size = board.chain_size(cell) as i32;
        stones[side] += size;
        chains[side] += 1;
        let liberties = Some(position.liberties(cell)).filter(|&number| number <= 3);
        by_liberties[side][liberties.unwrap_or(0)] += size;
        match eyes_of[cell] {
            0 => {}
            1 => one_eye[side] += size,
            _ => two_eyes[side] += size,
        }
    }
    for (feature, [own, theirs]) in [
        (STONE, stones),
        (CHAIN, chains),
        (ONE_EYE, one_eye),
        (TWO_EYES, two_eyes),
    ] {
        visit(feature, own - theirs);
    }
    for side in 0..2 {
        let [_, one, two, three] = by_liberties[side];
        visit(ATARI[side], one);
        visit(TWO_LIBERTIES[side], two);
        visit(THREE_LIBERTIES[side], three);
    }
}

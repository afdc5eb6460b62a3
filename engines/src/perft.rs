//! Counting positions: the standard test of a move generator.

use crate::game::{Game, Move, MoveList};

/// How passes and finished games count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Convention {
    /// A pass is a ply; a finished game counts once at every greater depth.
    A,
    /// A pass is a ply; a finished game counts at its own depth alone.
    B,
    /// A pass is no ply; a finished game counts once at every greater depth.
    N,
}

/// The number of move sequences of `depth` plies from a position.
pub fn perft<G: Game>(position: &G, depth: u32, convention: Convention) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return u64::from(convention != Convention::B);
    }
    if depth == 1 && (convention != Convention::N || !moves.contains(&Move::PASS)) {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|&mv| perft_after(position, mv, depth, convention))
        .sum()
}

/// The part of [`perft`] that begins with one move.
pub fn perft_after<G: Game>(position: &G, mv: Move, depth: u32, convention: Convention) -> u64 {
    let mut after = position.clone();
    after.play(mv);
    let is_ply = convention != Convention::N || !mv.is_pass();
    perft(&after, depth - u32::from(is_ply), convention)
}

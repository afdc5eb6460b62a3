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

impl Convention {
    /// Whether a game that ended sooner counts.
    pub const fn counts_finished(self) -> bool {
        !matches!(self, Convention::B)
    }

    /// How many plies a pass is.
    pub const fn plies_of_pass(self) -> u32 {
        match self {
            Convention::A | Convention::B => 1,
            Convention::N => 0,
        }
    }

    fn plies(self, mv: Move) -> u32 {
        if mv.is_pass() {
            self.plies_of_pass()
        } else {
            1
        }
    }
}

/// The number of move sequences of `depth` plies from a position, by the moves
/// that the game lists and plays. [`Game::perft`] may know a faster way.
pub fn perft<G: Game>(position: &G, depth: u32, convention: Convention) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return u64::from(convention.counts_finished());
    }
    if depth == 1 && moves.iter().all(|&mv| convention.plies(mv) == 1) {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|&mv| {
            let mut after = position.clone();
            after.play(mv);
            perft(&after, depth - convention.plies(mv), convention)
        })
        .sum()
}

/// The part of [`Game::perft`] that begins with one move, which is the first of
/// the `depth` plies.
///
/// # Panics
///
/// If `depth` is 0.
pub fn perft_after<G: Game>(position: &G, mv: Move, depth: u32, convention: Convention) -> u64 {
    assert!(depth > 0, "a move is a ply");
    let mut after = position.clone();
    after.play(mv);
    after.perft(depth - convention.plies(mv), convention)
}

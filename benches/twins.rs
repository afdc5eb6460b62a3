//! The three games as textbooks have them: arrays, walks and recursive fills.
//! What the core does is timed against them, and checked.

pub mod go;
pub mod gomoku;
pub mod othello;

use engines::perft::Convention;
use engines::{Color, Game, Move, MoveList};

/// A board that plays by the same rules as one of the games.
pub trait Twin: Clone {
    fn at(&self, point: usize) -> Option<Color>;

    /// As [`Game::legal_moves`]; none if the game is over.
    fn legal_moves(&self) -> Vec<Move>;

    /// Plays a legal move.
    fn play(&mut self, mv: Move);
}

/// # Panics
///
/// Where the legal moves differ.
pub fn assert_same_moves(game: &impl Game, twin: &impl Twin) {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    let mut expected = twin.legal_moves();
    moves.sort_unstable();
    expected.sort_unstable();
    assert_eq!(moves[..], expected, "legal moves of\n{game}");
}

/// # Panics
///
/// Where the stones differ.
pub fn assert_same_stones(game: &impl Game, twin: &impl Twin) {
    for point in 0..game.width() * game.height() {
        assert_eq!(game.at(point), twin.at(point), "point {point} of\n{game}");
    }
}

/// As [`engines::perft::perft`].
pub fn perft(board: &impl Twin, depth: u32, convention: Convention) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        return u64::from(convention.counts_finished());
    }
    let plies = |mv: Move| match mv.is_pass() {
        true => convention.plies_of_pass(),
        false => 1,
    };
    if depth == 1 && moves.iter().all(|&mv| plies(mv) == 1) {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|&mv| {
            let mut after = board.clone();
            after.play(mv);
            perft(&after, depth - plies(mv), convention)
        })
        .sum()
}

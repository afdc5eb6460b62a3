//! Random games to the end.

use super::Othello;
use super::bitboard::nth_square;
use super::kernel::{Kernel, with_fastest};
use crate::game::Color;
use crate::rng::Rng;

/// Plays uniformly random moves until the game is over. Gives its value for
/// Black (0, ½ or 1; scoring never changes who wins) and the number of moves
/// made, passes included.
///
/// Plays on bare sets of squares: a key is of no use here.
pub fn playout(position: &Othello, rng: &mut Rng) -> (f64, u64) {
    with_fastest!(|kernel| playout_with(kernel, position, rng))
}

fn playout_with<K: Kernel>(kernel: K, position: &Othello, rng: &mut Rng) -> (f64, u64) {
    let board = position.board();
    let mut side = position.to_move;
    let (mut own, mut opponent) = (position.own, position.opponent);
    let mut choices = position.moves;
    let mut made = 0;
    loop {
        if choices == 0 {
            choices = kernel.moves(opponent, own, board);
            if choices == 0 {
                break;
            }
            (own, opponent, side) = (opponent, own, !side);
            made += 1;
        }
        let square = nth_square(choices, rng.below(choices.count_ones()));
        let (flips, replies) = kernel.place(own, opponent, square, board);
        (own, opponent, side) = (opponent & !flips, own | flips | 1 << square, !side);
        choices = replies;
        made += 1;
    }
    let (black, white) = match side {
        Color::Black => (own, opponent),
        Color::White => (opponent, own),
    };
    let difference = black.count_ones() as i32 - white.count_ones() as i32;
    (f64::from(difference.signum() + 1) / 2.0, made)
}

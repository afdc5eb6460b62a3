//! A game to the end by uniformly random moves.

use super::board::Board;
use super::scoring;
use crate::game::{Color, HalfPoints};
use crate::rng::Rng;

/// Plays on from a board until two passes follow each other: each move uniform
/// over the legal ones (simple ko, no suicide) that do not fill an own
/// single-point eye, a pass only when there is none. Stops after three moves a
/// point, since simple ko lets a game go round for ever.
///
/// Returns Black's area minus White's, and the number of moves, passes
/// included.
pub fn play_out<const CELLS: usize>(
    board: &mut Board<CELLS>,
    mut to_move: Color,
    mut passes: u8,
    rng: &mut Rng,
) -> (HalfPoints, u64) {
    let limit = 3 * board.grid().points() as u64;
    let mut moves = 0;
    while passes < 2 && moves < limit {
        let has_played = match to_move {
            Color::Black => board.play_at_random(Color::Black, rng),
            Color::White => board.play_at_random(Color::White, rng),
        };
        if has_played {
            passes = 0;
        } else {
            board.clear_ko();
            passes += 1;
        }
        moves += 1;
        to_move = !to_move;
    }
    (scoring::area_of_full_board(board), moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean length without the two passes at the end, and Black's share of
    /// wins at komi 6.5.
    fn fingerprint<const CELLS: usize>(size: usize, playouts: u32) -> (f64, f64) {
        let mut rng = Rng::new(20);
        let (mut length, mut wins) = (0, 0);
        for _ in 0..playouts {
            let mut board = Board::<CELLS>::new(size, size);
            let (score, moves) = play_out(&mut board, Color::Black, 0, &mut rng);
            length += moves;
            wins += u32::from(score > HalfPoints(13));
        }
        let playouts = f64::from(playouts);
        (length as f64 / playouts, f64::from(wins) / playouts)
    }

    /// Four independent programs agree on 111.05 ± 0.05 moves and 44.6 % on
    /// 9×9, 455 ± 0.5 moves and 47.4 % on 19×19.
    #[test]
    fn uniform_playouts_have_the_known_fingerprint() {
        let (length, wins) = fingerprint::<{ super::super::CELLS_9 }>(9, 40_000);
        assert!((length - 111.05).abs() < 0.35, "{length}");
        assert!((wins - 0.446).abs() < 0.01, "{wins}");
        let (length, wins) = fingerprint::<{ super::super::CELLS_19 }>(19, 4_000);
        assert!((length - 455.0).abs() < 1.5, "{length}");
        assert!((wins - 0.474).abs() < 0.03, "{wins}");
    }
}

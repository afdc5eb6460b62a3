//! Random games.

use arrayvec::ArrayVec;

use super::Gomoku;
use super::point::{MAX_SIDE, Point};
use crate::game::Color;
use crate::rng::Rng;

impl Gomoku {
    /// Plays uniformly random legal moves to the end: the value for Black, and
    /// the number of moves.
    pub(super) fn play_out(mut self, rng: &mut Rng) -> (f64, u64) {
        let mut empty: ArrayVec<Point, { MAX_SIDE * MAX_SIDE }> =
            self.board.empty_points().iter().collect();
        let mut moves = 0;
        while self.winner.is_none()
            && let Some(index) = self.draw(&mut empty, rng)
        {
            let color = self.to_move;
            self.place(color, empty.swap_remove(index));
            self.to_move = !color;
            moves += 1;
        }
        let value = match self.winner {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
        (value, moves)
    }

    /// Draws a point that the side to move may play on, each with the same
    /// probability. Forbidden points that were drawn end up behind the others.
    fn draw(&self, empty: &mut [Point], rng: &mut Rng) -> Option<usize> {
        let mut untried = empty.len();
        while untried > 0 {
            let index = rng.below(untried as u32) as usize;
            if self.allows(empty[index]) {
                return Some(index);
            }
            untried -= 1;
            empty.swap(index, untried);
        }
        None
    }
}

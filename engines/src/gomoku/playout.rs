//! Random games.

use arrayvec::ArrayVec;

use super::board::Board;
use super::point::{MAX_SIDE, Point};
use super::{Gomoku, GomokuRules, renju};
use crate::game::Color;
use crate::rng::Rng;

impl Gomoku {
    /// Plays uniformly random legal moves to the end: the value for Black, and
    /// the number of moves.
    pub(super) fn play_out(self, rng: &mut Rng) -> (f64, u64) {
        let mut playout = Playout {
            rules: self.rules,
            empty: self.board().empty_points().iter().collect(),
            board: *self.board(),
        };
        let (mut to_move, mut winner) = (self.to_move, self.winner);
        let mut moves = 0;
        while winner.is_none()
            && let Some(point) = playout.draw(to_move, rng)
        {
            if playout.place(to_move, point) {
                winner = Some(to_move);
            }
            to_move = !to_move;
            moves += 1;
        }
        let value = match winner {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
        (value, moves)
    }
}

/// What a random game needs: it does not ask for shapes.
struct Playout {
    rules: GomokuRules,
    board: Board,
    empty: ArrayVec<Point, { MAX_SIDE * MAX_SIDE }>,
}

impl Playout {
    /// Places a stone; whether it wins.
    #[inline]
    fn place(&mut self, color: Color, point: Point) -> bool {
        self.board.toggle(color, point);
        let rule = self.rules.row(color);
        let wins = |place| self.board.run(color, place).wins(rule);
        point.places().into_iter().any(wins)
    }

    /// Draws a point that the side to move may play on, each with the same
    /// probability. Forbidden points that were drawn end up behind the others.
    fn draw(&mut self, to_move: Color, rng: &mut Rng) -> Option<Point> {
        let mut untried = self.empty.len();
        while untried > 0 {
            let index = rng.below(untried as u32) as usize;
            if self.allows(to_move, self.empty[index]) {
                return Some(self.empty.swap_remove(index));
            }
            untried -= 1;
            self.empty.swap(index, untried);
        }
        None
    }

    fn allows(&self, color: Color, point: Point) -> bool {
        !self.rules.restricts(color) || renju::forbidden_on(&self.board, point).is_none()
    }
}

//! An Othello board as textbooks have it: an array of squares, and a walk in
//! each direction.

use engines::perft::Convention;
use engines::{Color, Game};

const SIDE: i32 = 8;

const DIRECTIONS: [(i32, i32); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

#[derive(Clone, Copy)]
pub struct ArrayOthello {
    squares: [Option<Color>; 64],
    to_move: Color,
}

impl ArrayOthello {
    pub fn of(game: &impl Game) -> ArrayOthello {
        ArrayOthello {
            squares: std::array::from_fn(|point| game.at(point)),
            to_move: game.to_move(),
        }
    }

    fn at(&self, x: i32, y: i32) -> Option<Color> {
        let on_board = (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
        if on_board {
            self.squares[(y * SIDE + x) as usize]
        } else {
            None
        }
    }

    /// How many discs a move turns over in one direction.
    fn run(&self, point: usize, (dx, dy): (i32, i32)) -> i32 {
        let (x, y) = (point as i32 % SIDE, point as i32 / SIDE);
        let mut length = 0;
        loop {
            let distance = length + 1;
            match self.at(x + distance * dx, y + distance * dy) {
                None => return 0,
                Some(color) if color == self.to_move => return length,
                Some(_) => length += 1,
            }
        }
    }

    fn is_legal(&self, point: usize) -> bool {
        self.squares[point].is_none()
            && DIRECTIONS
                .iter()
                .any(|&direction| self.run(point, direction) > 0)
    }

    fn moves(&self) -> Vec<usize> {
        (0..self.squares.len())
            .filter(|&point| self.is_legal(point))
            .collect()
    }

    fn after(&self, point: usize) -> ArrayOthello {
        let mut after = *self;
        after.squares[point] = Some(self.to_move);
        for (dx, dy) in DIRECTIONS {
            for distance in 1..=self.run(point, (dx, dy)) {
                let step = distance * (dy * SIDE + dx);
                after.squares[(point as i32 + step) as usize] = Some(self.to_move);
            }
        }
        after.passed()
    }

    fn passed(mut self) -> ArrayOthello {
        self.to_move = !self.to_move;
        self
    }

    /// As [`engines::perft::perft`], under [`Convention::A`].
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        if moves.is_empty() {
            let passed = self.passed();
            if passed.moves().is_empty() {
                return u64::from(Convention::A.counts_finished());
            }
            return passed.perft(depth - Convention::A.plies_of_pass());
        }
        if depth == 1 {
            return moves.len() as u64;
        }
        moves
            .into_iter()
            .map(|point| self.after(point).perft(depth - 1))
            .sum()
    }
}

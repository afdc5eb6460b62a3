//! An array of squares, and a walk in each direction.

use engines::othello::Othello;
use engines::{Color, Game, Move};

use super::Twin;

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

impl From<&Othello> for ArrayOthello {
    fn from(game: &Othello) -> ArrayOthello {
        ArrayOthello {
            squares: std::array::from_fn(|point| game.at(point)),
            to_move: game.to_move(),
        }
    }
}

impl ArrayOthello {
    fn disc(&self, x: i32, y: i32) -> Option<Color> {
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
            match self.disc(x + distance * dx, y + distance * dy) {
                None => return 0,
                Some(color) if color == self.to_move => return length,
                Some(_) => length += 1,
            }
        }
    }

    fn turns_over(&self, point: usize) -> bool {
        self.squares[point].is_none()
            && DIRECTIONS
                .iter()
                .any(|&direction| self.run(point, direction) > 0)
    }

    /// Where a disc may go.
    pub fn squares_to_move(&self) -> impl Iterator<Item = usize> {
        (0..self.squares.len()).filter(|&point| self.turns_over(point))
    }

    /// Calls `visit` with each square whose disc a move turns over.
    pub fn flips(&self, point: usize, mut visit: impl FnMut(usize)) {
        for (dx, dy) in DIRECTIONS {
            for distance in 1..=self.run(point, (dx, dy)) {
                visit((point as i32 + distance * (dy * SIDE + dx)) as usize);
            }
        }
    }
}

impl Twin for ArrayOthello {
    fn at(&self, point: usize) -> Option<Color> {
        self.squares[point]
    }

    fn legal_moves(&self) -> Vec<Move> {
        let moves: Vec<Move> = self.squares_to_move().map(Move::at).collect();
        if !moves.is_empty() {
            return moves;
        }
        let mut passed = *self;
        passed.play(Move::PASS);
        match passed.squares_to_move().next() {
            Some(_) => vec![Move::PASS],
            None => Vec::new(),
        }
    }

    fn play(&mut self, mv: Move) {
        if let Some(point) = mv.point() {
            let before = *self;
            before.flips(point, |square| self.squares[square] = Some(self.to_move));
            self.squares[point] = Some(self.to_move);
        }
        self.to_move = !self.to_move;
    }
}

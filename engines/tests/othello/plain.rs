//! The rules of Othello once more, slow and obvious: an array of squares, and
//! a walk in each direction.

use engines::othello::Scoring;
use engines::{Color, HalfPoints, Move};

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

pub struct PlainOthello {
    pub size: i32,
    pub squares: Vec<Option<Color>>,
    pub to_move: Color,
}

impl PlainOthello {
    pub fn new(size: i32, squares: Vec<Option<Color>>, to_move: Color) -> PlainOthello {
        assert_eq!(squares.len() as i32, size * size);
        PlainOthello {
            size,
            squares,
            to_move,
        }
    }

    pub fn initial(size: i32) -> PlainOthello {
        let mut squares = vec![None; (size * size) as usize];
        let (low, high) = (size / 2 - 1, size / 2);
        squares[(low * size + low) as usize] = Some(Color::White);
        squares[(high * size + high) as usize] = Some(Color::White);
        squares[(low * size + high) as usize] = Some(Color::Black);
        squares[(high * size + low) as usize] = Some(Color::Black);
        PlainOthello::new(size, squares, Color::Black)
    }

    fn at(&self, x: i32, y: i32) -> Option<Color> {
        let on_board = (0..self.size).contains(&x) && (0..self.size).contains(&y);
        if on_board {
            self.squares[(y * self.size + x) as usize]
        } else {
            None
        }
    }

    /// The points that a disc of `color` on `point` turns over.
    fn flips(&self, point: usize, color: Color) -> Vec<usize> {
        let mut flips = Vec::new();
        if self.squares[point].is_some() {
            return flips;
        }
        for (dx, dy) in DIRECTIONS {
            let mut x = point as i32 % self.size + dx;
            let mut y = point as i32 / self.size + dy;
            let mut walked = Vec::new();
            while self.at(x, y) == Some(!color) {
                walked.push((y * self.size + x) as usize);
                x += dx;
                y += dy;
            }
            if self.at(x, y) == Some(color) {
                flips.append(&mut walked);
            }
        }
        flips
    }

    fn placements(&self, color: Color) -> Vec<Move> {
        (0..self.squares.len())
            .filter(|&point| !self.flips(point, color).is_empty())
            .map(Move::at)
            .collect()
    }

    pub fn legal_moves(&self) -> Vec<Move> {
        let own = self.placements(self.to_move);
        if !own.is_empty() {
            own
        } else if !self.placements(!self.to_move).is_empty() {
            vec![Move::PASS]
        } else {
            vec![]
        }
    }

    pub fn play(&mut self, mv: Move) {
        if let Some(point) = mv.point() {
            for flipped in self.flips(point, self.to_move) {
                self.squares[flipped] = Some(self.to_move);
            }
            self.squares[point] = Some(self.to_move);
        }
        self.to_move = !self.to_move;
    }

    /// Black's points minus White's.
    pub fn score(&self, scoring: Scoring) -> HalfPoints {
        let count = |what| {
            self.squares
                .iter()
                .filter(|&&square| square == what)
                .count() as i32
        };
        let (black, white) = (count(Some(Color::Black)), count(Some(Color::White)));
        let bonus = match scoring {
            Scoring::Raw => 0,
            Scoring::EmptiesToWinner => count(None),
        };
        HalfPoints::whole(if black > white {
            black - white + bonus
        } else if white > black {
            black - white - bonus
        } else {
            0
        })
    }
}

//! An array of stones, and a fill for every question.

mod scan_line;

use engines::go::Go;
use engines::{Color, Game, Move};

use super::Twin;

/// Points of the largest board.
const MAX: usize = 19 * 19;

const DIRECTIONS: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

const DIAGONALS: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// A game that is not over, with simple ko and without suicide.
#[derive(Clone)]
pub struct ArrayGo {
    width: usize,
    height: usize,
    pub stones: [Option<Color>; MAX],
    to_move: Color,
    /// The point that ko forbids.
    ko: Option<usize>,
}

impl<const CELLS: usize> From<&Go<CELLS>> for ArrayGo {
    fn from(game: &Go<CELLS>) -> ArrayGo {
        let mut stones = [None; MAX];
        for (point, stone) in stones[..game.width() * game.height()]
            .iter_mut()
            .enumerate()
        {
            *stone = game.at(point);
        }
        ArrayGo {
            width: game.width(),
            height: game.height(),
            stones,
            to_move: game.to_move(),
            ko: game.board().ko().map(|cell| game.board().point(cell)),
        }
    }
}

impl ArrayGo {
    pub fn points(&self) -> usize {
        self.width * self.height
    }

    fn coordinates(&self, point: usize) -> (i32, i32) {
        ((point % self.width) as i32, (point / self.width) as i32)
    }

    /// The point at these coordinates, if they are on the board.
    fn point(&self, x: i32, y: i32) -> Option<usize> {
        let (width, height) = (self.width as i32, self.height as i32);
        let is_inside = x >= 0 && y >= 0 && x < width && y < height;
        is_inside.then_some((y * width + x) as usize)
    }

    /// The liberties of the chain of a stone.
    pub fn liberties(&self, point: usize) -> usize {
        let (x, y) = self.coordinates(point);
        self.count_from(x, y, self.stones[point], &mut [false; MAX])
    }

    fn count_from(&self, x: i32, y: i32, color: Option<Color>, visited: &mut [bool; MAX]) -> usize {
        let Some(point) = self.point(x, y) else {
            return 0;
        };
        if visited[point] {
            return 0;
        }
        if self.stones[point].is_none() {
            visited[point] = true;
            return 1;
        }
        if self.stones[point] != color {
            return 0;
        }
        visited[point] = true;
        DIRECTIONS
            .iter()
            .map(|(dx, dy)| self.count_from(x + dx, y + dy, color, visited))
            .sum()
    }

    /// The number of empty points connected with an empty one.
    pub fn region_size(&self, point: usize) -> usize {
        let (x, y) = self.coordinates(point);
        self.fill(x, y, &mut [false; MAX], &mut [false; 2])
    }

    /// Marks an empty region, tells which colors it touches, and counts its
    /// points.
    fn fill(&self, x: i32, y: i32, visited: &mut [bool; MAX], touched: &mut [bool; 2]) -> usize {
        let Some(point) = self.point(x, y) else {
            return 0;
        };
        if let Some(color) = self.stones[point] {
            touched[color.index()] = true;
            return 0;
        }
        if visited[point] {
            return 0;
        }
        visited[point] = true;
        let neighbors = DIRECTIONS.iter();
        1 + neighbors
            .map(|(dx, dy)| self.fill(x + dx, y + dy, visited, touched))
            .sum::<usize>()
    }

    /// Black's area minus White's.
    pub fn area(&self) -> i32 {
        let mut visited = [false; MAX];
        let mut score = 0;
        for point in 0..self.points() {
            match self.stones[point] {
                Some(Color::Black) => score += 1,
                Some(Color::White) => score -= 1,
                None if visited[point] => {}
                None => {
                    let (x, y) = self.coordinates(point);
                    let mut touched = [false; 2];
                    let count = self.fill(x, y, &mut visited, &mut touched) as i32;
                    match touched {
                        [true, false] => score += count,
                        [false, true] => score -= count,
                        _ => {}
                    }
                }
            }
        }
        score
    }

    /// What is next to a point, in the given directions.
    fn around(&self, point: usize, directions: [(i32, i32); 4]) -> impl Iterator<Item = usize> {
        let (x, y) = self.coordinates(point);
        directions
            .into_iter()
            .filter_map(move |(dx, dy)| self.point(x + dx, y + dy))
    }

    /// Whether the side to move may place a stone on an empty point.
    pub fn is_legal(&self, point: usize) -> bool {
        self.ko != Some(point)
            && self
                .around(point, DIRECTIONS)
                .any(|neighbor| match self.stones[neighbor] {
                    None => true,
                    Some(color) if color == self.to_move => self.liberties(neighbor) > 1,
                    Some(_) => self.liberties(neighbor) == 1,
                })
    }

    /// As [`engines::go::Board::is_eye`], of the side to move.
    pub fn is_eye(&self, point: usize) -> bool {
        let is_enclosed = self
            .around(point, DIRECTIONS)
            .all(|neighbor| self.stones[neighbor] == Some(self.to_move));
        let diagonals = self.around(point, DIAGONALS);
        let (mut count, mut held) = (0, 0);
        for diagonal in diagonals {
            count += 1;
            held += u32::from(self.stones[diagonal] == Some(!self.to_move));
        }
        is_enclosed && held + u32::from(count < DIAGONALS.len()) < 2
    }

    /// Takes a chain off; returns its size.
    fn take_off(&mut self, x: i32, y: i32, color: Color) -> usize {
        match self.point(x, y) {
            Some(point) if self.stones[point] == Some(color) => {
                self.stones[point] = None;
                let neighbors = DIRECTIONS.iter();
                1 + neighbors
                    .map(|(dx, dy)| self.take_off(x + dx, y + dy, color))
                    .sum::<usize>()
            }
            _ => 0,
        }
    }

    /// Puts a stone down and takes off what has no liberty then.
    fn place(&mut self, point: usize) {
        self.stones[point] = Some(self.to_move);
        let (x, y) = self.coordinates(point);
        let (mut captured, mut last) = (0, None);
        for (dx, dy) in DIRECTIONS {
            if let Some(neighbor) = self.point(x + dx, y + dy)
                && self.stones[neighbor] == Some(!self.to_move)
                && self.liberties(neighbor) == 0
            {
                captured += self.take_off(x + dx, y + dy, !self.to_move);
                last = Some(neighbor);
            }
        }
        let is_alone = self
            .around(point, DIRECTIONS)
            .all(|neighbor| self.stones[neighbor] != Some(self.to_move));
        let is_ko = captured == 1 && is_alone && self.liberties(point) == 1;
        self.ko = last.filter(|_| is_ko);
    }
}

impl Twin for ArrayGo {
    fn at(&self, point: usize) -> Option<Color> {
        self.stones[point]
    }

    fn legal_moves(&self) -> Vec<Move> {
        (0..self.points())
            .filter(|&point| self.stones[point].is_none() && self.is_legal(point))
            .map(Move::at)
            .chain([Move::PASS])
            .collect()
    }

    fn play(&mut self, mv: Move) {
        match mv.point() {
            Some(point) => self.place(point),
            None => self.ko = None,
        }
        self.to_move = !self.to_move;
    }
}

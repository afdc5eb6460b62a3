//! A Go board as textbooks have it: an array of stones, and a recursive fill
//! for every question.

use engines::{Color, Game};

/// Points of the largest board.
const MAX: usize = 19 * 19;

const DIRECTIONS: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

pub struct Textbook {
    width: usize,
    height: usize,
    pub stones: [Option<Color>; MAX],
}

impl Textbook {
    pub fn empty(width: usize, height: usize) -> Textbook {
        Textbook {
            width,
            height,
            stones: [None; MAX],
        }
    }

    pub fn of(game: &impl Game) -> Textbook {
        let mut board = Textbook::empty(game.width(), game.height());
        for point in 0..board.width * board.height {
            board.stones[point] = game.at(point);
        }
        board
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
        for point in 0..self.width * self.height {
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

    /// Puts a stone down and takes off what has no liberty then; the games
    /// played here have no suicide.
    pub fn play(&mut self, point: usize, color: Color) {
        self.stones[point] = Some(color);
        let (x, y) = self.coordinates(point);
        for (dx, dy) in DIRECTIONS {
            if let Some(neighbor) = self.point(x + dx, y + dy)
                && self.stones[neighbor] == Some(!color)
                && self.liberties(neighbor) == 0
            {
                self.take_off(x + dx, y + dy, !color);
            }
        }
    }

    fn take_off(&mut self, x: i32, y: i32, color: Color) {
        if let Some(point) = self.point(x, y)
            && self.stones[point] == Some(color)
        {
            self.stones[point] = None;
            for (dx, dy) in DIRECTIONS {
                self.take_off(x + dx, y + dy, color);
            }
        }
    }
}

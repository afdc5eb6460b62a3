//! The rules of Go once more, slow and obvious: a list of points, recursive
//! fill, and every earlier position kept whole.

use engines::Color;
use engines::go::{GoRules, Ko, Scoring};

type Stones = Vec<Option<Color>>;

#[derive(Clone)]
pub struct PlainGo {
    rules: GoRules,
    pub stones: Stones,
    pub to_move: Color,
    /// The point that simple ko forbids.
    ko_point: Option<usize>,
    passes: u32,
    pub prisoners: [usize; 2],
    past: Vec<(Stones, Color)>,
}

impl PlainGo {
    pub fn new(rules: &GoRules) -> PlainGo {
        let stones = vec![None; usize::from(rules.width) * usize::from(rules.height)];
        PlainGo {
            rules: rules.clone(),
            past: vec![(stones.clone(), Color::Black)],
            stones,
            to_move: Color::Black,
            ko_point: None,
            passes: 0,
            prisoners: [0; 2],
        }
    }

    pub fn is_over(&self) -> bool {
        self.passes == 2
    }

    pub fn neighbors(&self, point: usize) -> Vec<usize> {
        let (width, height) = (
            usize::from(self.rules.width),
            usize::from(self.rules.height),
        );
        let (x, y) = (point % width, point / width);
        let mut neighbors = Vec::new();
        if x > 0 {
            neighbors.push(point - 1);
        }
        if x + 1 < width {
            neighbors.push(point + 1);
        }
        if y > 0 {
            neighbors.push(point - width);
        }
        if y + 1 < height {
            neighbors.push(point + width);
        }
        neighbors
    }

    /// The connected points that hold the same as `point`.
    pub fn fill(&self, stones: &Stones, point: usize, region: &mut Vec<usize>) {
        if region.contains(&point) {
            return;
        }
        region.push(point);
        for neighbor in self.neighbors(point) {
            if stones[neighbor] == stones[point] {
                self.fill(stones, neighbor, region);
            }
        }
    }

    fn liberties_in(&self, stones: &Stones, point: usize) -> usize {
        let mut chain = Vec::new();
        self.fill(stones, point, &mut chain);
        let mut liberties: Vec<usize> = chain
            .iter()
            .flat_map(|&member| self.neighbors(member))
            .filter(|&neighbor| stones[neighbor].is_none())
            .collect();
        liberties.sort_unstable();
        liberties.dedup();
        liberties.len()
    }

    pub fn liberties(&self, point: usize) -> usize {
        self.liberties_in(&self.stones, point)
    }

    pub fn chain_size(&self, point: usize) -> usize {
        let mut chain = Vec::new();
        self.fill(&self.stones, point, &mut chain);
        chain.len()
    }

    /// The stones after a move, with the captured and the self-captured points.
    fn stones_after(&self, point: usize) -> (Stones, Vec<usize>, Vec<usize>) {
        let mut stones = self.stones.clone();
        stones[point] = Some(self.to_move);
        let mut captured = Vec::new();
        for neighbor in self.neighbors(point) {
            if stones[neighbor] == Some(!self.to_move) && self.liberties_in(&stones, neighbor) == 0
            {
                self.fill(&stones, neighbor, &mut captured);
            }
        }
        for &gone in &captured {
            stones[gone] = None;
        }
        let mut own = Vec::new();
        if self.liberties_in(&stones, point) == 0 {
            self.fill(&stones, point, &mut own);
        }
        for &gone in &own {
            stones[gone] = None;
        }
        (stones, captured, own)
    }

    pub fn is_legal(&self, point: usize) -> bool {
        if self.is_over() || self.stones[point].is_some() || self.ko_point == Some(point) {
            return false;
        }
        let (stones, _, own) = self.stones_after(point);
        if !own.is_empty() && !self.rules.suicide {
            return false;
        }
        match self.rules.ko {
            Ko::Simple => true,
            Ko::Positional => self.past.iter().all(|(past, _)| *past != stones),
            Ko::Situational => !self.past.contains(&(stones, !self.to_move)),
        }
    }

    pub fn play(&mut self, point: Option<usize>) {
        self.ko_point = None;
        match point {
            None => self.passes += 1,
            Some(point) => {
                self.passes = 0;
                let (stones, captured, own) = self.stones_after(point);
                self.stones = stones;
                self.prisoners[self.to_move.index()] += captured.len();
                self.prisoners[(!self.to_move).index()] += own.len();
                if captured.len() == 1 && self.chain_size(point) == 1 && self.liberties(point) == 1
                {
                    self.ko_point = Some(captured[0]);
                }
            }
        }
        self.to_move = !self.to_move;
        self.past.push((self.stones.clone(), self.to_move));
    }

    /// Twice Black's score minus White's.
    pub fn score_in_halves(&self) -> i32 {
        let mut black_minus_white = 0;
        for point in 0..self.stones.len() {
            let owner = self.stones[point].or_else(|| self.owner_of_empty(point));
            let counts = match self.rules.scoring {
                Scoring::Area => true,
                Scoring::Territory => self.stones[point].is_none(),
            };
            if counts {
                black_minus_white += match owner {
                    Some(Color::Black) => 1,
                    Some(Color::White) => -1,
                    None => 0,
                };
            }
        }
        if self.rules.scoring == Scoring::Territory {
            black_minus_white += self.prisoners[0] as i32 - self.prisoners[1] as i32;
        }
        2 * black_minus_white - self.rules.komi.0
    }

    pub fn owner_of_empty(&self, point: usize) -> Option<Color> {
        let mut region = Vec::new();
        self.fill(&self.stones, point, &mut region);
        let touches = |color| {
            region
                .iter()
                .flat_map(|&member| self.neighbors(member))
                .any(|neighbor| self.stones[neighbor] == Some(color))
        };
        match (touches(Color::Black), touches(Color::White)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }
}

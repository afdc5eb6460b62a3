//! The rules of Gomoku once more: an array of points, walked step by step,
//! and Renju straight from its definitions. Slow, and meant to be obvious.

use std::collections::BTreeSet;

use engines::gomoku::{GomokuRules, Shape, Variant};
use engines::{Color, Ending, IllegalMove, Move, Outcome};

type Point = (i32, i32);

const DIRECTIONS: [Point; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

#[derive(Clone, Debug)]
pub struct Plain {
    pub rules: GomokuRules,
    pub stones: Vec<Option<Color>>,
    pub to_move: Color,
    pub winner: Option<Color>,
}

#[derive(PartialEq)]
enum Renju {
    Five,
    Allowed,
    Forbidden(IllegalMove),
}

impl Plain {
    pub fn new(rules: GomokuRules) -> Plain {
        let points = usize::from(rules.width) * usize::from(rules.height);
        Plain {
            rules,
            stones: vec![None; points],
            to_move: Color::Black,
            winner: None,
        }
    }

    pub fn point(&self, index: usize) -> Point {
        let (index, width) = (index as i32, i32::from(self.rules.width));
        (index % width, index / width)
    }

    fn index(&self, (x, y): Point) -> Option<usize> {
        let (width, height) = (i32::from(self.rules.width), i32::from(self.rules.height));
        ((0..width).contains(&x) && (0..height).contains(&y)).then(|| (y * width + x) as usize)
    }

    fn stone(&self, point: Point) -> Option<Color> {
        self.stones[self.index(point)?]
    }

    fn is_empty(&self, point: Point) -> bool {
        self.index(point)
            .is_some_and(|index| self.stones[index].is_none())
    }

    fn with(&self, point: Point, color: Color) -> Plain {
        let mut after = self.clone();
        let index = self.index(point).unwrap();
        after.stones[index] = Some(color);
        after
    }

    /// The points of the run through a stone, and the two beyond its ends.
    fn run(&self, point: Point, (dx, dy): Point) -> (Vec<Point>, [Point; 2]) {
        let color = self.stone(point).unwrap();
        let (mut x, mut y) = point;
        while self.stone((x - dx, y - dy)) == Some(color) {
            (x, y) = (x - dx, y - dy);
        }
        let before = (x - dx, y - dy);
        let mut run = Vec::new();
        while self.stone((x, y)) == Some(color) {
            run.push((x, y));
            (x, y) = (x + dx, y + dy);
        }
        (run, [before, (x, y)])
    }

    /// Whether the stone on this point stands in a winning row.
    pub fn wins_at(&self, point: Point) -> bool {
        let color = self.stone(point).unwrap();
        DIRECTIONS.into_iter().any(|direction| {
            let (run, ends) = self.run(point, direction);
            let closed = ends.into_iter().all(|end| self.stone(end) == Some(!color));
            wins(&self.rules, color, run.len(), closed)
        })
    }

    /// The points where a stone of this color would win at once.
    pub fn winning_points(&self, color: Color) -> BTreeSet<usize> {
        (0..self.stones.len())
            .filter(|&index| self.stones[index].is_none())
            .filter(|&index| {
                let point = self.point(index);
                self.with(point, color).wins_at(point)
            })
            .collect()
    }

    pub fn forbidden(&self, index: usize) -> Option<IllegalMove> {
        match self.renju(self.point(index)) {
            Renju::Forbidden(why) if self.rules.rules == Variant::Renju => Some(why),
            _ => None,
        }
    }

    fn renju(&self, point: Point) -> Renju {
        let after = self.with(point, Color::Black);
        let lengths = DIRECTIONS.map(|direction| after.run(point, direction).0.len());
        if lengths.contains(&5) {
            Renju::Five
        } else if lengths.iter().any(|&length| length > 5) {
            Renju::Forbidden(IllegalMove::Overline)
        } else if after.fours(point).len() > 1 {
            Renju::Forbidden(IllegalMove::DoubleFour)
        } else if after.threes(point).len() > 1 {
            Renju::Forbidden(IllegalMove::DoubleThree)
        } else {
            Renju::Allowed
        }
    }

    /// The empty points at most four steps away on one line.
    fn empty_near(&self, (x, y): Point, (dx, dy): Point) -> Vec<Point> {
        (-4..=4)
            .map(|step| (x + step * dx, y + step * dy))
            .filter(|&near| self.is_empty(near))
            .collect()
    }

    /// Fours with this stone, each as its four stones: with one more they are
    /// exactly five.
    fn fours(&self, point: Point) -> BTreeSet<Vec<Point>> {
        let mut fours = BTreeSet::new();
        for direction in DIRECTIONS {
            for added in self.empty_near(point, direction) {
                let (run, _) = self.with(added, Color::Black).run(point, direction);
                if run.len() == 5 && run.contains(&added) {
                    fours.insert(run.into_iter().filter(|&stone| stone != added).collect());
                }
            }
        }
        fours
    }

    /// Threes with this stone, each as its three stones: with one more, which
    /// is allowed and makes no five, they are a straight four.
    fn threes(&self, point: Point) -> BTreeSet<Vec<Point>> {
        let mut threes = BTreeSet::new();
        for direction in DIRECTIONS {
            for added in self.empty_near(point, direction) {
                let after = self.with(added, Color::Black);
                let (run, ends) = after.run(point, direction);
                let straight = run.len() == 4
                    && run.contains(&added)
                    && ends.into_iter().all(|end| {
                        after.is_empty(end)
                            && after.with(end, Color::Black).run(end, direction).0.len() == 5
                    });
                if straight && self.renju(added) == Renju::Allowed {
                    threes.insert(run.into_iter().filter(|&stone| stone != added).collect());
                }
            }
        }
        threes
    }

    fn allowed(&self, index: usize) -> Result<(), IllegalMove> {
        if self.stones[index].is_some() {
            Err(IllegalMove::Occupied)
        } else if self.to_move == Color::Black {
            self.forbidden(index).map_or(Ok(()), Err)
        } else {
            Ok(())
        }
    }

    /// What `check` says of every point.
    pub fn verdicts(&self) -> Vec<Result<(), IllegalMove>> {
        let mut verdicts = vec![Err(IllegalMove::GameOver); self.stones.len()];
        if self.winner.is_none() {
            let allowed: Vec<_> = (0..self.stones.len()).map(|i| self.allowed(i)).collect();
            if allowed.contains(&Ok(())) {
                verdicts = allowed;
            }
        }
        verdicts
    }

    pub fn outcome(&self, verdicts: &[Result<(), IllegalMove>]) -> Option<Outcome> {
        let ending = if self.winner.is_some() {
            Ending::Five
        } else if self.stones.iter().all(Option::is_some) {
            Ending::FullBoard
        } else if !verdicts.contains(&Ok(())) {
            Ending::OnlyForbidden
        } else {
            return None;
        };
        Some(Outcome {
            winner: self.winner,
            margin: None,
            ending,
        })
    }

    pub fn play(&mut self, mv: Move) {
        let index = mv.point().unwrap();
        self.stones[index] = Some(self.to_move);
        if self.wins_at(self.point(index)) {
            self.winner = Some(self.to_move);
        }
        self.to_move = !self.to_move;
    }

    /// On how many lines each shape is the best that `color` has.
    pub fn shapes(&self, color: Color) -> [i32; 7] {
        let mut counts = [0; 7];
        for line in self.lines() {
            if let Some(shape) = self.shape(&self.stones_on(&line), color, None) {
                counts[shape as usize] += 1;
            }
        }
        counts
    }

    /// The best shape that a stone of `color` on an empty point would be part
    /// of, on each line through it.
    pub fn made_by(&self, color: Color, index: usize) -> [Option<Shape>; 4] {
        let point = self.point(index);
        DIRECTIONS.map(|(dx, dy)| {
            let on_board = |&point: &Point| self.index(point).is_some();
            let walk = |sign: i32| {
                let line = (1..).map(move |i| (point.0 + sign * i * dx, point.1 + sign * i * dy));
                line.take_while(on_board)
            };
            let mut line: Vec<Point> = walk(-1).collect();
            line.reverse();
            let place = line.len();
            line.push(point);
            line.extend(walk(1));
            let mut line = self.stones_on(&line);
            line[place] = Some(color);
            self.shape(&line, color, Some(place))
        })
    }

    fn stones_on(&self, line: &[Point]) -> Vec<Option<Color>> {
        line.iter().map(|&point| self.stone(point)).collect()
    }

    /// Every line of the board, each from its first point on.
    fn lines(&self) -> Vec<Vec<Point>> {
        let mut lines = Vec::new();
        for index in 0..self.stones.len() {
            let (x, y) = self.point(index);
            for (dx, dy) in DIRECTIONS {
                if self.index((x - dx, y - dy)).is_none() {
                    let line = (0..).map(|step| (x + step * dx, y + step * dy));
                    lines.push(line.take_while(|&p| self.index(p).is_some()).collect());
                }
            }
        }
        lines
    }

    /// The shape on one line, or of the rows with one of its stones, by trying
    /// all that could be added to it.
    fn shape(&self, line: &[Option<Color>], color: Color, through: Option<usize>) -> Option<Shape> {
        // A stone further away is in no row with the one asked about.
        let reach = usize::from(self.rules.win) - 1;
        let additions = |line: &[Option<Color>]| -> Vec<Vec<Option<Color>>> {
            let is_near = |&index: &usize| through.is_none_or(|at| index.abs_diff(at) <= reach);
            let empty = (0..line.len()).filter(|&index| line[index].is_none());
            let added = empty.filter(is_near).map(|index| {
                let mut after = line.to_vec();
                after[index] = Some(color);
                after
            });
            added.collect()
        };
        let wins = |line: &[Option<Color>]| has_winning_run(&self.rules, line, color, through);
        let winning_points =
            |line: &[Option<Color>]| additions(line).iter().filter(|after| wins(after)).count();
        let straight = |line: &[Option<Color>]| self.has_straight_four(line, color, through);
        if !line.contains(&Some(color)) {
            return None;
        }
        if wins(line) {
            return Some(Shape::Five);
        }
        match winning_points(line) {
            0 => {}
            1 => return Some(Shape::Four),
            _ => return Some(Shape::OpenFour),
        }
        let one = additions(line);
        if one.iter().any(|line| straight(line)) {
            return Some(Shape::OpenThree);
        }
        if one.iter().any(|line| winning_points(line) > 0) {
            return Some(Shape::Three);
        }
        if self.rules.win == 3 {
            return None;
        }
        let two = || one.iter().flat_map(|line| additions(line));
        if two().any(|line| straight(&line)) {
            Some(Shape::OpenTwo)
        } else if two().any(|line| winning_points(&line) > 0) {
            Some(Shape::Two)
        } else {
            None
        }
    }

    /// Stones without a gap, one too few, between two empty points that win.
    fn has_straight_four(
        &self,
        line: &[Option<Color>],
        color: Color,
        through: Option<usize>,
    ) -> bool {
        let win = usize::from(self.rules.win);
        (0..line.len().saturating_sub(win)).any(|start| {
            let ends = [start, start + win];
            let stones = start + 1..start + win;
            through.is_none_or(|at| stones.contains(&at))
                && line[stones].iter().all(|&stone| stone == Some(color))
                && ends.into_iter().all(|end| {
                    let mut after = line.to_vec();
                    after[end] = Some(color);
                    line[end].is_none() && has_winning_run(&self.rules, &after, color, through)
                })
        })
    }
}

/// Whether a winning run is on a line, or is the one with this stone.
fn has_winning_run(
    rules: &GomokuRules,
    line: &[Option<Color>],
    color: Color,
    through: Option<usize>,
) -> bool {
    let mut start = 0usize;
    for end in 0..=line.len() {
        if line.get(end) != Some(&Some(color)) {
            let before = start.checked_sub(1).and_then(|index| line[index]);
            let after = line.get(end).copied().flatten();
            let closed = before == Some(!color) && after == Some(!color);
            let is_asked = through.is_none_or(|at| (start..end).contains(&at));
            if is_asked && wins(rules, color, end - start, closed) {
                return true;
            }
            start = end + 1;
        }
    }
    false
}

fn wins(rules: &GomokuRules, color: Color, length: usize, closed: bool) -> bool {
    let win = usize::from(rules.win);
    match rules.rules {
        Variant::Freestyle => length >= win,
        Variant::Standard => length == win,
        Variant::Renju if color == Color::White => length >= 5,
        Variant::Renju => length == 5,
        Variant::Caro => length == 5 && !closed,
        Variant::CaroOverline => length > 5 || length == 5 && !closed,
    }
}

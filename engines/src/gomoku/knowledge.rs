//! What engines know of Gomoku: shapes, and which points matter.

use super::Gomoku;
use super::point::{LINES, Place, Point, PointSet, bits};
use super::row::{Line, RowRule};
use super::shapes::{self, Shape};
use crate::game::{Color, Game, Move, MoveList};
use crate::knowledge::{Feature, GreedyWeights, Knowledge};
use crate::rng::Rng;

/// What a stone's shape is worth to the player who makes it, by [`Shape`]:
/// whatever the other lines add, a better shape goes first, and each is worth
/// more made than prevented.
const MADE: [i32; 7] = [30, 500, 600, 12_000, 12_000, 200_000, 4_000_000];

/// What it is worth to keep the opponent from making it.
const PREVENTED: [i32; 7] = [20, 400, 500, 9_000, 9_000, 100_000, 2_000_000];

/// Features of the opponent come after those of the side to move, which can
/// have no five.
const THEIRS: usize = Shape::Five as usize;

/// Moves that a search looks at where nobody can win at once.
const MOST_CANDIDATES: usize = 20;

impl Knowledge for Gomoku {
    const FEATURES: &'static [Feature] = &[
        feature("own-two", 5),
        feature("own-open-two", 30),
        feature("own-three", 35),
        feature("own-open-three", 500),
        feature("own-four", 3_000),
        feature("own-open-four", 4_000),
        feature("their-two", -4),
        feature("their-open-two", -40),
        feature("their-three", -25),
        feature("their-open-three", -150),
        feature("their-four", -200),
        feature("their-open-four", -2_000),
        feature("their-five", -10_000),
    ];

    const VALUE_SCALE: f64 = 200.0;

    /// A win, if there is one; else what stops the opponent's win; else the
    /// points at most two columns and rows from a stone, the
    /// [`MOST_CANDIDATES`] most promising of them.
    fn candidates(&self, moves: &mut MoveList) {
        if self.winner.is_some() {
            return;
        }
        let wins = self.collect(self.to_move, Line::wins);
        let blocks = self.collect(!self.to_move, Line::blocks);
        let begin = moves.len();
        for points in [wins, blocks] {
            self.append_allowed(&points, moves);
            if moves.len() > begin {
                return;
            }
        }
        let mut near = MoveList::new();
        self.append_allowed(&self.neighborhood(), &mut near);
        if near.is_empty() {
            self.legal_moves(moves);
        } else {
            self.keep_most_promising(MOST_CANDIDATES, &mut near);
            moves.extend(near);
        }
    }

    fn promise(&self, mv: Move) -> i32 {
        let Some(index) = mv.point() else {
            return 0;
        };
        let places = Point::from_index(index, self.rules().width).places();
        let worth = |color: Color, worths: &[i32; 7]| -> i32 {
            let rule = self.rules().row(color);
            let shape = |place: Place| shapes::of_stone(&self.board, color, place, rule);
            let shapes = places.into_iter().filter_map(shape);
            shapes.map(|shape| worths[shape as usize]).sum()
        };
        worth(self.to_move, &MADE) + worth(!self.to_move, &PREVENTED)
    }

    fn greedy_value(&self, mv: Move, _after: &Gomoku, _weights: &GreedyWeights) -> Option<i32> {
        Some(self.promise(mv))
    }

    fn position_features(&self, visit: &mut impl FnMut(usize, i32)) {
        let own = self.shapes(self.to_move);
        let theirs = self.shapes(!self.to_move);
        let counts = own[..THEIRS].iter().chain(&theirs);
        for (feature, &count) in counts.enumerate() {
            if count != 0 {
                visit(feature, count);
            }
        }
    }

    fn playout(self, rng: &mut Rng) -> (f64, u64) {
        self.play_out(rng)
    }
}

const fn feature(name: &'static str, hand_weight: i32) -> Feature {
    Feature { name, hand_weight }
}

impl Gomoku {
    /// On how many lines each [`Shape`] is the best that `color` has.
    pub fn shapes(&self, color: Color) -> [i32; 7] {
        let rule = self.rules().row(color);
        let mut counts = [0; 7];
        for line in 0..LINES {
            if let Some(shape) = shapes::on_line(&self.board, color, line, rule) {
                counts[shape as usize] += 1;
            }
        }
        counts
    }

    /// The points that `find` names on the lines of `color`.
    fn collect(&self, color: Color, find: impl Fn(Line, RowRule) -> u32) -> PointSet {
        let rule = self.rules().row(color);
        let mut points = PointSet::default();
        for line in 0..LINES {
            if self.board.stones(color, line).count_ones() + 1 >= rule.win {
                for bit in bits(find(self.board.line(color, line), rule)) {
                    points.insert(Place { line, bit }.point());
                }
            }
        }
        points
    }

    /// The empty points near a stone, or the center of an empty board.
    fn neighborhood(&self) -> PointSet {
        let stones = self.board.occupied();
        if stones.is_empty() {
            let mut center = PointSet::default();
            center.insert(Point {
                x: self.board.width() / 2,
                y: self.board.height() / 2,
            });
            return center;
        }
        stones.within(2).and(&self.board.empty_points())
    }

    fn append_allowed(&self, points: &PointSet, moves: &mut MoveList) {
        let allowed = points.iter().filter(|&point| self.allows(point));
        moves.extend(allowed.map(|point| Move::at(point.index(self.rules().width))));
    }
}

//! What engines know of Gomoku: shapes, and which points matter.

use super::Gomoku;
use super::evaluator::GomokuEvaluator;
use super::own_weights;
use super::point::{LINES, Place, Point, PointSet, bits};
use super::quiet;
use super::shapes::Shape;
use crate::game::{Color, Move, MoveList};
use crate::knowledge::{Feature, GreedyWeights, Knowledge};
use crate::pattern::Weights;
use crate::rng::Rng;
use crate::solver::NoSolver;

/// What a stone's shape on a line is worth to the player who makes it, by
/// [`Shape`]. The four lines are summed, but a five, an open four and an open
/// three or a four are each worth more than all the lesser ones that one stone
/// could make and prevent.
const MADE: [i32; Shape::COUNT] = [30, 500, 600, 12_000, 12_000, 200_000, 10_000_000];

/// What it is worth to keep the opponent from making it.
const PREVENTED: [i32; Shape::COUNT] = [20, 400, 500, 9_000, 9_000, 100_000, 2_000_000];

/// What the shapes of both colors on a line are worth to each of them, by
/// [`Grades::of_both`].
///
/// [`Grades::of_both`]: super::shapes::Grades::of_both
static WORTHS: [[i32; 64]; 2] = {
    let mut worths = [[0; 64]; 2];
    let mut i = 0;
    while i < 64 {
        let (black, white) = (i % 8, i / 8);
        worths[0][i] = worth(&MADE, black) + worth(&PREVENTED, white);
        worths[1][i] = worth(&MADE, white) + worth(&PREVENTED, black);
        i += 1;
    }
    worths
};

const fn worth(worths: &[i32; Shape::COUNT], grade: usize) -> i32 {
    if grade == 0 { 0 } else { worths[grade - 1] }
}

/// Features of the opponent come after those of the side to move, which can
/// have no five.
const THEIRS: usize = Shape::Five as usize;

/// How many features are of the position as it stands; those of the quiet one come
/// after them.
pub(super) const SHAPES: usize = THEIRS + Shape::COUNT;

/// Moves that a search looks at where nobody can win at once.
const MOST_CANDIDATES: usize = 20;

/// Those of the position as it stands, which are all that a person gave weights.
const SHAPE_FEATURES: [Feature; SHAPES] = [
    feature("own-two", 4),
    feature("own-open-two", 50),
    feature("own-three", 45),
    feature("own-open-three", 500),
    feature("own-four", 3_000),
    feature("own-open-four", 4_000),
    feature("their-two", -4),
    feature("their-open-two", -35),
    feature("their-three", -30),
    feature("their-open-three", -150),
    feature("their-four", -200),
    feature("their-open-four", -2_000),
    feature("their-five", -10_000),
];

const FEATURES: [Feature; SHAPES + quiet::NAMES.len()] = {
    let mut features = [feature("", 0); SHAPES + quiet::NAMES.len()];
    let (shapes, quiet) = features.split_at_mut(SHAPES);
    shapes.copy_from_slice(&SHAPE_FEATURES);
    let mut i = 0;
    while i < quiet.len() {
        quiet[i].name = quiet::NAMES[i];
        i += 1;
    }
    features
};

impl Knowledge for Gomoku {
    const FEATURES: &'static [Feature] = &FEATURES;

    /// What fits best to games among engines that choose by promise.
    const VALUE_SCALE: f64 = 200.0;
    const HAS_MARGINS: bool = false;

    type Evaluator = GomokuEvaluator;

    /// Wins by continuous fours ([`Vcf`](super::Vcf)) are found by the search, too, before
    /// they decide: at 20 000 nodes a move matches are even.
    type Solver = NoSolver;

    fn own_weights() -> Weights<Gomoku> {
        own_weights::own_weights()
    }

    /// A win, if there is one; else what stops the opponent's win; else the
    /// points at most two columns and rows from a stone, the
    /// `MOST_CANDIDATES` most promising of them.
    fn candidates(&self, moves: &mut MoveList) {
        if self.winner.is_some() {
            return;
        }
        let urgent: [fn(&Gomoku) -> PointSet; 2] = [
            |game| game.wins(game.to_move),
            |game| game.blocks(!game.to_move),
        ];
        let before = moves.len();
        for points in urgent {
            self.append_allowed(&points(self), moves);
            if moves.len() > before {
                return;
            }
        }
        let mut near = MoveList::new();
        self.append_allowed(&self.neighborhood(), &mut near);
        if near.is_empty() {
            self.append_allowed(&self.board().empty_points(), &mut near);
        }
        self.keep_most_promising(MOST_CANDIDATES, &mut near);
        moves.extend(near);
    }

    fn promise(&self, mv: Move) -> i32 {
        let Some(index) = mv.point() else {
            return 0;
        };
        self.promise_of(Point::from_index(index, self.rules.width))
    }

    fn greedy_value(&self, mv: Move, _weights: &GreedyWeights) -> Option<i32> {
        Some(self.promise(mv))
    }

    fn position_features(&self, visit: &mut impl FnMut(usize, i32)) {
        let mut visit = |feature: usize, count: i32| {
            if count != 0 {
                visit(feature, count);
            }
        };
        self.shape_features(&mut visit);
        self.quiet_features(&mut visit);
    }

    fn playout(self, rng: &mut Rng) -> (f64, u64) {
        self.play_out(rng)
    }
}

const fn feature(name: &'static str, hand_weight: i32) -> Feature {
    Feature { name, hand_weight }
}

impl Gomoku {
    /// Visits the features that have hand weights.
    pub(super) fn shape_features(&self, visit: &mut impl FnMut(usize, i32)) {
        let own = self.shapes(self.to_move);
        let theirs = self.shapes(!self.to_move);
        let counts = own[..THEIRS].iter().chain(&theirs);
        for (feature, &count) in counts.enumerate() {
            visit(feature, count);
        }
    }

    /// On how many lines each [`Shape`] is the best that `color` has.
    ///
    /// ```
    /// use engines::diagram;
    /// use engines::gomoku::{Gomoku, GomokuRules, Shape};
    /// use engines::{Color, Game};
    ///
    /// let rules = GomokuRules { width: 7, height: 5, ..GomokuRules::default() };
    /// let game: Gomoku = diagram::parse(
    ///     &rules,
    ///     ". . . . . . .
    ///      . O . . . . .
    ///      . . X X X . .
    ///      . X X X X O .
    ///      . . . . O . .",
    ///     Color::White,
    /// )?;
    /// let black = game.shapes(Color::Black);
    /// assert_eq!(black[Shape::OpenThree as usize], 1);
    /// assert_eq!(black[Shape::Four as usize], 1);
    /// assert_eq!(black[Shape::Five as usize], 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shapes(&self, color: Color) -> [i32; Shape::COUNT] {
        Shape::ALL.map(|shape| self.shapes.lines_with(color, shape) as i32)
    }

    #[inline]
    fn promise_of(&self, point: Point) -> i32 {
        let worths = &WORTHS[self.to_move.index()];
        let grades = self.shapes.grades_of_both(point);
        grades.into_iter().map(|grades| worths[grades]).sum()
    }

    /// The points where `color` would win at once.
    fn wins(&self, color: Color) -> PointSet {
        if self.shapes.has_four(color) {
            self.shapes.points_making(color, Shape::Five)
        } else {
            PointSet::default()
        }
    }

    /// The points where an opponent's stone spoils a row of `color` that lacks
    /// one: in it, or at its second end where closed rows do not win.
    fn blocks(&self, color: Color) -> PointSet {
        let mut points = PointSet::default();
        if self.shapes.has_four(color) {
            for line in 0..LINES {
                for bit in bits(self.shapes.spoilers(color, line)) {
                    points.insert(Place { line, bit }.point());
                }
            }
        }
        points
    }

    /// The empty points near a stone, or the center of an empty board.
    fn neighborhood(&self) -> PointSet {
        let stones = self.board().occupied();
        if stones.is_empty() {
            let mut center = PointSet::default();
            center.insert(Point {
                x: self.board().width() / 2,
                y: self.board().height() / 2,
            });
            return center;
        }
        stones.within(2).and(&self.board().empty_points())
    }
}

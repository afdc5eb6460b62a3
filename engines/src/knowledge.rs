//! What engines may know of a game beyond its rules.

use std::borrow::Cow;
use std::hint::black_box;

use arrayvec::ArrayVec;

use crate::evaluator::Evaluator;
use crate::game::{Color, Game, Move, MoveList, Outcome};
use crate::moves::MOST_MOVES;
use crate::pattern::Weights;
use crate::rng::Rng;
use crate::solver::Solver;

/// One input of the evaluation: a position switches it on any number of times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Its name in a weights file.
    pub name: &'static str,
    /// Its weight in the plain table that a person wrote (`weights=hand`).
    pub hand_weight: i32,
}

/// What `greedy` cares for in Go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GreedyWeights {
    /// The worth of a captured stone.
    pub capture: i32,
    /// The worth of a liberty of the chain after the move.
    pub liberty: i32,
}

/// Features, candidate moves and playouts of a game.
pub trait Knowledge: Game {
    /// The evaluation's inputs that have hand weights, in index order. A game
    /// may have more, which come after them.
    const FEATURES: &'static [Feature];

    /// The evaluation at which the side to move is expected to score
    /// 1 / (1 + e⁻¹) = 0.73.
    const VALUE_SCALE: f64;

    /// Whether a game is won by so many points, and not just won.
    const HAS_MARGINS: bool = true;

    /// Whether moves have features of their own, and not by default those of the
    /// position that they lead to.
    const HAS_MOVE_FEATURES: bool = false;

    /// Whether a feature is one of moves, and of no position.
    fn is_of_moves(feature: usize) -> bool {
        let _ = feature;
        false
    }

    /// How the weights of the features that are on are summed;
    /// [`Sparse`](crate::evaluator::Sparse) where nothing is faster.
    type Evaluator: Evaluator<Self>;

    /// What finds exact results faster than a search for a good move;
    /// [`NoSolver`](crate::solver::NoSolver) where there is none.
    type Solver: Solver<Self>;

    /// What an engine plays with unless it is told otherwise: weights that were
    /// fitted, where a match has shown that they are better, else the plain table.
    fn own_weights() -> Weights<Self> {
        Weights::hand()
    }

    /// How many inputs the evaluation has: features count from 0.
    fn feature_count() -> usize {
        Self::FEATURES.len()
    }

    /// The name of a feature in a weights file.
    fn feature_name(feature: usize) -> Cow<'static, str> {
        Self::FEATURES[feature].name.into()
    }

    /// The feature of that name, or what is wrong with the name.
    fn feature_index(name: &str) -> Result<usize, String> {
        index_among(Self::FEATURES, name).ok_or_else(|| {
            let known = names(Self::FEATURES).join(", ");
            let name = name.escape_debug();
            format!("`{name}` is no feature of this game; it has {known}")
        })
    }

    /// Appends the legal moves that are not senseless under every plan (in Go,
    /// filling an own single-point eye); a pass only when nothing else is left.
    /// None if and only if the game is over.
    fn sensible_moves(&self, moves: &mut MoveList) {
        self.legal_moves(moves);
    }

    /// Appends the moves that a search should look at. None if and only if the
    /// game is over.
    fn candidates(&self, moves: &mut MoveList) {
        self.sensible_moves(moves);
    }

    /// How good a move looks before it is searched: the order of search.
    fn promise(&self, mv: Move) -> i32;

    /// Shortens a list to its `most` most promising moves, in that order; ties
    /// stay as they were. A list that is short enough is left alone.
    fn keep_most_promising(&self, most: usize, moves: &mut MoveList) {
        if moves.len() <= most {
            return;
        }
        // By promise, then by place: whole numbers sort fastest.
        let mut ranks: ArrayVec<i64, MOST_MOVES> = moves
            .iter()
            .zip(0..)
            .map(|(&mv, place)| -i64::from(self.promise(mv)) << 16 | place)
            .collect();
        let (kept, _, _) = ranks.select_nth_unstable(most);
        kept.sort_unstable();
        *moves = kept
            .iter()
            .map(|rank| moves[usize::from(*rank as u16)])
            .collect();
    }

    /// What `greedy` gives for a move; `None` for one that it never plays while
    /// it has another.
    fn greedy_value(&self, mv: Move, weights: &GreedyWeights) -> Option<i32>;

    /// Calls `visit(feature, count)` for the features that are on, counted for
    /// the side to move: what the opponent has counts negative where both
    /// sides share a feature.
    fn position_features(&self, visit: &mut impl FnMut(usize, i32));

    /// As [`Knowledge::position_features`], for choosing a move: the features
    /// of playing `mv` here, which leads to `after`, counted for the player of
    /// `mv`. By default those of the position after the move.
    fn move_features(&self, mv: Move, after: &Self, visit: &mut impl FnMut(usize, i32)) {
        let _ = mv;
        after.position_features(&mut |feature, count| visit(feature, -count));
    }

    /// The side that has won already: however its opponent plays, it needs no
    /// other move than a pass to win the count. `None` where that is unknown,
    /// or takes long to find out. By default nothing is known.
    fn decided(&self) -> Option<Color> {
        None
    }

    /// The stones of a finished game that would be captured if it went on, as an
    /// estimate; none in a game that is not counted.
    fn dead_stones(&self, rng: &mut Rng) -> Vec<usize> {
        let _ = rng;
        Vec::new()
    }

    /// How a finished game ends if the stones on these points are captured;
    /// `None` in a game where nothing is captured at the end.
    fn outcome_without(&self, dead: &[usize]) -> Option<Outcome> {
        let _ = dead;
        None
    }

    /// Plays sensible moves at random until the game is over. Returns what the
    /// result is worth to Black (0, ½ or 1), and the number of moves made.
    fn playout(self, rng: &mut Rng) -> (f64, u64);
}

/// The index of a feature in a list.
pub(crate) fn index_among(features: &[Feature], name: &str) -> Option<usize> {
    features.iter().position(|feature| feature.name == name)
}

/// The names of features.
pub(crate) fn names(features: &[Feature]) -> Vec<&'static str> {
    // Were the list known to the compiler, it would unroll the join, and take
    // minutes over the sum of all lengths.
    let features = black_box(features);
    features.iter().map(|feature| feature.name).collect()
}

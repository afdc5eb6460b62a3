//! What engines may know of Go beyond its rules.

use std::borrow::Cow;

use super::features::{FEATURES, MOVE_PASS};
use super::grid::Cell;
use super::move_features::{self, captured_by_move, is_near, liberties_after};
use super::neighborhoods::{self, Neighborhoods};
use super::own_weights;
use super::patterns;
use super::playout;
use super::point_set::PointSet;
use super::position::Go;
use super::position_features;
use crate::evaluator::Sparse;
use crate::game::{Color, Game, Move, MoveList, Outcome};
use crate::knowledge::{self, Feature, GreedyWeights, Knowledge};
use crate::pattern::Weights;
use crate::rng::Rng;
use crate::solver::NoSolver;

/// Moves that a search looks at, besides a pass.
const MOST_CANDIDATES: usize = 20;

impl<const CELLS: usize> Knowledge for Go<CELLS> {
    const FEATURES: &'static [Feature] = FEATURES;
    const VALUE_SCALE: f64 = 400.0;
    const HAS_MOVE_FEATURES: bool = true;

    fn is_of_moves(feature: usize) -> bool {
        feature >= MOVE_PASS
    }

    type Evaluator = Sparse;

    type Solver = NoSolver;

    fn own_weights() -> Weights<Self> {
        own_weights::own_weights()
    }

    fn feature_count() -> usize {
        FEATURES.len() + Neighborhoods::get().count()
    }

    fn feature_name(feature: usize) -> Cow<'static, str> {
        match feature.checked_sub(FEATURES.len()) {
            Some(neighborhood) => Neighborhoods::get().name(neighborhood).into(),
            None => FEATURES[feature].name.into(),
        }
    }

    fn feature_index(name: &str) -> Result<usize, String> {
        if name.starts_with(neighborhoods::PREFIX) {
            let neighborhood = Neighborhoods::get().index(name)?;
            return Ok(FEATURES.len() + neighborhood);
        }
        knowledge::index_among(FEATURES, name).ok_or_else(|| {
            let known = knowledge::names(FEATURES).join(", ");
            let name = name.escape_debug();
            format!(
                "`{name}` is no feature of this game; it has {known} and, around a move, \
                 neighborhoods as `{}`",
                Neighborhoods::get().name(0)
            )
        })
    }

    fn sensible_moves(&self, moves: &mut MoveList) {
        if self.outcome().is_some() {
            return;
        }
        let begin = moves.len();
        for (point, cell) in self.board().grid().cells().enumerate() {
            if self.board().at(cell) == Cell::Empty
                && !self.board().is_eye(cell, self.to_move())
                && self.is_legal_at(cell)
            {
                moves.push(Move::at(point));
            }
        }
        if moves.len() == begin {
            moves.push(Move::PASS);
        }
    }

    /// The `MOST_CANDIDATES` most promising of the sensible moves, and a pass.
    fn candidates(&self, moves: &mut MoveList) {
        let mut sensible = MoveList::new();
        self.sensible_moves(&mut sensible);
        self.keep_most_promising(MOST_CANDIDATES, &mut sensible);
        let has_stones = sensible.last().is_some_and(|last| !last.is_pass());
        moves.extend(sensible);
        if has_stones {
            moves.push(Move::PASS);
        }
    }

    fn promise(&self, mv: Move) -> i32 {
        let Some(point) = mv.point() else {
            return -1;
        };
        let board = self.board();
        let cell = board.cell(point);
        let mut promise = 8 * board.grid().line(cell).min(3) as i32;
        promise += self.promise_of_chains(cell);
        if patterns::shape_at(board, cell).is_some() {
            promise += 30;
        }
        if self
            .last_cell()
            .is_some_and(|last| is_near(board, cell, last))
        {
            promise += 20;
        }
        promise
    }

    fn greedy_value(&self, mv: Move, weights: &GreedyWeights) -> Option<i32> {
        let cell = self.board().cell(mv.point()?);
        let mut after = self.clone();
        after.play(mv);
        let captured = captured_by_move(self, &after);
        let liberties = liberties_after(&after, cell);
        if captured == 0 && liberties <= 1 {
            return None;
        }
        let capture = weights.capture.saturating_mul(captured);
        Some(capture.saturating_add(weights.liberty.saturating_mul(liberties)))
    }

    fn position_features(&self, visit: &mut impl FnMut(usize, i32)) {
        position_features::visit(self, visit);
    }

    fn move_features(&self, mv: Move, after: &Self, visit: &mut impl FnMut(usize, i32)) {
        move_features::visit(self, mv, after, visit);
    }

    fn decided(&self) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.has_won(color))
    }

    fn dead_stones(&self, rng: &mut Rng) -> Vec<usize> {
        let dead = self.dead_by_playouts(rng);
        dead.points(self.width()).collect()
    }

    fn outcome_without(&self, dead: &[usize]) -> Option<Outcome> {
        let dead = PointSet::of_points(dead.iter().copied(), self.width());
        let score = self.score(&dead);
        Some(Outcome::from_score(score, crate::game::Ending::Score))
    }

    fn playout(self, rng: &mut Rng) -> (f64, u64) {
        if let Some(outcome) = self.outcome() {
            return (outcome.value_for(Color::Black), 0);
        }
        let (to_move, passes, komi) = (self.to_move(), self.passes(), self.komi());
        let mut board = self.into_board();
        let end = playout::play_out(&mut board, to_move, passes, rng);
        let outcome = Outcome::from_score(end.area - komi, crate::game::Ending::Score);
        (outcome.value_for(Color::Black), end.moves)
    }
}

impl<const CELLS: usize> Go<CELLS> {
    /// What the chains next to a cell add to its promise: captures first, then
    /// rescues of chains in atari; less for what looks like a self-atari.
    fn promise_of_chains(&self, cell: usize) -> i32 {
        let board = self.board();
        let liberties = board.liberties_beyond(cell, None);
        let (mut promise, mut ways_out) = (0, liberties);
        for head in board.chains_around(cell) {
            let size = board.chain_size(head) as i32;
            let is_ours = board.stone(head) == Some(self.to_move());
            match (is_ours, self.liberties(head) == 1) {
                (false, true) => {
                    promise += 150 + 20 * size;
                    ways_out += 1;
                }
                (true, true) if liberties >= 2 => promise += 100 + 20 * size,
                (true, true) => {}
                (true, false) => {
                    promise += 5;
                    ways_out += 2;
                }
                (false, false) => promise += 5,
            }
        }
        if ways_out <= 1 {
            promise -= 40;
        }
        promise
    }
}

//! What engines may know of Go beyond its rules.

use super::board::Board;
use super::grid::Cell;
use super::patterns::{self, Shape};
use super::playout;
use super::point_set::PointSet;
use super::position::Go;
use crate::evaluator::Sparse;
use crate::game::{Color, Game, HalfPoints, Move, MoveList, Outcome};
use crate::knowledge::{Feature, GreedyWeights, Knowledge};
use crate::rng::Rng;

/// Moves that a search looks at, besides a pass.
const MOST_CANDIDATES: usize = 20;

/// Names the features once, with their hand weights, and gives each its index.
macro_rules! features {
    ($($index:ident: $name:literal = $weight:literal,)*) => {
        #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
        enum Index { $($index,)* }
        const FEATURES: &[Feature] = &[$(Feature { name: $name, hand_weight: $weight },)*];
        $(const $index: usize = Index::$index as usize;)*
    };
}

const MOVE_LINES: [usize; 4] = [MOVE_LINE_1, MOVE_LINE_2, MOVE_LINE_3, MOVE_LINE_4];

features! {
    // Of a position, counted for the side to move.
    STONE: "stone" = 100,
    TERRITORY: "territory" = 60,
    LIBERTY: "liberty" = 12,
    EYE: "eye" = 0,
    KOMI: "komi" = 50,
    OWN_ATARI: "own-atari" = -100,
    THEIR_ATARI: "their-atari" = 180,
    // Of a move.
    MOVE_PASS: "move-pass" = -10,
    MOVE_CAPTURE: "move-capture" = 120,
    MOVE_SAVE: "move-save" = 90,
    MOVE_ATARI: "move-atari" = 35,
    MOVE_SELF_ATARI: "move-self-atari" = -110,
    MOVE_LIBERTY: "move-liberty" = 6,
    MOVE_LINE_1: "move-line-1" = -50,
    MOVE_LINE_2: "move-line-2" = -5,
    MOVE_LINE_3: "move-line-3" = 25,
    MOVE_LINE_4: "move-line-4" = 20,
    MOVE_CONTACT: "move-contact" = 15,
    MOVE_NEAR_LAST: "move-near-last" = 15,
    MOVE_HANE: "move-hane" = 30,
    MOVE_CUT: "move-cut" = 25,
    MOVE_EDGE: "move-edge" = 20,
    MOVE_OWN_AREA: "move-own-area" = -60,
}

impl<const CELLS: usize> Knowledge for Go<CELLS> {
    const FEATURES: &'static [Feature] = FEATURES;
    const VALUE_SCALE: f64 = 400.0;

    type Evaluator = Sparse;

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
        let board = self.board();
        let own = board.stones(self.to_move());
        let theirs = board.stones(!self.to_move());
        let empty = PointSet::all(board.width(), board.height())
            .minus(&own)
            .minus(&theirs);
        let difference = |a: u32, b: u32| a as i32 - b as i32;

        let liberties = [&own, &theirs].map(|stones| stones.grown().and(&empty).count());
        visit(LIBERTY, difference(liberties[0], liberties[1]));

        let (mut own_reach, mut their_reach) = (own, theirs);
        for _ in 0..3 {
            let (own_grown, their_grown) = (own_reach.grown(), their_reach.grown());
            let shared = own_grown.and(&their_grown);
            let free = empty.minus(&shared);
            (own_reach, their_reach) = (
                own_reach.or(&own_grown.and(&free).minus(&their_reach)),
                their_reach.or(&their_grown.and(&free).minus(&own_reach)),
            );
        }
        visit(
            TERRITORY,
            difference(
                own_reach.minus(&own).count(),
                their_reach.minus(&theirs).count(),
            ),
        );

        let HalfPoints(komi) = self.komi();
        visit(
            KOMI,
            if self.to_move() == Color::White {
                komi
            } else {
                -komi
            },
        );

        let eyes: i32 = board
            .empties()
            .iter()
            .map(|&cell| usize::from(cell))
            .filter(|&cell| !board.has_empty_neighbor(cell))
            .map(|cell| {
                i32::from(board.is_eye(cell, self.to_move()))
                    - i32::from(board.is_eye(cell, !self.to_move()))
            })
            .sum();
        visit(EYE, eyes);

        let (mut stones, mut atari) = ([0; 2], [0; 2]);
        for cell in board.grid().cells() {
            let Some(color) = board.stone(cell) else {
                continue;
            };
            if board.head(cell) == cell {
                let size = board.chain_size(cell) as i32;
                stones[color.index()] += size;
                if self.liberties(cell) == 1 {
                    atari[color.index()] += size;
                }
            }
        }
        let (us, them) = (self.to_move().index(), (!self.to_move()).index());
        visit(STONE, stones[us] - stones[them]);
        visit(OWN_ATARI, atari[us]);
        visit(THEIR_ATARI, atari[them]);
    }

    fn move_features(&self, mv: Move, after: &Self, visit: &mut impl FnMut(usize, i32)) {
        let Some(point) = mv.point() else {
            visit(MOVE_PASS, 1);
            return;
        };
        let board = self.board();
        let cell = board.cell(point);
        let liberties = liberties_after(after, cell);
        visit(MOVE_CAPTURE, captured_by_move(self, after));
        visit(MOVE_LIBERTY, liberties.min(6));
        if liberties <= 1 {
            visit(
                MOVE_SELF_ATARI,
                after.board().chain_size(cell).max(1) as i32,
            );
        } else {
            visit(MOVE_SAVE, self.stones_near_in_atari(cell, self.to_move()));
        }
        visit(
            MOVE_ATARI,
            after.stones_near_in_atari(cell, !self.to_move()),
        );
        visit(MOVE_LINES[board.grid().line(cell).min(3)], 1);
        if self
            .last_cell()
            .is_some_and(|last| is_near(board, cell, last))
        {
            visit(MOVE_NEAR_LAST, 1);
        }
        if patterns::touches(board, cell, !self.to_move()) {
            visit(MOVE_CONTACT, 1);
        } else if board
            .grid()
            .neighbors(cell)
            .into_iter()
            .any(|neighbor| board.stone(neighbor) == Some(self.to_move()))
        {
            visit(MOVE_OWN_AREA, 1);
        }
        match patterns::shape_at(board, cell) {
            Some(Shape::Hane) => visit(MOVE_HANE, 1),
            Some(Shape::Cut) => visit(MOVE_CUT, 1),
            Some(Shape::Edge) => visit(MOVE_EDGE, 1),
            None => {}
        }
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

    /// Stones of `color` in chains next to a cell that are in atari.
    fn stones_near_in_atari(&self, cell: usize, color: Color) -> i32 {
        let board = self.board();
        board
            .chains_around(cell)
            .filter(|&head| board.stone(head) == Some(color) && self.liberties(head) == 1)
            .map(|head| board.chain_size(head) as i32)
            .sum()
    }
}

fn captured_by_move<const CELLS: usize>(before: &Go<CELLS>, after: &Go<CELLS>) -> i32 {
    let mover = before.to_move();
    after.prisoners(mover) as i32 - before.prisoners(mover) as i32
}

/// Liberties of the stone just played; none after a suicide.
fn liberties_after<const CELLS: usize>(after: &Go<CELLS>, cell: usize) -> i32 {
    match after.board().stone(cell) {
        Some(_) => after.liberties(cell) as i32,
        None => 0,
    }
}

/// Whether two cells are at most one step apart, diagonals included.
fn is_near<const CELLS: usize>(board: &Board<CELLS>, one: usize, other: usize) -> bool {
    let (x, y) = board.grid().coordinates(one);
    let (other_x, other_y) = board.grid().coordinates(other);
    x.abs_diff(other_x) <= 1 && y.abs_diff(other_y) <= 1
}

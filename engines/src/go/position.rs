//! The game of Go: a board, whose turn it is, superko, passes and the count.

use std::fmt;

use super::board::Board;
use super::grid::Cell;
use super::history::{History, Vacated, stone_key};
use super::liberty_counts::{LibertyCounts, Removed};
use super::life::Life;
use super::notation::NOTATION;
use super::point_set::PointSet;
use super::rules::{GoRules, Ko, Scoring};
use super::scoring;
use crate::diagram;
use crate::game::{
    Color, Ending, Game, HalfPoints, IllegalMove, InvalidPosition, Move, MoveList, Outcome,
};
use crate::notation::Notation;
use crate::zobrist;

const WHITE_TO_MOVE: u64 = zobrist::number(3, 0);
const PASSES: [u64; 3] = [0, zobrist::number(3, 1), zobrist::number(3, 2)];
static KO: [u64; super::CELLS_19] = zobrist::table(4);

/// A position of Go on a board of at most `CELLS` cells.
///
/// ```
/// use engines::go::{CELLS_9, Go, GoRules, Preset};
/// use engines::{Color, Game, IllegalMove, diagram};
///
/// let rules = GoRules::new(Preset::Cgos, 5, 5);
/// let mut game: Go<CELLS_9> = diagram::parse(
///     &rules,
///     ". . X O .
///      . X O . O
///      . . X O .
///      . . . . .
///      . . . . .",
///     Color::Black,
/// )
/// .unwrap();
/// game.try_play(game.parse_move("D4").unwrap()).unwrap();
/// assert_eq!(game.prisoners(Color::Black), 1);
/// let retake = game.parse_move("C4").unwrap();
/// assert_eq!(game.check(retake), Err(IllegalMove::Ko));
/// ```
#[derive(Clone)]
// As `Gomoku`: positions are copied all the time.
#[repr(align(32))]
pub struct Go<const CELLS: usize> {
    board: Board<CELLS>,
    liberties: LibertyCounts<CELLS>,
    ko: Ko,
    suicide: bool,
    scoring: Scoring,
    komi: HalfPoints,
    to_move: Color,
    passes: u8,
    last: Move,
    prisoners: [u32; 2],
    board_key: u64,
    history: History,
    vacated: Vacated,
}

impl<const CELLS: usize> Go<CELLS> {
    fn with_board(rules: &GoRules, board: Board<CELLS>, to_move: Color) -> Go<CELLS> {
        let board_key = board
            .grid()
            .cells()
            .filter(|&cell| board.at(cell) != Cell::Empty)
            .fold(0, |key, cell| key ^ stone_key(board.at(cell), cell));
        let mut game = Go {
            liberties: LibertyCounts::of(&board),
            board,
            ko: rules.ko,
            suicide: rules.suicide,
            scoring: rules.scoring,
            komi: rules.komi,
            to_move,
            passes: 0,
            last: Move::PASS,
            prisoners: [0; 2],
            board_key,
            history: History::default(),
            vacated: Vacated::default(),
        };
        game.remember();
        game
    }

    /// Stones, chains and simple ko.
    pub fn board(&self) -> &Board<CELLS> {
        &self.board
    }

    /// The number of liberties of the chain of the stone on a cell; where there
    /// is no stone, it means nothing.
    pub fn liberties(&self, stone: usize) -> usize {
        self.liberties.get(&self.board, stone)
    }

    /// White's compensation.
    pub fn komi(&self) -> HalfPoints {
        self.komi
    }

    /// Stones that a player has taken off the board (the opponent's suicides
    /// included).
    pub fn prisoners(&self, color: Color) -> usize {
        self.prisoners[color.index()] as usize
    }

    /// The cell of the last stone, if the last move was one.
    pub(super) fn last_cell(&self) -> Option<usize> {
        self.last.point().map(|point| self.board.cell(point))
    }

    /// Hash of the stones alone: what positional superko compares.
    pub fn board_key(&self) -> u64 {
        self.board_key
    }

    /// Black's score minus White's, komi included, if the game ended here and
    /// the stones in `dead` were captured.
    pub fn score(&self, dead: &PointSet) -> HalfPoints {
        let points = match self.scoring {
            Scoring::Area => scoring::area(&self.board, dead),
            Scoring::Territory => scoring::territory(&self.board, dead),
        };
        points + HalfPoints::whole(self.prisoners_that_count()) - self.komi
    }

    /// What a color holds for good, whatever the opponent plays.
    pub fn life(&self, color: Color) -> Life {
        let own = self.board.stones(color);
        let others = PointSet::all(self.width(), self.height()).minus(&own);
        let empty = others.minus(&self.board.stones(!color));
        Life::of(&own, &others, &empty, self.suicide)
    }

    /// Black's prisoners minus White's where they are points.
    fn prisoners_that_count(&self) -> i32 {
        let [black, white] = self.prisoners;
        match self.scoring {
            Scoring::Area => 0,
            Scoring::Territory => black as i32 - white as i32,
        }
    }

    pub(super) fn scoring(&self) -> Scoring {
        self.scoring
    }

    pub(super) fn passes(&self) -> u8 {
        self.passes
    }

    pub(super) fn into_board(self) -> Board<CELLS> {
        self.board
    }

    fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// What superko compares, after a move that left the stones at `board_key`.
    fn superko_key(&self, board_key: u64, to_move: Color) -> u64 {
        match (self.ko, to_move) {
            (Ko::Situational, Color::White) => board_key ^ WHITE_TO_MOVE,
            _ => board_key,
        }
    }

    fn remember(&mut self) {
        if self.ko != Ko::Simple {
            self.history
                .push(self.superko_key(self.board_key, self.to_move));
        }
    }

    /// Whether a stone on an empty cell, which is no simple ko, would recreate
    /// an earlier position.
    #[inline(always)]
    fn repeats(&self, cell: usize) -> bool {
        if self.ko == Ko::Simple {
            return false;
        }
        let is_suicide = self.suicide && !self.board.has_liberty_after(cell, self.to_move);
        if !is_suicide && !self.vacated.contains(cell) {
            return false;
        }
        let key = self.board_key_after(cell, is_suicide);
        self.history.contains(self.superko_key(key, !self.to_move))
    }

    /// The key of the stones after a move, without making it.
    #[inline(always)]
    fn board_key_after(&self, cell: usize, is_suicide: bool) -> u64 {
        let board = &self.board;
        let mut key = self.board_key ^ stone_key(self.to_move.into(), cell);
        for head in board.chains_around(cell) {
            let is_ours = board.stone(head) == Some(self.to_move);
            let goes = if is_ours {
                is_suicide
            } else {
                self.liberties(head) == 1
            };
            if goes {
                let stone = board.at(head);
                for member in board.chain(head) {
                    key ^= stone_key(stone, member);
                }
            }
        }
        if is_suicide {
            key ^= stone_key(self.to_move.into(), cell);
        }
        key
    }

    /// Whether a stone on an empty cell is legal.
    pub(super) fn is_legal_at(&self, cell: usize) -> bool {
        self.check_cell(cell).is_ok()
    }

    // Asked for every point of a position: a call for each makes a random game
    // an eighth longer, and has it depend on who else asks.
    #[inline(always)]
    fn check_cell(&self, cell: usize) -> Result<(), IllegalMove> {
        if self.board.ko() == Some(cell) {
            return Err(IllegalMove::Ko);
        }
        if !self.suicide && !self.board.has_liberty_after(cell, self.to_move) {
            return Err(IllegalMove::Suicide);
        }
        if self.repeats(cell) {
            return Err(IllegalMove::Superko);
        }
        Ok(())
    }

    fn play_stone(&mut self, cell: usize) {
        let mut removed = Removed::new();
        self.liberties
            .play(&mut self.board, cell, self.to_move, &mut removed);
        let is_suicide = self.board.at(cell) == Cell::Empty;
        let loser = if is_suicide {
            self.to_move
        } else {
            !self.to_move
        };

        self.board_key ^= stone_key(self.to_move.into(), cell);
        for gone in removed.iter().map(|&gone| usize::from(gone)) {
            self.board_key ^= stone_key(loser.into(), gone);
            self.vacated.insert(gone);
        }
        self.prisoners[(!loser).index()] += removed.len() as u32;
    }
}

impl<const CELLS: usize> Game for Go<CELLS> {
    type Rules = GoRules;

    const NOTATION: Notation = NOTATION;

    /// # Panics
    ///
    /// If the board has no room in `CELLS` cells or a side is not 1 to 19
    /// points long; if handicap stones are off the board or on one point.
    fn initial(rules: &GoRules) -> Go<CELLS> {
        let mut board = Board::new(rules.width.into(), rules.height.into());
        for &point in &rules.handicap {
            let point = usize::from(point);
            assert!(
                point < board.grid().points() && board.stone(board.cell(point)).is_none(),
                "no handicap stone can stand on point {point}"
            );
            board.play(board.cell(point), Color::Black, |_| {});
        }
        let to_move = if rules.handicap.is_empty() {
            Color::Black
        } else {
            Color::White
        };
        Go::with_board(rules, board, to_move)
    }

    /// # Panics
    ///
    /// As [`Go::initial`] for the size of the board.
    fn from_stones(
        rules: &GoRules,
        stones: &[Option<Color>],
        to_move: Color,
    ) -> Result<Go<CELLS>, InvalidPosition> {
        let (width, height) = (rules.width.into(), rules.height.into());
        let mut board = Board::new(width, height);
        if stones.len() != width * height {
            return Err(InvalidPosition::WrongSize {
                expected: width * height,
                found: stones.len(),
            });
        }
        let points_of = |wanted: Option<Color>| {
            PointSet::from_rows(stones.chunks(width).map(|row| {
                let bit = |(x, &stone): (usize, &Option<Color>)| u32::from(stone == wanted) << x;
                row.iter().enumerate().map(bit).sum()
            }))
        };
        let empty = points_of(None);
        let grid = rules.grid();
        for (point, &stone) in stones.iter().enumerate() {
            let seed = PointSet::single(grid, grid.cell(point));
            if stone.is_some() && seed.liberties(&points_of(stone), &empty).is_empty() {
                return Err(InvalidPosition::NoLiberty {
                    at: NOTATION.format(Move::at(point), width, height),
                });
            }
        }
        // Every chain has a liberty at the end, so none is taken off on the way.
        for (point, &stone) in stones.iter().enumerate() {
            if let Some(color) = stone {
                board.play(board.cell(point), color, |_| {});
            }
        }
        board.clear_ko();
        Ok(Go::with_board(rules, board, to_move))
    }

    fn width(&self) -> usize {
        self.board.width()
    }

    fn height(&self) -> usize {
        self.board.height()
    }

    fn at(&self, point: usize) -> Option<Color> {
        self.board.stone(self.board.cell(point))
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.is_over() {
            return;
        }
        for (point, cell) in self.board.grid().cells().enumerate() {
            if self.board.at(cell) == Cell::Empty && self.is_legal_at(cell) {
                moves.push(Move::at(point));
            }
        }
        moves.push(Move::PASS);
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        let Some(point) = mv.point() else {
            return Ok(());
        };
        if point >= self.board.grid().points() {
            return Err(IllegalMove::OffBoard);
        }
        let cell = self.board.cell(point);
        if self.board.at(cell) != Cell::Empty {
            return Err(IllegalMove::Occupied);
        }
        self.check_cell(cell)
    }

    fn play(&mut self, mv: Move) {
        match mv.point() {
            Some(point) => {
                self.play_stone(self.board.cell(point));
                self.passes = 0;
            }
            None => {
                self.board.clear_ko();
                self.passes += 1;
            }
        }
        self.last = mv;
        self.to_move = !self.to_move;
        self.remember();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over()
            .then(|| Outcome::from_score(self.score(&PointSet::default()), Ending::Score))
    }

    fn outcome_by_length(&self) -> Outcome {
        Outcome::from_score(self.score(&PointSet::default()), Ending::Length)
    }

    fn key(&self) -> u64 {
        let side = match self.to_move {
            Color::Black => 0,
            Color::White => WHITE_TO_MOVE,
        };
        let ko = self.board.ko().map_or(0, |cell| KO[cell]);
        let prisoners = match self.prisoners_that_count() {
            0 => 0,
            more => zobrist::number(5, more as u32 as usize),
        };
        self.board_key ^ side ^ ko ^ prisoners ^ PASSES[usize::from(self.passes.min(2))]
    }
}

impl<const CELLS: usize> PartialEq for Go<CELLS> {
    fn eq(&self, other: &Go<CELLS>) -> bool {
        self.board.has_stones_of(&other.board)
            && self.board.ko() == other.board.ko()
            && self.to_move == other.to_move
            && self.passes == other.passes
            && self.prisoners_that_count() == other.prisoners_that_count()
    }
}

impl<const CELLS: usize> Eq for Go<CELLS> {}

impl<const CELLS: usize> fmt::Display for Go<CELLS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        diagram::draw(self, f)
    }
}

impl<const CELLS: usize> fmt::Debug for Go<CELLS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} to move, ko at {:?}\n{self}",
            self.to_move,
            self.board.ko()
        )
    }
}

//! Gomoku: five in a row, in five variants and on any board from 3×3 to 20×20.

use std::fmt;

use crate::diagram;
use crate::game::{Color, Ending, Game, IllegalMove, InvalidPosition, Move, MoveList, Outcome};
use crate::notation::Notation;
use crate::zobrist;

mod arena;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod board;
mod evaluator;
mod knowledge;
mod lanes;
mod own_weights;
mod playout;
mod point;
mod quiet;
mod renju;
mod row;
mod rules;
mod shape_board;
mod shapes;
mod threats;
mod vcf;
mod vct;

pub use point::{Point, PointSet};
pub use rules::{GomokuRules, GomokuSpec, Variant};
pub use shape_board::{Placed, ShapeBoard};
pub use shapes::Shape;
pub use vcf::{Attack, Vcf};
pub use vct::Vct;

use board::Board;
use point::MAX_SIDE;

/// How points are named: `h8`, rows from the bottom.
const NOTATION: Notation = Notation {
    columns: "abcdefghijklmnopqrst",
    rows_from_top: false,
    passes: false,
};

/// A number for each point of the largest board, for each color.
static STONE_KEYS: [[u64; MAX_SIDE * MAX_SIDE]; 2] =
    [zobrist::table(0x676f_6d01), zobrist::table(0x676f_6d02)];

/// Joins the key when White is to move.
const WHITE_TO_MOVE: u64 = zobrist::number(0x676f_6d03, 0);

/// A position of Gomoku. It is [`Copy`], so that a clone is one copy of its
/// bytes.
///
/// ```
/// use engines::diagram;
/// use engines::gomoku::{Gomoku, GomokuRules};
/// use engines::{Color, Ending, Game};
///
/// let rules = GomokuRules { width: 6, height: 6, ..GomokuRules::default() };
/// let mut game: Gomoku = diagram::parse(
///     &rules,
///     "X O . . . .
///      . X O . . .
///      . . X O . .
///      . . . X O .
///      . . . . . .
///      . . . . . .",
///     Color::Black,
/// )?;
/// game.play(game.parse_move("e2")?);
/// let outcome = game.outcome().unwrap();
/// assert_eq!(outcome.winner, Some(Color::Black));
/// assert_eq!(outcome.ending, Ending::Five);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Some x86 processors copy so many bytes at once much faster between addresses
// of this alignment.
#[repr(align(32))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gomoku {
    rules: GomokuRules,
    to_move: Color,
    winner: Option<Color>,
    empty: u16,
    key: u64,
    shapes: ShapeBoard,
}

impl Gomoku {
    /// The rules of this game.
    pub fn rules(&self) -> &GomokuRules {
        &self.rules
    }

    /// Why Renju forbids Black this empty point of the board, whoever is to move and
    /// whether or not the game goes on; `None` where it does not, and in
    /// other variants.
    ///
    /// ```
    /// use engines::diagram;
    /// use engines::gomoku::{Gomoku, GomokuRules, Variant};
    /// use engines::{Color, Game, IllegalMove};
    ///
    /// let rules = GomokuRules { width: 9, height: 9, rules: Variant::Renju, win: 5 };
    /// let game: Gomoku = diagram::parse(
    ///     &rules,
    ///     ". . . . . . . . .
    ///      . . . . . . . . .
    ///      . . . . X . . . .
    ///      . . . . X . . . .
    ///      . . X X . . . . .
    ///      . . . . . . . . .
    ///      . . . . O O . . .
    ///      . . . . . . . . .
    ///      . . . . . . . . .",
    ///     Color::Black,
    /// )?;
    /// let crossing = game.parse_move("e5")?;
    /// assert_eq!(game.forbidden(4 * 9 + 4), Some(IllegalMove::DoubleThree));
    /// assert_eq!(game.check(crossing), Err(IllegalMove::DoubleThree));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forbidden(&self, point: usize) -> Option<IllegalMove> {
        self.forbidden_to(Color::Black, Point::from_index(point, self.rules.width))
    }

    #[inline]
    fn forbidden_to(&self, color: Color, point: Point) -> Option<IllegalMove> {
        if self.rules.restricts(color) {
            renju::forbidden(&self.shapes, point)
        } else {
            None
        }
    }

    /// Whether the side to move may play on an empty point.
    fn allows(&self, point: Point) -> bool {
        self.forbidden_to(self.to_move, point).is_none()
    }

    /// All empty points that Renju forbids Black; none in other variants.
    pub fn forbidden_points(&self) -> PointSet {
        if self.rules.restricts(Color::Black) {
            renju::forbidden_points(&self.shapes)
        } else {
            PointSet::default()
        }
    }

    /// Appends those of some empty points where the side to move may play.
    fn append_allowed(&self, points: &PointSet, moves: &mut MoveList) {
        let mut allowed = *points;
        if self.rules.restricts(self.to_move) {
            allowed = allowed.minus(&self.forbidden_points());
        }
        let width = self.rules.width;
        moves.extend(allowed.iter().map(|point| Move::at(point.index(width))));
    }

    /// The stones and their shapes: what a search may take a copy of, to place
    /// stones and take them back.
    pub fn shape_board(&self) -> &ShapeBoard {
        &self.shapes
    }

    /// Stones on these points, as moves.
    fn moves_at(&self, points: &[Point]) -> Vec<Move> {
        let move_at = |point: &Point| Move::at(point.index(self.rules.width));
        points.iter().map(move_at).collect()
    }

    fn board(&self) -> &Board {
        self.shapes.board()
    }

    fn place(&mut self, color: Color, point: Point) {
        let _ = self.shapes.place(color, point);
        self.empty -= 1;
        self.key ^= stone_key(color, point);
    }

    /// Whether a winning row of `color` is on the board.
    fn has_row(&self, color: Color) -> bool {
        self.shapes.lines_with(color, Shape::Five) > 0
    }
}

fn stone_key(color: Color, point: Point) -> u64 {
    STONE_KEYS[color.index()][point.index(MAX_SIDE as u8)]
}

impl Game for Gomoku {
    type Rules = GomokuRules;

    const NOTATION: Notation = NOTATION;

    /// # Panics
    ///
    /// If a number in the rules is out of its range, or `win` is not 5 where
    /// the variant asks for it.
    fn initial(rules: &GomokuRules) -> Gomoku {
        Gomoku {
            rules: *rules,
            to_move: Color::Black,
            winner: None,
            empty: u16::from(rules.width) * u16::from(rules.height),
            key: 0,
            shapes: ShapeBoard::empty(rules),
        }
    }

    /// Any stones make a position. A winning row among them ends the game; if
    /// both sides have one, the side that just moved has won.
    fn from_stones(
        rules: &GomokuRules,
        stones: &[Option<Color>],
        to_move: Color,
    ) -> Result<Gomoku, InvalidPosition> {
        let mut game = Gomoku::initial(rules);
        let expected = game.width() * game.height();
        if stones.len() != expected {
            return Err(InvalidPosition::WrongSize {
                expected,
                found: stones.len(),
            });
        }
        let mut board = *game.board();
        for (index, &stone) in stones.iter().enumerate() {
            if let Some(color) = stone {
                let point = Point::from_index(index, rules.width);
                board.toggle(color, point);
                game.empty -= 1;
                game.key ^= stone_key(color, point);
            }
        }
        game.shapes = ShapeBoard::of(board, rules);
        if to_move == Color::White {
            game.to_move = Color::White;
            game.key ^= WHITE_TO_MOVE;
        }
        game.winner = [!to_move, to_move]
            .into_iter()
            .find(|&color| game.has_row(color));
        Ok(game)
    }

    fn width(&self) -> usize {
        usize::from(self.rules.width)
    }

    fn height(&self) -> usize {
        usize::from(self.rules.height)
    }

    fn at(&self, point: usize) -> Option<Color> {
        self.board().at(Point::from_index(point, self.rules.width))
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.winner.is_none() {
            self.append_allowed(&self.board().empty_points(), moves);
        }
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        let index = mv.point().ok_or(IllegalMove::Pass)?;
        if index >= self.width() * self.height() {
            return Err(IllegalMove::OffBoard);
        }
        let point = Point::from_index(index, self.rules.width);
        if self.board().at(point).is_some() {
            return Err(IllegalMove::Occupied);
        }
        self.forbidden_to(self.to_move, point).map_or(Ok(()), Err)
    }

    fn play(&mut self, mv: Move) {
        let Some(index) = mv.point() else {
            return;
        };
        let color = self.to_move;
        let point = Point::from_index(index, self.rules.width);
        self.place(color, point);
        if self.has_row(color) {
            self.winner = Some(color);
        }
        self.key ^= WHITE_TO_MOVE;
        self.to_move = !color;
    }

    fn outcome(&self) -> Option<Outcome> {
        let ending = if self.winner.is_some() {
            Ending::Five
        } else if self.empty == 0 {
            Ending::FullBoard
        } else if !self.rules.restricts(self.to_move)
            || self
                .board()
                .empty_points()
                .iter()
                .any(|point| self.allows(point))
        {
            return None;
        } else {
            Ending::OnlyForbidden
        };
        Some(Outcome {
            winner: self.winner,
            margin: None,
            ending,
        })
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl fmt::Display for Gomoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        diagram::draw(self, f)
    }
}

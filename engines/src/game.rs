//! What any game here offers: positions, moves, outcomes.

use std::fmt::{self, Debug, Display};
use std::ops::{Add, Neg, Not, Sub};

use arrayvec::ArrayVec;
use thiserror::Error;

/// A player, and the color of that player's stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Color {
    /// Moves first, but for Go with handicap stones.
    Black,
    /// The other one.
    White,
}

impl Color {
    /// Both colors, Black first: the order of every two-element array here.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// 0 for Black, 1 for White.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `X` or `O`, as boards in text have it.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }
}

/// The opponent.
impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// A stone on point `y * width + x` (rows from the top), or a pass: the only
/// kinds of move these games have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(u16);

impl Move {
    /// The move that places no stone.
    pub const PASS: Move = Move(u16::MAX);

    /// A stone on `point`.
    pub const fn at(point: usize) -> Move {
        debug_assert!(point < u16::MAX as usize);
        Move(point as u16)
    }

    /// Where the stone goes; `None` for a pass.
    pub const fn point(self) -> Option<usize> {
        if self.is_pass() {
            None
        } else {
            Some(self.0 as usize)
        }
    }

    /// Whether this is [`Move::PASS`].
    pub const fn is_pass(self) -> bool {
        self.0 == Move::PASS.0
    }
}

/// Moves of one position. An empty 20×20 Gomoku board has 400; Go's largest
/// board has 361 and a pass.
pub type MoveList = ArrayVec<Move, 400>;

/// Points in halves, so that a komi of 7.5 is exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct HalfPoints(pub i32);

impl HalfPoints {
    /// Whole points.
    pub const fn whole(points: i32) -> HalfPoints {
        HalfPoints(2 * points)
    }

    /// The distance from zero.
    pub const fn abs(self) -> HalfPoints {
        HalfPoints(self.0.abs())
    }
}

impl Add for HalfPoints {
    type Output = HalfPoints;

    fn add(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0 + other.0)
    }
}

impl Sub for HalfPoints {
    type Output = HalfPoints;

    fn sub(self, other: HalfPoints) -> HalfPoints {
        HalfPoints(self.0 - other.0)
    }
}

impl Neg for HalfPoints {
    type Output = HalfPoints;

    fn neg(self) -> HalfPoints {
        HalfPoints(-self.0)
    }
}

impl Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.unsigned_abs() / 2)
    }
}

/// How the rules ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The board was counted.
    Score,
    /// A winning row was completed (five stones, or as many as `win=` asks).
    Five,
    /// The board is full and nobody has won.
    FullBoard,
    /// The side to move has only forbidden points left (Renju).
    OnlyForbidden,
    /// The limit on plies was reached and the board was counted as it stood.
    Length,
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// Points by which the winner won, zero for a draw; `None` where the game
    /// has no points.
    pub margin: Option<HalfPoints>,
    /// How it ended.
    pub ending: Ending,
}

impl Outcome {
    /// The outcome of a counted game, from Black's points minus White's.
    pub fn from_score(black_minus_white: HalfPoints, ending: Ending) -> Outcome {
        let winner = match black_minus_white.0 {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        };
        Outcome {
            winner,
            margin: Some(black_minus_white.abs()),
            ending,
        }
    }

    /// 1, ½ or 0: what the game is worth to `color`.
    pub fn value_for(&self, color: Color) -> f64 {
        match self.winner {
            None => 0.5,
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
        }
    }
}

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The point is beyond the board.
    #[error("the point is not on the board")]
    OffBoard,
    /// A stone stands there.
    #[error("the point is occupied")]
    Occupied,
    /// Go: the move takes back a single stone at once.
    #[error("the move retakes a ko")]
    Ko,
    /// Go: the move recreates an earlier position.
    #[error("the move repeats an earlier position (superko)")]
    Superko,
    /// Go: the move leaves its own chain without liberties.
    #[error("the move is suicide")]
    Suicide,
    /// Othello: the move turns nothing over.
    #[error("the move flips no disc")]
    NoFlip,
    /// The game has no passes, or a move is possible.
    #[error("a pass is not allowed here")]
    Pass,
    /// Renju: Black makes two threes at once.
    #[error("Black may not make a double three")]
    DoubleThree,
    /// Renju: Black makes two fours at once.
    #[error("Black may not make a double four")]
    DoubleFour,
    /// Renju: Black makes six or more in a row.
    #[error("Black may not make an overline")]
    Overline,
}

/// Stones that do not make a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum InvalidPosition {
    /// Not one entry per point.
    #[error("the board has {expected} points, but {found} were given")]
    WrongSize {
        /// Points of the board.
        expected: usize,
        /// Entries given.
        found: usize,
    },
    /// Go: a chain stands without a liberty.
    #[error("the chain at {at} has no liberty")]
    NoLiberty {
        /// A point of that chain, in the game's notation.
        at: String,
    },
}

/// A position of a two-player, perfect-information game.
///
/// A position is a small value: a search clones it, then plays. Two positions
/// are equal when they look alike on the board, have the same side to move and
/// offer the same future.
pub trait Game: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// Size, komi, variant: fixed before the first move.
    type Rules: Clone + Eq + Debug + Send + Sync;

    /// The position before the first move.
    fn initial(rules: &Self::Rules) -> Self;

    /// A position with these stones, one entry a point in reading order, and
    /// no past.
    fn from_stones(
        rules: &Self::Rules,
        stones: &[Option<Color>],
        to_move: Color,
    ) -> Result<Self, InvalidPosition>;

    /// Points in a row.
    fn width(&self) -> usize;

    /// Rows.
    fn height(&self) -> usize;

    /// The stone on a point.
    fn at(&self, point: usize) -> Option<Color>;

    /// Whose turn it is. Meaningless once the game is over.
    fn to_move(&self) -> Color;

    /// Appends every legal move, points in reading order and the pass last;
    /// none if and only if the game is over.
    fn legal_moves(&self, moves: &mut MoveList);

    /// Whether a move is legal, and if not, why.
    fn check(&self, mv: Move) -> Result<(), IllegalMove>;

    /// Plays a legal move. What an illegal one does is unspecified: moves from
    /// outside go through [`Game::try_play`].
    fn play(&mut self, mv: Move);

    /// Plays a move if it is legal.
    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check(mv)?;
        self.play(mv);
        Ok(())
    }

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The result if the game is stopped here because it grew too long.
    fn outcome_by_length(&self) -> Outcome {
        Outcome {
            winner: None,
            margin: None,
            ending: Ending::Length,
        }
    }

    /// 64-bit Zobrist hash of all that [`Eq`] compares.
    fn key(&self) -> u64;

    /// The move in the game's own notation.
    fn move_to_text(&self, mv: Move) -> String;

    /// Reads a move in the game's own notation. The move is on the board, but
    /// not necessarily legal.
    fn parse_move(&self, text: &str) -> Result<Move, crate::notation::ParseMoveError>;
}

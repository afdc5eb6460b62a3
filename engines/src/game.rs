//! What any game here offers: positions, moves, outcomes.

use std::fmt::{Debug, Display};

use thiserror::Error;

pub use crate::color::Color;
pub use crate::moves::{Move, MoveList};
pub use crate::outcome::{Ending, HalfPoints, Outcome};

use crate::notation::{Notation, ParseMoveError};
use crate::perft::{self, Convention};

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

    /// How the game names its points.
    const NOTATION: Notation;

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

    /// The stone on a point of the board. What is said of others means nothing.
    fn at(&self, point: usize) -> Option<Color>;

    /// How many points have no stone.
    fn empty_points(&self) -> usize {
        let points = 0..self.width() * self.height();
        points.filter(|&point| self.at(point).is_none()).count()
    }

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

    /// The result if the game is stopped here because it grew too long: the
    /// count as it stands where the game has one, else a draw.
    fn outcome_by_length(&self) -> Outcome {
        Outcome {
            winner: None,
            margin: None,
            ending: Ending::Length,
        }
    }

    /// 64-bit Zobrist hash of all that [`Eq`] compares.
    fn key(&self) -> u64;

    /// The number of move sequences of `depth` plies from here, as
    /// [`perft::perft`] counts them.
    fn perft(&self, depth: u32, convention: Convention) -> u64 {
        perft::perft(self, depth, convention)
    }

    /// The move in the game's own notation.
    fn move_to_text(&self, mv: Move) -> String {
        Self::NOTATION.format(mv, self.width(), self.height())
    }

    /// Appends the move in the game's own notation.
    fn write_move(&self, mv: Move, text: &mut Vec<u8>) {
        Self::NOTATION.write(mv, self.width(), self.height(), text);
    }

    /// Reads a move in the game's own notation. The move is on the board, but
    /// not necessarily legal.
    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        Self::NOTATION.parse(text, self.width(), self.height())
    }
}

//! How a game ends, and by how much.

use std::fmt::{self, Display};
use std::ops::{Add, Neg, Sub};

use crate::color::Color;

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

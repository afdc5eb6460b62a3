//! One game as it is stored, and played by the rules.

use std::cmp::Ordering;

use engines::othello::{Othello, OthelloRules};
use engines::{Color, Game, HalfPoints, Move, Outcome};

use crate::records::{Adjudicated, Termination, Winner};

/// A game's record, without Black's best score at some point of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredGame {
    pub tournament: u16,
    pub black: u16,
    pub white: u16,
    /// Black's discs, with the empty points if Black won.
    discs: u8,
    /// 10 × row + column; zeros behind the last one.
    moves: [u8; 60],
}

/// A game played by the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// Passes included.
    pub moves: Vec<String>,
    pub end: End,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    pub winner: Winner,
    pub margin: Option<HalfPoints>,
    pub termination: Termination,
    pub detail: Option<Adjudicated>,
}

impl StoredGame {
    const POINTS: i32 = 64;

    pub fn of(bytes: &[u8; 68]) -> StoredGame {
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let mut moves = [0; 60];
        moves.copy_from_slice(&bytes[8..]);
        StoredGame {
            tournament: number(0),
            black: number(2),
            white: number(4),
            discs: bytes[6],
            moves,
        }
    }

    /// The game by its moves, with the passes that are not stored; or why it cannot
    /// have been one.
    pub fn replay(&self) -> Result<Replayed, String> {
        let mut position = Othello::initial(&OthelloRules::default());
        let mut moves = Vec::with_capacity(self.moves.len());
        for mv in self.stored_moves()? {
            if position.check(Move::PASS).is_ok() {
                moves.push(position.move_to_text(Move::PASS));
                position.play(Move::PASS);
            }
            let text = position.move_to_text(mv);
            position
                .try_play(mv)
                .map_err(|error| format!("ply {}: {text} is illegal: {error}", moves.len() + 1))?;
            moves.push(text);
        }
        let end = match position.outcome() {
            Some(outcome) => self.counted(&outcome)?,
            None => self.broken_off()?,
        };
        Ok(Replayed { moves, end })
    }

    fn stored_moves(&self) -> Result<Vec<Move>, String> {
        let end = self.moves.iter().position(|&stored| stored == 0);
        let (moves, behind) = self.moves.split_at(end.unwrap_or(self.moves.len()));
        if behind.iter().any(|&stored| stored != 0) {
            return Err(format!(
                "there are moves behind move {}, the last",
                moves.len()
            ));
        }
        let point = |(&stored, number): (&u8, u32)| match (stored / 10, stored % 10) {
            (row @ 1..=8, column @ 1..=8) => Ok(Move::at(usize::from(8 * (row - 1) + column - 1))),
            _ => Err(format!("move {number} is {stored}, which is no point")),
        };
        moves.iter().zip(1..).map(point).collect()
    }

    fn counted(&self, outcome: &Outcome) -> Result<End, String> {
        let margin = outcome.margin.map_or(0, |margin| margin.0 / 2);
        let lead = match outcome.winner {
            Some(Color::White) => -margin,
            _ => margin,
        };
        let discs = (Self::POINTS + lead) / 2;
        if discs != i32::from(self.discs) {
            return Err(format!(
                "its moves give Black {discs} discs, but {} are recorded",
                self.discs
            ));
        }
        Ok(End {
            winner: outcome.winner.into(),
            margin: outcome.margin,
            termination: outcome.ending.into(),
            detail: None,
        })
    }

    /// Somebody resigned or ran out of time, or nobody wrote the end down: the
    /// recorded score says who won, but not by how much on the board.
    fn broken_off(&self) -> Result<End, String> {
        let discs = i32::from(self.discs);
        if discs > Self::POINTS {
            return Err(format!("Black cannot have {discs} discs"));
        }
        let (winner, termination, detail) = match (2 * discs).cmp(&Self::POINTS) {
            Ordering::Greater => (Winner::Black, Termination::Resign, None),
            Ordering::Less => (Winner::White, Termination::Resign, None),
            Ordering::Equal => (
                Winner::Draw,
                Termination::Adjudication,
                Some(Adjudicated::Draw),
            ),
        };
        Ok(End {
            winner,
            margin: None,
            termination,
            detail,
        })
    }
}

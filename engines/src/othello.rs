//! Othello: the rules, on boards of 4×4, 6×6 and 8×8 squares, and what engines
//! may know of the game.
//!
//! A side without a move passes while the other side has one. As soon as
//! neither has, the game is over: the passes that would follow are not played.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod bitboard;
mod boards;
mod endgame;
mod evaluator;
pub mod kernel;
mod keys;
mod knowledge;
mod own_weights;
mod patterns;
mod perft;
mod playout;
mod rules;

use std::fmt;

use bitboard::squares;
pub use endgame::Endgame;
pub use evaluator::OthelloEvaluator;
use kernel::with_fastest;
pub use rules::{OthelloRules, OthelloSpec, Scoring};

use crate::diagram;
use crate::game::{
    Color, Ending, Game, HalfPoints, IllegalMove, InvalidPosition, Move, MoveList, Outcome,
};
use crate::notation::Notation;
use crate::perft::Convention;

const NOTATION: Notation = Notation {
    columns: "abcdefgh",
    rows_from_top: true,
    passes: true,
};

/// A position of Othello.
///
/// ```
/// use engines::diagram;
/// use engines::othello::{Othello, OthelloRules};
/// use engines::{Color, Game};
///
/// let rules = OthelloRules::default();
/// let mut game = Othello::initial(&rules);
/// for text in ["f5", "d6", "c3"] {
///     game.try_play(game.parse_move(text)?)?;
/// }
/// let drawn: Othello = diagram::parse(
///     &rules,
///     ". . . . . . . .
///      . . . . . . . .
///      . . X . . . . .
///      . . . X X . . .
///      . . . O X X . .
///      . . . O . . . .
///      . . . . . . . .
///      . . . . . . . .",
///     Color::White,
/// )?;
/// assert_eq!(game, drawn);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Whoever has no move passes:
///
/// ```
/// # use engines::diagram;
/// # use engines::othello::{Othello, OthelloSpec};
/// # use engines::{Color, Game, Move, MoveList};
/// # let rules = OthelloSpec { size: 4, ..OthelloSpec::default() }.rules().unwrap();
/// let mut game: Othello = diagram::parse(
///     &rules,
///     "X X X X
///      . O O X
///      X X X X
///      X X X O",
///     Color::White,
/// )?;
/// let mut moves = MoveList::new();
/// game.legal_moves(&mut moves);
/// assert_eq!(moves.as_slice(), [Move::PASS]);
///
/// game.play(Move::PASS);
/// game.play(game.parse_move("a2")?);
/// assert_eq!(game.outcome().unwrap().winner, Some(Color::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello {
    own: u64,
    opponent: u64,
    /// Where the side to move may put a disc: every question about a position
    /// begins with this one.
    moves: u64,
    key: u64,
    to_move: Color,
    rules: OthelloRules,
}

const _: () = assert!(size_of::<Othello>() == 40);

impl Othello {
    fn new(rules: &OthelloRules, black: u64, white: u64, to_move: Color) -> Othello {
        let mut key = keys::empty(rules);
        for (color, discs) in Color::BOTH.into_iter().zip([black, white]) {
            key = squares(discs).fold(key, |key, square| key ^ keys::disc(color, square));
        }
        let (own, opponent) = match to_move {
            Color::Black => (black, white),
            Color::White => {
                key ^= keys::TURN;
                (white, black)
            }
        };
        Othello {
            own,
            opponent,
            moves: kernel::moves(own, opponent, bitboard::board(rules.size())),
            key,
            to_move,
            rules: *rules,
        }
    }

    fn board(&self) -> u64 {
        bitboard::board(self.rules.size())
    }

    /// The bit of a point.
    fn square(&self, point: usize) -> usize {
        match self.width() {
            // A division would cost a tenth of a move.
            8 => point,
            width => point / width * 8 + point % width,
        }
    }

    /// The point of a bit.
    fn point(&self, square: usize) -> usize {
        square / 8 * self.width() + square % 8
    }

    fn is_over(&self) -> bool {
        self.moves == 0 && kernel::moves(self.opponent, self.own, self.board()) == 0
    }

    /// Black's points minus White's on the board as it stands.
    fn score(&self) -> i32 {
        let difference = self.own.count_ones() as i32 - self.opponent.count_ones() as i32;
        let empties = (self.board() & !(self.own | self.opponent)).count_ones() as i32;
        let own_score = match self.rules.score() {
            Scoring::EmptiesToWinner => difference + empties * difference.signum(),
            Scoring::Raw => difference,
        };
        match self.to_move {
            Color::Black => own_score,
            Color::White => -own_score,
        }
    }
}

impl Game for Othello {
    type Rules = OthelloRules;

    const NOTATION: Notation = NOTATION;

    fn initial(rules: &OthelloRules) -> Othello {
        let high = usize::from(rules.size()) / 2;
        let low = high - 1;
        let disc = |x: usize, y: usize| 1 << (8 * y + x);
        let black = disc(high, low) | disc(low, high);
        let white = disc(low, low) | disc(high, high);
        Othello::new(rules, black, white, Color::Black)
    }

    /// Any stones make a position.
    fn from_stones(
        rules: &OthelloRules,
        stones: &[Option<Color>],
        to_move: Color,
    ) -> Result<Othello, InvalidPosition> {
        let board = bitboard::board(rules.size());
        let expected = board.count_ones() as usize;
        if stones.len() != expected {
            return Err(InvalidPosition::WrongSize {
                expected,
                found: stones.len(),
            });
        }
        let mut discs = [0; 2];
        for (square, stone) in squares(board).zip(stones) {
            if let Some(color) = stone {
                discs[color.index()] |= 1 << square;
            }
        }
        let [black, white] = discs;
        Ok(Othello::new(rules, black, white, to_move))
    }

    fn width(&self) -> usize {
        usize::from(self.rules.size())
    }

    fn height(&self) -> usize {
        usize::from(self.rules.size())
    }

    fn at(&self, point: usize) -> Option<Color> {
        let bit = 1 << self.square(point);
        if self.own & bit != 0 {
            Some(self.to_move)
        } else if self.opponent & bit != 0 {
            Some(!self.to_move)
        } else {
            None
        }
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.moves != 0 {
            moves.extend(squares(self.moves).map(|square| Move::at(self.point(square))));
        } else if !self.is_over() {
            moves.push(Move::PASS);
        }
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        match mv.point() {
            None if self.moves != 0 => Err(IllegalMove::Pass),
            None => Ok(()),
            Some(point) if point >= self.width() * self.height() => Err(IllegalMove::OffBoard),
            Some(point) if self.at(point).is_some() => Err(IllegalMove::Occupied),
            Some(point) => match kernel::flips(self.own, self.opponent, self.square(point)) {
                0 => Err(IllegalMove::NoFlip),
                _ => Ok(()),
            },
        }
    }

    fn play(&mut self, mv: Move) {
        let (own, opponent) = (self.own, self.opponent);
        if let Some(point) = mv.point() {
            let square = self.square(point);
            let (flips, replies) = kernel::place(own, opponent, square, self.board());
            (self.own, self.opponent) = (opponent & !flips, own | flips | 1 << square);
            self.moves = replies;
            self.key ^= keys::disc(self.to_move, square) ^ keys::flipped(flips);
        } else {
            (self.own, self.opponent) = (opponent, own);
            self.moves = kernel::moves(opponent, own, self.board());
        }
        self.to_move = !self.to_move;
        self.key ^= keys::TURN;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over()
            .then(|| Outcome::from_score(HalfPoints::whole(self.score()), Ending::Score))
    }

    fn outcome_by_length(&self) -> Outcome {
        Outcome::from_score(HalfPoints::whole(self.score()), Ending::Length)
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn perft(&self, depth: u32, convention: Convention) -> u64 {
        let sides = (self.own, self.opponent);
        with_fastest!(|kernel| perft::perft(kernel, sides, self.board(), depth, convention))
    }
}

impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        diagram::draw(self, f)
    }
}

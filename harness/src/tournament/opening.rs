//! How games begin: random plies, or the lines of a book.

mod balanced;
mod book;
mod line;
mod random;
mod sgf_lines;
mod text_lines;

use std::sync::Arc;

use engines::{Game, GameSpec, Knowledge, Move};

use crate::error::InputError;

pub use balanced::{Balanced, Found, balanced};
pub use book::{Book, Order};

use book::BookOpenings;
use random::RandomOpenings;

/// The moves that are played before the engines take over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// Random sensible moves.
    Random {
        /// How many.
        plies: u32,
    },
    /// The lines of a file.
    Book(Arc<Book>),
}

impl Openings {
    /// More than a game lasts on nearly every board.
    const MOST_PLIES: u32 = 1000;

    /// Enough random plies for many different openings, few enough to decide
    /// little.
    pub fn default_plies(game: &GameSpec) -> u32 {
        match game {
            GameSpec::Othello(_) => 8,
            GameSpec::Go(_) | GameSpec::Gomoku(_) => 4,
        }
    }

    /// Refuses openings that are longer than games.
    pub fn check(&self) -> Result<(), InputError> {
        match *self {
            Openings::Random { plies } if plies > Self::MOST_PLIES => Err(InputError(format!(
                "an opening must have at most {} plies, but {plies} were asked for",
                Self::MOST_PLIES,
            ))),
            _ => Ok(()),
        }
    }

    /// Plies of an opening, in the mean.
    pub fn mean_plies(&self) -> f64 {
        match self {
            Openings::Random { plies } => f64::from(*plies),
            Openings::Book(book) => book.mean_plies(),
        }
    }
}

/// Makes openings, one a pair.
///
/// Two pairs of one pairing never start from the same position: deterministic
/// engines would play the same games twice.
pub enum OpeningMaker<G: Game> {
    /// Drawn for the pair.
    Random(RandomOpenings<G>),
    /// The book's next.
    Book(BookOpenings),
}

impl<G: Knowledge> OpeningMaker<G> {
    /// The openings of a configuration with this seed.
    pub fn new(rules: &G::Rules, openings: &Openings, seed: u64) -> OpeningMaker<G> {
        match openings {
            Openings::Random { plies } => {
                OpeningMaker::Random(RandomOpenings::new(rules, *plies, seed))
            }
            Openings::Book(book) => OpeningMaker::Book(BookOpenings::new(book.clone(), seed)),
        }
    }

    /// The opening of a pair between the two players whom `pairing` names;
    /// `None` if there is none that they have not had.
    pub fn opening(&mut self, pairing: u64, pair_id: u64) -> Option<Vec<Move>> {
        match self {
            OpeningMaker::Random(openings) => openings.opening(pairing, pair_id),
            OpeningMaker::Book(openings) => openings.opening(pairing),
        }
    }
}

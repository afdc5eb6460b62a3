//! What a tournament plays, resolved and checked.

use engines::{EngineSpec, GameSpec, GameVisitor, Knowledge};

use super::adjudication::Adjudication;
use super::limits::Limits;
use super::opening::Openings;
use super::player::Player;
use crate::error::InputError;
use crate::ratings::Sprt;

/// Nodes a move when no limit is given.
pub const DEFAULT_NODES: u64 = 20_000;

/// Pairs a pairing when nothing is said.
pub const DEFAULT_PAIRS: u64 = 10;

/// Pairs at which an SPRT gives up when nothing is said: several times what one
/// with its default bounds takes.
pub const DEFAULT_SPRT_PAIRS: u64 = 5000;

/// A whole tournament. What it plays depends on nothing else.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The game.
    pub game: GameSpec,
    /// Who plays; at least two, with different names.
    pub players: Vec<Player>,
    /// Pairs a pairing; two games each.
    pub pairs: u64,
    /// Where all random numbers come from.
    pub seed: u64,
    /// Limits of players without their own.
    pub limits: Limits,
    /// How games begin.
    pub openings: Openings,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Whether every search is recorded in `moves.csv`.
    pub moves: bool,
    /// The test that ends the match of two engines when it is decided.
    pub sprt: Option<Sprt>,
}

impl Config {
    /// Seeds and ids stay below 2^53, so that every reader of a CSV file keeps
    /// them.
    pub const LARGEST_NUMBER: u64 = (1 << 53) - 1;

    /// Refuses what cannot be played; builds every engine once to see whether
    /// it can be.
    pub fn check(&self) -> Result<(), InputError> {
        if self.pairs == 0 {
            return Err(InputError::new("pairs must be more than 0"));
        }
        if self.players.len() < 2 {
            return Err(InputError(format!(
                "a tournament needs two engines, but {} was given",
                self.players.len()
            )));
        }
        if self.seed > Self::LARGEST_NUMBER {
            return Err(InputError(format!(
                "seed must be at most {}, but is {}",
                Self::LARGEST_NUMBER,
                self.seed
            )));
        }
        let most_pairs = Self::LARGEST_NUMBER / self.games_a_round();
        if self.pairs > most_pairs {
            return Err(InputError(format!(
                "pairs must be at most {most_pairs} with {} engines, but is {}",
                self.players.len(),
                self.pairs
            )));
        }
        if let Some(sprt) = &self.sprt {
            if self.players.len() != 2 {
                return Err(InputError(format!(
                    "an SPRT compares two engines, but there are {}",
                    self.players.len()
                )));
            }
            sprt.check()?;
        }
        self.openings.check()?;
        self.limits.check()?;
        self.adjudication.check(&self.game)?;
        for (index, player) in self.players.iter().enumerate() {
            let name = &player.name;
            if self.players[..index]
                .iter()
                .any(|other| other.name == *name)
            {
                return Err(InputError(format!(
                    "two engines are called `{name}`; give one another name with the option name="
                )));
            }
            player.check(&self.limits)?;
        }
        self.game.dispatch(BuildAll(&self.players))
    }

    /// Games of the whole schedule.
    pub fn games(&self) -> u64 {
        self.games_a_round() * self.pairs
    }

    /// Two games of every two players.
    fn games_a_round(&self) -> u64 {
        let players = self.players.len() as u64;
        players * (players - 1)
    }
}

struct BuildAll<'a>(&'a [Player]);

impl GameVisitor for BuildAll<'_> {
    type Output = Result<(), InputError>;

    fn visit<G: Knowledge>(self, _: &G::Rules) -> Result<(), InputError> {
        for player in self.0 {
            player
                .spec
                .build::<G>()
                .map_err(|error| InputError(format!("engine `{}`: {error}", player.name)))?;
        }
        Ok(())
    }
}

/// The five built-in engines.
pub fn default_players() -> Vec<Player> {
    EngineSpec::KINDS
        .iter()
        .map(|kind| kind.parse().expect("a kind alone is a spec"))
        .collect()
}

//! What a tournament plays, resolved and checked.

use engines::{EngineSpec, GameSpec, GameVisitor, Knowledge};

use super::limits::Limits;
use super::pairings::System;
use super::player::Player;
use crate::error::InputError;

/// Nodes a move when no limit is given.
pub const DEFAULT_NODES: u64 = 20_000;

/// Pairs a meeting when nothing is said.
pub const DEFAULT_PAIRS: u64 = 10;

/// The moves that are played before the engines take over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Openings {
    /// Random plies.
    pub plies: u32,
}

impl Openings {
    /// More than a game lasts on nearly every board.
    const MOST_PLIES: u32 = 1000;

    /// Enough plies for many different openings, few enough to decide little.
    pub fn default_for(game: &GameSpec) -> Openings {
        let plies = match game {
            GameSpec::Othello(_) => 8,
            GameSpec::Go(_) | GameSpec::Gomoku(_) => 4,
        };
        Openings { plies }
    }
}

/// A whole tournament. What it plays depends on nothing else.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The game.
    pub game: GameSpec,
    /// Who plays; at least two, with different names.
    pub players: Vec<Player>,
    /// Who meets whom.
    pub system: System,
    /// Pairs a meeting; two games each.
    pub pairs: u64,
    /// Where all random numbers come from.
    pub seed: u64,
    /// Limits of players without their own.
    pub limits: Limits,
    /// How games begin.
    pub openings: Openings,
    /// Whether every search is recorded in `moves.csv`.
    pub moves: bool,
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
        self.system.check(self.players.len())?;
        let most_pairs = Self::LARGEST_NUMBER / (2 * self.most_meetings());
        if self.pairs > most_pairs {
            return Err(InputError(format!(
                "pairs must be at most {most_pairs} with {} engines, but is {}",
                self.players.len(),
                self.pairs
            )));
        }
        if self.openings.plies > Openings::MOST_PLIES {
            return Err(InputError(format!(
                "an opening must have at most {} plies, but {} were asked for",
                Openings::MOST_PLIES,
                self.openings.plies
            )));
        }
        self.limits.check()?;
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

    /// Games of the whole schedule; in a knockout, if no meeting is tied.
    pub fn games(&self) -> u64 {
        2 * self.pairs * self.system.meetings(self.players.len())
    }

    /// Meetings, with those that go on counted as often as they can.
    fn most_meetings(&self) -> u64 {
        self.system.meetings(self.players.len()) * self.system.longest_meeting()
    }
}

#[cfg(test)]
impl Config {
    /// The built-in engines at Othello, for tests to change.
    pub fn example() -> Config {
        let game: GameSpec = "othello".parse().expect("a name alone is a spec");
        Config {
            openings: Openings::default_for(&game),
            game,
            players: default_players(),
            system: System::RoundRobin,
            pairs: DEFAULT_PAIRS,
            seed: 5,
            limits: Limits::default(),
            moves: false,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::pairings::{Pairings, Turn};
    use proptest::prelude::*;

    /// Small numbers, and those at which something may overflow.
    fn any_number() -> impl Strategy<Value = u64> {
        let extreme = [31, 32, 52, 53, 62, 63].map(|bits| 1_u64 << bits);
        prop_oneof![
            0_u64..70,
            prop::sample::select(extreme.to_vec()),
            (prop::sample::select(extreme.to_vec()), 1_u64..70)
                .prop_map(|(one, other)| one - other),
            Just(u64::MAX),
            any::<u64>(),
        ]
    }

    fn any_system() -> impl Strategy<Value = System> {
        (0..4, any_number()).prop_map(|(kind, number)| match kind {
            0 => System::RoundRobin,
            1 => System::Gauntlet {
                challengers: number as usize,
            },
            2 => System::Swiss { rounds: number },
            _ => System::Knockout,
        })
    }

    fn random_players(count: usize) -> Vec<Player> {
        let player = |number| format!("random:name={number}").parse().unwrap();
        (0..count).map(player).collect()
    }

    proptest! {
        #[test]
        fn what_is_not_refused_can_be_numbered_and_played(
            system in any_system(),
            players in prop_oneof![0_usize..70, Just(600)],
            (pairs, seed) in (any_number(), any_number()),
            plies: u32,
        ) {
            let config = Config {
                system,
                players: random_players(players),
                pairs,
                seed,
                openings: Openings { plies },
                ..Config::example()
            };
            if let Err(error) = config.check() {
                prop_assert!(!error.to_string().is_empty());
                return Ok(());
            }
            prop_assert!(pairs > 0 && players >= 2 && seed <= Config::LARGEST_NUMBER);
            let most_games = 2 * u128::from(pairs) * u128::from(config.most_meetings());
            prop_assert!(most_games <= u128::from(Config::LARGEST_NUMBER));
            prop_assert!(2 * pairs <= config.games());
            let mut pairings = Pairings::new(system, players, pairs);
            let is_a_meeting = matches!(pairings.next_turn(), Turn::Meet { .. });
            prop_assert!(is_a_meeting);
        }
    }

    #[test]
    fn an_engine_may_take_part_twice_under_two_names() {
        let named = |names: [&str; 2]| {
            let players = names.map(|name| format!("mcts:playouts=5,name={name}"));
            let config = Config {
                players: players.map(|text| text.parse().unwrap()).to_vec(),
                ..Config::example()
            };
            config.check()
        };
        assert_eq!(named(["one", "other"]), Ok(()));
        assert!(named(["one", "one"]).is_err());
    }
}

//! What a tournament plays, resolved and checked.

use std::fmt;
use std::time::Duration;

use engines::{Budget, EngineSpec, GameSpec, GameVisitor, Knowledge};
use serde::{Deserialize, Serialize};

use super::player::Player;
use crate::error::InputError;

/// Nodes a move when no limit is given.
pub const DEFAULT_NODES: u64 = 20_000;

/// Pairs a pairing when nothing is said.
pub const DEFAULT_PAIRS: u64 = 10;

/// Limits on one move, as a user writes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Plies ahead.
    pub depth: Option<u32>,
    /// Time a move: `500ms`, `2s`.
    #[serde(with = "duration")]
    pub movetime: Option<Duration>,
}

impl Limits {
    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }

    /// The same for an engine.
    pub fn budget(&self) -> Budget {
        Budget {
            nodes: self.nodes,
            depth: self.depth,
            time: self.movetime,
        }
    }

    /// Refuses limits that allow nothing.
    pub fn check(&self) -> Result<(), InputError> {
        let zero = |name: &str| Err(InputError(format!("{name} must be more than 0")));
        match self {
            Limits { nodes: Some(0), .. } => zero("nodes"),
            Limits { depth: Some(0), .. } => zero("depth"),
            Limits {
                movetime: Some(Duration::ZERO),
                ..
            } => zero("movetime"),
            _ => Ok(()),
        }
    }
}

/// `nodes=1000,movetime=500ms`
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
            self.movetime
                .map(|time| format!("movetime={}", humantime::format_duration(time))),
        ];
        f.write_str(&Vec::from_iter(parts.into_iter().flatten()).join(","))
    }
}

/// A duration as text.
mod duration {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => serializer.collect_str(&humantime::format_duration(*time)),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else {
            return Ok(None);
        };
        super::parse_duration(&text)
            .map(Some)
            .map_err(D::Error::custom)
    }
}

/// Reads `500ms`, `2s`, `1m 30s`.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|error| format!("`{text}` is no time such as 500ms or 2s: {error}"))
}

/// The moves that are played before the engines take over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Openings {
    /// Random plies.
    pub plies: u32,
}

impl Openings {
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
    /// Pairs a pairing; two games each.
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
    /// Seeds stay below 2^53, so that every reader of a CSV file keeps them.
    pub const LARGEST_SEED: u64 = (1 << 53) - 1;

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
        if self.seed > Self::LARGEST_SEED {
            return Err(InputError(format!(
                "seed must be at most {}, but is {}",
                Self::LARGEST_SEED,
                self.seed
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
                    "two engines are called `{name}`; give one another name, as in \
                     --engine '{}'",
                    player.spec.to_string()
                        + if player.spec.to_string().contains(':') {
                            ",name=other"
                        } else {
                            ":name=other"
                        }
                )));
            }
            player.check(&self.limits)?;
        }
        self.game.dispatch(BuildAll(&self.players))
    }

    /// Games of the whole schedule.
    pub fn games(&self) -> u64 {
        let players = self.players.len() as u64;
        players * (players - 1) * self.pairs
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

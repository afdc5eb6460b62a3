//! `games.csv`: a row a finished game.

use std::fmt;
use std::ops::RangeInclusive;

use engines::{Color, Ending, HalfPoints};
use serde::{Deserialize, Deserializer, Serialize, de::Error};

/// A finished game. It replays by itself: `game` and `moves` are all it takes.
///
/// To rate it, `black`, `white` and `winner` are: a file may lack any other
/// column.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// Number in the schedule, from 1.
    #[serde(default)]
    pub game_id: u64,
    /// The games of one pair share an opening, colors swapped.
    #[serde(default)]
    pub pair_id: u64,
    /// Canonical game spec: size, komi, rules, handicap.
    #[serde(default)]
    pub game: String,
    /// The opening's moves, in the game's notation, separated by spaces.
    #[serde(default)]
    pub opening: String,
    /// Name of the engine that played Black.
    pub black: String,
    /// Name of the engine that played White.
    pub white: String,
    /// Who won.
    pub winner: Winner,
    /// Points by which the winner won; empty where the game has none.
    #[serde(with = "points", default)]
    pub margin: Option<HalfPoints>,
    /// How it ended.
    #[serde(default)]
    pub termination: Termination,
    /// More about the ending; mostly empty.
    #[serde(default)]
    pub detail: String,
    /// Moves played, opening included.
    #[serde(default)]
    pub plies: u64,
    /// Nodes that Black searched in the game.
    #[serde(default)]
    pub nodes_black: Option<u64>,
    /// Nodes that White searched in the game.
    #[serde(default)]
    pub nodes_white: Option<u64>,
    /// Black's thinking time in milliseconds.
    #[serde(deserialize_with = "milliseconds", default)]
    pub time_ms_black: f64,
    /// White's thinking time in milliseconds.
    #[serde(deserialize_with = "milliseconds", default)]
    pub time_ms_white: f64,
    /// What the engines were seeded with.
    #[serde(default)]
    pub seed: u64,
    /// All moves, opening included, separated by spaces.
    #[serde(default)]
    pub moves: String,
}

impl GameRow {
    /// The plies that engines chose: those after the opening.
    pub(super) fn searched(&self) -> Searched {
        let opening = self.opening.split_ascii_whitespace().count() as u64;
        Searched {
            game_id: self.game_id,
            plies: opening + 1..=self.plies,
        }
    }

    /// The engine that lost by a fault, or did not start.
    pub fn at_fault(&self) -> Option<&str> {
        match (self.termination, self.winner) {
            (Termination::Void, _) => {
                let name = self.detail.strip_prefix("engine `")?;
                Some(name.split_once(NOT_STARTED)?.0)
            }
            (termination, Winner::Black) if termination.is_forfeit() => Some(&self.white),
            (termination, Winner::White) if termination.is_forfeit() => Some(&self.black),
            _ => None,
        }
    }

    /// Who goes on from the game in a Swiss or a knockout: its winner, or the
    /// opponent of an engine that was not there to play.
    pub fn winner_or_walkover(&self) -> Winner {
        let absent = match self.termination {
            Termination::Void => self.at_fault().or(self.left_out()),
            _ => None,
        };
        match absent {
            Some(name) if name == self.black => Winner::White,
            Some(name) if name == self.white => Winner::Black,
            _ => self.winner,
        }
    }

    fn left_out(&self) -> Option<&str> {
        let name = self.detail.strip_prefix("engine `")?;
        name.strip_suffix(LEFT_OUT)
    }

    /// Takes back all that was played, as it counts for nobody.
    pub fn make_void(&mut self, why: String) {
        *self = GameRow {
            winner: Winner::None,
            margin: None,
            termination: Termination::Void,
            detail: why,
            plies: self.opening.split_ascii_whitespace().count() as u64,
            nodes_black: None,
            nodes_white: None,
            time_ms_black: 0.0,
            time_ms_white: 0.0,
            moves: self.opening.clone(),
            ..self.clone()
        };
    }

    /// The header of a file of games.
    pub(super) const COLUMNS: &str = "game_id,pair_id,game,opening,black,white,winner,margin,\
        termination,detail,plies,nodes_black,nodes_white,time_ms_black,time_ms_white,seed,moves";
}

/// What stands in the detail of a game behind the name of an engine that could
/// not be made to play.
const NOT_STARTED: &str = "` does not start: ";

/// What stands there behind the name of an engine that has failed too often.
const LEFT_OUT: &str = "` is left out";

/// The detail of a void game of an engine that has failed too often.
pub fn left_out(name: &str) -> String {
    format!("engine `{name}{LEFT_OUT}")
}

/// The detail of a void game for which an engine could not be made ready.
pub fn not_started(name: &str, why: &str) -> String {
    format!("engine `{name}{NOT_STARTED}{why}")
}

/// What stands in the detail of a game before the points of its dead stones.
pub const DEAD_STONES: &str = "dead: ";

/// The plies of a game that are rows of `moves.csv`.
pub(super) struct Searched {
    pub game_id: u64,
    pub plies: RangeInclusive<u64>,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
    /// The game is void and counts in no statistic.
    None,
}

/// As in `games.csv`.
impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Winner {
    /// The winner's color, or `None` in a draw; nothing at all for a void game.
    pub fn color(self) -> Option<Option<Color>> {
        match self {
            Winner::Black => Some(Some(Color::Black)),
            Winner::White => Some(Some(Color::White)),
            Winner::Draw => Some(None),
            Winner::None => None,
        }
    }
}

/// `None` for a draw.
impl From<Option<Color>> for Winner {
    fn from(winner: Option<Color>) -> Winner {
        match winner {
            Some(Color::Black) => Winner::Black,
            Some(Color::White) => Winner::White,
            None => Winner::Draw,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// The board was counted.
    #[default]
    Score,
    /// A winning row was completed.
    Five,
    /// The board is full and nobody has won.
    FullBoard,
    /// The side to move had only forbidden points left.
    OnlyForbidden,
    /// The game reached three plies a point and was counted as it stood.
    Length,
    /// A player gave up, or both engines agreed that it was lost.
    Resign,
    /// The game was ended early by the rule in `detail`.
    Adjudication,
    /// A player used more time than he had and lost.
    Time,
    /// An engine crashed and lost.
    Crash,
    /// An engine played an illegal move and lost.
    Illegal,
    /// Something else than the engines ended the game, and it counts for none.
    Void,
}

/// As in `games.csv`.
impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Termination {
    /// Whether the loser was at fault rather than outplayed.
    pub fn is_forfeit(self) -> bool {
        matches!(
            self,
            Termination::Time | Termination::Crash | Termination::Illegal
        )
    }
}

impl From<Ending> for Termination {
    fn from(ending: Ending) -> Termination {
        match ending {
            Ending::Score => Termination::Score,
            Ending::Five => Termination::Five,
            Ending::FullBoard => Termination::FullBoard,
            Ending::OnlyForbidden => Termination::OnlyForbidden,
            Ending::Length => Termination::Length,
        }
    }
}

/// Half points as decimal text.
mod points {
    use engines::HalfPoints;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(
        points: &Option<HalfPoints>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match points {
            Some(points) => serializer.collect_str(points),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<HalfPoints>, D::Error> {
        let Some(points) = Option::<f64>::deserialize(deserializer)? else {
            return Ok(None);
        };
        let halves = 2.0 * points;
        if halves.fract() != 0.0 || halves.abs() > f64::from(i32::MAX) {
            return Err(D::Error::custom("expected whole or half points"));
        }
        Ok(Some(HalfPoints(halves as i32)))
    }
}

/// A time that can be added up.
pub(super) fn milliseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let time = f64::deserialize(deserializer)?;
    if time.is_finite() && time >= 0.0 {
        return Ok(time);
    }
    Err(D::Error::custom(format!(
        "a time in milliseconds must be a number from 0 up, but is {time}"
    )))
}

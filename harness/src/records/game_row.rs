//! `games.csv`: a row a finished game.

use std::io;
use std::path::Path;

use anyhow::Context;
use engines::{Color, Ending, HalfPoints, Outcome};
use serde::{Deserialize, Deserializer, Serialize, de::Error};

use crate::error::InputError;

/// A finished game. It replays by itself: `game` and `moves` are all it takes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// Number in the schedule, from 1.
    pub game_id: u64,
    /// The games of one pair share an opening, colors swapped.
    pub pair_id: u64,
    /// Canonical game spec: size, komi, rules, handicap.
    pub game: String,
    /// The opening's moves, in the game's notation, separated by spaces.
    pub opening: String,
    /// Name of the engine that played Black.
    pub black: String,
    /// Name of the engine that played White.
    pub white: String,
    /// Who won.
    pub winner: Winner,
    /// Points by which the winner won; empty where the game has none.
    #[serde(with = "points")]
    pub margin: Option<HalfPoints>,
    /// How it ended.
    pub termination: Termination,
    /// More about the ending; mostly empty.
    pub detail: String,
    /// Moves played, opening included.
    pub plies: u64,
    /// Nodes that Black searched in the game.
    pub nodes_black: Option<u64>,
    /// Nodes that White searched in the game.
    pub nodes_white: Option<u64>,
    /// Black's thinking time in milliseconds.
    #[serde(deserialize_with = "milliseconds")]
    pub time_ms_black: f64,
    /// White's thinking time in milliseconds.
    #[serde(deserialize_with = "milliseconds")]
    pub time_ms_white: f64,
    /// What the engines were seeded with.
    pub seed: u64,
    /// All moves, opening included, separated by spaces.
    pub moves: String,
}

impl GameRow {
    /// The header of a file of games.
    pub(super) const COLUMNS: &str = "game_id,pair_id,game,opening,black,white,winner,margin,\
        termination,detail,plies,nodes_black,nodes_white,time_ms_black,time_ms_white,seed,moves";
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

impl From<&Outcome> for Winner {
    fn from(outcome: &Outcome) -> Winner {
        match outcome.winner {
            Some(Color::Black) => Winner::Black,
            Some(Color::White) => Winner::White,
            None => Winner::Draw,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// The board was counted.
    Score,
    /// A winning row was completed.
    Five,
    /// The board is full and nobody has won.
    FullBoard,
    /// The side to move had only forbidden points left.
    OnlyForbidden,
    /// The game reached three plies a point and was counted as it stood.
    Length,
    /// An engine crashed and lost.
    Crash,
    /// An engine played an illegal move and lost.
    Illegal,
}

impl Termination {
    /// Whether the loser was at fault rather than outplayed.
    pub fn is_forfeit(self) -> bool {
        matches!(self, Termination::Crash | Termination::Illegal)
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
fn milliseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let time = f64::deserialize(deserializer)?;
    if time.is_finite() && time >= 0.0 {
        return Ok(time);
    }
    Err(D::Error::custom(format!(
        "a time in milliseconds must be a number from 0 up, but is {time}"
    )))
}

/// Reads a file of games row by row; `row` gets each with its line number.
pub fn read_games<T: serde::de::DeserializeOwned>(
    path: &Path,
    mut row: impl FnMut(u64, T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let file = std::fs::File::open(path)
        .map_err(InputError::new)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let mut reader = csv::Reader::from_reader(file);
    let mut count = 0;
    read_rows(path, &mut reader, |line, parsed, _| {
        count += 1;
        row(line, parsed)
    })?;
    if count == 0 {
        return Err(InputError(format!("{} holds no games", path.display())).into());
    }
    Ok(())
}

/// Reads the rows of a file; `row` gets each with its line number and where it
/// ends in the file.
pub(super) fn read_rows<T: serde::de::DeserializeOwned>(
    path: &Path,
    reader: &mut csv::Reader<impl io::Read>,
    mut row: impl FnMut(u64, T, u64) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let none = csv::StringRecord::new();
    let headers = reader
        .headers()
        .map_err(|error| in_words(path, &none, &error))?
        .clone();
    let mut record = csv::StringRecord::new();
    while reader
        .read_record(&mut record)
        .map_err(|error| in_words(path, &headers, &error))?
    {
        let line = record.position().map_or(0, csv::Position::line);
        let parsed = record
            .deserialize(Some(&headers))
            .map_err(|error| in_words(path, &headers, &error))?;
        row(line, parsed, reader.position().byte())
            .with_context(|| format!("{}, line {line}", path.display()))?;
    }
    Ok(())
}

/// The csv crate's error as file, line, column and reason.
fn in_words(path: &Path, headers: &csv::StringRecord, error: &csv::Error) -> InputError {
    let line = error.position().map_or(1, csv::Position::line);
    let what = match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => match err.field() {
            Some(field) => {
                let column = headers.get(field as usize).unwrap_or_default();
                format!("column {} ({column}): {}", field + 1, err.kind())
            }
            None => err.kind().to_string(),
        },
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("expected {expected_len} fields, but found {len}"),
        csv::ErrorKind::Utf8 { .. } => "the text is not UTF-8".to_string(),
        csv::ErrorKind::Io(error) => {
            return InputError(format!("cannot read {}: {error}", path.display()));
        }
        _ => error.to_string(),
    };
    InputError(format!("{}, line {line}: {what}", path.display()))
}

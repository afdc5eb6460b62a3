//! A recorded game as statistics see it.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Deserializer};

use super::game_row::{GameRow, Termination, Winner, milliseconds};

/// What statistics need of a game, borrowed from where it was read. The names
/// are those of [`GameRow`]; what a file lacks is empty.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default)]
pub struct Played<'a> {
    /// The same in the two games of a pair.
    #[serde(deserialize_with = "id")]
    pub pair_id: Option<u64>,
    /// Game spec.
    pub game: &'a str,
    /// The opening's moves.
    pub opening: &'a str,
    /// Who played Black.
    pub black: &'a str,
    /// Who played White.
    pub white: &'a str,
    /// Who won. Files say it in too many ways for serde.
    #[serde(skip)]
    pub winner: Winner,
    /// How it ended.
    #[serde(deserialize_with = "termination")]
    pub termination: Termination,
    /// Moves played, opening included.
    pub plies: Option<u64>,
    /// Black's nodes.
    pub nodes_black: Option<u64>,
    /// White's nodes.
    pub nodes_white: Option<u64>,
    /// Black's thinking time in milliseconds.
    #[serde(deserialize_with = "milliseconds")]
    pub time_ms_black: f64,
    /// White's thinking time in milliseconds.
    #[serde(deserialize_with = "milliseconds")]
    pub time_ms_white: f64,
    /// What the engines were seeded with.
    #[serde(deserialize_with = "id")]
    pub seed: Option<u64>,
    /// All moves.
    pub moves: &'a str,
}

impl Default for Played<'_> {
    fn default() -> Self {
        Played {
            pair_id: None,
            game: "",
            opening: "",
            black: "",
            white: "",
            winner: Winner::None,
            termination: Termination::default(),
            plies: None,
            nodes_black: None,
            nodes_white: None,
            time_ms_black: 0.0,
            time_ms_white: 0.0,
            seed: None,
            moves: "",
        }
    }
}

impl Played<'_> {
    /// The columns that are read; any other may hold anything.
    pub(super) const COLUMNS: [&'static str; 14] = [
        "black",
        "white",
        "winner",
        "pair_id",
        "game",
        "opening",
        "termination",
        "plies",
        "nodes_black",
        "nodes_white",
        "time_ms_black",
        "time_ms_white",
        "seed",
        "moves",
    ];

    /// Whether the two are a pair: one opening, colors swapped.
    pub fn is_twin(&self, other: &Played) -> bool {
        self.pair_id.is_some()
            && self.pair_id == other.pair_id
            && (self.black, self.white) == (other.white, other.black)
            && (self.game, self.opening) == (other.game, other.opening)
    }
}

impl<'a> From<&'a GameRow> for Played<'a> {
    fn from(row: &'a GameRow) -> Played<'a> {
        Played {
            pair_id: Some(row.pair_id),
            game: &row.game,
            opening: &row.opening,
            black: &row.black,
            white: &row.white,
            winner: row.winner,
            termination: row.termination,
            plies: Some(row.plies),
            nodes_black: row.nodes_black,
            nodes_white: row.nodes_white,
            time_ms_black: row.time_ms_black,
            time_ms_white: row.time_ms_white,
            seed: Some(row.seed),
            moves: &row.moves,
        }
    }
}

/// A number that only has to be the same in another row: other tools may have
/// any text there.
fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let text = <&str>::deserialize(deserializer)?;
    let of_text = || {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        hasher.finish()
    };
    Ok((!text.is_empty()).then(|| text.parse().unwrap_or_else(|_| of_text())))
}

/// What other tools call an ending that is unknown here is no forfeit.
fn termination<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Termination, D::Error> {
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};

    let text: StrDeserializer<Error> = <&str>::deserialize(deserializer)?.into_deserializer();
    Ok(Termination::deserialize(text).unwrap_or_default())
}

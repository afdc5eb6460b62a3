//! Limits on one move.

use std::fmt;
use std::time::Duration;

use engines::Budget;
use serde::{Deserialize, Serialize};

use crate::error::InputError;

/// Nodes a move when no limit is given.
const DEFAULT_NODES: u64 = 20_000;

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

    /// These, or the nodes that limit a move when nothing is said.
    pub fn or_default(self) -> Limits {
        match self.is_empty() {
            true => Limits {
                nodes: Some(DEFAULT_NODES),
                ..self
            },
            false => self,
        }
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

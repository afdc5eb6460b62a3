//! Times as a user writes them: `500ms`, `2s`, `1m 30s`.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// The longest time (12 days): more is a mistake.
pub const LONGEST: Duration = Duration::from_secs(1_000_000);

/// Reads `500ms`, `2s`, `1m 30s`.
pub fn parse(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text)
        .map_err(|error| format!("`{text}` is no time such as 500ms or 2s: {error}"))?;
    match time <= LONGEST {
        true => Ok(time),
        false => Err(format!("`{text}` is more than {} s", LONGEST.as_secs())),
    }
}

/// Writes what [`deserialize`] reads.
pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&humantime::format_duration(*time))
}

/// Reads a time.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// A time that may be left out.
pub mod optional {
    use super::*;

    /// Writes a time, or nothing.
    pub fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => super::serialize(time, serializer),
            None => serializer.serialize_none(),
        }
    }

    /// Reads a time, or nothing.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        match Option::<String>::deserialize(deserializer)? {
            Some(text) => parse(&text).map(Some).map_err(D::Error::custom),
            None => Ok(None),
        }
    }
}

//! What `INFO` tells: limits and rules.

use std::time::Duration;

use engines::gomoku::Variant;

use crate::protocols::gomocup::info::{UNLIMITED, variant};
use crate::server::time_left::TimeLeft;

/// What is known so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The rules.
    pub variant: Variant,
    /// The most memory of the whole program, in bytes.
    pub most_memory: Option<u64>,
    turn: Option<Duration>,
    whole_match: Option<Duration>,
    left: Option<Duration>,
}

impl Info {
    /// Takes a value that makes sense; the protocol wants others ignored.
    pub fn set(&mut self, key: &str, value: &str) {
        let Ok(number) = value.parse::<i64>() else {
            return;
        };
        // A clock that has run out is below zero.
        let number = u64::try_from(number).unwrap_or(0);
        let time = Duration::from_millis(number);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = Some(time),
            "timeout_match" => self.whole_match = (number > 0).then_some(time),
            "time_left" => self.left = (number < UNLIMITED).then_some(time),
            "max_memory" => self.most_memory = (number > 0).then_some(number),
            "rule" => self.variant = variant(number as u32),
            _ => {}
        }
    }

    /// The clock, if anything was said of time.
    pub fn time_left(&self) -> Option<TimeLeft> {
        let left = self.left.or(self.whole_match);
        let is_limited = left.is_some() || self.turn.is_some();
        is_limited.then_some(TimeLeft {
            left,
            turn: self.turn,
            ..TimeLeft::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_ignored() {
        let mut info = Info::default();
        for (key, value) in [
            ("rule", "renju"),
            ("timeout_turn", ""),
            ("time_left", "2147483647"),
            ("timeout_match", "0"),
            ("max_memory", "0"),
            ("evaluate", "3,4"),
            ("folder", "/home/me"),
            ("game_type", "1"),
            ("max_memory", "99999999999999999999"),
            ("", ""),
        ] {
            info.set(key, value);
            assert_eq!(info, Info::default(), "{key}");
        }
        assert_eq!(info.time_left(), None);
    }

    #[test]
    fn what_is_left_counts_more_than_the_whole() {
        let mut info = Info::default();
        info.set("timeout_match", "300000");
        info.set("timeout_turn", "10000");
        let left = |info: &Info| info.time_left().unwrap().left.unwrap().as_millis();
        assert_eq!(left(&info), 300_000);
        info.set("TIME_LEFT", "5000");
        assert_eq!(left(&info), 5_000);
        info.set("time_left", "-20");
        assert_eq!(left(&info), 0);
    }
}

//! Games that engines lost by a fault, or did not start for.

use std::collections::BTreeMap;
use std::fmt;

use crate::records::{GameRow, Termination, Winner};

/// How many, by engine and kind, and the last one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    by_engine: BTreeMap<String, BTreeMap<&'static str, u64>>,
    last: String,
}

impl Faults {
    /// Takes note of a game, if there is one in it.
    pub fn add(&mut self, game: &GameRow) {
        let Some(name) = game.at_fault() else {
            return;
        };
        let of_engine = self.by_engine.entry(name.to_string()).or_default();
        *of_engine.entry(kind(game.termination)).or_default() += 1;
        self.last = match game.winner {
            Winner::None => game.detail.clone(),
            _ => format!("engine `{name}` in game {}: {}", game.game_id, game.detail),
        };
    }

    /// Games.
    pub fn count(&self) -> u64 {
        self.by_engine.values().flat_map(BTreeMap::values).sum()
    }
}

fn kind(termination: Termination) -> &'static str {
    match termination {
        Termination::Time => "on time",
        Termination::Crash => "by a crash",
        Termination::Illegal => "by an illegal move",
        _ => "not started",
    }
}

/// `3 (one 1 by a crash, 1 on time; other 1 not started); the last one, …`
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_engine = |(name, kinds): (&String, &BTreeMap<&str, u64>)| {
            let kinds: Vec<String> = kinds
                .iter()
                .map(|(kind, games)| format!("{games} {kind}"))
                .collect();
            format!("{name} {}", kinds.join(", "))
        };
        let engines: Vec<String> = self.by_engine.iter().map(of_engine).collect();
        let (count, engines) = (self.count(), engines.join("; "));
        write!(f, "{count} ({engines}); the last one, {}", self.last)
    }
}

//! Limits on one move.

use std::fmt;
use std::time::Duration;

use engines::Budget;
use serde::{Deserialize, Serialize};

use crate::clock::TimeControl;
use crate::duration;
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
    #[serde(with = "duration::optional")]
    pub movetime: Option<Duration>,
    /// Time a game: `60+1`.
    pub tc: Option<TimeControl>,
    /// How much more than its time a move may take.
    #[serde(with = "duration::optional")]
    pub margin: Option<Duration>,
}

impl Limits {
    /// The options' names.
    pub const OPTIONS: [&str; 5] = ["nodes", "depth", "movetime", "tc", "margin"];

    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        let Limits {
            nodes,
            depth,
            movetime,
            tc,
            // It limits nothing by itself.
            margin: _,
        } = self;
        nodes.is_none() && depth.is_none() && movetime.is_none() && tc.is_none()
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

    /// How much more than its time a move may take: by default what a busy machine
    /// may cost it.
    pub fn margin(&self) -> Duration {
        self.margin.unwrap_or(Duration::from_millis(100))
    }

    /// Whether every search ends at a time.
    pub fn has_time(&self) -> bool {
        self.movetime.is_some() || self.tc.is_some()
    }

    /// The limits on a move, whatever the clock says.
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
            Limits {
                movetime: Some(_),
                tc: Some(_),
                ..
            } => Err(InputError::new(
                "a move is limited by movetime or by tc, not by both",
            )),
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
            self.tc.map(|control| format!("tc={control}")),
            self.margin
                .map(|time| format!("margin={}", humantime::format_duration(time))),
        ];
        f.write_str(&Vec::from_iter(parts.into_iter().flatten()).join(","))
    }
}

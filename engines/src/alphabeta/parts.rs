//! What makes the search faster than plain alpha-beta, each of which can be left out.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A part of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The transposition table.
    Table,
    /// Moves in the order of their promise, and what stands for a better order below.
    Ordering,
    /// Moves first that cut the search off at the same ply.
    Killers,
    /// Then those that cut it off most elsewhere.
    History,
    /// Null windows behind the first move (principal variation search).
    NullWindows,
    /// A narrow window around the value of the iteration before.
    Aspiration,
    /// Late moves are searched less deep, unless they turn out well.
    Reductions,
    /// What finds exact results, before the search.
    Solver,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 8] = [
        Part::Table,
        Part::Ordering,
        Part::Killers,
        Part::History,
        Part::NullWindows,
        Part::Aspiration,
        Part::Reductions,
        Part::Solver,
    ];

    /// Its name in a spec.
    pub fn name(self) -> &'static str {
        match self {
            Part::Table => "table",
            Part::Ordering => "ordering",
            Part::Killers => "killers",
            Part::History => "history",
            Part::NullWindows => "null-windows",
            Part::Aspiration => "aspiration",
            Part::Reductions => "reductions",
            Part::Solver => "solver",
        }
    }
}

/// Parts that a search does without: `table+killers`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Without(u8);

impl Without {
    /// These alone.
    pub fn parts(parts: impl IntoIterator<Item = Part>) -> Without {
        Without(parts.into_iter().fold(0, |all, part| all | 1 << part as u8))
    }

    /// Whether nothing is left out.
    pub fn is_nothing(&self) -> bool {
        self.0 == 0
    }

    /// Whether the search does without.
    pub fn has(self, part: Part) -> bool {
        self.0 & 1 << part as u8 != 0
    }
}

impl fmt::Display for Without {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Part::ALL.into_iter().filter(|&part| self.has(part));
        let names: Vec<&str> = names.map(Part::name).collect();
        f.write_str(&names.join("+"))
    }
}

impl fmt::Debug for Without {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Without({self})")
    }
}

impl FromStr for Without {
    type Err = String;

    fn from_str(text: &str) -> Result<Without, String> {
        let part = |name: &str| {
            let mut all = Part::ALL.into_iter();
            all.find(|part| part.name() == name).ok_or_else(|| {
                format!(
                    "alphabeta has no part `{}`; there are {}",
                    name.escape_debug(),
                    Part::ALL.map(Part::name).join(", ")
                )
            })
        };
        if text.is_empty() {
            return Ok(Without::default());
        }
        let parts: Result<Vec<Part>, String> = text.split('+').map(part).collect();
        Ok(Without::parts(parts?))
    }
}

impl TryFrom<String> for Without {
    type Error = String;

    fn try_from(text: String) -> Result<Without, String> {
        text.parse()
    }
}

impl From<Without> for String {
    fn from(without: Without) -> String {
        without.to_string()
    }
}

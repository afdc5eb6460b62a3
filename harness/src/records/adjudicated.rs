//! Which rule ended a game by adjudication.

use std::fmt;
use std::str::FromStr;

/// The rule; its name is the game's `detail`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjudicated {
    /// Both engines saw an even game for long.
    Draw,
    /// The game reached its limit of plies.
    Plies,
    /// Go: area that nobody can take was enough.
    Life,
}

impl Adjudicated {
    const ALL: [Adjudicated; 3] = [Adjudicated::Draw, Adjudicated::Plies, Adjudicated::Life];

    fn name(self) -> &'static str {
        match self {
            Adjudicated::Draw => "draw",
            Adjudicated::Plies => "plies",
            Adjudicated::Life => "life",
        }
    }
}

impl fmt::Display for Adjudicated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Adjudicated {
    type Err = String;

    fn from_str(text: &str) -> Result<Adjudicated, String> {
        let mut rules = Adjudicated::ALL.into_iter();
        rules
            .find(|rule| rule.name() == text)
            .ok_or_else(|| format!("no rule of adjudication is called `{text}`"))
    }
}

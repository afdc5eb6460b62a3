//! What is fixed before a game: board, variant, length of a winning row.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use super::row::RowRule;
use crate::game::Color;

/// Which rows win, and which moves are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Black wins with exactly five and may not make two threes, two fours or
    /// an overline; White wins with five or more.
    Renju,
    /// Exactly five win, unless the opponent's stones stand at both ends. The
    /// edge of the board does not count as a stone.
    Caro,
    /// As [`Variant::Caro`], but six or more win too, whatever stands at the
    /// ends.
    CaroOverline,
}

impl Variant {
    /// Whether rows of other lengths than five can win.
    pub(super) fn takes_any_length(self) -> bool {
        matches!(self, Variant::Freestyle | Variant::Standard)
    }
}

impl Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Variant::Freestyle => "freestyle",
            Variant::Standard => "standard",
            Variant::Renju => "renju",
            Variant::Caro => "caro",
            Variant::CaroOverline => "caro-overline",
        })
    }
}

/// The rules of one game. [`GomokuSpec::rules`] makes only sound ones.
///
/// Shown as the game spec that records carry:
///
/// ```
/// use engines::gomoku::{GomokuRules, Variant};
///
/// let mut rules = GomokuRules::default();
/// assert_eq!(rules.to_string(), "gomoku:size=15,rules=freestyle");
/// rules.rules = Variant::CaroOverline;
/// rules.width = 7;
/// assert_eq!(rules.to_string(), "gomoku:width=7,height=15,rules=caro-overline");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GomokuRules {
    /// Points in a row of the board, 3 to 20.
    pub width: u8,
    /// Rows of the board, 3 to 20.
    pub height: u8,
    /// The variant.
    pub rules: Variant,
    /// Stones in a winning row, 3 to 20; 5 but in Freestyle and Standard.
    pub win: u8,
}

impl GomokuRules {
    /// Which rows of `color` win.
    pub(super) fn row(&self, color: Color) -> RowRule {
        let black = color == Color::Black;
        let (exact, closable) = match self.rules {
            Variant::Freestyle => (false, false),
            Variant::Standard => (true, false),
            Variant::Renju => (black, false),
            Variant::Caro => (true, true),
            Variant::CaroOverline => (false, true),
        };
        RowRule {
            win: u32::from(self.win),
            exact,
            closable,
        }
    }

    /// Whether points can be forbidden to `color`.
    pub(super) fn restricts(&self, color: Color) -> bool {
        self.rules == Variant::Renju && color == Color::Black
    }
}

/// Freestyle on 15×15.
impl Default for GomokuRules {
    fn default() -> GomokuRules {
        GomokuRules {
            width: 15,
            height: 15,
            rules: Variant::Freestyle,
            win: 5,
        }
    }
}

impl Display for GomokuRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width == self.height {
            write!(f, "gomoku:size={}", self.width)?;
        } else {
            write!(f, "gomoku:width={},height={}", self.width, self.height)?;
        }
        write!(f, ",rules={}", self.rules)?;
        if self.win != 5 {
            write!(f, ",win={}", self.win)?;
        }
        Ok(())
    }
}

/// The options of a game spec, as a person gives them.
///
/// ```
/// use engines::gomoku::GomokuSpec;
///
/// let spec: GomokuSpec = toml::from_str("width = 7\nheight = 4\nwin = 4")?;
/// assert_eq!(
///     spec.rules()?.to_string(),
///     "gomoku:width=7,height=4,rules=freestyle,win=4"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GomokuSpec {
    /// Points a side of a square board; 15 unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Points in a row, together with `height`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Rows, together with `width`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// The variant.
    pub rules: Variant,
    /// Stones in a winning row.
    pub win: u32,
}

impl Default for GomokuSpec {
    fn default() -> GomokuSpec {
        GomokuSpec {
            size: None,
            width: None,
            height: None,
            rules: Variant::default(),
            win: 5,
        }
    }
}

impl GomokuSpec {
    /// The rules that the options describe, or one sentence on what is wrong.
    pub fn rules(&self) -> Result<GomokuRules, String> {
        let (width, height) = self.board()?;
        if self.win != 5 && !self.rules.takes_any_length() {
            return Err(format!(
                "win={} does not go with rules={}, which is played with win=5",
                self.win, self.rules
            ));
        }
        Ok(GomokuRules {
            width,
            height,
            rules: self.rules,
            win: in_range("win", self.win)?,
        })
    }

    fn board(&self) -> Result<(u8, u8), String> {
        let sides = (self.width, self.height);
        match (self.size, sides) {
            (Some(size), (Some(side), _)) => Err(both("width", size, side)),
            (Some(size), (_, Some(side))) => Err(both("height", size, side)),
            (None, (Some(width), None)) => Err(alone("width", width, "height")),
            (None, (None, Some(height))) => Err(alone("height", height, "width")),
            (None, (Some(width), Some(height))) => {
                Ok((in_range("width", width)?, in_range("height", height)?))
            }
            (size, (None, None)) => {
                let size = in_range("size", size.unwrap_or(15))?;
                Ok((size, size))
            }
        }
    }
}

fn in_range(option: &str, value: u32) -> Result<u8, String> {
    match u8::try_from(value) {
        Ok(value @ 3..=20) => Ok(value),
        _ => Err(format!("{option}={value} is out of range: 3 to 20")),
    }
}

fn both(option: &str, size: u32, side: u32) -> String {
    format!(
        "size={size} and {option}={side} were both given: size is for a square board, \
         width and height together for any other"
    )
}

fn alone(option: &str, side: u32, missing: &str) -> String {
    format!("{option}={side} needs {missing} too; a square board is size={side}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let spec: GomokuSpec = toml::from_str(text).map_err(|error| error.message().to_string())?;
        spec.rules().map(|rules| rules.to_string())
    }

    #[test]
    fn specs() {
        for (text, canonical) in [
            ("", "gomoku:size=15,rules=freestyle"),
            ("size = 20\nrules = 'renju'", "gomoku:size=20,rules=renju"),
            (
                "rules = 'standard'\nwin = 6",
                "gomoku:size=15,rules=standard,win=6",
            ),
            (
                "width = 4\nheight = 4\nwin = 4",
                "gomoku:size=4,rules=freestyle,win=4",
            ),
            (
                "width = 7\nheight = 4\nrules = 'caro-overline'",
                "gomoku:width=7,height=4,rules=caro-overline",
            ),
        ] {
            assert_eq!(read(text), Ok(canonical.to_string()), "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            ("size = 2", "size=2 is out of range: 3 to 20"),
            ("size = 300", "size=300 is out of range: 3 to 20"),
            (
                "width = 21\nheight = 4",
                "width=21 is out of range: 3 to 20",
            ),
            ("win = 1", "win=1 is out of range: 3 to 20"),
            (
                "width = 7",
                "width=7 needs height too; a square board is size=7",
            ),
            (
                "rules = 'renju'\nwin = 6",
                "win=6 does not go with rules=renju, which is played with win=5",
            ),
        ] {
            assert_eq!(read(text), Err(message.to_string()), "{text}");
        }
        let message = read("size = 9\nheight = 7").unwrap_err();
        assert!(
            message.starts_with("size=9 and height=7 were both given"),
            "{message}"
        );
        let message = read("rules = 'gomoku'").unwrap_err();
        assert!(message.contains("caro-overline"), "{message}");
        let message = read("sise = 9").unwrap_err();
        assert!(message.contains("`size`"), "{message}");
    }

    #[test]
    fn a_spec_survives_serialization() {
        let spec = GomokuSpec {
            width: Some(5),
            height: Some(6),
            rules: Variant::CaroOverline,
            ..GomokuSpec::default()
        };
        let text = toml::to_string(&spec).unwrap();
        assert_eq!(toml::from_str(&text), Ok(spec), "{text}");
    }
}

//! What is fixed before the first move: the size of the board, and how a
//! finished one is counted.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a finished board is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Empty squares count for whoever has more discs, and for nobody in a
    /// draw: as tournaments do.
    #[default]
    EmptiesToWinner,
    /// Discs alone count.
    Raw,
}

/// The rules of one game of Othello: made by [`OthelloSpec::rules`], or by
/// default those of tournaments, 8×8.
///
/// `Display` is the canonical game spec.
///
/// ```
/// use engines::othello::{OthelloRules, OthelloSpec, Scoring};
///
/// assert_eq!(OthelloRules::default().to_string(), "othello:size=8");
///
/// let spec = OthelloSpec { size: 6, score: Scoring::Raw };
/// assert_eq!(spec.rules().unwrap().to_string(), "othello:size=6,score=raw");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OthelloRules {
    size: u8,
    score: Scoring,
}

impl OthelloRules {
    /// Rows, and columns: 4, 6 or 8.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// How a finished board is counted.
    pub const fn score(&self) -> Scoring {
        self.score
    }
}

impl Default for OthelloRules {
    fn default() -> OthelloRules {
        OthelloRules {
            size: 8,
            score: Scoring::default(),
        }
    }
}

impl fmt::Display for OthelloRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "othello:size={}", self.size)?;
        match self.score {
            Scoring::EmptiesToWinner => Ok(()),
            Scoring::Raw => write!(f, ",score=raw"),
        }
    }
}

/// The options of a game spec, as somebody wrote them.
///
/// ```
/// use engines::othello::OthelloSpec;
///
/// let spec: OthelloSpec = toml::from_str("size = 5").unwrap();
/// assert_eq!(spec.rules().unwrap_err(), "size must be 4, 6 or 8, but is 5");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OthelloSpec {
    /// Rows, and columns. Wider than any board, so that every number is
    /// answered by [`OthelloSpec::rules`].
    pub size: i64,
    /// How a finished board is counted.
    pub score: Scoring,
}

impl Default for OthelloSpec {
    fn default() -> OthelloSpec {
        let OthelloRules { size, score } = OthelloRules::default();
        OthelloSpec {
            size: i64::from(size),
            score,
        }
    }
}

impl OthelloSpec {
    /// The rules that these options ask for, or one sentence about what is
    /// wrong with them.
    pub fn rules(&self) -> Result<OthelloRules, String> {
        let size = match self.size {
            4 => 4,
            6 => 6,
            8 => 8,
            other => return Err(format!("size must be 4, 6 or 8, but is {other}")),
        };
        Ok(OthelloRules {
            size,
            score: self.score,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<OthelloRules, String> {
        toml::from_str::<OthelloSpec>(text)
            .map_err(|error| error.to_string())?
            .rules()
    }

    #[test]
    fn options_are_read() {
        assert_eq!(read(""), Ok(OthelloRules::default()));
        assert_eq!(
            read("score = 'empties-to-winner'"),
            Ok(OthelloRules::default())
        );
        let raw = read("size = 4\nscore = 'raw'").unwrap();
        assert_eq!((raw.size(), raw.score()), (4, Scoring::Raw));
    }

    #[test]
    fn options_are_written_as_they_are_read() {
        let spec = OthelloSpec {
            size: 6,
            score: Scoring::Raw,
        };
        let text = toml::to_string(&spec).unwrap();
        assert_eq!(text, "size = 6\nscore = \"raw\"\n");
        assert_eq!(toml::from_str(&text), Ok(spec));
    }

    #[test]
    fn mistakes_are_answered() {
        for size in [-8, 0, 5, 7, 10, 264] {
            assert_eq!(
                read(&format!("size = {size}")),
                Err(format!("size must be 4, 6 or 8, but is {size}"))
            );
        }
        let unknown_option = read("sise = 8").unwrap_err();
        assert!(unknown_option.contains("`size` or `score`"));
        let unknown_score = read("score = 'discs'").unwrap_err();
        assert!(unknown_score.contains("`empties-to-winner` or `raw`"));
    }
}

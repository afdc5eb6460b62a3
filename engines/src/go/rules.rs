//! The variants of Go.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::grid::Grid;
use super::handicap;
use super::notation::NOTATION;
use crate::game::{HalfPoints, Move};

/// Which repetitions are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ko {
    /// A single stone that captured a single stone may not be retaken at once.
    Simple,
    /// No board may appear twice.
    Positional,
    /// No board may appear twice with the same side to move.
    Situational,
}

/// How a finished game is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Stones on the board and the empty points that they alone reach.
    Area,
    /// Enclosed empty points and prisoners.
    Territory,
}

/// A named rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// The Computer Go Server's.
    #[default]
    Cgos,
    /// John Tromp's and Bill Taylor's, with suicide.
    TrompTaylor,
    /// Chinese, with simple ko.
    Chinese,
    /// The American Go Association's.
    Aga,
    /// New Zealand's, with suicide.
    NewZealand,
    /// Japanese: territory.
    Japanese,
}

impl Preset {
    /// Ko, suicide, scoring and default komi.
    pub const fn parts(self) -> (Ko, bool, Scoring, HalfPoints) {
        let half_past_seven = HalfPoints(15);
        match self {
            Preset::Cgos => (Ko::Positional, false, Scoring::Area, half_past_seven),
            Preset::TrompTaylor => (Ko::Positional, true, Scoring::Area, half_past_seven),
            Preset::Chinese => (Ko::Simple, false, Scoring::Area, half_past_seven),
            Preset::Aga => (Ko::Situational, false, Scoring::Area, half_past_seven),
            Preset::NewZealand => (Ko::Situational, true, Scoring::Area, half_past_seven),
            Preset::Japanese => (Ko::Simple, false, Scoring::Territory, HalfPoints(13)),
        }
    }
}

/// Everything about a game of Go that is fixed before the first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoRules {
    /// Points in a row, 1 to 19.
    pub width: u8,
    /// Rows, 1 to 19.
    pub height: u8,
    /// The rule set that the parts below started from.
    pub preset: Preset,
    /// Which repetitions are forbidden.
    pub ko: Ko,
    /// Whether a player may take his own chain off.
    pub suicide: bool,
    /// How the game is counted.
    pub scoring: Scoring,
    /// White's compensation for moving second.
    pub komi: HalfPoints,
    /// Points of Black's handicap stones; if there are any, White moves first.
    pub handicap: Vec<u16>,
}

impl GoRules {
    /// A board under a rule set, without handicap.
    pub fn new(preset: Preset, width: u8, height: u8) -> GoRules {
        let (ko, suicide, scoring, komi) = preset.parts();
        GoRules {
            width,
            height,
            preset,
            ko,
            suicide,
            scoring,
            komi,
            handicap: Vec::new(),
        }
    }

    /// Cells of a board that holds this size.
    pub const fn cells(&self) -> usize {
        super::grid::cells(self.width as usize, self.height as usize)
    }

    pub(super) fn grid(&self) -> Grid {
        Grid::new(self.width.into(), self.height.into())
    }
}

impl Default for GoRules {
    fn default() -> GoRules {
        GoRules::new(Preset::default(), 9, 9)
    }
}

/// The canonical game spec: size, rules and komi always, the other parts where
/// they differ from the rule set's.
impl fmt::Display for GoRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width == self.height {
            write!(f, "go:size={}", self.width)?;
        } else {
            write!(f, "go:width={},height={}", self.width, self.height)?;
        }
        write!(f, ",rules={}", kebab(&self.preset))?;
        let (ko, suicide, scoring, _) = self.preset.parts();
        if self.ko != ko {
            write!(f, ",ko={}", kebab(&self.ko))?;
        }
        if self.suicide != suicide {
            write!(f, ",suicide={}", self.suicide)?;
        }
        if self.scoring != scoring {
            write!(f, ",scoring={}", kebab(&self.scoring))?;
        }
        write!(f, ",komi={}", self.komi)?;
        if self.handicap.is_empty() {
            return Ok(());
        }
        let fixed = handicap::fixed(self.grid(), self.handicap.len());
        if fixed.as_ref() == Ok(&self.handicap) {
            return write!(f, ",handicap={}", self.handicap.len());
        }
        let points: Vec<String> = self
            .handicap
            .iter()
            .map(|&point| {
                let (width, height) = (self.width.into(), self.height.into());
                NOTATION.format(Move::at(point.into()), width, height)
            })
            .collect();
        write!(f, ",handicap={}", points.join(":"))
    }
}

/// A unit variant's name as serde writes it.
fn kebab(value: &impl Serialize) -> String {
    match toml::Value::try_from(value) {
        Ok(toml::Value::String(name)) => name,
        other => unreachable!("a unit variant is a string, not {other:?}"),
    }
}

//! Go's options as a user writes them.

use serde::{Deserialize, Serialize};

use super::handicap;
use super::notation::NOTATION;
use super::rules::{GoRules, Ko, Preset, Scoring};
use crate::game::HalfPoints;

/// `go:size=9,komi=7`: what is left out comes from the rule set.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct GoSpec {
    /// Points on each side, 1 to 19; 9 if nothing is said. Sides are wider than
    /// any board, so that every number is answered by [`GoSpec::rules`].
    pub size: Option<i64>,
    /// Points in a row, for a board that is not square.
    pub width: Option<i64>,
    /// Rows, for a board that is not square.
    pub height: Option<i64>,
    /// The rule set.
    pub rules: Preset,
    /// Which repetitions are forbidden.
    pub ko: Option<Ko>,
    /// Whether suicide is allowed.
    pub suicide: Option<bool>,
    /// How the game is counted.
    pub scoring: Option<Scoring>,
    /// White's compensation, in whole or half points.
    pub komi: Option<f64>,
    /// Black's stones before the first move.
    pub handicap: Option<Handicap>,
}

/// `handicap=2`: fixed points; `handicap=C3:G7`: these points.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number of stones, as in 2, or points, as in C3:G7"
)]
pub enum Handicap {
    /// So many stones on the fixed points.
    Fixed(usize),
    /// Points in Go's notation, separated by colons.
    Free(String),
}

impl GoSpec {
    const LARGEST: u8 = 19;
    const LARGEST_KOMI: f64 = 1000.0;

    /// The rules, or what is wrong with the options.
    pub fn rules(&self) -> Result<GoRules, String> {
        let (width, height) = self.sides()?;
        let mut rules = GoRules::new(self.rules, width, height);
        rules.ko = self.ko.unwrap_or(rules.ko);
        rules.suicide = self.suicide.unwrap_or(rules.suicide);
        rules.scoring = self.scoring.unwrap_or(rules.scoring);
        if let Some(komi) = self.komi {
            rules.komi = half_points(komi)?;
        }
        if let Some(handicap) = &self.handicap {
            rules.handicap = match handicap {
                Handicap::Fixed(0) => Vec::new(),
                Handicap::Fixed(stones) => handicap::fixed(rules.grid(), *stones)?,
                Handicap::Free(points) => free(points, width.into(), height.into())?,
            };
        }
        Ok(rules)
    }

    fn sides(&self) -> Result<(u8, u8), String> {
        let (width, height) = match (self.size, self.width, self.height) {
            (size, None, None) => (size.unwrap_or(9), size.unwrap_or(9)),
            (None, Some(width), Some(height)) => (width, height),
            (None, ..) => return Err("width and height must be given together".to_string()),
            (Some(_), ..) => return Err("give either size or width and height".to_string()),
        };
        Ok((side(width)?, side(height)?))
    }
}

fn side(points: i64) -> Result<u8, String> {
    let largest = GoSpec::LARGEST;
    match u8::try_from(points) {
        Ok(side) if (1..=largest).contains(&side) => Ok(side),
        _ => Err(format!(
            "a Go board has 1 to {largest} points on a side, but {points} were asked for"
        )),
    }
}

fn half_points(komi: f64) -> Result<HalfPoints, String> {
    let halves = komi * 2.0;
    if komi.abs() > GoSpec::LARGEST_KOMI || halves.fract() != 0.0 || !komi.is_finite() {
        return Err(format!(
            "komi must be a whole or half number within ±{}, but is {komi}",
            GoSpec::LARGEST_KOMI
        ));
    }
    Ok(HalfPoints(halves as i32))
}

fn free(text: &str, width: usize, height: usize) -> Result<Vec<u16>, String> {
    let mut points = Vec::new();
    for name in text.split(':') {
        let point = NOTATION
            .parse(name.trim(), width, height)
            .map_err(|error| format!("handicap: {error}"))?
            .point()
            .ok_or("handicap: a pass is no stone")? as u16;
        if points.contains(&point) {
            return Err(format!("handicap: {} is given twice", name.trim()));
        }
        points.push(point);
    }
    if points.len() == width * height {
        return Err("handicap stones must leave a liberty, but they fill the board".to_string());
    }
    points.sort_unstable();
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Move;

    fn rules(text: &str) -> Result<GoRules, String> {
        toml::from_str::<GoSpec>(text)
            .map_err(|error| error.message().to_string())?
            .rules()
    }

    #[test]
    fn every_part_can_be_set_alone() {
        assert_eq!(rules("").unwrap(), GoRules::default());
        let japanese = rules("rules = 'japanese'").unwrap();
        assert_eq!(japanese.komi, HalfPoints(13));
        assert_eq!(japanese.scoring, Scoring::Territory);
        let text = "width = 2\nheight = 3\nko = 'simple'\nsuicide = true\nkomi = -0.5";
        let mixed = rules(text).unwrap();
        assert_eq!((mixed.width, mixed.height), (2, 3));
        assert_eq!(
            mixed.to_string(),
            "go:width=2,height=3,rules=cgos,ko=simple,suicide=true,komi=-0.5"
        );
    }

    fn name(point: u16) -> String {
        NOTATION.format(Move::at(point.into()), 9, 9)
    }

    #[test]
    fn handicap_is_fixed_or_free() {
        let fixed = rules("handicap = 2").unwrap();
        assert_eq!(
            fixed.handicap.iter().map(|&p| name(p)).collect::<Vec<_>>(),
            ["C3", "G7"]
        );
        assert_eq!(
            fixed.to_string(),
            "go:size=9,rules=cgos,komi=7.5,handicap=2"
        );
        let free = rules("handicap = 'c3:E5'").unwrap();
        assert_eq!(
            free.to_string(),
            "go:size=9,rules=cgos,komi=7.5,handicap=E5:C3"
        );
    }

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            ("size = 20", "1 to 19"),
            ("size = 0", "1 to 19"),
            ("size = -1", "1 to 19"),
            ("width = 300\nheight = 9", "1 to 19"),
            ("handicap = true", "expected a number of stones"),
            ("handicap = -1", "expected a number of stones"),
            ("size = 9\nwidth = 9", "either size"),
            ("width = 9", "together"),
            ("komi = 7.25", "whole or half"),
            ("komi = nan", "whole or half"),
            ("handicap = 1", "2 to 9"),
            ("handicap = 'C3:C3'", "twice"),
            ("handicap = 'Z3'", "`Z3` is not a point"),
            ("size = 1\nhandicap = 'A1'", "fill the board"),
            ("colour = 1", "unknown field"),
            ("rules = 'chinee'", "unknown variant"),
        ] {
            let error = rules(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}

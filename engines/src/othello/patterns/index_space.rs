//! The numbers and names of all features.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::folding::Folding;
use super::shapes::{SHAPES, Shape};
use super::{FAMILIES, PHASES, family_name, members};
use crate::knowledge::{self, Feature, Knowledge};
use crate::othello::Othello;

/// Where features are: the plain ones, then phase after phase, in each family
/// after family. Configurations of a class are one feature.
#[derive(Debug)]
pub struct IndexSpace {
    /// By shape.
    foldings: Vec<Folding>,
    /// Where in a phase each family begins and, behind them, where the last
    /// ends.
    starts: Vec<usize>,
}

const PLAIN: &[Feature] = Othello::FEATURES;

impl IndexSpace {
    /// The one there is.
    pub fn get() -> &'static IndexSpace {
        static SPACE: LazyLock<IndexSpace> = LazyLock::new(IndexSpace::new);
        &SPACE
    }

    fn new() -> IndexSpace {
        let foldings: Vec<Folding> = SHAPES.iter().map(Folding::of).collect();
        let mut starts = vec![0];
        for family in 0..FAMILIES {
            let size = foldings.get(family).map(Folding::classes);
            starts.push(starts[family] + size.unwrap_or(members(family)));
        }
        IndexSpace { foldings, starts }
    }

    /// How many features there are.
    pub fn count(&self) -> usize {
        PLAIN.len() + PHASES * self.in_phase()
    }

    fn in_phase(&self) -> usize {
        self.starts[FAMILIES]
    }

    /// The feature of a member of a family.
    pub fn feature(&self, phase: usize, family: usize, member: usize) -> usize {
        let member = match self.foldings.get(family) {
            Some(folding) => folding.class(member),
            None => member,
        };
        PLAIN.len() + phase * self.in_phase() + self.starts[family] + member
    }

    /// The name of a feature: if it is none of the plain ones, its family, its
    /// phase and a configuration or a number, as in `diag4/5/.XO.` and
    /// `odd/5/1`. `X` is the side to move.
    pub fn name(&self, feature: usize) -> Cow<'static, str> {
        let Some(by_phase) = feature.checked_sub(PLAIN.len()) else {
            return PLAIN[feature].name.into();
        };
        let (phase, place) = (by_phase / self.in_phase(), by_phase % self.in_phase());
        let family = self.starts.partition_point(|&start| start <= place) - 1;
        let member = place - self.starts[family];
        let member = match SHAPES.get(family) {
            Some(shape) => draw(shape, self.foldings[family].least(member)),
            None => member.to_string(),
        };
        format!("{}/{phase}/{member}", family_name(family)).into()
    }

    /// The feature of a name, or what is wrong with it.
    pub fn index(&self, name: &str) -> Result<usize, String> {
        let wrong = |what: String| format!("`{}` is no feature{what}", name.escape_debug());
        let parts = name.split_once('/').and_then(|(family, rest)| {
            let family = (0..FAMILIES).find(|&known| family_name(known) == family)?;
            Some((family, rest.split_once('/')?))
        });
        let Some((family, (phase, member))) = parts else {
            let plain = knowledge::index_among(PLAIN, name);
            return plain.ok_or_else(|| wrong(format!(" of this game; it has {}", known())));
        };
        let phase = number_below(PHASES, phase)
            .ok_or_else(|| wrong(format!(": phases are 0 to {}", PHASES - 1)))?;
        let Some(shape) = SHAPES.get(family) else {
            let number = number_below(members(family), member)
                .ok_or_else(|| wrong(format!(": numbers are 0 to {}", members(family) - 1)))?;
            return Ok(self.feature(phase, family, number));
        };
        let configuration = read(shape, member).ok_or_else(|| {
            wrong(format!(
                ": it takes {} squares, each `.`, `X` or `O`",
                shape.size
            ))
        })?;
        let feature = self.feature(phase, family, configuration);
        let folding = &self.foldings[family];
        if folding.least(folding.class(configuration)) != configuration {
            return Err(wrong(format!(": mirrored, it is `{}`", self.name(feature))));
        }
        Ok(feature)
    }
}

/// All names, in short.
fn known() -> String {
    let plain = knowledge::names(PLAIN).join(", ");
    let families: Vec<&str> = (0..FAMILIES).map(family_name).collect();
    let families = families.join(", ");
    format!("{plain} and, by phase, as in `diag4/5/.XO.` or `odd/5/1`: {families}")
}

/// A number as it is written here: without a sign or needless zeros.
fn number_below(end: usize, text: &str) -> Option<usize> {
    let number = text.parse().ok().filter(|&number| number < end)?;
    let is_plain = text == "0" || text.starts_with(|first| ('1'..='9').contains(&first));
    is_plain.then_some(number)
}

const LETTERS: [u8; 3] = *b".XO";

fn draw(shape: &Shape, configuration: usize) -> String {
    let letter = |at| char::from(LETTERS[configuration / shape.place_value(at) % 3]);
    (0..shape.size).map(letter).collect()
}

fn read(shape: &Shape, text: &str) -> Option<usize> {
    if text.len() != shape.size {
        return None;
    }
    text.bytes().try_fold(0, |configuration, letter| {
        let digit = LETTERS.iter().position(|&known| known == letter)?;
        Some(3 * configuration + digit)
    })
}

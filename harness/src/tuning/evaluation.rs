//! A game's features, as a fit needs to know them.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

use engines::pattern::{HAND, OWN, Weights};
use engines::{GameSpec, GameVisitor, Knowledge};

use crate::error::InputError;

/// Weights to start from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The plain table that a person wrote.
    Hand,
    /// Those that come with the program.
    Own,
    /// Nothing.
    Zero,
    /// A weights file.
    File(PathBuf),
}

impl From<&str> for Start {
    fn from(text: &str) -> Start {
        match text {
            HAND => Start::Hand,
            OWN => Start::Own,
            "zero" => Start::Zero,
            file => Start::File(file.into()),
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Hand => f.write_str(HAND),
            Start::Own => f.write_str(OWN),
            Start::Zero => f.write_str("zero"),
            Start::File(file) => write!(f, "{}", file.display()),
        }
    }
}

/// The evaluation of a game, and weights to start from.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// How many features have hand weights: they come first.
    pub plain: usize,
    /// The sum at which the side to move is expected to score 1 / (1 + e⁻¹).
    pub value_scale: f64,
    /// The weights to start from, one a feature.
    pub start: Vec<i32>,
    /// There may be a million: they are named one by one, where that is needed.
    name: fn(usize) -> Cow<'static, str>,
    is_read_by: fn(&str, usize) -> bool,
}

/// Whether a kind of engine plays by a feature: where moves have some of their own,
/// `pattern` chooses by those, and others evaluate positions.
pub(super) fn is_read_by<G: Knowledge>(kind: &str, feature: usize) -> bool {
    !G::HAS_MOVE_FEATURES || G::is_of_moves(feature) == (kind == "pattern")
}

/// The same in words.
pub(crate) const WHO_READS_WHAT: &str =
    "pattern chooses by features of moves, and alphabeta by those of positions";

impl Evaluation {
    /// Of a game, with its weights to start from.
    pub fn of(game: &GameSpec, start: &Start) -> Result<Evaluation, InputError> {
        game.dispatch(Describe { start })
    }

    /// The weights that a kind of engine plays by.
    pub fn read_by(&self, kind: &str) -> Vec<i32> {
        let weights = self.start.iter().enumerate();
        let read = weights.filter(|&(feature, _)| (self.is_read_by)(kind, feature));
        read.map(|(_, &weight)| weight).collect()
    }

    /// The name of a feature.
    pub fn name(&self, feature: usize) -> Cow<'static, str> {
        (self.name)(feature)
    }
}

struct Describe<'a> {
    start: &'a Start,
}

impl GameVisitor for Describe<'_> {
    type Output = Result<Evaluation, InputError>;

    fn visit<G: Knowledge>(self, _: &G::Rules) -> Self::Output {
        let read = |file: &Path| Weights::<G>::read(file).map_err(InputError::new);
        let start = match self.start {
            Start::Hand => Weights::<G>::hand(),
            Start::Own => G::own_weights(),
            Start::File(file) => read(file)?,
            Start::Zero => Weights::zero(),
        };
        Ok(Evaluation {
            plain: G::FEATURES.len(),
            value_scale: G::VALUE_SCALE,
            start: start.values(),
            name: G::feature_name,
            is_read_by: is_read_by::<G>,
        })
    }
}

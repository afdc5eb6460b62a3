//! A game's features, as a fit needs to know them.

use std::fmt;
use std::path::{Path, PathBuf};

use engines::pattern::Weights;
use engines::{GameSpec, GameVisitor, Knowledge};

use crate::error::InputError;

/// Weights to start from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The plain table that a person wrote.
    Hand,
    /// Nothing.
    Zero,
    /// A weights file.
    File(PathBuf),
}

impl From<&str> for Start {
    fn from(text: &str) -> Start {
        match text {
            "hand" => Start::Hand,
            "zero" => Start::Zero,
            file => Start::File(file.into()),
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Hand => f.write_str("hand"),
            Start::Zero => f.write_str("zero"),
            Start::File(file) => write!(f, "{}", file.display()),
        }
    }
}

/// The evaluation of a game, without its weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// Names, in the order of the numbers.
    pub features: Vec<String>,
    /// The sum at which the side to move is expected to score 1 / (1 + e⁻¹).
    pub value_scale: f64,
    /// The weights to start from.
    pub start: Vec<f64>,
}

impl Evaluation {
    /// Of a game, with its weights to start from.
    pub fn of(game: &GameSpec, start: &Start) -> Result<Evaluation, InputError> {
        game.dispatch(Describe { start })
    }
}

struct Describe<'a> {
    start: &'a Start,
}

impl GameVisitor for Describe<'_> {
    type Output = Result<Evaluation, InputError>;

    fn visit<G: Knowledge>(self, _: &G::Rules) -> Self::Output {
        let features = (0..G::feature_count()).map(G::feature_name);
        let read = |file: &Path| Weights::<G>::read(file).map_err(InputError::new);
        let start = match self.start {
            Start::Hand => Weights::<G>::hand(),
            Start::File(file) => read(file)?,
            Start::Zero => Weights::zero(),
        };
        Ok(Evaluation {
            features: features.map(String::from).collect(),
            value_scale: G::VALUE_SCALE,
            start: start.values().iter().map(|&x| f64::from(x)).collect(),
        })
    }
}

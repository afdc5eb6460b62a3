//! What weights are fitted to.

use clap::ValueEnum;
use serde::Serialize;

use super::label::Label;

/// What weights are to foretell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// The game's result, by logistic regression
    #[default]
    Result,
    /// The points it was won by, by linear regression
    Margin,
    /// The move that was played, among all that were possible: for pattern in Go, whose
    /// moves have features of their own
    Move,
}

impl Goal {
    /// What positions are labeled with, if that is what is fitted to.
    pub fn label(self) -> Option<Label> {
        match self {
            Goal::Result => Some(Label::Result),
            Goal::Margin => Some(Label::Margin),
            Goal::Move => None,
        }
    }
}

impl From<Label> for Goal {
    fn from(label: Label) -> Goal {
        match label {
            Label::Result => Goal::Result,
            Label::Margin => Goal::Margin,
        }
    }
}

//! What a position is labeled with, and how an evaluation is held to it.

use clap::ValueEnum;
use engines::{Color, GameSpec, GameVisitor, HalfPoints, Knowledge};
use serde::Serialize;

use crate::error::InputError;

/// What the sum of a position's weights foretells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// The game's result, by logistic regression
    #[default]
    Result,
    /// The points it was won by, by linear regression
    Margin,
}

impl Label {
    /// The name in a table of features: it is the side to move's.
    pub fn column(self) -> &'static str {
        match self {
            Label::Result => "result_stm",
            Label::Margin => "margin_stm",
        }
    }

    /// Refuses what no game of this kind has.
    pub fn check(self, game: &GameSpec) -> Result<(), InputError> {
        match self == Label::Margin && !game.dispatch(HasMargins) {
            true => Err(InputError(format!(
                "nobody wins {game} by points: there are no margins to fit to"
            ))),
            false => Ok(()),
        }
    }

    /// What the loss is called.
    pub fn loss_name(self) -> &'static str {
        match self {
            Label::Result => "cross-entropy",
            Label::Margin => "half the squared error",
        }
    }

    /// What Black made of a game; `None` where the points are not known.
    pub fn of_game(self, winner: Option<Color>, margin: Option<HalfPoints>) -> Option<f64> {
        let sign = match winner {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => 0.0,
        };
        match self {
            Label::Result => Some((sign + 1.0) / 2.0),
            Label::Margin if winner.is_none() => Some(0.0),
            Label::Margin => margin.map(|points| sign * f64::from(points.0) / 2.0),
        }
    }

    /// What a side made of a game, of which Black made `black`.
    pub fn of_side(self, black: f64, side: Color) -> f64 {
        match (self, side) {
            (_, Color::Black) => black,
            (Label::Result, Color::White) => 1.0 - black,
            (Label::Margin, Color::White) => -black,
        }
    }

    /// The result of a game with this label.
    pub fn result(self, target: f64) -> f64 {
        match self {
            Label::Result => target,
            Label::Margin if target == 0.0 => 0.5,
            Label::Margin => f64::from(u8::from(target > 0.0)),
        }
    }

    /// How wrong a sum of weights is: the cross-entropy in nats, or half the
    /// squared error. A draw is ½.
    pub fn loss(self, sum: f64, target: f64) -> f64 {
        match self {
            Label::Result => sum.max(0.0) + libm::log1p(libm::exp(-sum.abs())) - target * sum,
            Label::Margin => (sum - target) * (sum - target) / 2.0,
        }
    }

    /// The loss's derivative by the sum.
    pub fn slope(self, sum: f64, target: f64) -> f64 {
        match self {
            Label::Result => expected_score(sum) - target,
            Label::Margin => sum - target,
        }
    }

    /// The loss's second derivative by the sum.
    pub fn curvature(self, sum: f64) -> f64 {
        match self {
            Label::Result => {
                let score = expected_score(-sum.abs());
                score * (1.0 - score)
            }
            Label::Margin => 1.0,
        }
    }
}

fn expected_score(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

struct HasMargins;

impl GameVisitor for HasMargins {
    type Output = bool;

    fn visit<G: Knowledge>(self, _: &G::Rules) -> bool {
        G::HAS_MARGINS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slope_and_curvature_are_derivatives() {
        const STEP: f64 = 1e-5;
        for label in [Label::Result, Label::Margin] {
            for target in [0.0, 0.5, 1.0] {
                for sum in [-30.0, -2.0, 0.0, 0.3, 5.0] {
                    let difference =
                        |f: &dyn Fn(f64) -> f64| (f(sum + STEP) - f(sum - STEP)) / (2.0 * STEP);
                    let slope = difference(&|sum| label.loss(sum, target));
                    let curvature = difference(&|sum| label.slope(sum, target));
                    assert!((label.slope(sum, target) - slope).abs() < 1e-7);
                    assert!((label.curvature(sum) - curvature).abs() < 1e-7);
                }
            }
        }
    }

    #[test]
    fn a_loss_is_finite_wherever_a_sum_is() {
        assert_eq!(Label::Result.loss(-1e6, 1.0), 1e6);
        assert_eq!(Label::Result.loss(1e6, 1.0), 0.0);
        assert_eq!(Label::Result.loss(0.0, 0.5), libm::log(2.0));
    }
}

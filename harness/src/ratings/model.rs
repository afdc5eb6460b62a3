//! What a model says of one game, and how it weighs one that was drawn.

use super::Model;
use super::results::{Counts, Pairing};

/// Virtual draws a player in BayesElo's default prior.
const PRIOR_DRAWS: f64 = 2.0;

impl Model {
    /// As how many games a draw counts: half a win and half a loss are one, a win
    /// and a loss are two.
    pub(super) fn games_in_draw(self) -> f64 {
        match self {
            Model::BradleyTerry | Model::Davidson => 1.0,
            Model::BayesElo => 2.0,
        }
    }

    /// Whether everybody in a pool has a rating, whatever the results are.
    pub(super) fn has_prior(self) -> bool {
        self == Model::BayesElo
    }

    /// Gives the pairings of a pool their virtual draws: each player spreads
    /// half of them over his opponents, in proportion to their games, and is dealt
    /// some by each of those.
    pub(super) fn add_prior(self, players: usize, pairings: &mut [Pairing]) {
        if !self.has_prior() {
            return;
        }
        let mut games = vec![0; players];
        for pairing in &*pairings {
            for player in pairing.players {
                games[player] += pairing.games();
            }
        }
        for pairing in pairings {
            let share = |player: usize| pairing.games() as f64 / games[player] as f64;
            let shares: f64 = pairing.players.map(share).iter().sum();
            pairing.virtual_draws = PRIOR_DRAWS / 2.0 * shares;
        }
    }
}

/// How likely the results of a game are when Black is stronger by x.
///
/// A win of Black, a draw and a win of White are in the proportion
/// exp(x / 2) : ν : exp(−x / 2). Without ν, these are Bradley and Terry's chances,
/// by which a draw is a mixture of a win and a loss.
pub(super) struct Chances {
    x: f64,
    draws: f64,
    win: f64,
    draw: f64,
    loss: f64,
}

impl Chances {
    /// `x` is in natural logarithms of odds, `draws` is ν.
    pub fn new(x: f64, draws: f64) -> Chances {
        // The square root of the odds of the weaker, which cannot overflow.
        let root = libm::exp(-x.abs() / 2.0);
        let likelier = 1.0 / (1.0 + root * (draws + root));
        let unlikelier = root * root * likelier;
        let (win, loss) = if x < 0.0 {
            (unlikelier, likelier)
        } else {
            (likelier, unlikelier)
        };
        Chances {
            x,
            draws,
            win,
            draw: draws * root * likelier,
            loss,
        }
    }

    /// The same for White being stronger by x.
    pub fn reversed(&self) -> Chances {
        Chances {
            x: -self.x,
            win: self.loss,
            loss: self.win,
            ..*self
        }
    }

    /// Black's expected points.
    pub fn points(&self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// White's expected points.
    pub fn points_against(&self) -> f64 {
        self.loss + self.draw / 2.0
    }

    /// The logarithms of a win's, a draw's and a loss's likelihood, finite where
    /// the chances themselves are too small to be told from zero.
    pub fn logarithms(&self, games_in_draw: f64) -> [f64; 3] {
        let root = libm::exp(-self.x.abs() / 2.0);
        let likelier = -libm::log1p(root * (self.draws + root));
        let win = likelier + self.x.min(0.0);
        let loss = likelier - self.x.max(0.0);
        let draw = games_in_draw * (win + loss) / 2.0;
        if self.draws > 0.0 {
            [win, libm::log(self.draws) + draw, loss]
        } else {
            [win, draw, loss]
        }
    }

    /// The derivatives of those by x and by ln ν.
    pub fn slopes(&self, games_in_draw: f64) -> [(f64, f64); 3] {
        [
            (self.points_against(), -self.draw),
            (
                games_in_draw * (self.loss - self.win) / 2.0,
                self.win + self.loss,
            ),
            (-self.points(), -self.draw),
        ]
    }

    /// What one game tells of x and ln ν: Fisher's information, as its entries
    /// (x, x), (x, ln ν) and (ln ν, ln ν).
    pub fn information(&self) -> [f64; 3] {
        let decided = self.win + self.loss;
        [
            self.win * self.loss + self.draw * decided / 4.0,
            self.draw * (self.loss - self.win) / 2.0,
            self.draw * decided,
        ]
    }
}

/// As how many games those of one color count.
pub(super) fn weight(counts: Counts, games_in_draw: f64) -> f64 {
    counts[0] + games_in_draw * counts[1] + counts[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_in_proportion_and_sum_to_one() {
        for (x, draws) in [(0.0, 0.0), (1.5, 0.7), (-3.0, 20.0), (-40.0, 1e-3)] {
            let chances = Chances::new(x, draws);
            let sum = chances.points() + chances.points_against();
            assert!((sum - 1.0).abs() < 1e-12);
            let odds = libm::log(chances.win / chances.loss);
            assert!((odds - x).abs() < 1e-9, "{odds} is not {x}");
            let ratio = chances.draw / (chances.win * chances.loss).sqrt();
            assert!((ratio - draws).abs() < 1e-9 * (1.0 + draws));
        }
    }

    #[test]
    fn logarithms_are_finite_and_those_of_the_chances() {
        for x in [-1e5, -700.0, -1.0, 0.0, 1.0, 700.0, 1e5] {
            let chances = Chances::new(x, 0.5);
            let logarithms = chances.logarithms(1.0);
            assert!(logarithms.iter().all(|logarithm| logarithm.is_finite()));
            if x.abs() < 100.0 {
                let plain = [chances.win, chances.draw, chances.loss].map(libm::log);
                for (logarithm, plain) in logarithms.iter().zip(plain) {
                    assert!((logarithm - plain).abs() < 1e-12);
                }
            }
        }
    }

    /// By a difference quotient.
    #[test]
    fn slopes_are_those_of_the_logarithms() {
        let step = 1e-6;
        for (x, draws, games_in_draw) in [(0.3, 0.7, 1.0), (-2.0, 0.0, 1.0), (2.0, 0.0, 2.0)] {
            let at = |x, draws| Chances::new(x, draws).logarithms(games_in_draw);
            let slopes = Chances::new(x, draws).slopes(games_in_draw);
            let (low, high) = (at(x - step, draws), at(x + step, draws));
            let fewer = at(x, draws * libm::exp(-step));
            let more = at(x, draws * libm::exp(step));
            for result in 0..3 {
                let by_x = (high[result] - low[result]) / (2.0 * step);
                assert!((slopes[result].0 - by_x).abs() < 1e-8);
                if draws > 0.0 {
                    let by_draws = (more[result] - fewer[result]) / (2.0 * step);
                    assert!((slopes[result].1 - by_draws).abs() < 1e-8);
                }
            }
        }
    }
}

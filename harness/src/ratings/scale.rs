//! Elo numbers of a group of players who can be compared, and of what can be
//! said on their scale about others.

use super::fit::{Fit, Variance, fit};
use super::identified::is_identified;
use super::intervals::{ELO, least_strength, normal_below};
use super::parameters::Layout;
use super::results::Pairing;
use super::{Advantage, Errors, Model, Options};

/// A rated group.
pub(super) struct Scale {
    /// In ascending order; the fit has them in the same.
    members: Vec<usize>,
    fit: Fit,
    /// The member, by his place, whose Elo is given; without one the mean is 0.
    anchor: Option<(usize, f64)>,
    games: u64,
}

impl Scale {
    /// Rates `members`, in ascending order, by their games among themselves. An
    /// anchor who is no member changes nothing. `None` where rounding gets in the
    /// way.
    pub fn new(
        members: Vec<usize>,
        pairings: &[Pairing],
        anchor: Option<(usize, f64)>,
        options: &Options,
    ) -> Option<Scale> {
        let place = |player: usize| members.binary_search(&player).ok();
        let mut among: Vec<Pairing> = pairings
            .iter()
            .filter_map(|pairing| {
                let [a, b] = pairing.players;
                Some(Pairing {
                    players: [place(a)?, place(b)?],
                    ..*pairing
                })
            })
            .collect();
        options.model.add_prior(members.len(), &mut among);
        Some(Scale {
            fit: fit_what_results_tell(members.len(), &among, options)?,
            anchor: anchor.and_then(|(player, elo)| Some((place(player)?, elo))),
            games: among.iter().map(Pairing::games).sum(),
            members,
        })
    }

    /// The members, best first, each with his Elo and its errors, which are 0 for
    /// the anchor.
    pub fn ratings(&self) -> impl Iterator<Item = (usize, f64, Errors)> {
        let strengths = &self.fit.strengths;
        let mut places: Vec<usize> = (0..self.members.len()).collect();
        places.sort_by(|&a, &b| strengths[b].total_cmp(&strengths[a]));
        places.into_iter().map(|place| {
            let variance = match self.anchor {
                Some((anchor, _)) => self.fit.variance_of_difference(place, anchor),
                None => self.fit.variance(place),
            };
            let elo = self.elo(strengths[place]);
            (self.members[place], elo, Errors::of(variance))
        })
    }

    /// The probability that one member is stronger than another.
    pub fn superiority(&self, player: usize, other: usize) -> Option<f64> {
        let (a, b) = (self.place(player)?, self.place(other)?);
        let difference = self.fit.strengths[a] - self.fit.strengths[b];
        let errors = Errors::of(self.fit.variance_of_difference(a, b));
        Some(normal_below(ELO * difference / errors.larger()))
    }

    /// The least Elo of a player who won all his games against members; `None`
    /// without such a game.
    pub fn least(&self, player: usize, pairings: &[Pairing]) -> Option<f64> {
        let beaten: Vec<(f64, u64)> = self.opponents(player, pairings).collect();
        least_strength(&beaten, self.draw_parameter()).map(|strength| self.elo(strength))
    }

    /// The greatest Elo of a player who lost all his games against members:
    /// [`least`](Scale::least) with the scale upside down.
    pub fn greatest(&self, player: usize, pairings: &[Pairing]) -> Option<f64> {
        let won_by: Vec<(f64, u64)> = self
            .opponents(player, pairings)
            .map(|(strength, games)| (-strength, games))
            .collect();
        least_strength(&won_by, self.draw_parameter()).map(|strength| self.elo(-strength))
    }

    /// Whether a player met a member.
    pub fn has_met(&self, player: usize, pairings: &[Pairing]) -> bool {
        self.opponents(player, pairings).next().is_some()
    }

    /// How many players are rated.
    pub fn players(&self) -> usize {
        self.members.len()
    }

    /// How many games they are rated by.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// What moving first is worth, where that is known.
    pub fn advantage(&self) -> Option<Advantage> {
        let (strength, variance) = self.fit.advantage?;
        Some(Advantage {
            elo: ELO * strength,
            errors: Errors::of(variance),
        })
    }

    /// Davidson's draw parameter, where that is known.
    pub fn draws(&self) -> Option<f64> {
        self.fit.draws
    }

    /// The logarithm of the likelihood.
    pub fn log_likelihood(&self) -> f64 {
        self.fit.log_likelihood
    }

    /// The members whom a player met, each as strong as the color made him, and
    /// the games.
    fn opponents(&self, player: usize, pairings: &[Pairing]) -> impl Iterator<Item = (f64, u64)> {
        let advantage = self.fit.advantage.map_or(0.0, |(strength, _)| strength);
        let games = pairings.iter().flat_map(Pairing::by_color);
        games.filter_map(move |(black, white, tally)| {
            let (other, shift) = if player == black {
                (white, -advantage)
            } else if player == white {
                (black, advantage)
            } else {
                return None;
            };
            let strength = self.fit.strengths[self.place(other)?];
            (tally.games() > 0).then(|| (strength + shift, tally.games()))
        })
    }

    /// ν, or that of a model without it.
    fn draw_parameter(&self) -> f64 {
        self.fit.draws.unwrap_or(0.0)
    }

    fn place(&self, player: usize) -> Option<usize> {
        self.members.binary_search(&player).ok()
    }

    fn elo(&self, strength: f64) -> f64 {
        match self.anchor {
            Some((place, elo)) => elo + ELO * (strength - self.fit.strengths[place]),
            None => ELO * strength,
        }
    }
}

/// Fits the strengths, and as much of the rest as is asked for and has a best fit.
fn fit_what_results_tell(players: usize, among: &[Pairing], options: &Options) -> Option<Fit> {
    let wants_draws = options.model == Model::Davidson;
    let choices = [(true, true), (false, true), (true, false), (false, false)];
    choices
        .into_iter()
        .filter(|&(advantage, draws)| advantage <= options.advantage && draws <= wants_draws)
        .filter(|&(advantage, draws)| {
            options.model.has_prior() || is_identified(players, among, advantage, draws)
        })
        .find_map(|(advantage, draws)| {
            let layout = Layout {
                players,
                advantage,
                draws,
            };
            fit(layout, among, options.model)
        })
}

impl Errors {
    fn of(variance: Variance) -> Errors {
        // Of what is no more than rounding, the sign is as well.
        let error = |variance: f64| ELO * variance.max(0.0).sqrt();
        Errors {
            model: error(variance.model),
            robust: error(variance.robust),
        }
    }
}

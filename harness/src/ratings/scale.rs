//! Elo numbers of a group of players who can be compared, and of what can be
//! said on their scale about others.

use super::Advantage;
use super::advantage::is_identified;
use super::bradley_terry::{self, Fit};
use super::intervals::{ELO, NORMAL_95, least_strength, normal_below};
use super::results::Pairing;

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
        advantage: bool,
    ) -> Option<Scale> {
        let place = |player: usize| members.binary_search(&player).ok();
        let among: Vec<Pairing> = pairings
            .iter()
            .filter_map(
                |&Pairing {
                     black,
                     white,
                     tally,
                 }| {
                    let (black, white) = (place(black)?, place(white)?);
                    Some(Pairing {
                        black,
                        white,
                        tally,
                    })
                },
            )
            .collect();
        let players = members.len();
        let with_advantage = (advantage && is_identified(players, &among))
            .then(|| bradley_terry::fit(players, &among, true))
            .flatten();
        Some(Scale {
            fit: match with_advantage {
                Some(fit) => fit,
                None => bradley_terry::fit(players, &among, false)?,
            },
            anchor: anchor.and_then(|(player, elo)| Some((place(player)?, elo))),
            games: among.iter().map(|pairing| pairing.tally.games()).sum(),
            members,
        })
    }

    /// The members, best first, each with his Elo and half the width of its
    /// interval.
    pub fn ratings(&self) -> impl Iterator<Item = (usize, f64, f64)> {
        let strengths = &self.fit.strengths;
        let mut places: Vec<usize> = (0..self.members.len()).collect();
        places.sort_by(|&a, &b| strengths[b].total_cmp(&strengths[a]));
        places.into_iter().map(|place| {
            let variance = match self.anchor {
                Some((anchor, _)) => self.fit.variance_of_difference(place, anchor),
                None => self.fit.variance(place),
            };
            let half = NORMAL_95 * ELO * variance.sqrt();
            (self.members[place], self.elo(strengths[place]), half)
        })
    }

    /// The probability that one member is stronger than another.
    pub fn superiority(&self, player: usize, other: usize) -> Option<f64> {
        let (a, b) = (self.place(player)?, self.place(other)?);
        let difference = self.fit.strengths[a] - self.fit.strengths[b];
        let error = self.fit.variance_of_difference(a, b).sqrt();
        Some(normal_below(difference / error))
    }

    /// The least Elo of a player who won all his games against members; `None`
    /// without such a game.
    pub fn least(&self, player: usize, pairings: &[Pairing]) -> Option<f64> {
        let beaten: Vec<(f64, u64)> = self.opponents(player, pairings).collect();
        least_strength(&beaten).map(|strength| self.elo(strength))
    }

    /// The greatest Elo of a player who lost all his games against members:
    /// [`least`](Scale::least) with the scale upside down.
    pub fn greatest(&self, player: usize, pairings: &[Pairing]) -> Option<f64> {
        let won_by: Vec<(f64, u64)> = self
            .opponents(player, pairings)
            .map(|(strength, games)| (-strength, games))
            .collect();
        least_strength(&won_by).map(|strength| self.elo(-strength))
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
            error: ELO * variance.sqrt(),
        })
    }

    /// The logarithm of the likelihood.
    pub fn log_likelihood(&self) -> f64 {
        self.fit.log_likelihood
    }

    /// The members whom a player met, each as strong as the color made him, and
    /// the games.
    fn opponents(&self, player: usize, pairings: &[Pairing]) -> impl Iterator<Item = (f64, u64)> {
        let advantage = self.fit.advantage.map_or(0.0, |(strength, _)| strength);
        pairings.iter().filter_map(move |pairing| {
            let (other, shift) = if player == pairing.black {
                (pairing.white, -advantage)
            } else if player == pairing.white {
                (pairing.black, advantage)
            } else {
                return None;
            };
            let strength = self.fit.strengths[self.place(other)?];
            Some((strength + shift, pairing.tally.games()))
        })
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

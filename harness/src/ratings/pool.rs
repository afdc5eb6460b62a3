//! What can be said of players who met, directly or over others.

use std::cmp::Ordering;

use super::field::{Field, Record};
use super::groups::Graph;
use super::intervals::{ELO, NORMAL_95, least_strength};
use super::scale::Scale;
use super::{Errors, Options, RatingError, Status};

/// A pool in the order of the table, and its scales in the same order.
pub(super) struct Pool {
    pub lines: Vec<Line>,
    pub scales: Vec<Scale>,
}

/// A row of the table, but for what it takes from its neighbors.
pub(super) struct Line {
    pub player: usize,
    pub status: Status,
    /// Which of the pool's scales the numbers are on.
    pub group: Option<usize>,
    pub elo: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub errors: Option<Errors>,
}

impl Line {
    /// A line without numbers.
    pub fn new(player: usize, status: Status) -> Line {
        Line {
            player,
            status,
            group: None,
            elo: None,
            low: None,
            high: None,
            errors: None,
        }
    }
}

impl Pool {
    /// On top who won every game, by what he has at least; at the bottom who lost
    /// every game, by what he has at most; between them the components, each
    /// below all that scored against it.
    pub fn rate(
        field: &Field,
        graph: &Graph,
        players: &[usize],
        anchor: Option<(usize, f64)>,
        options: &Options,
    ) -> Result<Pool, RatingError> {
        if options.model.has_prior() {
            return Pool::rate_all(field, players, anchor, options);
        }
        let all = |status: Status| {
            let players = players.iter().copied();
            players.filter(move |&player| extreme(field.records[player]) == Some(status))
        };
        let between: Vec<usize> = players
            .iter()
            .copied()
            .filter(|&player| extreme(field.records[player]).is_none())
            .collect();
        let ladder = graph.ladder(&between, |part| field.record(part).score().unwrap_or(0.0));

        let mut scales = Vec::new();
        for part in ladder.iter().filter(|part| part.len() > 1) {
            let scale = Scale::new(part.clone(), &field.pairings, anchor, options);
            let first = || field.names[part[0]].to_owned();
            scales.push(scale.ok_or_else(|| RatingError::TooFarApart(first()))?);
        }
        let outsider = |player, status, groups_above: usize| {
            let (above, below) = scales.split_at(groups_above);
            outsider(field, player, status, above, below)
        };

        let mut lines: Vec<Line> = all(Status::AllWins)
            .map(|player| outsider(player, Status::AllWins, 0))
            .collect();
        lines.sort_by(|a, b| descending(a.low, b.low));
        let mut group = 0;
        for part in &ladder {
            if let [player] = part[..] {
                lines.push(outsider(player, Status::Separated, group));
            } else {
                let status = if scales.len() == 1 {
                    Status::Ok
                } else {
                    Status::Separated
                };
                lines.extend(members(&scales[group], group, status));
                group += 1;
            }
        }
        let mut losers: Vec<Line> = all(Status::AllLosses)
            .map(|player| outsider(player, Status::AllLosses, group))
            .collect();
        losers.sort_by(|a, b| descending(a.high, b.high));
        lines.extend(losers);
        Ok(Pool { lines, scales })
    }

    /// One group, in which everybody has a rating.
    fn rate_all(
        field: &Field,
        players: &[usize],
        anchor: Option<(usize, f64)>,
        options: &Options,
    ) -> Result<Pool, RatingError> {
        let scale = Scale::new(players.to_vec(), &field.pairings, anchor, options)
            .ok_or_else(|| RatingError::TooFarApart(field.names[players[0]].to_owned()))?;
        let lines = members(&scale, 0, Status::Ok)
            .map(|line| Line {
                status: extreme(field.records[line.player]).unwrap_or(Status::Ok),
                ..line
            })
            .collect();
        Ok(Pool {
            lines,
            scales: vec![scale],
        })
    }

    /// The probability that one player is stronger than another, if a scale has
    /// both.
    pub fn superiority(&self, line: &Line, other: &Line) -> Option<f64> {
        let scale = self.scales.get(line.group?)?;
        scale.superiority(line.player, other.player)
    }
}

/// The status of a player with nothing but wins, or nothing but losses.
fn extreme(record: Record) -> Option<Status> {
    match record {
        Record {
            draws: 0,
            losses: 0,
            ..
        } => Some(Status::AllWins),
        Record {
            draws: 0, wins: 0, ..
        } => Some(Status::AllLosses),
        _ => None,
    }
}

fn members(scale: &Scale, group: usize, status: Status) -> impl Iterator<Item = Line> {
    scale.ratings().map(move |(player, elo, errors)| {
        let half = NORMAL_95 * errors.larger();
        Line {
            group: Some(group),
            elo: Some(elo),
            low: Some(elo - half),
            high: Some(elo + half),
            errors: Some(errors),
            ..Line::new(player, status)
        }
    })
}

/// A player on no scale. He won whatever he played against groups below and lost
/// whatever he played against groups above, so the nearest of them he met bounds
/// him on its scale. If there is one on either side, their scales are different
/// ones and neither will do.
fn outsider(
    field: &Field,
    player: usize,
    status: Status,
    above: &[Scale],
    below: &[Scale],
) -> Line {
    let pairings = &field.pairings;
    let has_met = |scale: &Scale| scale.has_met(player, pairings);
    let line = Line::new(player, status);
    match (
        above.iter().rposition(has_met),
        below.iter().position(has_met),
    ) {
        (None, Some(group)) => Line {
            group: Some(above.len() + group),
            low: below[group].least(player, pairings),
            ..line
        },
        (Some(group), None) => Line {
            group: Some(group),
            high: above[group].greatest(player, pairings),
            ..line
        },
        (None, None) if above.is_empty() && below.is_empty() => unscaled(field, line),
        _ => line,
    }
}

/// In a pool without scales the opponents of a player who won every game, or
/// lost every game, count as 0.
fn unscaled(field: &Field, line: Line) -> Line {
    let games = field.records[line.player].games();
    let bound = least_strength(&[(0.0, games)], 0.0).map(|strength| ELO * strength);
    match line.status {
        Status::AllWins => Line { low: bound, ..line },
        Status::AllLosses => Line {
            high: bound.map(|elo| -elo),
            ..line
        },
        _ => line,
    }
}

/// The greater first; no number goes last.
fn descending(a: Option<f64>, b: Option<f64>) -> Ordering {
    b.partial_cmp(&a).unwrap_or(Ordering::Equal)
}

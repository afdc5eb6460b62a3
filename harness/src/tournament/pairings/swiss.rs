//! Rounds in which players meet who stand about equal.

use std::cmp::Reverse;

use super::PairPoints;
use super::Turn;
use super::matching::Matching;
use super::round::Round;

/// A Swiss tournament.
///
/// Nobody meets an opponent again while a round without that is possible, and
/// nobody has a second bye. Within that, the best standing chooses first: the
/// one half a score group below, then others of the group, then the next
/// below. With an odd field the bye goes to the lowest who had none and
/// whose absence lets all others meet somebody new.
#[derive(Clone, Debug)]
pub struct Swiss {
    pairs: u64,
    rounds_left: u64,
    players: Vec<Entrant>,
    /// How many times each has met each: a square table.
    met: Vec<u16>,
    round: Round,
    bye: Option<usize>,
}

/// What a player has done in the rounds that are over.
#[derive(Clone, Debug, Default)]
struct Entrant {
    /// In half points.
    points: u64,
    opponents: Vec<usize>,
    byes: u16,
}

/// Where a player stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwissRow {
    /// Number of the player.
    pub player: usize,
    /// In half points, those of byes included.
    pub points: u64,
    /// The sum of the points of all opponents, in half points. A bye counts as
    /// an opponent with the player's own points.
    pub buchholz: u64,
    /// Rounds without an opponent.
    pub byes: u16,
}

/// As many rounds as a knockout has: so many find the best of a field, and in so
/// few nobody has to meet an opponent again.
pub fn default_rounds(players: usize) -> u64 {
    u64::from(players.next_power_of_two().ilog2())
}

impl Swiss {
    /// Who has met whom is a table of their square: 32 MiB.
    pub const MOST_PLAYERS: usize = 4096;

    /// The beginning of a Swiss.
    pub fn new(players: usize, rounds: u64, pairs: u64) -> Swiss {
        let mut swiss = Swiss {
            pairs,
            rounds_left: rounds,
            players: vec![Entrant::default(); players],
            met: vec![0; players * players],
            round: Round::new([], pairs),
            bye: None,
        };
        swiss.start_round();
        swiss
    }

    /// All players, best first: by points, then Buchholz, then their order.
    pub fn standing(&self) -> Vec<SwissRow> {
        let points = |player: usize| self.players[player].points;
        let row = |(player, entrant): (usize, &Entrant)| {
            let of_opponents: u64 = entrant.opponents.iter().copied().map(points).sum();
            SwissRow {
                player,
                points: entrant.points,
                buchholz: of_opponents + u64::from(entrant.byes) * entrant.points,
                byes: entrant.byes,
            }
        };
        let mut rows: Vec<SwissRow> = self.players.iter().enumerate().map(row).collect();
        rows.sort_by_key(|row| (Reverse((row.points, row.buchholz)), row.player));
        rows
    }

    pub(super) fn is_over(&self) -> bool {
        self.rounds_left == 0
    }

    pub(super) fn next_turn(&mut self) -> Turn {
        match self.round.take() {
            Some(players) => Turn::Meet {
                players,
                number: (players[0] * self.players.len() + players[1]) as u64,
            },
            None if self.is_over() => Turn::End,
            None => Turn::Wait,
        }
    }

    pub(super) fn record(&mut self, points: PairPoints) {
        self.round.record(points);
        if self.round.is_over() {
            self.end_round();
            self.start_round();
        }
    }

    fn end_round(&mut self) {
        for meeting in self.round.meetings() {
            let [first, second] = meeting.players;
            self.met[first * self.players.len() + second] += 1;
            self.met[second * self.players.len() + first] += 1;
            for (side, opponent) in [(0, second), (1, first)] {
                let entrant = &mut self.players[meeting.players[side]];
                entrant.points += meeting.points[side];
                entrant.opponents.push(opponent);
            }
        }
        if let Some(bye) = self.bye {
            // As if both games of every pair were won.
            self.players[bye].points += 4 * self.pairs;
            self.players[bye].byes += 1;
        }
        self.rounds_left -= 1;
    }

    fn start_round(&mut self) {
        let (meetings, bye) = match self.rounds_left {
            0 => (Vec::new(), None),
            _ => self.pair_up(),
        };
        self.round = Round::new(meetings, self.pairs);
        self.bye = bye;
    }

    /// Who meets whom in the next round, and who has the bye.
    fn pair_up(&self) -> (Vec<[usize; 2]>, Option<usize>) {
        let order = self.standing();
        let most_met = self.met.iter().max().copied().unwrap_or(0);
        (0..=most_met)
            .find_map(|met| self.pair_up_met(&order, met))
            .unwrap_or_default()
    }

    /// As [`pair_up`](Swiss::pair_up), of players who met at most so many
    /// times, if that is possible. The place behind the last is the bye's: an
    /// opponent like others, whom those may meet who did so least.
    fn pair_up_met(
        &self,
        order: &[SwissRow],
        most_met: u16,
    ) -> Option<(Vec<[usize; 2]>, Option<usize>)> {
        let count = order.len();
        let fewest_byes = order.iter().map(|row| row.byes).min();
        let may_meet = |one: usize, other: usize| {
            let (above, below) = (one.min(other), one.max(other));
            match order.get(below) {
                Some(row) => self.met[order[above].player * count + row.player] <= most_met,
                None => Some(order[above].byes) == fewest_byes,
            }
        };
        let mut matching = Matching::perfect(count.next_multiple_of(2), may_meet)?;
        let bye = match count % 2 {
            0 => None,
            _ => (0..count).rev().find(|&place| matching.fix(place, count)),
        };
        let mut meetings = Vec::new();
        for place in 0..count {
            if matching.is_fixed(place) {
                continue;
            }
            let free = (place + 1..count).filter(|&other| !matching.is_fixed(other));
            let opponent = by_preference(order, place, free.collect())
                .into_iter()
                .find(|&other| matching.fix(place, other))?;
            meetings.push([order[place].player, order[opponent].player]);
        }
        Some((meetings, bye.map(|place| order[place].player)))
    }
}

/// Whom the best of those who are free would meet: first the one half a score
/// group below, then those behind, then those before in the group, and then
/// everyone below it.
fn by_preference(order: &[SwissRow], place: usize, free: Vec<usize>) -> Vec<usize> {
    let in_group = free.partition_point(|&other| order[other].points == order[place].points);
    let (group, below) = free.split_at(in_group);
    let (upper, lower) = group.split_at(in_group.saturating_sub(1) / 2);
    let upwards = upper.iter().rev();
    lower.iter().chain(upwards).chain(below).copied().collect()
}

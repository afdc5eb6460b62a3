//! Who loses a meeting is out.

use super::PairPoints;
use super::Turn;
use super::round::Round;

/// A knockout: the players are seeded in their order, in the standard bracket
/// (the first two can only meet in the final), and the best seeds have a bye
/// in the first round when the field is no power of two.
///
/// Tied meetings play on, one pair at a time, for at most as many pairs as they
/// had; then the higher seed goes on.
#[derive(Clone, Debug)]
pub struct Knockout {
    players: usize,
    pairs: u64,
    /// Who is left, in the order of the bracket: two neighbors meet. Nobody is
    /// where a player has a bye.
    bracket: Vec<Option<usize>>,
    round: Round,
    further_pairs: u64,
    decided: Vec<KnockoutRound>,
}

/// A round that is decided: its meetings, in the order of the bracket.
pub type KnockoutRound = Vec<Decision>;

/// How a meeting of a knockout was decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Who goes on.
    pub winner: usize,
    /// Who is out; `None` when the winner had a bye.
    pub loser: Option<usize>,
    /// What winner and loser scored, in half points.
    pub points: [u64; 2],
}

impl Decision {
    /// Whether the points were equal, so that the higher seed went on.
    pub fn is_by_seed(&self) -> bool {
        self.loser.is_some() && self.points[0] == self.points[1]
    }
}

impl Knockout {
    /// The beginning of a knockout.
    pub fn new(players: usize, pairs: u64) -> Knockout {
        let is_seeded = |&seed: &usize| seed < players;
        let bracket: Vec<Option<usize>> = standard_bracket(players.next_power_of_two())
            .into_iter()
            .map(|seed| Some(seed).filter(is_seeded))
            .collect();
        Knockout {
            players,
            pairs,
            round: first_pairs(&bracket, pairs),
            bracket,
            further_pairs: 0,
            decided: Vec::new(),
        }
    }

    /// The rounds that are decided.
    pub fn decided(&self) -> &[KnockoutRound] {
        &self.decided
    }

    pub(super) fn is_over(&self) -> bool {
        self.bracket.len() == 1
    }

    pub(super) fn next_turn(&mut self) -> Turn {
        match self.round.take() {
            Some(players) => Turn::Meet {
                players,
                number: (players[0] * self.players + players[1]) as u64,
            },
            None if self.is_over() => Turn::End,
            None => Turn::Wait,
        }
    }

    pub(super) fn record(&mut self, points: PairPoints) {
        self.round.record(points);
        if !self.round.is_over() {
            return;
        }
        if self.further_pairs < self.pairs && self.round.go_on_with_ties() {
            self.further_pairs += 1;
            return;
        }
        let decisions = self.decisions();
        self.bracket = decisions.iter().map(|one| Some(one.winner)).collect();
        self.decided.push(decisions);
        self.round = first_pairs(&self.bracket, self.pairs);
        self.further_pairs = 0;
    }

    fn decisions(&self) -> KnockoutRound {
        let mut meetings = self.round.meetings().iter();
        let decide = |two: &[Option<usize>]| match (two[0], two[1]) {
            (Some(first), Some(second)) => {
                let meeting = meetings.next().expect("two players are a meeting");
                let winner = meeting.winner().unwrap_or(first.min(second));
                let [of_first, of_second] = meeting.points;
                let (loser, points) = match winner == first {
                    true => (second, [of_first, of_second]),
                    false => (first, [of_second, of_first]),
                };
                Some(Decision {
                    winner,
                    loser: Some(loser),
                    points,
                })
            }
            (one, other) => one.or(other).map(|winner| Decision {
                winner,
                loser: None,
                points: [0; 2],
            }),
        };
        self.bracket.chunks(2).filter_map(decide).collect()
    }
}

/// The round in which neighbors meet.
fn first_pairs(bracket: &[Option<usize>], pairs: u64) -> Round {
    let meet = |two: &[Option<usize>]| match *two {
        [Some(first), Some(second)] => Some([first, second]),
        _ => None,
    };
    Round::new(bracket.chunks(2).filter_map(meet), pairs)
}

/// Seeds from 0, so placed that the best meet as late as they can: each is
/// joined by the one with whom its seeds add up to the same sum.
fn standard_bracket(size: usize) -> Vec<usize> {
    let mut bracket = vec![0];
    while bracket.len() < size {
        let last = 2 * bracket.len() - 1;
        bracket = bracket
            .into_iter()
            .flat_map(|seed| [seed, last - seed])
            .collect();
    }
    bracket
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_bracket() {
        assert_eq!(standard_bracket(1), [0]);
        assert_eq!(standard_bracket(4), [0, 3, 1, 2]);
        assert_eq!(standard_bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }
}

//! Who meets whom, in which order, from which opening.

use engines::rng::mix;
use engines::{Game, Knowledge, Move};

use super::config::Config;
use super::opening::OpeningMaker;
use super::pairings::{PairPoints, Pairings, Turn};

/// Two games from one opening, colors swapped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Number in the schedule, from 1.
    pub id: u64,
    /// Who plays Black in the first game, and who in the second.
    pub players: [usize; 2],
    /// The opening's moves.
    pub opening: Vec<Move>,
    /// What the engines are seeded with in each game.
    pub seeds: [u64; 2],
}

impl Pair {
    /// The opening in the game's notation, separated by spaces.
    pub fn opening_text(&self, start: &impl Game) -> String {
        let texts: Vec<String> = self
            .opening
            .iter()
            .map(|&mv| start.move_to_text(mv))
            .collect();
        texts.join(" ")
    }

    /// Numbers of the pair's games, from 1.
    pub fn game_ids(&self) -> [u64; 2] {
        [2 * self.id - 1, 2 * self.id]
    }

    /// Who plays Black and who White in the first game (0) or the second (1).
    pub fn colors(&self, game: usize) -> [usize; 2] {
        [self.players[game], self.players[1 - game]]
    }
}

/// What comes next in a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// A pair to play.
    Pair(Pair),
    /// The next round hangs on pairs that are not recorded yet.
    Wait,
    /// There are no more.
    End,
}

/// The pairs of a tournament, round by round: every meeting plays a pair, then
/// every meeting the next, so that every prefix is balanced and a longer run
/// begins with the shorter one.
///
/// What comes next is a function of the configuration and of the results
/// [recorded](Schedule::record) so far, never of when they arrived.
pub struct Schedule<G: Game> {
    pairings: Pairings,
    openings: OpeningMaker<G>,
    seed: u64,
    /// The next pair, when it has been looked at already.
    ahead: Option<Pair>,
    made: u64,
    recorded: u64,
    /// Whether a meeting has no unused opening left.
    is_cut: bool,
}

impl<G: Knowledge> Schedule<G> {
    /// The schedule of a configuration.
    pub fn new(config: &Config, rules: &G::Rules) -> Schedule<G> {
        Schedule {
            pairings: Pairings::new(config.system, config.players.len(), config.pairs),
            openings: OpeningMaker::new(rules, &config.openings, config.seed),
            seed: config.seed,
            ahead: None,
            made: 0,
            recorded: 0,
            is_cut: false,
        }
    }

    /// Takes the next pair. The schedule ends early when a meeting has no unused
    /// opening left.
    pub fn next_pair(&mut self) -> Next {
        match self.ahead.take() {
            Some(pair) => Next::Pair(pair),
            None => self.make(),
        }
    }

    /// The next pair, which stays the next; `None` where there is none, or none
    /// yet.
    pub fn peek(&mut self) -> Option<&Pair> {
        if self.ahead.is_none()
            && let Next::Pair(pair) = self.make()
        {
            self.ahead = Some(pair);
        }
        self.ahead.as_ref()
    }

    /// Takes all pairs that hang on no result to come.
    pub fn ready(&mut self) -> impl Iterator<Item = Pair> {
        std::iter::from_fn(|| match self.next_pair() {
            Next::Pair(pair) => Some(pair),
            Next::Wait | Next::End => None,
        })
    }

    /// Tells the result of a pair. Pairs are recorded in the order of the
    /// schedule, without a gap.
    pub fn record(&mut self, pair_id: u64, points: PairPoints) {
        debug_assert_eq!(pair_id, self.recorded + 1);
        self.recorded = pair_id;
        self.pairings.record(points);
    }

    /// Pairs that are recorded.
    pub fn recorded(&self) -> u64 {
        self.recorded
    }

    /// Pairs that were taken, but are not recorded.
    pub fn under_way(&self) -> u64 {
        self.made - u64::from(self.ahead.is_some()) - self.recorded
    }

    fn make(&mut self) -> Next {
        if self.is_cut {
            return Next::End;
        }
        let (players, number) = match self.pairings.next_turn() {
            Turn::Meet { players, number } => (players, number),
            Turn::Wait => return Next::Wait,
            Turn::End => return Next::End,
        };
        let id = self.made + 1;
        let Some(opening) = self.openings.opening(number, id) else {
            self.is_cut = true;
            return Next::End;
        };
        self.made = id;
        // Below 2^53, so that every reader of a CSV file keeps them.
        let seed_of = |game: u64| mix(mix(self.seed, id), game) >> 11;
        Next::Pair(Pair {
            id,
            players,
            opening,
            seeds: [seed_of(1), seed_of(2)],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::pairings::System;
    use engines::othello::{Othello, OthelloRules};

    fn config(pairs: u64) -> Config {
        Config {
            pairs,
            ..Config::example()
        }
    }

    fn schedule(pairs: u64) -> Vec<Pair> {
        Schedule::<Othello>::new(&config(pairs), &OthelloRules::default())
            .ready()
            .collect()
    }

    #[test]
    fn a_longer_schedule_begins_with_the_shorter() {
        let (short, long) = (schedule(3), schedule(7));
        assert_eq!(short.len(), 30);
        assert_eq!(short[..], long[..30]);
    }

    #[test]
    fn every_round_holds_every_pairing() {
        for round in schedule(4).chunks(10) {
            let met: Vec<[usize; 2]> = round.iter().map(|pair| pair.players).collect();
            assert_eq!(met, System::RoundRobin.possible_meetings(5));
        }
    }

    #[test]
    fn games_are_numbered_in_order() {
        let ids: Vec<u64> = schedule(2).iter().flat_map(Pair::game_ids).collect();
        assert_eq!(ids, (1..=40).collect::<Vec<u64>>());
    }

    #[test]
    fn a_look_ahead_takes_nothing() {
        let mut schedule = Schedule::<Othello>::new(&config(1), &OthelloRules::default());
        let first = schedule.peek().cloned().unwrap();
        assert_eq!(schedule.under_way(), 0);
        assert_eq!(schedule.next_pair(), Next::Pair(first));
        assert_eq!(schedule.under_way(), 1);
        schedule.record(1, PairPoints([2, 2]));
        assert_eq!((schedule.recorded(), schedule.under_way()), (1, 0));
        assert_eq!(schedule.ready().count(), 9);
        assert_eq!(schedule.peek(), None);
        assert_eq!(schedule.next_pair(), Next::End);
    }
}

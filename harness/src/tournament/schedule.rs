//! Who meets whom, in which order, from which opening.

use engines::rng::mix;
use engines::{Game, Knowledge, Move};

use super::config::Config;
use super::opening::OpeningMaker;

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
    pub fn opening_text<G: Game>(&self, rules: &G::Rules) -> String {
        let start = G::initial(rules);
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

/// Every two of `players`, in order.
pub fn pairings(players: usize) -> Vec<[usize; 2]> {
    (0..players)
        .flat_map(|first| (first + 1..players).map(move |second| [first, second]))
        .collect()
}

/// The pairs of a round robin, round by round: round r holds pair r of every
/// pairing, so that every prefix is balanced and a longer run begins with the
/// shorter one.
pub struct Schedule<G: Game> {
    pairings: Vec<[usize; 2]>,
    openings: OpeningMaker<G>,
    seed: u64,
    next: u64,
    end: u64,
}

impl<G: Knowledge> Schedule<G> {
    /// The schedule of a configuration.
    pub fn new(config: &Config, rules: &G::Rules) -> Schedule<G> {
        let pairings = pairings(config.players.len());
        Schedule {
            end: pairings.len() as u64 * config.pairs,
            pairings,
            openings: OpeningMaker::new(rules, config.openings.plies, config.seed),
            seed: config.seed,
            next: 0,
        }
    }
}

impl<G: Knowledge> Iterator for Schedule<G> {
    type Item = Pair;

    /// Ends early when a pairing has no unused opening left.
    fn next(&mut self) -> Option<Pair> {
        if self.next == self.end {
            return None;
        }
        let pairing = self.next % self.pairings.len() as u64;
        let id = self.next + 1;
        let Some(opening) = self.openings.opening(pairing, id) else {
            self.end = self.next;
            return None;
        };
        self.next = id;
        // Below 2^53, so that every reader of a CSV file keeps them.
        let seed_of = |game: u64| mix(mix(self.seed, id), game) >> 11;
        Some(Pair {
            id,
            players: self.pairings[pairing as usize],
            opening,
            seeds: [seed_of(1), seed_of(2)],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::adjudication::Adjudication;
    use crate::tournament::config::{Openings, default_players};
    use crate::tournament::limits::Limits;
    use engines::othello::{Othello, OthelloRules};

    fn config(pairs: u64) -> Config {
        Config {
            game: "othello".parse().unwrap(),
            players: default_players(),
            pairs,
            seed: 5,
            limits: Limits::default(),
            openings: Openings { plies: 8 },
            adjudication: Adjudication::default(),
            moves: false,
        }
    }

    fn schedule(pairs: u64) -> Vec<Pair> {
        Schedule::<Othello>::new(&config(pairs), &OthelloRules::default()).collect()
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
            assert_eq!(met, pairings(5));
        }
    }

    #[test]
    fn games_are_numbered_in_order() {
        let ids: Vec<u64> = schedule(2).iter().flat_map(Pair::game_ids).collect();
        assert_eq!(ids, (1..=40).collect::<Vec<u64>>());
    }
}

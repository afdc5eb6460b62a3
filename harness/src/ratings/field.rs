//! The players and their games, as everything here looks at them.

use super::results::{Pairing, Results};

/// Players numbered in order of name, so that no rating depends on the order in
/// which games were added.
pub(super) struct Field<'a> {
    pub names: Vec<&'a str>,
    pub pairings: Vec<Pairing>,
    pub records: Vec<Record>,
}

/// Won, drawn and lost, with either color.
#[derive(Clone, Copy, Default)]
pub(super) struct Record {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl<'a> Field<'a> {
    pub fn new(results: &'a Results) -> Field<'a> {
        let (names, pairings) = results.sorted();
        let mut records = vec![Record::default(); names.len()];
        for (black, white, tally) in pairings.iter().flat_map(Pairing::by_color) {
            records[black].add(tally.black_wins, tally.draws, tally.white_wins);
            records[white].add(tally.white_wins, tally.draws, tally.black_wins);
        }
        Field {
            names,
            pairings,
            records,
        }
    }

    /// The records of some players, summed.
    pub fn record(&self, players: &[usize]) -> Record {
        let mut sum = Record::default();
        for &player in players {
            let Record {
                wins,
                draws,
                losses,
            } = self.records[player];
            sum.add(wins, draws, losses);
        }
        sum
    }
}

impl Record {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points a game; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    fn add(&mut self, wins: u64, draws: u64, losses: u64) {
        self.wins += wins;
        self.draws += draws;
        self.losses += losses;
    }
}

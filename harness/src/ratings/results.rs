//! Results of games, counted by who played whom with which color.

use std::collections::HashMap;

use engines::Color;

/// Finished games between named players, as counts: the memory it takes grows
/// with the pairings, not with the games.
///
/// Void games have no result and do not belong here.
#[derive(Clone, Debug, Default)]
pub struct Results {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    tallies: HashMap<(usize, usize), Tally>,
}

/// How the games of one player as Black against another as White ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games Black won.
    pub black_wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games White won.
    pub white_wins: u64,
}

impl Results {
    /// No players, no games.
    pub fn new() -> Results {
        Results::default()
    }

    /// The number of the player of that name, counted from 0 in order of
    /// appearance. A player who is added and never plays is in the table all
    /// the same.
    pub fn add_player(&mut self, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len();
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// One game; `winner` is `None` for a draw.
    ///
    /// A game of a player against himself says nothing of his strength and is
    /// not counted.
    pub fn add(&mut self, black: &str, white: &str, winner: Option<Color>) {
        let one = match winner {
            Some(Color::Black) => Tally {
                black_wins: 1,
                ..Tally::default()
            },
            None => Tally {
                draws: 1,
                ..Tally::default()
            },
            Some(Color::White) => Tally {
                white_wins: 1,
                ..Tally::default()
            },
        };
        self.add_tally(black, white, one);
    }

    /// The two games of a pair: first that in which `first` was Black, then that
    /// in which `second` was.
    pub fn add_pair(&mut self, first: &str, second: &str, winners: [Option<Color>; 2]) {
        self.add(first, second, winners[0]);
        self.add(second, first, winners[1]);
    }

    /// Many games of one pairing, as [`add`](Results::add) would count them one
    /// by one.
    pub fn add_tally(&mut self, black: &str, white: &str, tally: Tally) {
        let pair = (self.add_player(black), self.add_player(white));
        if pair.0 != pair.1 && tally.games() > 0 {
            let sum = self.tallies.entry(pair).or_default();
            sum.black_wins += tally.black_wins;
            sum.draws += tally.draws;
            sum.white_wins += tally.white_wins;
        }
    }

    /// All names, in order of first appearance.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How one player's games as Black against another ended; nothing if they
    /// never met so.
    pub fn tally(&self, black: &str, white: &str) -> Tally {
        let number = |name| self.numbers.get(name).copied();
        number(black)
            .zip(number(white))
            .and_then(|pair| self.tallies.get(&pair).copied())
            .unwrap_or_default()
    }

    /// The same results with the players numbered by name: whatever is computed
    /// from them cannot depend on the order in which games were added.
    pub(super) fn sorted(&self) -> (Vec<&str>, Vec<Pairing>) {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by_key(|&number| &self.names[number]);
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new;
        }
        let names = order.iter().map(|&old| self.names[old].as_str()).collect();
        let mut pairings: Vec<Pairing> = self
            .tallies
            .iter()
            .map(|(&(black, white), &tally)| Pairing {
                black: place[black],
                white: place[white],
                tally,
            })
            .collect();
        pairings.sort_by_key(|pairing| (pairing.black, pairing.white));
        (names, pairings)
    }
}

impl Tally {
    /// All games.
    pub fn games(&self) -> u64 {
        self.black_wins + self.draws + self.white_wins
    }

    /// What `color` scored: a win is a point, a draw half of one.
    pub fn points(&self, color: Color) -> f64 {
        let wins = match color {
            Color::Black => self.black_wins,
            Color::White => self.white_wins,
        };
        wins as f64 + self.draws as f64 / 2.0
    }
}

/// One player as Black against another as White: at least one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairing {
    pub black: usize,
    pub white: usize,
    pub tally: Tally,
}

//! Results of games, counted by who played whom with which color.

use std::collections::HashMap;

use engines::Color;

use super::pentanomial::{GameResult, MatchCounts};

/// Finished games between named players, as counts: the memory it takes grows
/// with the pairings, not with the games.
///
/// Void games have no result and do not belong here.
#[derive(Clone, Debug, Default)]
pub struct Results {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    /// By the numbers of the players, in ascending order.
    meetings: HashMap<[usize; 2], Meetings>,
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

/// How all games of two players ended.
#[derive(Clone, Copy, Debug, Default)]
struct Meetings {
    /// Of all games: those in which the first is Black, and the others.
    tallies: [Tally; 2],
    /// Of the pairs among them: how many have which result, as an index of
    /// [`Counts`], in the game in which the first is Black, and in the other.
    pairs: [[u64; 3]; 3],
}

/// Black's wins, draws and White's wins.
pub(super) type Counts = [f64; 3];

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

    /// One game; `winner` is `None` for a draw. Nothing ties its result to that
    /// of another game.
    ///
    /// A game of a player against himself says nothing of his strength and is
    /// not counted.
    pub fn add(&mut self, black: &str, white: &str, winner: Option<Color>) {
        self.add_tally(black, white, Tally::one(winner));
    }

    /// The two games of a pair, which share an opening: first that in which
    /// `first` was Black, then that in which `second` was. Their results may
    /// depend on each other, and the errors of ratings allow for that.
    pub fn add_pair(&mut self, first: &str, second: &str, winners: [Option<Color>; 2]) {
        if let Some((meetings, swapped)) = self.meetings(first, second) {
            let mut results = winners.map(index);
            for (game, winner) in winners.into_iter().enumerate() {
                meetings.tallies[game ^ swapped].add(Tally::one(winner));
            }
            results.rotate_left(swapped);
            meetings.pairs[results[0]][results[1]] += 1;
        }
    }

    /// Many games of one pairing, as [`add`](Results::add) would count them one
    /// by one.
    pub fn add_tally(&mut self, black: &str, white: &str, tally: Tally) {
        if let Some((meetings, swapped)) = self.meetings(black, white) {
            meetings.tallies[swapped].add(tally);
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
            .and_then(|(black, white)| {
                let (key, swapped) = ordered(black, white);
                Some(self.meetings.get(&key)?.tallies[swapped])
            })
            .unwrap_or_default()
    }

    /// The match of two players, from the side of the first.
    pub fn match_counts(&self, first: &str, second: &str) -> MatchCounts {
        let mut counts = MatchCounts::default();
        let number = |name| self.numbers.get(name).copied();
        let Some((first, second)) = number(first).zip(number(second)) else {
            return counts;
        };
        let (key, swapped) = ordered(first, second);
        let Some(meetings) = self.meetings.get(&key) else {
            return counts;
        };
        let pairing = meetings.pairing(key, swapped);
        let winners = [Some(Color::Black), None, Some(Color::White)];
        for (as_black, row) in winners.into_iter().zip(pairing.pairs) {
            let as_black = GameResult::of(Color::Black, as_black);
            for (as_white, pairs) in winners.into_iter().zip(row) {
                let as_white = GameResult::of(Color::White, as_white);
                counts.add_pairs([as_black, as_white], pairs);
            }
        }
        let [as_black, as_white] = pairing.tallies;
        counts.games = [
            as_black.white_wins + as_white.black_wins,
            as_black.draws + as_white.draws,
            as_black.black_wins + as_white.white_wins,
        ];
        counts
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
            .meetings
            .iter()
            .filter(|(_, meetings)| meetings.tallies.iter().any(|tally| tally.games() > 0))
            .map(|(&[a, b], meetings)| {
                let (players, swapped) = ordered(place[a], place[b]);
                meetings.pairing(players, swapped)
            })
            .collect();
        pairings.sort_unstable_by_key(|pairing| pairing.players);
        (names, pairings)
    }

    /// The games of two players, and 1 if the second named has the lower number;
    /// `None` for a player and himself.
    fn meetings(&mut self, black: &str, white: &str) -> Option<(&mut Meetings, usize)> {
        let (black, white) = (self.add_player(black), self.add_player(white));
        let (key, swapped) = ordered(black, white);
        (black != white).then(|| (self.meetings.entry(key).or_default(), swapped))
    }
}

/// Two numbers in ascending order, and 1 if that is not how they came.
fn ordered(a: usize, b: usize) -> ([usize; 2], usize) {
    ([a.min(b), a.max(b)], usize::from(a > b))
}

/// The place of a result in [`Counts`].
fn index(winner: Option<Color>) -> usize {
    match winner {
        Some(Color::Black) => 0,
        None => 1,
        Some(Color::White) => 2,
    }
}

impl Meetings {
    /// The same with the players in the other order if `swapped` is 1.
    fn pairing(&self, players: [usize; 2], swapped: usize) -> Pairing {
        let Meetings {
            mut tallies,
            mut pairs,
        } = *self;
        if swapped == 1 {
            tallies.reverse();
            for (a, row) in pairs.iter_mut().enumerate() {
                for (b, cell) in row.iter_mut().enumerate() {
                    *cell = self.pairs[b][a];
                }
            }
        }
        Pairing {
            players,
            tallies,
            pairs,
            virtual_draws: 0.0,
        }
    }
}

impl Tally {
    /// All games.
    pub fn games(&self) -> u64 {
        self.black_wins + self.draws + self.white_wins
    }

    /// What `color` scored: a win is a point, a draw half of one.
    pub fn points(&self, color: Color) -> f64 {
        self.wins(color) as f64 + self.draws as f64 / 2.0
    }

    /// How many games `color` won.
    pub(super) fn wins(&self, color: Color) -> u64 {
        match color {
            Color::Black => self.black_wins,
            Color::White => self.white_wins,
        }
    }

    fn one(winner: Option<Color>) -> Tally {
        let mut counts = [0; 3];
        counts[index(winner)] = 1;
        let [black_wins, draws, white_wins] = counts;
        Tally {
            black_wins,
            draws,
            white_wins,
        }
    }

    fn add(&mut self, other: Tally) {
        self.black_wins += other.black_wins;
        self.draws += other.draws;
        self.white_wins += other.white_wins;
    }
}

/// Two players who met, by their numbers: at least one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairing {
    /// In ascending order.
    pub players: [usize; 2],
    /// All games: those in which the first player is Black, and the others.
    pub tallies: [Tally; 2],
    /// Of the pairs among them: how many have which result, as an index of
    /// [`Counts`], in the game in which the first player is Black, and in the
    /// other.
    pub pairs: [[u64; 3]; 3],
    /// Draws that a prior adds, half of them with either color.
    pub virtual_draws: f64,
}

impl Pairing {
    /// Black, White and their games, with either color.
    pub fn by_color(&self) -> [(usize, usize, Tally); 2] {
        let [a, b] = self.players;
        [(a, b, self.tallies[0]), (b, a, self.tallies[1])]
    }

    /// All real games.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(Tally::games).sum()
    }

    /// What counts with the first player as Black, and with the second: virtual
    /// draws as well.
    pub fn counts(&self) -> [Counts; 2] {
        self.tallies.map(|tally| {
            let draws = tally.draws as f64 + self.virtual_draws / 2.0;
            [tally.black_wins as f64, draws, tally.white_wins as f64]
        })
    }

    /// The real games that are in no pair, as [`counts`](Pairing::counts).
    pub fn singles(&self) -> [Counts; 2] {
        let mut singles = self
            .tallies
            .map(|tally| [tally.black_wins, tally.draws, tally.white_wins]);
        for (first, row) in self.pairs.iter().enumerate() {
            for (second, pairs) in row.iter().enumerate() {
                singles[0][first] -= pairs;
                singles[1][second] -= pairs;
            }
        }
        singles.map(|counts| counts.map(|games| games as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_counted_from_either_side() {
        let (black, white) = (Some(Color::Black), Some(Color::White));
        let mut results = Results::new();
        results.add_pair("a", "b", [black, white]);
        results.add_pair("a", "b", [black, black]);
        results.add_pair("b", "a", [None, black]);
        results.add("b", "a", black);
        results.add("a", "c", black);
        let counts = results.match_counts("a", "b");
        assert_eq!(counts.pairs, [0, 0, 1, 1, 1]);
        assert_eq!((counts.split_pairs, counts.games), (1, [2, 1, 4]));
        let counts = results.match_counts("b", "a");
        assert_eq!(counts.pairs, [1, 1, 1, 0, 0]);
        assert_eq!((counts.split_pairs, counts.games), (1, [4, 1, 2]));
        assert_eq!(results.match_counts("b", "c"), MatchCounts::default());
        assert_eq!(results.match_counts("b", "d"), MatchCounts::default());
    }
}

//! What a match of two players counts: its pairs by their points, its games by
//! their results.

use engines::Color;

/// The counts of a match, from the side of its first player.
///
/// The games of a pair share an opening with colors swapped, so they are not
/// independent; the pairs are. Where every game is one of a pair, statistics
/// are those of the five cells of [`pairs`](MatchCounts::pairs), else those of
/// the three of [`games`](MatchCounts::games). Void games, pairs with one, and
/// repeated pairs do not belong here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchCounts {
    /// Pairs in which the first player made 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// Those of the pairs with one point in which both players won a game.
    pub split_pairs: u64,
    /// Games lost, drawn and won, whether of a pair or single.
    pub games: [u64; 3],
}

/// What the first player made of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl GameResult {
    /// The result for whoever played `color`.
    pub fn of(color: Color, winner: Option<Color>) -> GameResult {
        match winner {
            None => GameResult::Draw,
            Some(winner) if winner == color => GameResult::Win,
            Some(_) => GameResult::Loss,
        }
    }
}

impl MatchCounts {
    /// Adds a pair of games.
    pub fn add_pair(&mut self, results: [GameResult; 2]) {
        self.add_pairs(results, 1);
    }

    /// Adds `count` pairs of games with the same results.
    pub(super) fn add_pairs(&mut self, results: [GameResult; 2], count: u64) {
        let half_points: usize = results.iter().map(|&result| result as usize).sum();
        self.pairs[half_points] += count;
        if half_points == 2 && results[0] != GameResult::Draw {
            self.split_pairs += count;
        }
        for result in results {
            self.games[result as usize] += count;
        }
    }

    /// All games.
    pub fn total_games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// All pairs.
    pub fn total_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Whether there are pairs, and no game outside of them.
    pub fn is_paired(&self) -> bool {
        self.total_pairs() > 0 && self.total_games() == 2 * self.total_pairs()
    }

    /// The first player's points: a win is one, a draw half of one.
    pub fn points(&self) -> f64 {
        let [_, draws, wins] = self.games;
        wins as f64 + draws as f64 / 2.0
    }

    /// Points a game; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let games = self.total_games();
        (games > 0).then(|| self.points() / games as f64)
    }

    /// The sample variance of a pair's score, which is the mean of its two
    /// games; `None` with fewer than two pairs.
    pub fn pair_variance(&self) -> Option<f64> {
        let pairs = self.total_pairs() as f64;
        let cells = || (0..5).map(|cell| (cell as f64 / 4.0, self.pairs[cell] as f64));
        let mean = cells().map(|(score, count)| score * count).sum::<f64>() / pairs;
        let squares: f64 = cells()
            .map(|(score, count)| count * (score - mean).powi(2))
            .sum();
        (pairs >= 2.0).then(|| squares / (pairs - 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::GameResult::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn pairs_and_their_games_are_counted() {
        let mut counts = MatchCounts::default();
        for pair in [
            [Win, Win],
            [Win, Loss],
            [Draw, Draw],
            [Loss, Win],
            [Draw, Loss],
        ] {
            counts.add_pair(pair);
        }
        assert_eq!(counts.pairs, [0, 1, 3, 0, 1]);
        assert_eq!(counts.split_pairs, 2);
        assert_eq!(counts.games, [3, 3, 4]);
        assert_eq!(counts.score(), Some(0.55));
        // Scores ¼, ½, ½, ½ and 1.
        assert!((counts.pair_variance().unwrap() - 0.075).abs() < 1e-15);
        assert!(counts.is_paired());
        counts.games[Win as usize] += 1;
        assert!(!counts.is_paired());
    }

    #[test]
    fn nothing_has_no_score() {
        let counts = MatchCounts::default();
        assert_eq!(counts.score(), None);
        assert_eq!(counts.pair_variance(), None);
        assert!(!counts.is_paired());
    }
}

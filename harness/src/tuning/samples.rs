//! Positions as a fit sees them: sparse rows, game after game.

use std::ops::Range;

use rayon::prelude::*;

/// How often a feature is on: a small whole number, or any number of a table.
pub trait Count: Copy + Into<f64> + Send + Sync {}

impl<C: Copy + Into<f64> + Send + Sync> Count for C {}

/// Labeled positions of many games, all features in one place.
#[derive(Clone, Debug)]
pub struct Samples<C> {
    targets: Vec<f64>,
    /// By row, what features that are not fitted add up to.
    rests: Vec<f64>,
    features: Vec<u32>,
    counts: Vec<C>,
    /// Where the features of a row begin and, behind them, where the last ends.
    rows: Vec<usize>,
    /// Where the rows of a game begin and, behind them, where the last ends.
    games: Vec<usize>,
}

/// A position: its label, and the features that are on, in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a, C> {
    /// What the side to move made of the game.
    pub target: f64,
    /// What features that are not fitted add up to, by the weights of the start.
    pub rest: f64,
    features: &'a [u32],
    counts: &'a [C],
}

impl<C: Count> Row<'_, C> {
    /// The features that are on, and how often each is.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, f64)> + Clone {
        let features = self.features.iter().map(|&feature| feature as usize);
        features.zip(self.counts.iter().map(|&count| count.into()))
    }

    /// The sum of the weights.
    pub fn sum(&self, weights: &[f64]) -> f64 {
        self.pairs().map(|(at, count)| weights[at] * count).sum()
    }

    /// The sum of all weights, with so much of the rest.
    pub(super) fn whole_sum(&self, weights: &[f64], of_rest: f64) -> f64 {
        self.sum(weights) + of_rest * self.rest
    }

    /// Adds a multiple of the row to a vector.
    pub fn add_to(&self, vector: &mut [f64], factor: f64) {
        for (at, count) in self.pairs() {
            vector[at] += factor * count;
        }
    }
}

impl<C> Default for Samples<C> {
    fn default() -> Self {
        Samples {
            targets: Vec::new(),
            rests: Vec::new(),
            features: Vec::new(),
            counts: Vec::new(),
            rows: vec![0],
            games: vec![0],
        }
    }
}

impl<C: Count> Samples<C> {
    /// Adds a position to the game that is being added; its features must
    /// ascend.
    pub fn push(&mut self, target: f64, pairs: impl IntoIterator<Item = (u32, C)>) {
        self.push_beside(0.0, target, pairs);
    }

    /// As [`Samples::push`], beside features that are not fitted.
    pub fn push_beside(
        &mut self,
        rest: f64,
        target: f64,
        pairs: impl IntoIterator<Item = (u32, C)>,
    ) {
        for (feature, count) in pairs {
            self.features.push(feature);
            self.counts.push(count);
        }
        let row = &self.features[self.rows[self.rows.len() - 1]..];
        debug_assert!(row.is_sorted_by(|one, next| one < next));
        self.targets.push(target);
        self.rests.push(rest);
        self.rows.push(self.features.len());
    }

    /// Ends the game that is being added; one without positions is none.
    pub fn end_game(&mut self) {
        if self.targets.len() > self.games[self.games()] {
            self.games.push(self.targets.len());
        }
    }

    /// Adds the games of another behind these.
    pub fn append(&mut self, other: &Samples<C>) {
        let (features, rows) = (self.features.len(), self.targets.len());
        self.targets.extend(&other.targets);
        self.rests.extend(&other.rests);
        self.features.extend(&other.features);
        self.counts.extend(&other.counts);
        self.rows
            .extend(other.rows[1..].iter().map(|end| features + end));
        self.games
            .extend(other.games[1..].iter().map(|end| rows + end));
    }

    /// Games with a position.
    pub fn games(&self) -> usize {
        self.games.len() - 1
    }

    /// Positions of all games.
    pub fn positions(&self) -> usize {
        self.targets.len()
    }

    /// The numbers of a game's positions.
    pub fn positions_of(&self, game: usize) -> Range<usize> {
        self.games[game]..self.games[game + 1]
    }

    /// One position.
    pub fn row(&self, position: usize) -> Row<'_, C> {
        let pairs = self.rows[position]..self.rows[position + 1];
        Row {
            target: self.targets[position],
            rest: self.rests[position],
            features: &self.features[pairs.clone()],
            counts: &self.counts[pairs],
        }
    }

    /// Cuts the games into at most so many blocks of about as many positions:
    /// the same ones on every machine, so that sums over them are.
    pub fn blocks(&self, most: usize) -> Vec<Range<usize>> {
        let cut = |block: usize| {
            let position = self.positions() * block / most;
            self.games.partition_point(|&begin| begin < position)
        };
        let blocks = (0..most).map(|block| cut(block)..cut(block + 1));
        blocks.filter(|games| !games.is_empty()).collect()
    }

    /// The same positions with other labels.
    pub fn relabeled(mut self, label: impl Fn(f64) -> f64) -> Samples<C> {
        self.targets
            .iter_mut()
            .for_each(|target| *target = label(*target));
        self
    }

    /// In how many games each of `features` is on.
    pub fn games_with(&self, features: usize) -> Vec<usize> {
        let mut games_with = vec![0; features];
        let mut last = vec![usize::MAX; features];
        for game in 0..self.games() {
            let positions = self.positions_of(game);
            let pairs = self.rows[positions.start]..self.rows[positions.end];
            for &feature in &self.features[pairs] {
                let feature = feature as usize;
                if last[feature] != game {
                    last[feature] = game;
                    games_with[feature] += 1;
                }
            }
        }
        games_with
    }

    /// Gives features new numbers, in the same order; one that has none becomes
    /// part of the rest, by its weight of the start.
    pub fn renumber(&mut self, new: &[Option<u32>], start: &[i32]) {
        let (mut read, mut kept) = (0, 0);
        for (position, end) in self.rows.iter_mut().skip(1).enumerate() {
            while read < *end {
                let (old, count) = (self.features[read] as usize, self.counts[read]);
                match new[old] {
                    Some(number) => {
                        (self.features[kept], self.counts[kept]) = (number, count);
                        kept += 1;
                    }
                    None => self.rests[position] += f64::from(start[old]) * count.into(),
                }
                read += 1;
            }
            *end = kept;
        }
        self.features.truncate(kept);
        self.counts.truncate(kept);
    }

    /// The same positions with one feature, the sum of the weights with so much of
    /// the rest.
    pub fn summed(&self, weights: &[f64], of_rest: f64) -> Samples<f64> {
        let sums: Vec<f64> = (0..self.positions())
            .into_par_iter()
            .map(|position| self.row(position).whole_sum(weights, of_rest))
            .collect();
        Samples {
            targets: self.targets.clone(),
            rests: vec![0.0; sums.len()],
            features: vec![0; sums.len()],
            rows: (0..=sums.len()).collect(),
            counts: sums,
            games: self.games.clone(),
        }
    }
}

impl Samples<f64> {
    /// The largest count, in absolute value.
    pub(super) fn largest(&self) -> f64 {
        self.counts
            .iter()
            .fold(0.0, |most, count| most.max(count.abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games with so many positions each; the first feature is their number.
    fn samples(sizes: &[usize]) -> Samples<i16> {
        let mut samples = Samples::default();
        let mut number = 0;
        for &size in sizes {
            for _ in 0..size {
                samples.push(0.5, [(0, number), (7, 1)]);
                number += 1;
            }
            samples.end_game();
        }
        samples
    }

    #[test]
    fn appended_games_follow() {
        let mut both = samples(&[2, 0, 3]);
        both.append(&samples(&[1]));
        assert_eq!((both.games(), both.positions()), (3, 6));
        assert_eq!(both.positions_of(1), 2..5);
        let firsts: Vec<f64> = (0..6).map(|at| both.row(at).sum(&[1.0; 8])).collect();
        assert_eq!(firsts, [1.0, 2.0, 3.0, 4.0, 5.0, 1.0]);
    }

    #[test]
    fn blocks_cover_all_games_once() {
        for sizes in [
            vec![],
            vec![5],
            vec![1; 100],
            vec![100, 1, 1, 1],
            vec![3; 7],
        ] {
            for most in [1, 2, 7, 32] {
                let samples = samples(&sizes);
                let blocks = samples.blocks(most);
                let games: Vec<usize> = blocks.iter().cloned().flatten().collect();
                assert_eq!(games, Vec::from_iter(0..sizes.len()), "{sizes:?}, {most}");
                assert!(blocks.len() <= most);
            }
        }
    }

    #[test]
    fn what_has_no_number_is_part_of_the_rest() {
        let mut samples = samples(&[2, 1]);
        let new = [None, None, None, None, None, None, None, Some(0)];
        samples.renumber(&new, &[10, 0, 0, 0, 0, 0, 0, 99]);
        for position in 0..3 {
            let row = samples.row(position);
            assert_eq!(row.pairs().collect::<Vec<_>>(), [(0, 1.0)]);
            assert_eq!(row.rest, 10.0 * position as f64);
            assert_eq!(row.whole_sum(&[3.0], 0.5), 3.0 + 5.0 * position as f64);
        }
        assert_eq!(samples.positions_of(1), 2..3);
        let mut again = samples.clone();
        again.renumber(&[None], &[-4]);
        assert_eq!(again.row(2).pairs().count(), 0);
        assert_eq!(again.row(2).rest, 16.0);
    }

    #[test]
    fn a_feature_counts_once_a_game() {
        let games_with = samples(&[4, 1, 2]).games_with(8);
        assert_eq!(games_with, [3, 0, 0, 0, 0, 0, 0, 3]);
    }
}

//! Positions as a fit sees them: sparse rows, game after game.

use std::fmt::Debug;
use std::ops::Range;

/// How often a feature is on: a small whole number, or any number of a table.
pub trait Count: Copy + Debug + Into<f64> + Send + Sync {
    /// Appends its bytes.
    fn write(counts: &[Self], bytes: &mut Vec<u8>);

    /// Takes counts from the front of what [`Count::write`] wrote.
    fn read(counts: &mut Vec<Self>, length: usize, bytes: &mut &[u8]);
}

/// Numbers as bytes, and back.
macro_rules! count {
    ($($number:ty)*) => {$(
        impl Count for $number {
            fn write(counts: &[Self], bytes: &mut Vec<u8>) {
                bytes.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
            }

            fn read(counts: &mut Vec<Self>, length: usize, bytes: &mut &[u8]) {
                const SIZE: usize = size_of::<$number>();
                let (these, rest) = bytes.split_at(SIZE * length);
                let (these, _) = these.as_chunks::<SIZE>();
                counts.clear();
                counts.extend(these.iter().map(|&bytes| <$number>::from_le_bytes(bytes)));
                *bytes = rest;
            }
        }
    )*};
}

count!(i16 u32 f64);

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

    /// The same positions with other labels.
    pub fn relabeled(&self, label: impl Fn(f64) -> f64) -> Samples<C> {
        let mut other = self.clone();
        other
            .targets
            .iter_mut()
            .for_each(|target| *target = label(*target));
        other
    }

    /// Counts for each feature the games in which it is on.
    pub fn count_games_with(&self, games_with: &mut [usize]) {
        let mut features = Vec::new();
        for game in 0..self.games() {
            let positions = self.positions_of(game);
            let pairs = self.rows[positions.start]..self.rows[positions.end];
            features.clear();
            features.extend_from_slice(&self.features[pairs]);
            features.sort_unstable();
            features.dedup();
            for &feature in &features {
                games_with[feature as usize] += 1;
            }
        }
    }

    /// The same positions where features have new numbers, in the same order; one that
    /// has none is part of the rest, by its weight of the start.
    pub fn renumbered(&self, new: &[Option<u32>], start: &[i32]) -> Samples<C> {
        let mut other = Samples {
            games: self.games.clone(),
            ..Samples::default()
        };
        for position in 0..self.positions() {
            let row = self.row(position);
            let mut rest = row.rest;
            for (&feature, &count) in row.features.iter().zip(row.counts) {
                match new[feature as usize] {
                    Some(number) => {
                        other.features.push(number);
                        other.counts.push(count);
                    }
                    None => rest += f64::from(start[feature as usize]) * count.into(),
                }
            }
            other.targets.push(row.target);
            other.rests.push(rest);
            other.rows.push(other.features.len());
        }
        other
    }

    /// The same positions with one feature, the sum of the weights with so much of
    /// the rest.
    pub fn summed(&self, weights: &[f64], of_rest: f64) -> Samples<f64> {
        let sums: Vec<f64> = (0..self.positions())
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

/// As bytes in a file, and back.
impl<C: Count> Samples<C> {
    /// How many bytes they are.
    pub(super) fn bytes(&self) -> usize {
        let rows = self.targets.len() * (2 * size_of::<f64>() + size_of::<u32>());
        let games = self.games() * size_of::<u32>();
        let pairs = self.features.len() * (size_of::<u32>() + size_of::<C>());
        3 * size_of::<u32>() + rows + games + pairs
    }

    /// Appends the bytes of so few positions that 32 bits count their features.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let small = |numbers: &[usize]| -> Vec<u32> {
            let small = numbers.iter().map(|&number| u32::try_from(number));
            small.collect::<Result<_, _>>().expect("a small block")
        };
        let sizes = [self.games(), self.positions(), self.features.len()];
        u32::write(&small(&sizes), bytes);
        f64::write(&self.targets, bytes);
        f64::write(&self.rests, bytes);
        u32::write(&small(&self.games[1..]), bytes);
        u32::write(&small(&self.rows[1..]), bytes);
        u32::write(&self.features, bytes);
        C::write(&self.counts, bytes);
    }

    /// Becomes what was written.
    pub(super) fn read(&mut self, mut bytes: &[u8]) {
        let bytes = &mut bytes;
        let mut numbers = Vec::new();
        u32::read(&mut numbers, 3, bytes);
        let [games, positions, pairs] = [0, 1, 2].map(|at| numbers[at] as usize);
        f64::read(&mut self.targets, positions, bytes);
        f64::read(&mut self.rests, positions, bytes);
        for (ends, length) in [(&mut self.games, games), (&mut self.rows, positions)] {
            u32::read(&mut numbers, length, bytes);
            ends.truncate(1);
            ends.extend(numbers.iter().map(|&end| end as usize));
        }
        u32::read(&mut self.features, pairs, bytes);
        C::read(&mut self.counts, pairs, bytes);
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
    fn what_has_no_number_is_part_of_the_rest() {
        let mut samples = samples(&[2, 1]);
        let new = [None, None, None, None, None, None, None, Some(0)];
        samples = samples.renumbered(&new, &[10, 0, 0, 0, 0, 0, 0, 99]);
        for position in 0..3 {
            let row = samples.row(position);
            assert_eq!(row.pairs().collect::<Vec<_>>(), [(0, 1.0)]);
            assert_eq!(row.rest, 10.0 * position as f64);
            assert_eq!(row.whole_sum(&[3.0], 0.5), 3.0 + 5.0 * position as f64);
        }
        assert_eq!(samples.positions_of(1), 2..3);
        let again = samples.renumbered(&[None], &[-4]);
        assert_eq!(again.row(2).pairs().count(), 0);
        assert_eq!(again.row(2).rest, 16.0);
    }

    #[test]
    fn a_feature_counts_once_a_game() {
        let mut games_with = [0; 8];
        samples(&[4, 1, 2]).count_games_with(&mut games_with);
        assert_eq!(games_with, [3, 0, 0, 0, 0, 0, 0, 3]);
    }
}

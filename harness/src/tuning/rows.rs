//! What all fits take from games.

use super::samples::Samples;

/// Rows of features, game after game.
pub trait Rows: Clone + Default + Send + Sync {
    /// Games with a row.
    fn games(&self) -> usize;

    /// Ends the game that is being added; one without rows is none.
    fn end_game(&mut self);

    /// Adds the games of another behind these.
    fn append(&mut self, other: &Self);

    /// In how many games each of `features` is on.
    fn games_with(&self, features: usize) -> Vec<usize>;

    /// Gives features new numbers, in the same order; one that has none becomes
    /// part of the rest, by its weight of the start.
    fn renumber(&mut self, new: &[Option<u32>], start: &[i32]);
}

impl Rows for Samples<i16> {
    fn games(&self) -> usize {
        self.games()
    }

    fn end_game(&mut self) {
        self.end_game();
    }

    fn append(&mut self, other: &Self) {
        self.append(other);
    }

    fn games_with(&self, features: usize) -> Vec<usize> {
        self.games_with(features)
    }

    fn renumber(&mut self, new: &[Option<u32>], start: &[i32]) {
        self.renumber(new, start);
    }
}

//! What all fits take from games.

use std::fmt::Debug;

use super::sample_store::SampleStore;
use super::samples::Samples;
use super::scratch_file::ScratchError;

/// Rows of features of a game.
pub trait Rows: Default + Send {
    /// Games with a row.
    fn games(&self) -> usize;

    /// Ends the game that is being added; one without rows is none.
    fn end_game(&mut self);
}

/// The rows of any number of games.
pub trait Store: Debug + Default + Sized + Sync {
    /// Those of one game.
    type Rows: Rows;

    /// Games with a row.
    fn games(&self) -> usize;

    /// Adds games behind the others.
    fn add(&mut self, games: &Self::Rows) -> Result<(), ScratchError>;

    /// In how many games each of `features` is on.
    fn games_with(&self, features: usize) -> Result<Vec<usize>, ScratchError>;

    /// Gives features new numbers, in the same order; one that has none becomes
    /// part of the rest, by its weight of the start.
    fn renumber(&mut self, new: &[Option<u32>], start: &[i32]) -> Result<(), ScratchError>;
}

impl Rows for Samples<i16> {
    fn games(&self) -> usize {
        self.games()
    }

    fn end_game(&mut self) {
        self.end_game();
    }
}

impl Store for SampleStore<i16> {
    type Rows = Samples<i16>;

    fn games(&self) -> usize {
        self.games()
    }

    fn add(&mut self, games: &Samples<i16>) -> Result<(), ScratchError> {
        self.add(games)
    }

    fn games_with(&self, features: usize) -> Result<Vec<usize>, ScratchError> {
        self.games_with(features)
    }

    fn renumber(&mut self, new: &[Option<u32>], start: &[i32]) -> Result<(), ScratchError> {
        self.change(|samples| samples.renumbered(new, start))
    }
}

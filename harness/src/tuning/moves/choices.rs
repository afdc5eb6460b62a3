//! Moves that were played, and those that could have been.

use std::ops::Range;

use super::super::rows::{Rows, Store};
use super::super::samples::{Row, Samples};
use super::super::scratch_file::ScratchError;

/// The choices of many games. Of each, the first candidate is the one that was
/// played.
#[derive(Clone, Debug)]
pub struct Choices {
    /// A choice is to them what a game is to positions.
    candidates: Samples<i16>,
    /// Where the choices of a game begin and, behind them, where the last ends.
    games: Vec<usize>,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices {
            candidates: Samples::default(),
            games: vec![0],
        }
    }
}

impl Choices {
    /// Adds a candidate to the choice that is being added: first the one that was
    /// played. Its features must ascend; `rest` is what others add up to.
    pub fn push(&mut self, rest: f64, pairs: impl IntoIterator<Item = (u32, i16)>) {
        self.candidates.push_beside(rest, 0.0, pairs);
    }

    /// Ends the choice that is being added.
    pub fn end_choice(&mut self) {
        self.candidates.end_game();
    }

    /// Choices of all games.
    pub fn choices(&self) -> usize {
        self.candidates.games()
    }

    /// Candidates of all choices.
    pub fn candidates(&self) -> usize {
        self.candidates.positions()
    }

    /// The numbers of a game's choices.
    pub fn choices_of(&self, game: usize) -> Range<usize> {
        self.games[game]..self.games[game + 1]
    }

    /// The numbers of a choice's candidates.
    pub fn candidates_of(&self, choice: usize) -> Range<usize> {
        self.candidates.positions_of(choice)
    }

    /// One candidate.
    pub fn candidate(&self, candidate: usize) -> Row<'_, i16> {
        self.candidates.row(candidate)
    }

    /// Cuts the games into at most so many blocks of about as many choices: the
    /// same ones on every machine, so that sums over them are.
    pub fn blocks(&self, most: usize) -> Vec<Range<usize>> {
        let cut = |block: usize| {
            let choice = self.choices() * block / most;
            self.games.partition_point(|&begin| begin < choice)
        };
        let blocks = (0..most).map(|block| cut(block)..cut(block + 1));
        blocks.filter(|games| !games.is_empty()).collect()
    }
}

impl Rows for Choices {
    fn games(&self) -> usize {
        self.games.len() - 1
    }

    fn end_game(&mut self) {
        if self.choices() > self.games[self.games.len() - 1] {
            self.games.push(self.choices());
        }
    }
}

/// All in memory, as a fit keeps them feature by feature, which takes as much again.
impl Store for Choices {
    type Rows = Choices;

    fn games(&self) -> usize {
        self.games.len() - 1
    }

    fn add(&mut self, games: &Choices) -> Result<(), ScratchError> {
        let choices = self.choices();
        self.candidates.append(&games.candidates);
        let ends = games.games[1..].iter().map(|end| choices + end);
        self.games.extend(ends);
        Ok(())
    }

    fn games_with(&self, features: usize) -> Result<Vec<usize>, ScratchError> {
        let mut games_with = vec![0; features];
        let mut last = vec![usize::MAX; features];
        for game in 0..Rows::games(self) {
            let candidates = self
                .choices_of(game)
                .flat_map(|choice| self.candidates_of(choice));
            for at in candidates {
                for (feature, _) in self.candidate(at).pairs() {
                    if last[feature] != game {
                        last[feature] = game;
                        games_with[feature] += 1;
                    }
                }
            }
        }
        Ok(games_with)
    }

    fn renumber(&mut self, new: &[Option<u32>], start: &[i32]) -> Result<(), ScratchError> {
        self.candidates = self.candidates.renumbered(new, start);
        Ok(())
    }
}

//! Which of a game's features are fitted.

use super::evaluation::Evaluation;
use super::games::Games;
use super::rows::Store;
use super::scratch_file::ScratchError;

/// The features that are fitted, by their numbers among all of the game's. The
/// others keep their weights of the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    features: Vec<usize>,
}

impl Selection {
    /// Those that are on in so many of the games that are fitted to, and in at least
    /// one. Positions then know them by their numbers in the selection.
    pub fn of<S: Store>(
        games: &mut Games<S>,
        least_games: usize,
    ) -> Result<Selection, ScratchError> {
        let start = &games.evaluation.start;
        let games_with = games.training.games_with(start.len())?;
        let is_fitted = |&feature: &usize| games_with[feature] >= least_games.max(1);
        let features: Vec<usize> = (0..start.len()).filter(is_fitted).collect();
        let mut new = vec![None; start.len()];
        for (number, &feature) in (0..).zip(&features) {
            new[feature] = Some(number);
        }
        games.training.renumber(&new, start)?;
        games.held_out.renumber(&new, start)?;
        Ok(Selection { features })
    }

    /// Whether nothing is fitted.
    pub fn is_empty(&self) -> bool {
        self.features.is_empty()
    }

    /// Their names.
    pub fn names(&self, evaluation: &Evaluation) -> Vec<String> {
        let names = self.features.iter().map(|&at| evaluation.name(at));
        names.map(String::from).collect()
    }

    /// Their weights of the start.
    pub fn start(&self, evaluation: &Evaluation) -> Vec<f64> {
        let start = &evaluation.start;
        let weights = self.features.iter().map(|&at| f64::from(start[at]));
        weights.collect()
    }

    /// The weights of all features, with fitted ones in their places.
    pub fn all_weights(&self, evaluation: &Evaluation, fitted: &[i32]) -> Vec<i32> {
        let mut weights = evaluation.start.clone();
        for (&at, &weight) in self.features.iter().zip(fitted) {
            weights[at] = weight;
        }
        weights
    }
}

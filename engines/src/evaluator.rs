//! Adding up the weights of the features that are on.

use std::fmt::Debug;

use crate::game::Move;
use crate::knowledge::Knowledge;

/// An evaluation with its weights in place: made once, asked at every leaf of a
/// search.
pub trait Evaluator<G>: Clone + Debug + Send + Sync + 'static {
    /// With these weights, in index order; a feature past the last weighs 0.
    fn new(weights: &[i32]) -> Self;

    /// The sum over [`Knowledge::position_features`].
    fn of_position(&self, position: &G) -> i64;

    /// The sum over [`Knowledge::move_features`].
    fn of_move(&self, position: &G, mv: Move, after: &G) -> i64;
}

/// The plain way, for any game: visits the features and looks up their weights.
#[derive(Clone, Debug)]
pub struct Sparse {
    weights: Vec<i32>,
}

impl Sparse {
    fn product(&self, feature: usize, count: i32) -> i64 {
        i64::from(self.weights[feature]) * i64::from(count)
    }
}

impl<G: Knowledge> Evaluator<G> for Sparse {
    fn new(weights: &[i32]) -> Sparse {
        let mut weights = weights.to_vec();
        weights.resize(G::feature_count(), 0);
        Sparse { weights }
    }

    fn of_position(&self, position: &G) -> i64 {
        let mut sum = 0;
        position.position_features(&mut |feature, count| sum += self.product(feature, count));
        sum
    }

    fn of_move(&self, position: &G, mv: Move, after: &G) -> i64 {
        let mut sum = 0;
        position.move_features(mv, after, &mut |feature, count| {
            sum += self.product(feature, count);
        });
        sum
    }
}

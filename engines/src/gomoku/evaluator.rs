//! The sum of weights: of the shapes on the board and, where that weighs anything, of
//! what the position comes to.

use super::Gomoku;
use super::knowledge::SHAPES;
use crate::evaluator::Evaluator;
use crate::game::Move;
use crate::knowledge::Knowledge;

/// Weights of all features.
#[derive(Clone, Debug)]
pub struct GomokuEvaluator {
    weights: [i32; Gomoku::FEATURES.len()],
    weighs_quiet: bool,
}

impl Evaluator<Gomoku> for GomokuEvaluator {
    fn new(given: &[i32]) -> GomokuEvaluator {
        let mut weights = [0; Gomoku::FEATURES.len()];
        for (weight, &given) in weights.iter_mut().zip(given) {
            *weight = given;
        }
        GomokuEvaluator {
            weights,
            weighs_quiet: weights[SHAPES..] != [0; Gomoku::FEATURES.len() - SHAPES],
        }
    }

    fn of_position(&self, position: &Gomoku) -> i64 {
        let mut sum = 0;
        let mut add = |feature: usize, count: i32| {
            sum += i64::from(self.weights[feature]) * i64::from(count);
        };
        position.shape_features(&mut add);
        if self.weighs_quiet {
            position.quiet_features(&mut add);
        }
        sum
    }

    fn of_move(&self, _: &Gomoku, _: Move, after: &Gomoku) -> i64 {
        -self.of_position(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Sparse;
    use crate::game::{Game, MoveList};
    use crate::gomoku::GomokuRules;
    use crate::rng::Rng;

    /// Candidate moves at random: there are fours to answer.
    #[test]
    fn sums_are_those_of_the_features() {
        let mut rng = Rng::new(1);
        let mut weights: Vec<i32> = Vec::new();
        for _ in Gomoku::FEATURES {
            weights.push(rng.below(2_001) as i32 - 1_000);
        }
        for weights in [&weights[..], &weights[..SHAPES], &[]] {
            let sparse: Sparse = Evaluator::<Gomoku>::new(weights);
            let fast = GomokuEvaluator::new(weights);
            for _ in 0..20 {
                let mut game = Gomoku::initial(&GomokuRules::default());
                while game.outcome().is_none() {
                    assert_eq!(fast.of_position(&game), sparse.of_position(&game), "{game}");
                    let mut moves = MoveList::new();
                    game.candidates(&mut moves);
                    let mv = rng.choose(&moves).unwrap();
                    let mut after = game;
                    after.play(mv);
                    let values = (
                        fast.of_move(&game, mv, &after),
                        sparse.of_move(&game, mv, &after),
                    );
                    assert_eq!(values.0, values.1, "{game}");
                    game = after;
                }
            }
        }
    }
}

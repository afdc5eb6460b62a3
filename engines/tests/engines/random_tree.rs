//! A game without sense: stones on the empty points of a small board, with values and
//! ends by chance. Stones in another order lead to the same position.

use std::fmt;

use engines::evaluator::Sparse;
use engines::notation::Notation;
use engines::rng::mix;
use engines::solver::NoSolver;
use engines::{
    Color, Ending, Feature, Game, GreedyWeights, IllegalMove, InvalidPosition, Knowledge, Move,
    MoveList, Outcome, Rng,
};

const POINTS: usize = 8;

/// The rules are a number that makes this game another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomTree {
    seed: u64,
    stones: [Option<Color>; POINTS],
    to_move: Color,
}

impl fmt::Display for RandomTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl RandomTree {
    /// A number by chance, the same whenever the position is reached.
    fn chance(&self, salt: u64) -> u64 {
        let stones = self.stones.iter().fold(0, |all, stone| {
            3 * all + stone.map_or(0, |color| 1 + color.index() as u64)
        });
        mix(self.seed ^ salt, 2 * stones + self.to_move.index() as u64)
    }
}

impl Game for RandomTree {
    type Rules = u64;

    const NOTATION: Notation = engines::gomoku::Gomoku::NOTATION;

    fn initial(seed: &u64) -> RandomTree {
        RandomTree {
            seed: *seed,
            stones: [None; POINTS],
            to_move: Color::Black,
        }
    }

    fn from_stones(
        seed: &u64,
        stones: &[Option<Color>],
        to_move: Color,
    ) -> Result<RandomTree, InvalidPosition> {
        let mut tree = RandomTree::initial(seed);
        tree.stones.copy_from_slice(stones);
        Ok(RandomTree { to_move, ..tree })
    }

    fn width(&self) -> usize {
        POINTS
    }

    fn height(&self) -> usize {
        1
    }

    fn at(&self, point: usize) -> Option<Color> {
        self.stones[point]
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.outcome().is_none() {
            let empty = (0..POINTS).filter(|&point| self.stones[point].is_none());
            moves.extend(empty.map(Move::at));
        }
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        match mv.point() {
            Some(point) if self.stones[point].is_none() => Ok(()),
            _ => Err(IllegalMove::Occupied),
        }
    }

    fn play(&mut self, mv: Move) {
        let point = mv.point().expect("there are no passes");
        self.stones[point] = Some(self.to_move);
        self.to_move = !self.to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_over = self.stones.iter().all(Option::is_some) || self.chance(1).is_multiple_of(24);
        is_over.then(|| Outcome {
            winner: [None, Some(Color::Black), Some(Color::White)][self.chance(2) as usize % 3],
            margin: None,
            ending: Ending::Score,
        })
    }

    fn key(&self) -> u64 {
        self.chance(3)
    }
}

impl Knowledge for RandomTree {
    const FEATURES: &'static [Feature] = &[Feature {
        name: "chance",
        hand_weight: 1,
    }];

    const VALUE_SCALE: f64 = 40.0;

    type Evaluator = Sparse;

    type Solver = NoSolver;

    fn promise(&self, mv: Move) -> i32 {
        let mut after = self.clone();
        after.play(mv);
        (after.chance(4) % 8) as i32
    }

    fn greedy_value(&self, mv: Move, _weights: &GreedyWeights) -> Option<i32> {
        Some(self.promise(mv))
    }

    fn position_features(&self, visit: &mut impl FnMut(usize, i32)) {
        visit(0, (self.chance(5) % 101) as i32 - 50);
    }

    fn playout(mut self, rng: &mut Rng) -> (f64, u64) {
        let mut made = 0;
        loop {
            let mut moves = MoveList::new();
            self.legal_moves(&mut moves);
            let Some(mv) = rng.choose(&moves) else {
                let winner = self.outcome().and_then(|outcome| outcome.winner);
                let value = winner.map_or(0.5, |color| f64::from(color == Color::Black));
                return (value, made);
            };
            self.play(mv);
            made += 1;
        }
    }
}

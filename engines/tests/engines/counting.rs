//! A game that counts the moves tried on its boards.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use engines::evaluator::Sparse;
use engines::notation::Notation;
use engines::pattern::Weights;
use engines::solver::NoSolver;
use engines::{
    Color, Feature, Game, GreedyWeights, IllegalMove, InvalidPosition, Knowledge, Move, MoveList,
    Outcome, Rng,
};

/// What was done on boards of [`Counting`] games by this thread.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Moves tried, those in playouts as the playouts report them: each game's
    /// own tests count them again.
    pub moves: u64,
    /// Playouts begun.
    pub playouts: u64,
    /// Moves tried when the last playout but one had ended.
    pub before_last_playout: u64,
    after_last_playout: u64,
}

thread_local! {
    static TALLY: Cell<Tally> = Cell::default();
}

impl Tally {
    pub fn reset() {
        TALLY.set(Tally::default());
    }

    pub fn read() -> Tally {
        TALLY.get()
    }

    fn change(change: impl FnOnce(&mut Tally)) {
        let mut tally = TALLY.get();
        change(&mut tally);
        TALLY.set(tally);
    }
}

/// The game `G`, with every move counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counting<G>(G);

impl<G> Counting<G> {
    pub fn inner(&self) -> &G {
        &self.0
    }
}

impl<G: Game> fmt::Display for Counting<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<G: Game> Game for Counting<G> {
    type Rules = G::Rules;

    const NOTATION: Notation = G::NOTATION;

    fn initial(rules: &G::Rules) -> Self {
        Counting(G::initial(rules))
    }

    fn from_stones(
        rules: &G::Rules,
        stones: &[Option<Color>],
        to_move: Color,
    ) -> Result<Self, InvalidPosition> {
        G::from_stones(rules, stones, to_move).map(Counting)
    }

    fn width(&self) -> usize {
        self.0.width()
    }

    fn height(&self) -> usize {
        self.0.height()
    }

    fn at(&self, point: usize) -> Option<Color> {
        self.0.at(point)
    }

    fn to_move(&self) -> Color {
        self.0.to_move()
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        self.0.legal_moves(moves);
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        self.0.check(mv)
    }

    fn play(&mut self, mv: Move) {
        Tally::change(|tally| tally.moves += 1);
        self.0.play(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn outcome_by_length(&self) -> Outcome {
        self.0.outcome_by_length()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl<G: Knowledge> Knowledge for Counting<G> {
    const FEATURES: &'static [Feature] = G::FEATURES;
    const VALUE_SCALE: f64 = G::VALUE_SCALE;

    type Evaluator = Sparse;

    type Solver = NoSolver;

    fn own_weights() -> Weights<Self> {
        Weights::new(G::own_weights().values())
    }

    fn feature_count() -> usize {
        G::feature_count()
    }

    fn feature_name(feature: usize) -> Cow<'static, str> {
        G::feature_name(feature)
    }

    fn feature_index(name: &str) -> Result<usize, String> {
        G::feature_index(name)
    }

    fn sensible_moves(&self, moves: &mut MoveList) {
        self.0.sensible_moves(moves);
    }

    fn candidates(&self, moves: &mut MoveList) {
        self.0.candidates(moves);
    }

    fn promise(&self, mv: Move) -> i32 {
        self.0.promise(mv)
    }

    fn greedy_value(&self, mv: Move, weights: &GreedyWeights) -> Option<i32> {
        Tally::change(|tally| tally.moves += 1);
        self.0.greedy_value(mv, weights)
    }

    fn position_features(&self, visit: &mut impl FnMut(usize, i32)) {
        self.0.position_features(visit);
    }

    fn move_features(&self, mv: Move, after: &Self, visit: &mut impl FnMut(usize, i32)) {
        self.0.move_features(mv, &after.0, visit);
    }

    fn decided(&self) -> Option<Color> {
        self.0.decided()
    }

    fn dead_stones(&self, rng: &mut Rng) -> Vec<usize> {
        self.0.dead_stones(rng)
    }

    fn outcome_without(&self, dead: &[usize]) -> Option<Outcome> {
        self.0.outcome_without(dead)
    }

    fn playout(self, rng: &mut Rng) -> (f64, u64) {
        let (value, moves) = self.0.playout(rng);
        Tally::change(|tally| {
            tally.moves += moves;
            tally.playouts += 1;
            tally.before_last_playout = tally.after_last_playout;
            tally.after_last_playout = tally.moves;
        });
        (value, moves)
    }
}

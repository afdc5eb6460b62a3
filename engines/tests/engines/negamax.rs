//! `alphabeta` against plain negamax, and against results that are known.

use engines::alphabeta::{Alphabeta, AlphabetaSpec, Part, Without};
use engines::pattern::Weights;
use engines::{Color, Engine, Game, GameVisitor, Knowledge, Move, MoveList, Outcome};

use super::random_tree::RandomTree;
use super::{depth, game, positions, search};

/// A win, far beyond any sum of weights.
const WIN: i64 = 1 << 40;

/// What `alphabeta` computes, with nothing left out.
fn negamax<G: Knowledge>(position: &G, weights: &Weights<G>, depth: u32) -> i64 {
    if let Some(outcome) = position.outcome() {
        return known(&outcome, position.to_move());
    }
    if depth == 0 {
        return weights.of_position(position).into();
    }
    let values = candidates(position).into_iter();
    let values = values.map(|mv| -negamax(&after(position, mv), weights, depth - 1));
    values.max().unwrap()
}

fn known(outcome: &Outcome, color: Color) -> i64 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == color => WIN,
        Some(_) => -WIN,
    }
}

fn candidates<G: Knowledge>(position: &G) -> MoveList {
    let mut moves = MoveList::new();
    position.candidates(&mut moves);
    moves
}

fn after<G: Game>(position: &G, mv: Move) -> G {
    let mut after = position.clone();
    after.play(mv);
    after
}

/// The sum as an expected score.
fn expected_score<G: Knowledge>(value: i64) -> f64 {
    match value {
        WIN => 1.0,
        value if value == -WIN => 0.0,
        value => 1.0 / (1.0 + (-(value as f64) / G::VALUE_SCALE).exp()),
    }
}

fn same(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// Depths 1 to `max_depth` at positions of random games.
struct Compare {
    max_depth: u32,
    hash: u32,
    most: usize,
    without: Without,
}

impl GameVisitor for &Compare {
    type Output = ();

    fn visit<G: Knowledge>(self, rules: &G::Rules) {
        let spec = AlphabetaSpec {
            hash: self.hash,
            without: self.without,
            ..AlphabetaSpec::default()
        };
        let weights = Weights::load(spec.weights.as_deref()).unwrap();
        let mut engine: Box<dyn Engine<G>> = Box::new(Alphabeta::new(&spec).unwrap());
        for seed in 1..=6 {
            for position in positions::<G>(rules, seed, self.most) {
                for limit in 1..=self.max_depth {
                    engine.new_game(0);
                    let report = search(&mut engine, &position, &depth(limit));
                    let value = report.value.unwrap();
                    // Only an answer that stands ends the search early.
                    assert!(
                        report.depth == limit
                            || candidates(&position).len() == 1
                            || [0.0, 1.0].contains(&value),
                        "{report:?}\n{position:?}"
                    );
                    let expected = negamax(&position, &weights, report.depth);
                    assert!(
                        same(value, expected_score::<G>(expected)),
                        "{value} at {limit} plies, not {expected}\n{position:?}"
                    );
                    let chosen = after(&position, report.best);
                    let worth = -negamax(&chosen, &weights, report.depth - 1);
                    assert_eq!(worth, expected, "{report:?}\n{position:?}");
                }
            }
        }
    }
}

/// Go under simple ko: what a position is worth hangs on nothing before it.
const SMALL_GAMES: [(&str, u32, usize); 10] = [
    ("go:size=2,rules=chinese,komi=0.5", 4, 8),
    ("go:size=2,rules=japanese,suicide=true,komi=0.5", 4, 8),
    ("go:width=3,height=2,rules=chinese,komi=1", 4, 8),
    ("go:size=3,rules=chinese,komi=3.5", 4, 5),
    ("gomoku:size=3,win=3", 4, 9),
    ("gomoku:size=4,win=3", 4, 8),
    ("gomoku:size=5,win=4,rules=standard", 3, 8),
    ("gomoku:size=6,rules=renju", 3, 6),
    ("othello:size=4", 4, 8),
    ("othello:size=6,score=raw", 4, 8),
];

/// Whatever it does without; but for reductions, which look less deep.
#[test]
fn alphabeta_finds_the_value_of_plain_negamax() {
    let alone = Part::ALL.map(|part| vec![part, Part::Reductions]);
    let none = vec![Part::Reductions];
    let all = Part::ALL.to_vec();
    for parts in alone.into_iter().chain([none, all]) {
        let without = Without::parts(parts);
        for hash in [0, 1] {
            for (spec, max_depth, most) in SMALL_GAMES {
                game(spec).dispatch(&Compare {
                    max_depth,
                    hash,
                    most,
                    without,
                });
            }
            let compare = Compare {
                max_depth: 8,
                hash,
                most: 3,
                without,
            };
            (0..8).for_each(|seed| compare.visit::<RandomTree>(&seed));
        }
    }
}

/// Searches to the end from the first position with a choice: an engine that
/// has one move alone does not think about it.
struct Solve;

impl GameVisitor for Solve {
    type Output = f64;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> f64 {
        let spec = AlphabetaSpec::default();
        let mut engine: Box<dyn Engine<G>> = Box::new(Alphabeta::new(&spec).unwrap());
        engine.new_game(0);
        let first = G::initial(rules).to_move();
        let mut position = G::initial(rules);
        while let [only] = candidates(&position)[..] {
            position.play(only);
        }
        let plies = (position.width() * position.height()) as u32;
        let report = search(&mut engine, &position, &depth(plies));
        let value = report.value.unwrap();
        if position.to_move() == first {
            value
        } else {
            1.0 - value
        }
    }
}

#[test]
fn alphabeta_solves_small_games() {
    for (spec, value) in [
        ("gomoku:size=3,win=3", 0.5),
        ("gomoku:size=4,win=3", 1.0),
        ("gomoku:width=4,height=3,win=3", 1.0),
        ("othello:size=4", 0.0),
        ("othello:size=4,score=raw", 0.0),
    ] {
        assert_eq!(game(spec).dispatch(Solve), value, "{spec}");
    }
}

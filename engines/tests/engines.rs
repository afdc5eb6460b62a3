//! The engines, each on each game: what they promise whatever they think.

#[path = "engines/budgets.rs"]
mod budgets;
#[path = "engines/choices.rs"]
mod choices;
#[path = "engines/counting.rs"]
mod counting;
#[path = "engines/negamax.rs"]
mod negamax;
#[path = "engines/random_tree.rs"]
mod random_tree;
#[path = "engines/weights.rs"]
mod weights;

use std::sync::atomic::AtomicBool;

use engines::{Budget, Engine, EngineSpec, GameSpec, Knowledge, MoveList, Rng, SearchReport};

/// Every kind of engine, with small tables.
const ENGINES: [&str; 5] = [
    "random",
    "greedy",
    "pattern",
    "alphabeta:hash=1",
    "mcts:memory=1",
];

/// Games of all sizes and kinds.
const GAMES: [&str; 16] = [
    "go:size=1",
    "go:size=2,ko=simple",
    "go:width=1,height=5,suicide=true",
    "go:size=5,rules=japanese",
    "go:size=7,rules=chinese",
    "go:size=9,handicap=2",
    "go:size=13,rules=aga",
    "go:size=19",
    "gomoku:size=3,win=3",
    "gomoku:width=7,height=4,win=4",
    "gomoku:size=9,rules=caro",
    "gomoku:size=15,rules=renju",
    "gomoku:size=20",
    "othello:size=4",
    "othello:size=6,score=raw",
    "othello:size=8",
];

fn game(spec: &str) -> GameSpec {
    spec.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn engine<G: Knowledge>(spec: &str) -> Box<dyn Engine<G>> {
    let spec: EngineSpec = spec.parse().unwrap_or_else(|error| panic!("{error}"));
    spec.build().unwrap_or_else(|error| panic!("{error}"))
}

fn nodes(limit: u64) -> Budget {
    Budget {
        nodes: Some(limit),
        ..Budget::default()
    }
}

fn depth(limit: u32) -> Budget {
    Budget {
        depth: Some(limit),
        ..Budget::default()
    }
}

fn search<G: Knowledge>(
    engine: &mut Box<dyn Engine<G>>,
    position: &G,
    budget: &Budget,
) -> SearchReport {
    engine.search(position, budget, &AtomicBool::new(false))
}

/// Positions of a random game, the one before the end among them.
fn positions<G: Knowledge>(rules: &G::Rules, seed: u64, most: usize) -> Vec<G> {
    let mut rng = Rng::new(seed);
    let mut game = G::initial(rules);
    let mut all = Vec::new();
    loop {
        let mut moves = MoveList::new();
        game.sensible_moves(&mut moves);
        let limit = 3 * game.width() * game.height();
        let Some(mv) = rng.choose(&moves).filter(|_| all.len() < limit) else {
            break;
        };
        all.push(game.clone());
        game.play(mv);
    }
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().rev().step_by(step).collect()
}

//! What each part of `alphabeta` is worth: nodes and time to a fixed depth without it,
//! over positions in the middle of random games.

mod wanted;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engines::alphabeta::{Alphabeta, AlphabetaSpec, Part, Without};
use engines::go::{CELLS_9, Go, GoRules};
use engines::gomoku::{Gomoku, GomokuRules};
use engines::othello::{Othello, OthelloRules};
use engines::{Budget, Engine, Knowledge, MoveList, Rng};
use wanted::is_wanted;

const POSITIONS: usize = 10;

/// After so many candidate moves at random, of games that are not over then.
fn positions<G: Knowledge>(rules: &G::Rules, plies: usize) -> Vec<G> {
    let position = |seed| {
        let mut rng = Rng::new(seed);
        let mut position = G::initial(rules);
        for _ in 0..plies {
            let mut moves = MoveList::new();
            position.candidates(&mut moves);
            position.play(rng.choose(&moves)?);
        }
        position.outcome().is_none().then_some(position)
    };
    (1..).filter_map(position).take(POSITIONS).collect()
}

/// Nodes of all searches together, and seconds.
fn search<G: Knowledge>(positions: &[G], depth: u32, without: Without) -> (u64, f64) {
    let spec = AlphabetaSpec {
        without,
        ..AlphabetaSpec::default()
    };
    let mut engine = Alphabeta::<G>::new(&spec).expect("a small table");
    let budget = Budget {
        depth: Some(depth),
        ..Budget::default()
    };
    let start = Instant::now();
    let mut nodes = 0;
    for position in positions {
        engine.new_game(0);
        nodes += engine
            .search(position, &budget, &AtomicBool::new(false))
            .nodes;
    }
    (nodes, start.elapsed().as_secs_f64())
}

fn compare<G: Knowledge>(name: &str, rules: &G::Rules, plies: usize, depth: u32) {
    if !is_wanted(&format!("search/{name}")) {
        return;
    }
    let positions = positions::<G>(rules, plies);
    let print = |what: &str, without: Without| {
        let (nodes, seconds) = search(&positions, depth, without);
        let rate = nodes as f64 / seconds / 1e3;
        println!(
            "search/{name}: depth {depth}, {what}: {nodes} nodes, {seconds:.2} s, {rate:.0} k/s"
        );
    };
    print("whole", Without::default());
    for part in Part::ALL {
        let what = format!("without {}", part.name());
        print(&what, Without::parts([part]));
    }
    print("plain alpha-beta", Without::parts(Part::ALL));
}

fn main() {
    compare::<Othello>("othello", &OthelloRules::default(), 20, 6);
    compare::<Gomoku>("gomoku", &GomokuRules::default(), 12, 6);
    compare::<Go<CELLS_9>>("go", &GoRules::default(), 20, 3);
}

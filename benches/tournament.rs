//! What a tournament adds to its engines: the whole run, from schedule to
//! `games.csv`, beside a bare loop that plays the same games and does nothing
//! else, on one thread and on two.
//!
//! The two take turns, so that a busy machine slows down both; the closing lines
//! are medians of their ratios.

mod settings;
mod turns;
mod wanted;

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use criterion::Criterion;
use engines::go::{CELLS_9, Go, GoRules};
use engines::rng::mix;
use engines::{Color, Engine, Game, Move};
use harness::records::Folder;
use harness::tournament::{
    Config, Openings, Pair, Player, RunOptions, Schedule, Signals, System, run,
};
use turns::median;
use wanted::is_wanted;

type Go9 = Go<CELLS_9>;

/// How often the two take turns.
const TURNS: usize = 3;

/// Two players of a kind at Go 9×9.
fn config(kind: &str, pairs: u64) -> Config {
    let player = |name: &str| -> Player {
        let spec = format!("{kind}:name={name}");
        spec.parse().expect("a kind and a name are a spec")
    };
    Config {
        game: "go:size=9".parse().expect("a game"),
        players: ["one", "other"].map(player).into(),
        system: System::RoundRobin,
        pairs,
        seed: 1,
        limits: Default::default(),
        openings: Openings::Random { plies: 4 },
        adjudication: Default::default(),
        dead_stones: Default::default(),
        on_failure: Default::default(),
        moves: false,
        sprt: None,
    }
}

/// The two games of every pair: engines and rules, and nothing else. Returns the
/// number of plies.
fn bare(config: &Config, rules: &GoRules, pairs: &[Pair]) -> usize {
    let build = |player: usize| {
        config.players[player]
            .spec
            .built_in()
            .expect("one of ours")
            .build::<Go9>()
            .expect("an engine")
    };
    let mut engines: [Box<dyn Engine<Go9>>; 2] = [build(0), build(1)];
    let budgets = [0, 1].map(|player| config.players[player].limits(&config.limits).budget());
    let stop = AtomicBool::new(false);
    let mut plies = 0;
    for pair in pairs {
        for game in 0..2 {
            let players = pair.colors(game);
            for color in Color::BOTH {
                let seed = mix(pair.seeds[game], color.index() as u64);
                engines[players[color.index()]].new_game(seed);
            }
            let mut position = Go9::initial(rules);
            pair.opening.iter().for_each(|&mv| position.play(mv));
            // These games end long before they are too long.
            while position.outcome().is_none() {
                let player = players[position.to_move().index()];
                let report = engines[player].search(&position, &budgets[player], &stop);
                play(&mut position, report.best);
                plies += 1;
            }
        }
    }
    plies
}

/// A call, as in the program, where it has other callers: the rules are to be the
/// same code on both sides.
#[inline(never)]
fn play(position: &mut Go9, mv: Move) {
    position.play(mv);
}

fn bare_on(threads: usize, config: &Config, rules: &GoRules, pairs: &[Pair]) -> Duration {
    let start = Instant::now();
    thread::scope(|scope| {
        for part in pairs.chunks(pairs.len().div_ceil(threads)) {
            scope.spawn(move || black_box(bare(config, rules, part)));
        }
    });
    start.elapsed()
}

/// The same as a run into a new folder.
fn run_on(threads: usize, config: &Config) -> Duration {
    let folder = tempfile::tempdir().expect("a folder");
    let start = Instant::now();
    let path = folder.path().join("run");
    let mut folder = Folder::open(&path, "", |_| Ok(())).expect("a new folder");
    let options = RunOptions {
        threads,
        quiet: true,
        ..RunOptions::default()
    };
    let finished = run(config, &mut folder, options, &Signals::default()).expect("a run");
    assert_eq!(finished.games, 2 * config.pairs);
    start.elapsed()
}

/// Times a bare loop and a run in turns.
fn compare(kind: &str, pairs: u64) {
    let config = config(kind, pairs);
    // Were the rules known to the compiler, it would take minutes over them.
    let rules = black_box(GoRules::default());
    let planned: Vec<Pair> = Schedule::<Go9>::new(&config, &rules).ready().collect();
    let turns: Vec<[[f64; 2]; 2]> = (0..TURNS)
        .map(|_| {
            [1, 2].map(|threads| {
                let bare = bare_on(threads, &config, &rules, &planned);
                [bare, run_on(threads, &config)].map(|time| time.as_secs_f64())
            })
        })
        .collect();
    let games = 2.0 * pairs as f64;
    for (threads, name) in ["one thread", "two threads"].iter().enumerate() {
        let rate = median(turns.iter().map(|turn| games / turn[threads][0]));
        let share = turns.iter().map(|turn| turn[threads][0] / turn[threads][1]);
        println!(
            "tournament/{kind}: {name}, bare loop {rate:.0} games/s, whole run {:.1} % of that",
            100.0 * median(share)
        );
    }
    let gains = |way: usize| turns.iter().map(move |turn| turn[0][way] / turn[1][way]);
    let gain = median(gains(1).zip(gains(0)).map(|(run, bare)| run / bare));
    println!(
        "tournament/{kind}: a second thread, bare loop {:.2} times, whole run {gain:.3} of that",
        median(gains(0))
    );
}

fn main() {
    let _: Criterion = settings::criterion();
    // Games of a tenth of a millisecond, and of one or two.
    for (kind, pairs) in [("random", 20_000), ("pattern", 1000)] {
        if is_wanted(&format!("tournament/{kind}")) {
            compare(kind, pairs);
        }
    }
}

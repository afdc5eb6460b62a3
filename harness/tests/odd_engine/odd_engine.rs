//! A small engine that misbehaves as it is told: what tests of faults play
//! against. Without a fault it answers at once, with a sensible move.
//!
//! `odd_engine gtp --crash-at 3`: the protocol, then options and faults, which
//! `options.rs` lists. Turns are the moves asked of it in a game, from 1.

mod gomocup;
mod gtp;
mod nboard;
mod options;
mod player;
mod turn;
mod wire;

use std::process::{Command, ExitCode, Stdio, exit};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engines::go::{CELLS_19, Go};
use engines::gomoku::Gomoku;
use engines::othello::Othello;
use engines::{Game, GameSpec, Knowledge};

use options::Options;
use player::Player;
use wire::{Wire, sleep, sleep_for_ever};

/// What a conversation holds.
struct Session<G: Game> {
    options: Options,
    player: Player<G>,
    wire: Wire,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let protocol = arguments.next().unwrap_or_default();
    let options = match Options::read(arguments) {
        Ok(options) => options,
        Err(mistake) => {
            eprintln!("odd_engine: {mistake}");
            return ExitCode::from(2);
        }
    };
    start(&options);
    let game = match protocol.as_str() {
        "gomocup" => "gomoku",
        "nboard" => "othello",
        _ => "go",
    };
    let spec = options.value("game").unwrap_or(game).to_string();
    let is_stubborn = options.has("ignore-term");
    match (protocol.as_str(), spec.split(':').next()) {
        ("gtp", Some("go")) => gtp::talk(&mut session::<Go<CELLS_19>>(options, spec, go)),
        ("gtp", Some("gomoku")) => gtp::talk(&mut session::<Gomoku>(options, spec, gomoku)),
        ("gtp", Some("othello")) => gtp::talk(&mut session::<Othello>(options, spec, othello)),
        ("gomocup", Some("gomoku")) => gomocup::talk(&mut session(options, spec, gomoku)),
        ("nboard", Some("othello")) => nboard::talk(&mut session(options, spec, othello)),
        _ => {
            eprintln!("odd_engine: gtp, gomocup or nboard first, and a --game of it");
            return ExitCode::from(2);
        }
    }
    if is_stubborn {
        sleep_for_ever();
    }
    ExitCode::SUCCESS
}

/// What goes wrong before the first word.
fn start(options: &Options) {
    if options.has("exit-at-start") {
        eprintln!("odd_engine: I will not");
        exit(1);
    }
    if options.has("usage") {
        println!("Usage: odd_engine [OPTION]...\nPlays, or does not.");
        exit(0);
    }
    if options.has("ignore-term") {
        // A handler that does nothing anybody looks at.
        let flag = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGTERM, flag).expect("it can be caught");
    }
    if options.has("leave-child") {
        let mut child = Command::new("sleep");
        drop(child.arg("1000").stdin(Stdio::null()).spawn());
    }
    sleep(options.milliseconds("slow-start"));
    if options.has("banner") {
        println!("Odd Engine, version 1\n(c) nobody; set depth 5, = 1, OK\n");
    }
}

fn session<G: Knowledge>(
    options: Options,
    spec: String,
    rules: fn(&GameSpec) -> Option<&G::Rules>,
) -> Session<G> {
    let seed = options.number("seed");
    Session {
        wire: Wire::new(&options),
        player: Player::new(spec, rules, seed),
        options,
    }
}

fn go(spec: &GameSpec) -> Option<&<Go<CELLS_19> as Game>::Rules> {
    match spec {
        GameSpec::Go(rules) => Some(rules),
        _ => None,
    }
}

fn gomoku(spec: &GameSpec) -> Option<&<Gomoku as Game>::Rules> {
    match spec {
        GameSpec::Gomoku(rules) => Some(rules),
        _ => None,
    }
}

fn othello(spec: &GameSpec) -> Option<&<Othello as Game>::Rules> {
    match spec {
        GameSpec::Othello(rules) => Some(rules),
        _ => None,
    }
}

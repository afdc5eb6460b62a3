//! Tournaments against programs that share no line with this one: GNU Go, and
//! Rhino for Othello, from the example files; and against itself over GTP.
//!
//! Without the other programs the tests say aloud that they are skipped; with
//! `HARNESS_REQUIRE_PEERS=1` they fail instead.

#[path = "../../../engines/tests/gnugo/gtp.rs"]
mod gtp;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use engines::go::{CELLS_9, Go};
use engines::{Game, GameSpec, HalfPoints, Knowledge, Move};
use harness::records::{DEAD_STONES, GameRow, Termination, Winner, replay};

use crate::{games, harness};
use gtp::GnuGo;

/// Debian puts games where the path of a service does not lead.
fn path() -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    env::join_paths(folders).unwrap()
}

/// Whether a program is there; says aloud if it is not.
fn is_installed(program: &str) -> bool {
    if env::split_paths(&path()).any(|folder| folder.join(program).is_file()) {
        return true;
    }
    let required = env::var("HARNESS_REQUIRE_PEERS").is_ok_and(|value| value == "1");
    assert!(
        !required,
        "{program} is not installed, but HARNESS_REQUIRE_PEERS=1"
    );
    eprintln!("SKIPPED: {program} is not installed");
    false
}

/// Plays an example with less work than it asks for.
fn play_example(example: &str, arguments: &str) -> Vec<GameRow> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let file = folder.join(example).into_os_string().into_string().unwrap();
    let arguments = arguments.split_whitespace().map(str::to_string);
    play([file].into_iter().chain(arguments))
}

/// Plays a tournament in which no engine is at fault.
fn play(arguments: impl IntoIterator<Item = String>) -> Vec<GameRow> {
    let folder = tempfile::tempdir().unwrap();
    harness(folder.path(), "tournament --out run --quiet")
        .args(arguments)
        .env("PATH", path())
        .assert()
        .success();
    let rows = games(&folder.path().join("run/games.csv"));
    for row in &rows {
        replay(row).unwrap();
        assert!(
            !row.termination.is_forfeit() && row.termination != Termination::Void,
            "{row:?}"
        );
    }
    rows
}

#[test]
fn our_engines_and_rhino_play_othello() {
    if !is_installed("gtp-rhino") {
        return;
    }
    let rows = play_example("othello-rhino.toml", "--pairs 1 --nodes 2000");
    assert_eq!(rows.len(), 6);
    assert!(rows.iter().all(|row| row.termination == Termination::Score));
}

#[test]
fn our_engines_and_gnu_go_play_go_and_count_alike() {
    if !is_installed("gnugo") {
        return;
    }
    let rows = play_example("go-gnugo.toml", "--pairs 1 --nodes 300");
    assert_eq!(rows.len(), 42);
    let mut peer = GnuGo::start(&["--chinese-rules"]).unwrap();
    let counted: Vec<&GameRow> = rows
        .iter()
        .filter(|row| row.termination == Termination::Score)
        .collect();
    assert!(counted.len() >= 40, "{}", counted.len());
    for row in counted {
        compare_score(&mut peer, row);
    }
}

/// Both sides of GTP, the one that asks and the one that answers, in 100 games.
#[test]
fn we_play_ourselves_over_gtp() {
    let program = assert_cmd::cargo::cargo_bin("harness");
    let engine = |kind: &str| {
        let command = format!("'{}' gtp --engine {kind} --nodes 500", program.display());
        format!("gtp:command=\"{command}\",name={kind}")
    };
    let arguments = [
        "--pairs".to_string(),
        "50".to_string(),
        "--engine".to_string(),
        engine("greedy"),
        "--engine".to_string(),
        engine("mcts"),
    ];
    let rows = play(arguments);
    assert_eq!(rows.len(), 100);
    assert!(rows.iter().all(|row| row.game.starts_with("go:size=9")));
}

/// Both count the same where the same stones are off the board. GNU Go's own
/// games end so. Between our engines what stands is alive, and GNU Go may think
/// otherwise: then its score is ours without the stones that it names.
fn compare_score(peer: &mut GnuGo, row: &GameRow) {
    let GameSpec::Go(rules) = row.game.parse().unwrap() else {
        panic!("{row:?}");
    };
    let mut position = Go::<CELLS_9>::initial(&rules);
    peer.ask(&format!("boardsize {}", rules.width));
    peer.ask("clear_board");
    peer.ask(&format!("komi {}", rules.komi));
    for text in row.moves.split_whitespace() {
        peer.ask(&format!("play {} {text}", position.to_move()));
        position.play(position.parse_move(text).unwrap());
    }
    let points = |names: &str| -> Vec<usize> {
        let point = |name| position.parse_move(name).ok().and_then(Move::point);
        let mut points: Vec<usize> = names
            .split_whitespace()
            .map(|name| point(name).unwrap())
            .collect();
        points.sort_unstable();
        points
    };
    let theirs = points(&peer.ask("final_status_list dead"));
    let ours = points(row.detail.strip_prefix(DEAD_STONES).unwrap_or_default());
    let score = peer.ask("final_score");
    if ours == theirs {
        assert_eq!(score, in_words(row.winner, row.margin), "{row:?}");
        return;
    }
    assert!(
        ![&row.black, &row.white]
            .iter()
            .any(|name| name.starts_with("gnugo")),
        "GNU Go takes {theirs:?} for dead: {row:?}"
    );
    let without = position.outcome_without(&theirs).unwrap();
    assert_eq!(
        score,
        in_words(without.winner.into(), without.margin),
        "without {theirs:?}: {row:?}"
    );
}

/// As GTP writes results: `B+12.5`.
fn in_words(winner: Winner, margin: Option<HalfPoints>) -> String {
    let HalfPoints(halves) = margin.unwrap();
    let points = f64::from(halves) / 2.0;
    match winner {
        Winner::Black => format!("B+{points:.1}"),
        Winner::White => format!("W+{points:.1}"),
        Winner::Draw | Winner::None => "0".to_string(),
    }
}

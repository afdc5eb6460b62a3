//! What engines get wrong is found, and nothing else.

use std::path::Path;

use crate::harness;
use crate::odd_engine::odd_engine;

/// A question, how an engine did, and what came.
type Row = [String; 3];

/// What a check of an engine finds, and its exit code.
fn check(spec: &str, game: Option<&str>) -> (Vec<Row>, i32) {
    let mut command = harness(Path::new("."), "check --format csv");
    command.args(["--engine", spec]);
    command.args(game.iter().flat_map(|game| ["--game", game]));
    let output = command.output().unwrap();
    let code = output.status.code().expect("it exits");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(code == 0 || code == 4, "{spec}: {code}: {errors}");
    let mut reader = csv::Reader::from_reader(&output.stdout[..]);
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        [&row[0], &row[1], &row[3]].map(str::to_string)
    });
    (rows.collect(), code)
}

fn odd(protocol: &str, options: &str, more: &str) -> (Vec<Row>, i32) {
    let program = odd_engine().display().to_string();
    let spec = format!("{protocol}:command=\"{program} {protocol} {options}\"{more}");
    check(&spec, None)
}

#[test]
fn nothing_is_wrong_with_a_sound_engine() {
    for protocol in ["gtp", "gomocup", "nboard"] {
        let (rows, code) = odd(protocol, "", "");
        assert!(rows.len() >= 10, "{rows:?}");
        assert!(rows.iter().all(|row| row[1] == "ok"), "{rows:?}");
        assert_eq!(code, 0, "{protocol}");
    }
}

#[test]
fn nothing_is_wrong_with_engines_that_others_wrote() {
    let required = std::env::var("HARNESS_REQUIRE_PEERS").is_ok_and(|value| value == "1");
    for (program, options, game) in [
        ("/usr/games/gnugo", " --mode gtp --level 0", "go:size=9"),
        ("/usr/games/gtp-rhino", "", "othello"),
    ] {
        if !Path::new(program).exists() {
            assert!(
                !required,
                "{program} is missing, but HARNESS_REQUIRE_PEERS=1"
            );
            eprintln!("SKIPPED: {program} is missing");
            continue;
        }
        let spec = format!("gtp:command=\"{program}{options}\"");
        let (rows, code) = check(&spec, Some(game));
        assert!(rows.len() >= 15, "{rows:?}");
        assert!(rows.iter().all(|row| row[1] == "ok"), "{rows:?}");
        assert_eq!(code, 0, "{program}");
    }
}

#[test]
fn what_is_wrong_is_found() {
    for (protocol, options, wrong, came) in [
        ("gtp", "--wrong-id", "ids of answers", "="),
        (
            "gtp",
            "--crash-at 1",
            "genmove on an empty board",
            "exit code 3",
        ),
        (
            "gtp",
            "--beyond-at 1",
            "genmove on an empty board",
            "which is no move",
        ),
        (
            "gtp",
            "--slow-at 1 3000",
            "genmove on an empty board",
            "no answer within 1 s",
        ),
        ("gtp", "--crash-at 3", "a game as White", "exit code 3"),
        ("gtp", "--slow-at 3 4000", "a game as White", "no answer"),
        (
            "gomocup",
            "--move-at 1 -1,3",
            "BEGIN",
            "`-1,3`, which is no move",
        ),
        ("gomocup", "--error-at 1", "BOARD", "ERROR cannot move"),
        ("nboard", "--pass-at 1", "set game, go", "pass: "),
        ("nboard", "--occupied-at 1", "move, go", "occupied"),
    ] {
        // Those that say nothing are waited for.
        let more = match options.split(' ').next() {
            Some("--slow-at" | "--error-at") => ",timeout=1s,movetime=1s",
            _ => "",
        };
        let (rows, code) = odd(protocol, options, more);
        let found = rows.iter().find(|row| row[0] == wrong);
        let [_, verdict, got] = found.unwrap_or_else(|| panic!("{wrong}: {rows:?}"));
        assert_eq!(verdict, "wrong", "{options}: {rows:?}");
        assert!(got.contains(came), "{options}: {got}");
        assert_eq!(code, 4, "{options}");
    }
}

#[test]
fn what_need_not_be_there_is_not_wrong() {
    let (rows, code) = odd("gomocup", "--no-about", "");
    let verdict = |name: &str| &rows.iter().find(|row| row[0] == name).unwrap()[1];
    assert_eq!(verdict("ABOUT"), "not-offered");
    assert_eq!(verdict("BEGIN"), "ok");
    assert_eq!(code, 0, "{rows:?}");
}

#[test]
fn an_engine_that_does_not_start_is_asked_once() {
    for options in ["--usage", "--exit-at-start"] {
        let (rows, code) = odd("gtp", options, "");
        assert_eq!(rows.len(), 1, "{rows:?}");
        assert_eq!(rows[0][1], "wrong");
        assert_eq!(code, 4);
    }
}

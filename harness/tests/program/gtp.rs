//! `harness gtp`, over a pipe.

use std::fs;

use engines::{Color, Rng};

use crate::dialogue::Dialogue;
use crate::harness;

fn gtp(arguments: &str, text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let assert = harness(folder.path(), &format!("gtp {arguments}"))
        .write_stdin(text)
        .assert()
        .success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

#[test]
fn commands_that_wait_are_answered_before_the_end() {
    let out = gtp(
        "--nodes 50 --engine random",
        "1 boardsize 5\n2 genmove b\n3 genmove w\n4 showboard",
    );
    let answers: Vec<&str> = out.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), 4, "{out}");
    assert_eq!(answers[0], "=1");
    assert_eq!(answers[3].lines().count(), 7, "{out}");
    assert_eq!(answers[3].matches(['X', 'O']).count(), 2, "{out}");
    assert!(answers[3].ends_with("black to move"), "{out}");
}

#[test]
fn every_engine_plays_every_game() {
    for game in ["go:size=5", "gomoku:size=6", "othello:size=6"] {
        for engine in ["random", "greedy", "pattern", "alphabeta", "mcts"] {
            let text = "genmove b\ngenmove w\nundo\ngenmove w\nreg_genmove b\nundo\nundo\nundo\n";
            let out = gtp(
                &format!("--game {game} --engine {engine} --nodes 200"),
                text,
            );
            let answers: Vec<&str> = out.split_terminator("\n\n").collect();
            assert_eq!(answers.len(), 8, "{out}");
            let is_move = |answer: &&str| answer.len() == 4;
            assert_eq!(
                answers.iter().filter(|answer| is_move(answer)).count(),
                4,
                "{out}"
            );
            assert_eq!(answers[2], "=", "{out}");
            assert_eq!(answers[5..], ["=", "=", "? cannot undo"], "{out}");
        }
    }
}

#[test]
fn a_lost_game_is_resigned_if_that_is_wanted() {
    let lost = "boardsize 5\nkomi 50\ngenmove b\n";
    assert!(gtp("--nodes 500 --resign 0.1", lost).ends_with("= resign\n\n"));
    assert!(!gtp("--nodes 500", lost).contains("resign"));
}

#[test]
fn a_clock_limits_a_move() {
    let mut program = Dialogue::harness("gtp --game go:size=19");
    program.ask("time_settings 0 1 10");
    for _ in 0..3 {
        program.ask("genmove b");
        program.ask("genmove w");
    }
    program.ask("time_left b 0 0");
    program.ask("genmove b");
}

#[test]
fn analysis_goes_on_until_the_next_line() {
    for (command, has_fraction) in [
        ("analyze b 5", true),
        ("kata-analyze interval 5", true),
        ("lz-analyze 5", false),
    ] {
        let mut program = Dialogue::harness("gtp --game go:size=5");
        program.say(&format!("7 {command}"));
        assert_eq!(program.hear(), "=7");
        for _ in 0..2 {
            let line = program.hear();
            assert!(line.starts_with("info move "), "{line}");
            assert_eq!(line.contains('.'), has_fraction, "{line}");
            assert!(
                line.contains(" visits ") && line.contains(" order 0 pv "),
                "{line}"
            );
        }
        program.say("name");
        let mut line = program.hear();
        while !line.is_empty() {
            assert!(line.starts_with("info move "), "{line}");
            line = program.hear();
        }
        assert_eq!(program.hear(), "= harness mcts");
    }
    // At the end of the input there is one line, and an end.
    let out = gtp("--game go:size=5", "lz-analyze 1\n");
    assert!(
        out.starts_with("=\ninfo move ") && out.ends_with("\n\n"),
        "{out}"
    );
}

#[test]
fn a_move_with_its_reasons() {
    let out = gtp("--nodes 500", "3 kata-genmove_analyze b 100\nundo\n");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "=3 ");
    assert!(lines[1].starts_with("info move "), "{out}");
    assert!(lines[2].starts_with("play "), "{out}");
    assert_eq!(lines[3..], ["", "=", ""]);
}

#[test]
fn files_are_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let load = |text: &str, rest: &str| {
        fs::write(folder.path().join("game.sgf"), text).unwrap();
        let input = format!("loadsgf game.sgf{rest}\nshowboard\nundo\n");
        let assert = harness(folder.path(), "gtp --engine random")
            .write_stdin(input)
            .assert()
            .success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let game = "(;GM[1]SZ[5]KM[0.5]AB[aa][ba:bb];W[ca];B[];W[cc](;B[dd])(;B[ee]))";
    let board = |rows: &str, turn: &str| format!("=\n\n= \n{rows}{turn} to move\n\n=\n\n");
    assert_eq!(
        load(game, ""),
        board(
            "X X O . .\n. X . . .\n. . O . .\n. . . X .\n. . . . .\n",
            "white"
        )
    );
    assert_eq!(
        load(game, " 2"),
        board(
            "X X O . .\n. X . . .\n. . . . .\n. . . . .\n. . . . .\n",
            "black"
        )
    );
    for (text, error) in [
        ("", "expected `(`"),
        ("(;GM[2])", "GM[2] is another game"),
        ("(;SZ[40])", "1 to 19"),
        ("(;SZ[5];B[aa];W[aa])", "occupied"),
        ("(;SZ[5];B[zz])", "`zz` is not a point"),
        ("(;SZ[5];B[aa];AW[bb])", "stands behind a move"),
        ("(;SZ[2]AB[aa:bb])", "no liberty"),
    ] {
        let out = load(text, "");
        assert!(out.starts_with("? cannot load file: "), "{text}: {out}");
        assert!(out.contains(error), "{text}: {out}");
    }
    let out = gtp("", "loadsgf nowhere.sgf\n");
    assert!(out.starts_with("? cannot load file: No such file"), "{out}");
    let out = load("\u{feff}(;SZ[5];B[aa])", "");
    assert!(out.starts_with("=\n"), "{out}");
    let out = load(&format!("(;C[{}])", "long ".repeat(1 << 20)), "");
    assert!(out.contains("game.sgf is longer than 4 MiB"), "{out}");
}

#[test]
fn a_pipe_is_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let assert = harness(folder.path(), "gtp")
        .write_stdin("loadsgf pipe\n")
        .assert()
        .success();
    let out = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert_eq!(out, "? cannot load file: pipe is not a file\n\n");
}

#[test]
fn nothing_breaks_it() {
    let mut input = vec![b'x'; 3_000_000];
    input.extend(b"\n\0\xff\xfe\n5 name\nplay b A99999999999999999999\n6 na\0me");
    let folder = tempfile::tempdir().unwrap();
    let assert = harness(folder.path(), "gtp")
        .write_stdin(input)
        .assert()
        .success();
    let out = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let name = "harness mcts";
    assert_eq!(
        out,
        format!(
            "? line too long\n\n? unknown command\n\n=5 {name}\n\n? syntax error\n\n=6 {name}\n\n"
        )
    );
}

/// Plays a game between two programs; the moves that both were told.
fn play(players: [&mut Dialogue; 2]) -> usize {
    let [black, white] = players;
    for setup in ["boardsize 9", "komi 7.5", "clear_board"] {
        black.ask(setup);
        white.ask(setup);
    }
    let (mut plies, mut passes) = (0, 0);
    while passes < 2 && plies < 400 {
        let (mover, other, color) = match plies % 2 {
            0 => (&mut *black, &mut *white, Color::Black),
            _ => (&mut *white, &mut *black, Color::White),
        };
        let mv = mover.ask(&format!("genmove {color}"));
        other.ask(&format!("play {color} {mv}"));
        passes = if mv.eq_ignore_ascii_case("pass") {
            passes + 1
        } else {
            0
        };
        plies += 1;
    }
    plies
}

/// With dead stones taken off by play, both count the same.
#[test]
fn gnu_go_and_we_play_whole_games() {
    let options = "--mode gtp --level 0 --chinese-rules --capture-all-dead --positional-superko \
                   --forbid-suicide --never-resign";
    let Some(mut peer) = Dialogue::peer("gnugo", options) else {
        return;
    };
    let mut ours = Dialogue::harness("gtp --engine mcts --nodes 2000");
    let mut rng = Rng::new(1);
    let mut compared = 0;
    for game in 0..10 {
        peer.ask(&format!("set_random_seed {}", rng.below(1_000_000)));
        let plies = match game % 2 {
            0 => play([&mut ours, &mut peer]),
            _ => play([&mut peer, &mut ours]),
        };
        if plies < 400 && ours.ask("final_status_list dead").is_empty() {
            assert_eq!(ours.ask("final_score"), peer.ask("final_score"), "{game}");
            compared += 1;
        }
    }
    assert!(compared > 5, "{compared} of 10 games were played out");
}

/// `gtp-rhino` passes by itself and refuses to be told of a pass.
#[test]
fn rhino_and_we_play_othello() {
    let Some(mut peer) = Dialogue::peer("gtp-rhino", "") else {
        return;
    };
    let mut ours = Dialogue::harness("gtp --game othello --engine alphabeta --nodes 500");
    for first in [true, false] {
        peer.ask("clear_board");
        ours.ask("clear_board");
        let (mut passes, mut plies) = (0, 0);
        while passes < 2 {
            let color = if plies % 2 == 0 { "black" } else { "white" };
            let is_ours = (plies % 2 == 0) == first;
            let (mover, other) = match is_ours {
                true => (&mut ours, &mut peer),
                false => (&mut peer, &mut ours),
            };
            let mv = mover.ask(&format!("genmove {color}"));
            let is_pass = mv.eq_ignore_ascii_case("pass");
            if !(is_ours && is_pass) {
                other.ask(&format!("play {color} {mv}"));
            }
            passes = if is_pass { passes + 1 } else { 0 };
            plies += 1;
        }
        assert!(plies > 10);
        let score = ours.ask("final_score");
        assert!(score.starts_with(['B', 'W', '0']), "{score}");
    }
}

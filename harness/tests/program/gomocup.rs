//! `harness gomocup`, over a pipe.

use std::time::{Duration, Instant};

use crate::dialogue::Dialogue;
use crate::harness;

/// The answer to a command, messages left out.
fn answer(program: &mut Dialogue, command: &str) -> String {
    program.say(command);
    loop {
        let line = program.hear();
        if !line.starts_with("MESSAGE ") {
            return line;
        }
    }
}

#[test]
fn two_of_us_play_whole_games() {
    for rule in [0, 1, 4, 8, 9] {
        let mut players = ["greedy", "pattern"]
            .map(|engine| Dialogue::harness(&format!("gomocup --engine {engine}")));
        for player in &mut players {
            player.say("START 15\r");
            assert_eq!(player.hear(), "OK");
            player.say(&format!("INFO rule {rule}\r"));
        }
        let mut command = "BEGIN".to_string();
        let mut taken = Vec::new();
        for ply in 0..225 {
            let line = answer(&mut players[ply % 2], &command);
            if line == "ERROR the game is over" {
                break;
            }
            assert!(!taken.contains(&line), "{line}");
            command = format!("TURN {line}");
            taken.push(line);
        }
        assert!(taken.len() > 8, "{rule}: {taken:?}");
    }
}

#[test]
fn time_for_a_move_is_kept() {
    let mut program = Dialogue::harness("gomocup --engine mcts");
    program.say("START 20");
    assert_eq!(program.hear(), "OK");
    program.say("INFO timeout_turn 300");
    let start = Instant::now();
    assert!(answer(&mut program, "BEGIN").contains(','));
    // Without the limit it would be the nodes of the default: no upper bound
    // here, machines may be busy.
    assert!(start.elapsed() >= Duration::from_millis(200));
    program.say("INFO timeout_turn 0");
    assert!(answer(&mut program, "TURN 0,0").contains(','));
}

#[test]
fn the_end_comes_when_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    for input in ["START 15\nEND\nBEGIN\n", "START 15\n", "START 15\nEND"] {
        harness(folder.path(), "gomocup")
            .write_stdin(input)
            .assert()
            .success()
            .stdout("OK\n");
    }
    // A board that is never done is one all the same.
    harness(folder.path(), "gomocup --engine greedy")
        .write_stdin("START 15\nBOARD\n7,7,2\n")
        .assert()
        .success();
}

/// Piskvork knows engines by their names, and starts them without arguments.
#[test]
fn a_program_of_that_name_is_an_engine() {
    let folder = tempfile::tempdir().unwrap();
    let name = format!("pbrain-mine{}", std::env::consts::EXE_SUFFIX);
    let copy = folder.path().join(name);
    std::fs::copy(assert_cmd::cargo::cargo_bin("harness"), &copy).unwrap();
    let mut command = assert_cmd::Command::new(&copy);
    command
        .write_stdin("START 15\n")
        .assert()
        .success()
        .stdout("OK\n");
    let mut command = assert_cmd::Command::new(&copy);
    command.arg("games").assert().success();
}

#[test]
fn nothing_breaks_it() {
    let mut input = vec![b'7'; 3_000_000];
    input.extend(b"\n\0\xff\xfe\nABOUT\nSTART 15\nBOARD\n");
    input.extend(b"1,1,1\n".repeat(100_000));
    let folder = tempfile::tempdir().unwrap();
    let assert = harness(folder.path(), "gomocup --engine greedy")
        .write_stdin(input)
        .assert()
        .success();
    let out = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(
        out.starts_with("ERROR the line is too long\nUNKNOWN command\nname="),
        "{out}"
    );
}

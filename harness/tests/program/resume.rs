//! A run that was stopped goes on where it stopped.

use std::fs;
use std::path::Path;

use predicates::prelude::*;

use crate::{games, harness, output, without_times};

const RUN: &str = "tournament --game othello:size=4 --engine random --engine pattern \
                   --engine mcts:playouts=5 --pairs 3 --moves --out run";

#[test]
fn a_finished_run_is_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let first = output(folder.path(), RUN);
    let games = fs::read(folder.path().join("run/games.csv")).unwrap();
    assert_eq!(output(folder.path(), RUN), first);
    assert_eq!(
        fs::read(folder.path().join("run/games.csv")).unwrap(),
        games
    );
}

/// Whatever is left of the files, the missing pairs are played, and no game is
/// lost or doubled.
#[test]
fn a_cut_run_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    output(folder.path(), RUN);
    let [games, moves] =
        ["games.csv", "moves.csv"].map(|name| folder.path().join("run").join(name));
    let (whole_games, whole_moves) = (without_times(&games), without_times(&moves));
    let (game_bytes, move_bytes) = (fs::read(&games).unwrap(), fs::read(&moves).unwrap());
    for cut in (0..game_bytes.len()).step_by(game_bytes.len() / 23) {
        fs::write(&games, &game_bytes[..cut]).unwrap();
        // The moves of a pair are written before its games.
        let moves_left = move_bytes.len() * (cut + game_bytes.len() / 8) / game_bytes.len();
        fs::write(&moves, &move_bytes[..moves_left.min(move_bytes.len())]).unwrap();
        output(folder.path(), RUN);
        assert_eq!(without_times(&games), whole_games, "cut at byte {cut}");
        assert_eq!(without_times(&moves), whole_moves, "cut at byte {cut}");
    }
}

/// Goes on with changed files; expects a refusal that leaves them alone.
fn refuses(folder: &Path, expected: &str) {
    let read =
        || ["games.csv", "moves.csv"].map(|name| fs::read(folder.join("run").join(name)).ok());
    let before = read();
    harness(folder, RUN)
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicate::str::contains(expected).and(predicate::str::contains("panicked").not()));
    assert_eq!(read(), before, "{expected}");
}

#[test]
fn a_record_that_was_changed_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    output(folder.path(), RUN);
    let path = folder.path().join("run/games.csv");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let changed = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        change(&mut lines);
        fs::write(&path, lines.join("\n") + "\n").unwrap();
    };
    changed(&|lines| drop(lines.drain(5..7)));
    refuses(
        folder.path(),
        "games.csv, line 6: game_id is `7`, but in the schedule `5`",
    );
    changed(&|lines| lines.swap(3, 4));
    refuses(
        folder.path(),
        "games.csv, line 4: game_id is `4`, but in the schedule `3`",
    );
    changed(&|lines| lines.push(lines[2].clone()));
    refuses(
        folder.path(),
        "games.csv, line 20: the schedule has no such game",
    );
    changed(&|lines| lines[2] = lines[2].replace(",random,", ",somebody,"));
    refuses(
        folder.path(),
        "games.csv, line 3: white is `somebody`, but in the schedule `random`",
    );
    changed(&|lines| lines.push("rubbish".to_string()));
    refuses(
        folder.path(),
        "games.csv, line 20: expected 17 fields, but found 1",
    );
    changed(&|lines| lines[7] = "\"".to_string() + &lines[7]);
    refuses(folder.path(), "games.csv, line 8: ");
    changed(&|lines| lines[0] = lines[0].replace("seed", "sead"));
    refuses(
        folder.path(),
        "games.csv, line 1: the columns must be game_id,pair_id,",
    );

    // Other ends of lines, and a mark at the beginning, change nothing.
    fs::write(&path, format!("\u{feff}{}", text.replace('\n', "\r\n"))).unwrap();
    let before = fs::read(&path).unwrap();
    output(folder.path(), RUN);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn moves_that_are_missing_are_not_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    output(folder.path(), RUN);
    let path = folder.path().join("run/moves.csv");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::remove_file(&path).unwrap();
    refuses(
        folder.path(),
        "moves.csv is missing, but games.csv holds games",
    );
    fs::write(&path, lines[..20].join("\n") + "\n").unwrap();
    refuses(folder.path(), "moves.csv ends before game ");
    let without_one = [&lines[..5], &lines[6..]].concat();
    fs::write(&path, without_one.join("\n") + "\n").unwrap();
    refuses(folder.path(), "moves.csv, line 6: game ");
    fs::write(&path, text.replace("game_id", "game")).unwrap();
    refuses(
        folder.path(),
        "moves.csv, line 1: the columns must be game_id,ply,",
    );
}

#[test]
fn two_runs_in_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    output(folder.path(), RUN);
    let path = folder.path().join("run/.lock");
    let file = fs::File::options().append(true).open(&path).unwrap();
    file.lock().unwrap();
    fs::write(&path, "process 7 on a host\n").unwrap();
    refuses(
        folder.path(),
        "another run (process 7 on a host) is writing run",
    );
    drop(file);
    output(folder.path(), RUN);
}

/// What a power cut leaves that comes before the first games are safe.
#[test]
fn empty_files_are_no_run() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    fs::create_dir(&run).unwrap();
    for name in ["tournament.toml", "games.csv"] {
        fs::write(run.join(name), "").unwrap();
    }
    harness(
        folder.path(),
        "tournament --game othello:size=4 --engine random --engine greedy --pairs 2 \
         --out run --quiet",
    )
    .assert()
    .success();
    assert_eq!(games(&run.join("games.csv")).len(), 4);
}

//! Whatever happens to a run, it goes on to the same end, with every game once.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use engines::Rng;
use predicates::prelude::*;

use crate::{games, harness, output, without_times};

const FILES: [&str; 2] = ["games.csv", "moves.csv"];

/// A run of some seconds, some of whose games last much longer than others: they
/// end out of order.
const RUN: &str = "tournament --game othello:size=6 --engine random --engine greedy \
                   --engine mcts:playouts=120 --pairs 400 --moves --threads 2";

/// The files of a run apart from times.
fn content(run: &Path) -> [String; 2] {
    FILES.map(|name| without_times(&run.join(name)))
}

fn start(folder: &Path, arguments: &str) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("harness"))
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until a run has recorded something.
fn wait_for_games(run: &Path) {
    let has_games = || fs::metadata(run.join("games.csv")).is_ok_and(|file| file.len() > 10_000);
    while !has_games() {
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_hundred_kills_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = Rng::new(4);
    let mut kills = 0;
    for seed in 1.. {
        let run = format!("{RUN} --seed {seed}");
        output(folder.path(), &format!("{run} --out whole"));
        while kills < 100 * seed {
            let mut child = start(folder.path(), &format!("{run} --out killed"));
            thread::sleep(Duration::from_micros(u64::from(rng.below(60_000))));
            if child.try_wait().unwrap().is_some() {
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
        }
        output(folder.path(), &format!("{run} --out killed"));
        let [whole, killed] = ["whole", "killed"].map(|out| folder.path().join(out));
        assert_eq!(content(&killed), content(&whole), "seed {seed}");
        assert!(!killed.join("waiting-games.csv").exists());
        if kills >= 100 {
            return;
        }
        fs::remove_dir_all(whole).unwrap();
        fs::remove_dir_all(killed).unwrap();
    }
}

/// A file that ends anywhere in its last two lines.
#[test]
fn a_file_cut_at_every_byte_of_its_last_two_lines() {
    const RUN: &str = "tournament --game gomoku:size=3,win=3 --engine random --engine greedy \
                       --pairs 3 --nodes 50 --out run";
    let folder = tempfile::tempdir().unwrap();
    output(folder.path(), RUN);
    let path = folder.path().join("run/games.csv");
    let whole = without_times(&path);
    let bytes = fs::read(&path).unwrap();
    let line_ends: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').collect();
    let third_last = line_ends[line_ends.len() - 3];
    for cut in third_last + 1..bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        output(folder.path(), RUN);
        assert_eq!(without_times(&path), whole, "cut at byte {cut}");
    }
    // What was cut off is kept.
    let torn = fs::read_to_string(folder.path().join("run/games.csv.torn")).unwrap();
    assert!(torn.lines().count() >= bytes.len() - third_last - 2);
    // Where a power cut left zeros, the file ends before them.
    let mut zeros = bytes[..third_last + 40].to_vec();
    zeros.extend([0; 5000]);
    zeros.extend(&bytes[third_last + 40..]);
    fs::write(&path, zeros).unwrap();
    output(folder.path(), RUN);
    assert_eq!(without_times(&path), whole);
}

/// A signal: the run ends soon, with its exit code, and names the command that
/// goes on to the end of an undisturbed run.
#[test]
fn signals_stop_a_run_in_good_order() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let folder = tempfile::tempdir().unwrap();
        output(folder.path(), &format!("{RUN} --out whole"));
        let run = folder.path().join("run");
        let child = start(folder.path(), &format!("{RUN} --out run"));
        wait_for_games(&run);
        kill(&child, signal);
        let ended = child.wait_with_output().unwrap();
        let message = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(code), "{message}");
        let command = message.lines().last().unwrap().trim();
        assert_eq!(command, "harness tournament run/tournament.toml");
        let recorded = games(&run.join("games.csv")).len();
        assert!(
            message.contains(&format!("stopped after {recorded} of 2400 games")),
            "{message}"
        );
        output(folder.path(), command.strip_prefix("harness ").unwrap());
        assert_eq!(content(&run), content(&folder.path().join("whole")));
    }
}

/// A game that is too long for the grace is given up; a second signal does not
/// wait for it.
#[test]
fn a_second_signal_stops_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let endless = "tournament --game go:size=19 --engine mcts --engine mcts:name=other --pairs 1 \
                   --movetime 1h --out run";
    let mut child = start(folder.path(), endless);
    while !folder.path().join("run/games.csv").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    // The handlers are in place before the folder is made.
    kill(&child, "INT");
    thread::sleep(Duration::from_millis(300));
    assert_eq!(child.try_wait().unwrap(), None, "running games get a while");
    kill(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

fn kill(child: &Child, signal: &str) {
    let status = Command::new("kill")
        .args(["-s", signal, &child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// Pairs that ended before their turn are not played again.
#[test]
fn pairs_that_wait_for_a_longer_one_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    // The first pair is that of the two slow ones, which take their five seconds
    // on any machine; the others are done meanwhile.
    let run = "tournament --game othello --engine mcts:name=slow,movetime=50ms --engine \
               mcts:name=slower,movetime=50ms --engine random --engine greedy:nodes=1000 \
               --nodes 1000 --pairs 1 --moves --threads 2";
    let out = folder.path().join("run");
    let mut child = start(folder.path(), &format!("{run} --out run"));
    while !out.join("waiting-games.csv").exists() {
        assert_eq!(
            child.try_wait().unwrap(),
            None,
            "no pair waited for another"
        );
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let waiting = games(&out.join("waiting-games.csv"));
    assert!(!waiting.is_empty());
    output(folder.path(), &format!("{run} --out run"));
    // Their times tell that they are the same games.
    let recorded = games(&out.join("games.csv"));
    for row in waiting {
        assert!(recorded.contains(&row), "{row:?}");
    }
}

#[test]
fn void_games_are_played_again_when_asked() {
    const RUN: &str = "tournament --game othello:size=6 --engine random --engine greedy \
                       --engine pattern --pairs 4 --moves --out run";
    let folder = tempfile::tempdir().unwrap();
    output(folder.path(), RUN);
    let run = folder.path().join("run");
    let whole = content(&run);
    let path = run.join("games.csv");
    let text = fs::read_to_string(&path).unwrap();
    let mut rows: Vec<String> = text.lines().map(str::to_string).collect();
    for row in [4, 11, 12] {
        let mut fields: Vec<&str> = rows[row].split(',').collect();
        let winner = fields
            .iter()
            .rposition(|field| ["black", "white", "draw"].contains(field));
        fields[winner.unwrap()] = "none";
        rows[row] = fields.join(",");
    }
    fs::write(&path, rows.join("\n") + "\n").unwrap();
    let void = content(&run);
    output(folder.path(), RUN);
    assert_eq!(content(&run), void, "void games stay void");
    // One that waits for its turn is void too, and stale.
    fs::write(
        run.join("waiting-games.csv"),
        format!("{}\n{}\n{}\n", rows[0], rows[11], rows[12]),
    )
    .unwrap();
    output(folder.path(), &format!("{RUN} --retry-void"));
    assert_eq!(content(&run), whole);
    for left in ["waiting-games.csv", "moves.csv.torn", "games.csv.torn"] {
        assert!(!run.join(left).exists(), "{left}");
    }
}

#[test]
fn a_run_is_extended_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let run = "tournament --game othello:size=6 --engine random --engine greedy";
    output(
        folder.path(),
        &format!("{run} --pairs 9 --moves --out long"),
    );
    output(folder.path(), &format!("{run} --pairs 4 --moves --out run"));
    let more = "tournament run/tournament.toml --pairs 9";
    harness(folder.path(), more)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("--extend plays the games"));
    output(folder.path(), &format!("{more} --extend"));
    let [run, long] = ["run", "long"].map(|out| folder.path().join(out));
    assert_eq!(content(&run), content(&long));
    let configurations = [&run, &long].map(|out| fs::read(out.join("tournament.toml")).unwrap());
    assert_eq!(configurations[0], configurations[1]);
}

#[test]
fn a_changed_engine_is_refused_unless_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("w.csv");
    fs::write(&weights, "feature,weight\nmobility,5\n").unwrap();
    let run = "tournament --game othello:size=6 --engine random --engine \
               pattern:weights=w.csv,name=mine --pairs 4 --out run";
    output(folder.path(), run);
    fs::write(&weights, "feature,weight\nmobility,6\n").unwrap();
    let message = predicate::str::contains("w.csv was")
        .and(predicate::str::contains("go on with --accept-changed"));
    harness(folder.path(), run).assert().code(2).stderr(message);
    output(folder.path(), &format!("{run} --accept-changed"));
    output(folder.path(), run);
    assert!(folder.path().join("run/tournament.toml.old").exists());
    // What is recorded must be in the schedule all the same.
    let other = run.replace("random", "greedy");
    harness(folder.path(), &format!("{other} --accept-changed"))
        .assert()
        .code(2)
        .stderr(predicate::str::contains(
            "engine[1].name was \"random\" and is \"greedy\" now",
        ));
}

/// A run's own file played elsewhere, with other weights than it names.
#[test]
fn a_file_with_other_weights_is_not_the_same_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("w.csv");
    fs::write(&weights, "feature,weight\nmobility,5\n").unwrap();
    output(
        folder.path(),
        "tournament --game othello:size=4 --engine random --engine pattern:weights=w.csv \
         --pairs 2 --out one",
    );
    fs::write(&weights, "feature,weight\nmobility,6\n").unwrap();
    let repeat = "tournament one/tournament.toml --out two";
    harness(folder.path(), repeat)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("w.csv has changed"));
    assert!(!folder.path().join("two").exists());
    output(folder.path(), &format!("{repeat} --accept-changed"));
}

/// What would not be saved is not said to be.
#[test]
fn a_file_that_was_taken_away_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let child = start(
        folder.path(),
        &format!("{} --out run", RUN.replace("--pairs 400", "--pairs 100000")),
    );
    wait_for_games(&run);
    fs::remove_file(run.join("games.csv")).unwrap();
    let ended = child.wait_with_output().unwrap();
    let message = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1), "{message}");
    assert!(
        message.contains("games.csv was taken away or replaced"),
        "{message}"
    );
}

/// A pipe would keep a run waiting forever.
#[test]
fn pipes_in_the_place_of_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run =
        "tournament --game othello:size=4 --engine random --engine greedy --pairs 2 --out run";
    output(folder.path(), run);
    for name in [".lock", "tournament.toml", "games.csv"] {
        let path = folder.path().join("run").join(name);
        let before = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(
            Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
        harness(folder.path(), run)
            .assert()
            .code(2)
            .stderr(predicate::str::contains(format!(
                "run/{name} is not a file"
            )));
        fs::remove_file(&path).unwrap();
        fs::write(&path, before).unwrap();
    }
}

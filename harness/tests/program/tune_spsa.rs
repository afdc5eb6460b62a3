//! `harness tune spsa`, and the way there: games, weights that fit them, weights that
//! win.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use predicates::prelude::*;

use crate::{harness, output};

/// All that a beginner knows: discs are good, corners are better.
fn discs_and_corners() -> String {
    let squares = ["b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"];
    let discs = squares.map(|square| format!("disc-{square},1\n"));
    format!("feature,weight\ndisc-a1,100\n{}", discs.concat())
}

/// A file that tunes the weights of a file.
fn file(weights: &str, iterations: u64) -> String {
    format!(
        "game = 'othello'\niterations = {iterations}\nseed = 3\n\
         budget = {{ depth = 1 }}\n\
         [engine]\nkind = 'pattern'\nweights = '{weights}'\n\
         [weights]\n\
         disc-a1 = {{ min = -300, max = 300 }}\n\
         disc-b1 = {{ min = -100, max = 100 }}\n\
         disc-c1 = {{ min = -100, max = 100 }}\n\
         disc-d1 = {{ min = -100, max = 100 }}\n\
         disc-b2 = {{ min = -100, max = 100 }}\n\
         disc-c2 = {{ min = -100, max = 100 }}\n\
         disc-d2 = {{ min = -100, max = 100 }}\n\
         mobility = {{ min = -50, max = 50 }}\n"
    )
}

/// A folder with `spsa.toml`, which tunes the hand weights.
fn folder(iterations: u64) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = file("hand", iterations);
    fs::write(folder.path().join("spsa.toml"), text).unwrap();
    folder
}

fn log(folder: &Path, out: &str) -> String {
    fs::read_to_string(folder.join(out).join("spsa.csv")).unwrap()
}

/// The whole way: three hundred games between beginners, weights that fit them, weights
/// that are tuned from there.
#[test]
fn games_become_weights_that_win_and_tuned_ones_win_more() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("start.csv", &discs_and_corners());
    let player = |name: &str| format!("--engine pattern:weights=start.csv,name={name}");
    output(
        folder.path(),
        &format!(
            "tournament --game othello {} {} --pairs 150 --depth 1 --out run",
            player("one"),
            player("other")
        ),
    );
    output(
        folder.path(),
        "tune fit run/games.csv --start start.csv --out fitted.csv",
    );
    let match_of = |new: &str, old: &str| {
        format!(
            "sprt --game othello --sprt elo0=0,elo1=50 --depth 1 \
             --engine pattern:weights={new}.csv,name=new \
             --engine pattern:weights={old}.csv,name=old --out {new}-{old}"
        )
    };
    let text = output(folder.path(), &match_of("fitted", "start"));
    assert!(text.contains("H1 is accepted, +50."), "{text}");

    let fitted = fs::read_to_string(folder.path().join("fitted.csv")).unwrap();
    let turned = fitted.lines().skip(1).map(|line| {
        let (feature, weight) = line.rsplit_once(',').unwrap();
        format!("{feature},{}\n", -weight.parse::<i32>().unwrap())
    });
    write(
        "turned.csv",
        &("feature,weight\n".to_string() + &turned.collect::<String>()),
    );
    let verify = "--engine pattern --opponents random greedy --depth 1 --gauntlet-pairs 10";
    let call = format!("tune verify turned.csv --against fitted.csv --game othello {verify}");
    harness(folder.path(), &call)
        .assert()
        .code(1)
        .stdout(predicate::str::contains("The weights are rejected"));

    write("spsa.toml", &file("fitted.csv", 300));
    let text = output(folder.path(), "tune spsa spsa.toml --out tuned");
    assert!(
        text.starts_with("300 iterations, 4 800 games of othello:size=8 at depth=1\n"),
        "{text}"
    );
    let next = "harness tune verify tuned/weights.csv --against fitted.csv \\\n    --engine pattern:depth=1\n";
    assert!(text.ends_with(next), "{text}");
    let verify = verify.replace("--engine pattern ", "");
    let call = format!(
        "{} {verify}",
        next.trim_end().strip_prefix("harness ").unwrap()
    );
    let call = call.replace('\\', "");
    let text = output(folder.path(), &call);
    assert!(text.contains("H1 is accepted, +30."), "{text}");
    assert!(text.contains("The weights are verified"), "{text}");

    // Whoever plays with them is told.
    let call = "tournament --game othello --depth 1 --pairs 1 --engine random \
                --engine pattern:weights=tuned/weights.csv,name=tuned";
    let text = output(folder.path(), call);
    let told = "The weights of tuned, tuned/weights.csv, are verified against fitted.csv by ";
    assert!(text.contains(told), "{text}");
    let provenance = fs::read_to_string(folder.path().join("tuned/weights.toml")).unwrap();
    let place = folder.path().to_str().unwrap();
    assert!(!provenance.contains(place), "{provenance}");

    // What is verified stays so.
    let beside = folder.path().join("tuned/weights.toml");
    let verified = fs::read(&beside).unwrap();
    output(folder.path(), "tune spsa spsa.toml --out tuned");
    assert_eq!(fs::read(&beside).unwrap(), verified);
}

#[test]
fn a_run_leaves_a_log_a_drawing_and_weights() {
    let folder = folder(20);
    let text = output(folder.path(), "tune spsa spsa.toml");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    let out = folder.path().join("results/spsa");
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let log = read("spsa.csv");
    assert!(log.starts_with("iteration,score,disc-a1,disc-b1,disc-c1,"));
    assert_eq!(log.lines().count(), 21);
    let last: Vec<f64> = log
        .lines()
        .last()
        .unwrap()
        .split(',')
        .map(|cell| cell.parse().unwrap())
        .collect();
    assert_eq!(last[0], 20.0);
    assert_eq!(read("spsa.svg").matches("<polyline ").count(), 8);

    // The weights are the last row's, rounded, and those that were not tuned.
    let weights = read("weights.csv");
    assert!(
        weights.starts_with(&format!("feature,weight\ndisc-a1,{:.0}\n", last[2])),
        "{weights}"
    );
    assert!(weights.contains("\ndisc-d4,-3\n"), "{weights}");
    let provenance: toml::Table = read("weights.toml").parse().unwrap();
    assert_eq!(provenance["verdict"].as_str(), Some("unverified"));
    assert_eq!(provenance["game"].as_str(), Some("othello:size=8"));
    assert_eq!(provenance["spsa"]["seed"].as_integer(), Some(3));
    assert_eq!(provenance["spsa"]["gains"]["alpha"].as_float(), Some(0.602));

    let json = output(folder.path(), "tune spsa spsa.toml --format json");
    let found: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(found["games"], 320);
    assert_eq!(found["engine"], "pattern:weights=results/spsa/weights.csv");
    assert_eq!(found["parameters"][0]["name"], "disc-a1");
    assert_eq!(found["parameters"][0]["value"], last[2].round());

    // Its own file repeats it, there or elsewhere.
    output(folder.path(), "tune spsa results/spsa/spsa.toml");
    output(
        folder.path(),
        "tune spsa results/spsa/spsa.toml --out again",
    );
    assert_eq!(read("spsa.csv"), log);
    assert_eq!(self::log(folder.path(), "again"), log);
}

#[test]
fn any_number_of_threads_makes_the_same_log() {
    let folder = folder(40);
    for threads in [1, 3] {
        let call = format!("tune spsa spsa.toml --threads {threads} --out t{threads}");
        output(folder.path(), &call);
    }
    assert_eq!(log(folder.path(), "t1"), log(folder.path(), "t3"));
    let seed = file("hand", 40).replace("seed = 3", "seed = 4");
    fs::write(folder.path().join("spsa.toml"), seed).unwrap();
    output(folder.path(), "tune spsa spsa.toml --out other");
    assert_ne!(log(folder.path(), "t1"), log(folder.path(), "other"));
}

#[test]
fn options_are_tuned_and_end_up_in_a_spec() {
    let folder = tempfile::tempdir().unwrap();
    let text = "game = 'gomoku:size=5,win=4'\niterations = 12\npairs = 2\n\
                [engine]\nkind = 'mcts'\nmemory = 1\nplayouts = 20\n\
                [options]\nexploration = { min = 0, max = 2 }\n\
                playouts = { min = 10, max = 30 }\n";
    fs::write(folder.path().join("spsa.toml"), text).unwrap();
    let text = output(folder.path(), "tune spsa spsa.toml --out run");
    let engine = text
        .lines()
        .find_map(|line| line.strip_prefix("Engine: "))
        .unwrap();
    assert!(engine.starts_with("mcts:playouts="), "{engine}");
    assert!(engine.contains(",exploration=0."), "{engine}");
    assert!(!folder.path().join("run/weights.csv").exists());
    let play = format!(
        "tournament --game gomoku:size=5,win=4 --engine {engine} --engine random --pairs 1"
    );
    output(folder.path(), &play);
}

/// Killed without a word, as often as it takes, a run goes on to the same log.
#[test]
fn kills_change_nothing() {
    let folder = folder(1500);
    output(folder.path(), "tune spsa spsa.toml --out whole");
    let path = folder.path().join("killed/spsa.csv");
    let length = || fs::metadata(&path).map_or(0, |file| file.len());
    let mut kills = 0;
    loop {
        let before = length();
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("harness"))
            .current_dir(folder.path())
            .args("tune spsa spsa.toml --out killed --quiet".split(' '))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while length() < before + 20_000 && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        let has_ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        if has_ended {
            break;
        }
        kills += 1;
    }
    assert!(kills > 0);
    let [whole, killed] = ["whole", "killed"].map(|out| log(folder.path(), out));
    assert_eq!(killed, whole);
    let read = |out: &str| fs::read(folder.path().join(out).join("weights.csv")).unwrap();
    assert_eq!(read("killed"), read("whole"));
}

#[test]
fn ctrl_c_ends_it_after_an_iteration() {
    let folder = folder(1_000_000);
    let child = Command::new(assert_cmd::cargo::cargo_bin!("harness"))
        .current_dir(folder.path())
        .args("tune spsa spsa.toml --out run --quiet".split(' '))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let path = folder.path().join("run/spsa.csv");
    while fs::metadata(&path).map_or(0, |file| file.len()) < 10_000 {
        thread::sleep(Duration::from_millis(1));
    }
    let mut kill = Command::new("kill");
    kill.args(["-INT", &child.id().to_string()]);
    assert!(kill.status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    let iterations = log(folder.path(), "run").lines().count() - 1;
    let told = format!(
        "stopped after {iterations} iterations; all are saved in run. The same command goes on.\n"
    );
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), told);
}

#[test]
fn a_log_cut_anywhere_goes_on_to_the_same_end() {
    let folder = folder(6);
    let run = "tune spsa spsa.toml --out run";
    output(folder.path(), run);
    let whole = log(folder.path(), "run");
    let path = folder.path().join("run/spsa.csv");
    for cut in (0..whole.len()).step_by(31) {
        fs::write(&path, &whole[..cut]).unwrap();
        output(folder.path(), run);
        assert_eq!(log(folder.path(), "run"), whole, "cut at byte {cut}");
    }
}

/// Another run in its folder is refused, and nothing is written.
#[test]
fn a_log_of_another_run_is_left_alone() {
    let folder = folder(5);
    let run = "tune spsa spsa.toml --out run";
    output(folder.path(), run);
    let whole = log(folder.path(), "run");
    let path = folder.path().join("run/spsa.csv");
    let refused = |call: &str, expected: &str| {
        let before = fs::read(&path).unwrap();
        harness(folder.path(), call)
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(expected));
        assert_eq!(fs::read(&path).unwrap(), before);
    };
    for (from, to, expected) in [
        (
            "seed = 3",
            "seed = 4",
            "run holds another run: seed was 3 and is 4 now; choose",
        ),
        (
            "= 5\n",
            "= 6\n",
            "iterations was 5 and is 6 now; choose another folder",
        ),
        (
            "-300",
            "-200",
            "weights.disc-a1.min was -300.0 and is -200.0 now; ",
        ),
        (
            "'othello'",
            "'othello:size=6'",
            "game was \"othello:size=8\" and is ",
        ),
    ] {
        let text = file("hand", 5).replacen(from, to, 1);
        fs::write(folder.path().join("other.toml"), text).unwrap();
        refused("tune spsa other.toml --out run", expected);
    }
    let changed = |change: &dyn Fn(&str) -> String| {
        let lines = whole.lines().enumerate();
        let lines = lines.map(|(at, line)| match at {
            3 => change(line),
            _ => line.to_string(),
        });
        fs::write(&path, Vec::from_iter(lines).join("\n") + "\n").unwrap();
    };
    let score = |line: &str| line.split(',').nth(1).unwrap().to_string();
    changed(&|line| line.replacen(&format!(",{},", score(line)), ",77,", 1));
    refused(
        run,
        "spsa.csv, line 4: the score is 77, but must be within ±16",
    );
    changed(&|line| line.rsplit_once(',').unwrap().0.to_string() + ",1.5");
    refused(
        run,
        "spsa.csv, line 4: mobility is 1.5, but after this score ",
    );
    changed(&|line| line.replacen('3', "4", 1));
    refused(
        run,
        "spsa.csv, line 4: iteration 4 where 3 of 5 is expected",
    );
    changed(&|line| line.to_string() + ",1");
    refused(run, "spsa.csv, line 4: expected 10 fields, but found 11");
    fs::write(&path, whole.replacen("mobility", "nobility", 1)).unwrap();
    refused(
        run,
        "spsa.csv, line 1: the columns must be iteration,score,disc-a1,",
    );

    // Nor does a tournament take its folder.
    fs::write(&path, &whole).unwrap();
    let tournament = "tournament --game othello --engine random --engine greedy --out run";
    refused(
        tournament,
        "run holds spsa.csv of another run, without its tournament.toml",
    );
    fs::write(folder.path().join("run/weights.csv"), "feature,weight\n").unwrap();
    refused(
        run,
        "weights.csv holds other weights than this run makes; take it away",
    );
}

#[test]
fn weights_that_were_changed_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("start.csv", &discs_and_corners());
    write("spsa.toml", &file("start.csv", 2));
    output(folder.path(), "tune spsa spsa.toml --out run");
    write("start.csv", "feature,weight\ndisc-a1,90\n");
    for (call, expected) in [
        ("spsa.toml --out run", "run holds another run: hashes."),
        (
            "run/spsa.toml --out new",
            "start.csv has changed since the run began",
        ),
    ] {
        harness(folder.path(), &format!("tune spsa {call}"))
            .assert()
            .code(2)
            .stderr(predicate::str::contains(expected));
    }
    assert!(!folder.path().join("new").exists());
}

#[test]
fn limits_on_time_are_warned_of() {
    let folder = folder(1);
    let text = file("hand", 1).replace("depth = 1", "depth = 1, movetime = '1h'");
    fs::write(folder.path().join("spsa.toml"), text).unwrap();
    harness(folder.path(), "tune spsa spsa.toml")
        .assert()
        .success()
        .stderr(predicate::str::contains("limits on time do not repeat"));
}

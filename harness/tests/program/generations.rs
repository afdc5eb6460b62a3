//! `harness tune generations`.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use predicates::prelude::*;

use crate::verify::weights;
use crate::{games, harness, output, without_times};

const RUN: &str = "tune generations --game othello --engine pattern --start turned.csv \
                   --depth 1 --pairs 20 --test-pairs 60 --gauntlet-pairs 4 \
                   --opponents random greedy --min-games 2 --quiet";

/// A folder with weights to start from that lose to nearly all others.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let turned = weights(|weight| -weight);
    fs::write(folder.path().join("turned.csv"), turned).unwrap();
    folder
}

fn begin(folder: &Path, arguments: &str) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("harness"))
        .current_dir(folder)
        .args(format!("{RUN} {arguments}").split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What does not depend on the name of the folder, or on the time.
fn made(run: &Path) -> Vec<String> {
    let mut made = vec![fs::read_to_string(run.join("generations.csv")).unwrap()];
    for generation in ["generation-01", "generation-02"] {
        let below = run.join(generation);
        made.push(fs::read_to_string(below.join("weights.csv")).unwrap());
        made.push(without_times(&below.join("games/games.csv")));
    }
    made
}

fn provenance(run: &Path, generation: &str) -> toml::Table {
    let path = run.join(generation).join("weights.toml");
    fs::read_to_string(path).unwrap().parse().unwrap()
}

#[test]
fn what_is_verified_is_gone_on_from() {
    let folder = folder();
    let run = folder.path().join("run");
    let call = format!("{RUN} --generations 2 --out run");
    let text = output(folder.path(), &call);
    assert!(
        text.starts_with("pattern of othello:size=8 at depth=1, from turned.csv\n"),
        "{text}"
    );
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );

    let log = fs::read_to_string(run.join("generations.csv")).unwrap();
    let rows: Vec<Vec<&str>> = log.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[1][4], "verified", "{log}");
    assert!(rows[1][6].parse::<f64>().unwrap() > 0.0, "{log}");
    let [first, second] =
        ["generation-01", "generation-02"].map(|generation| provenance(&run, generation));
    assert_eq!(first["verdict"].as_str(), Some("verified"));
    assert_eq!(first["min_games"].as_integer(), Some(2));
    assert_eq!(first["start"].as_str(), Some("turned.csv"));
    assert_eq!(
        second["start"].as_str(),
        Some("run/generation-01/weights.csv")
    );
    assert_eq!(second["verdict"].as_str(), Some(rows[2][4]));
    let files = second["data"].as_array().unwrap();
    let names = files.iter().map(|file| file["file"].as_str().unwrap());
    assert_eq!(
        Vec::from_iter(names),
        [
            "generation-01/games/games.csv",
            "generation-02/games/games.csv"
        ]
    );
    let played = fs::read_to_string(run.join("generation-02/games/tournament.toml")).unwrap();
    assert!(
        played.contains("/run/generation-01/weights.csv"),
        "{played}"
    );

    let openings = |generation: &str| {
        let rows = games(&run.join(generation).join("games/games.csv"));
        assert_eq!(rows.len(), 40);
        HashSet::<String>::from_iter(rows.into_iter().map(|row| row.opening))
    };
    assert!(openings("generation-01").is_disjoint(&openings("generation-02")));

    // Nothing is made twice, and a program reads the same; a drawing is made again.
    let before = made(&run);
    let drawings = ["generation-01", "generation-02"]
        .map(|generation| run.join(generation).join("weights.svg"));
    let drawn = drawings.each_ref().map(|path| fs::read(path).unwrap());
    for path in &drawings {
        fs::remove_file(path).unwrap();
    }
    let json = output(folder.path(), &format!("{call} --format json"));
    let found: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(found["generations"][0]["verdict"], "verified");
    assert_eq!(drawings.map(|path| fs::read(path).unwrap()), drawn);
    assert!(
        found["best"]
            .as_str()
            .unwrap()
            .starts_with("run/generation-0")
    );
    assert_eq!(made(&run), before);
}

/// Killed without a word, as often as it takes, on any number of threads, and with the
/// second generation as an afterthought.
#[test]
fn kills_change_nothing() {
    let folder = folder();
    output(folder.path(), &format!("{RUN} --generations 2 --out whole"));
    let mut kills = 0;
    for generations in [1, 2] {
        for delay in (10..).step_by(20) {
            let threads = 1 + kills % 3;
            let mut child = begin(
                folder.path(),
                &format!("--generations {generations} --threads {threads} --out killed"),
            );
            thread::sleep(Duration::from_millis(delay));
            if child.try_wait().unwrap().is_some_and(|code| code.success()) {
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
        }
    }
    assert!(kills > 1);
    let [whole, killed] = ["whole", "killed"].map(|run| made(&folder.path().join(run)));
    assert_eq!(killed, whole);
}

#[test]
fn ctrl_c_saves() {
    let folder = folder();
    let child = begin(folder.path(), "--generations 1000 --out run");
    let log = folder.path().join("run/generations.csv");
    while fs::metadata(&log).map_or(0, |file| file.len()) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    let mut kill = Command::new("kill");
    kill.args(["-INT", &child.id().to_string()]);
    assert!(kill.status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    let told = String::from_utf8(ended.stderr).unwrap();
    assert!(told.ends_with("The same command goes on.\n"), "{told}");
}

#[test]
fn the_games_of_late_generations_can_do() {
    let folder = folder();
    output(
        folder.path(),
        &format!("{RUN} --generations 2 --keep 1 --out run"),
    );
    let second = provenance(&folder.path().join("run"), "generation-02");
    let files = second["data"].as_array().unwrap();
    assert_eq!(files.len(), 1);
    assert_eq!(
        files[0]["file"].as_str(),
        Some("generation-02/games/games.csv")
    );
}

/// Another run in its folder is refused, and nothing is written.
#[test]
fn a_folder_of_another_run_is_left_alone() {
    let folder = folder();
    let call = format!("{RUN} --generations 1 --out run");
    output(folder.path(), &call);
    let log = folder.path().join("run/generations.csv");
    let refused = |call: &str, expected: &str| {
        let before = fs::read(&log).unwrap();
        harness(folder.path(), call)
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(expected));
        assert_eq!(fs::read(&log).unwrap(), before);
    };
    refused(
        &format!("{call} --seed 2"),
        "run holds another run: seed was 1 and is 2 now; choose another folder with --out",
    );
    refused(
        "tournament --game othello --engine random --engine greedy --out run",
        "run holds generations.csv of another run, without its tournament.toml",
    );

    let turned = folder.path().join("turned.csv");
    let start = fs::read(&turned).unwrap();
    fs::write(&turned, "feature,weight\nmobility,-1\n").unwrap();
    refused(&call, "run holds another run: start_sha256 was ");
    fs::write(&turned, start).unwrap();

    let weights = folder.path().join("run/generation-01/weights.csv");
    let fitted = fs::read(&weights).unwrap();
    fs::write(&weights, "feature,weight\nmobility,1\n").unwrap();
    refused(
        &call,
        "weights.toml: it tells where other weights come from",
    );
    fs::write(&weights, fitted).unwrap();

    let whole = fs::read_to_string(&log).unwrap();
    fs::write(&log, whole.replace("\n1,", "\n2,")).unwrap();
    refused(
        &call,
        "generations.csv, line 2: generation 2 where 1 is expected",
    );
}

/// Without chance, an engine that plays itself plays a pair's games alike.
#[test]
fn repeated_games_are_fitted_to_once() {
    let folder = folder();
    let call = "tune generations --game othello:size=6 --engine alphabeta --depth 1 --pairs 20 \
                --test-pairs 1 --opponents random greedy --generations 1 --out run --format json";
    let found: serde_json::Value = serde_json::from_str(&output(folder.path(), call)).unwrap();
    assert_eq!(found["generations"][0]["games"], 20);
    let fit = "tune fit run/generation-01/games/games.csv --format json";
    let report: serde_json::Value = serde_json::from_str(&output(folder.path(), fit)).unwrap();
    assert_eq!(report["read"]["games"], 40);
    assert_eq!(report["read"]["repeated"], 20);
}

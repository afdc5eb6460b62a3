//! `harness tune verify`.

use std::fs;
use std::path::{Path, PathBuf};

use engines::Knowledge;
use engines::othello::Othello;
use predicates::prelude::*;

use crate::import::reference;
use crate::{harness, without_times};

const QUICK: &str = "--depth 1 --gauntlet-pairs 10 --opponents random greedy --quiet";

/// The hand weights of Othello, each changed.
pub fn weights(change: fn(i32) -> i32) -> String {
    let mut text = "feature,weight\n".to_string();
    for feature in Othello::FEATURES {
        text += &format!("{},{}\n", feature.name, change(feature.hand_weight));
    }
    text
}

/// A folder with weights that lose, and with some that were fitted.
fn folder_of_weights() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("turned.csv", &weights(|weight| -weight));
    let games = harness::records::csv_lines(reference(), true).unwrap();
    write("games.csv", &String::from_utf8(games).unwrap());
    crate::output(folder.path(), "tune fit games.csv --out fitted.csv");
    folder
}

/// What it prints; it ends with this code.
fn verify(folder: &Path, arguments: &str, code: i32) -> String {
    let call = format!("tune verify {arguments} {QUICK}");
    let assert = harness(folder, &call).assert().code(code);
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn provenance(folder: &Path, name: &str) -> toml::Table {
    let text = fs::read_to_string(folder.join(name)).unwrap();
    text.parse().unwrap()
}

/// The games of the only folder below one whose name begins so.
fn games_of(folder: &Path, kind: &str) -> Option<PathBuf> {
    let mut found = fs::read_dir(folder).unwrap().filter_map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with(kind).then(|| path.join("games.csv"))
    });
    let games = found.next();
    assert!(found.next().is_none());
    games
}

#[test]
fn weights_with_their_signs_turned_are_rejected() {
    let folder = folder_of_weights();
    let arguments = "turned.csv --against hand --game othello";
    let text = verify(folder.path(), arguments, 1);
    assert!(
        text.starts_with("Results of new vs old (depth=1, othello"),
        "{text}"
    );
    assert!(text.contains("H0 is accepted, +0."), "{text}");
    let end = "\nThe weights are rejected against hand, as turned.toml says.\n";
    assert!(text.ends_with(end), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );

    let found = provenance(folder.path(), "turned.toml");
    assert_eq!(found["verdict"].as_str(), Some("rejected"));
    assert_eq!(found["game"].as_str(), Some("othello:size=8"));
    let verification = found["verification"].as_table().unwrap();
    assert_eq!(verification["against"].as_str(), Some("hand"));
    assert_eq!(verification["test"]["is_stronger"].as_bool(), Some(false));
    assert!(verification["test"]["elo"].as_float() < Some(-30.0));
    assert!(!verification.contains_key("verdict") && !verification.contains_key("gauntlet"));

    // Who is rejected need not play others; and nothing is played twice.
    let below = folder.path().join("turned.verify");
    assert_eq!(games_of(&below, "gauntlet"), None);
    let games = games_of(&below, "test").unwrap();
    let before = fs::read(&games).unwrap();
    assert_eq!(verify(folder.path(), arguments, 1), text);
    assert_eq!(fs::read(&games).unwrap(), before);
    assert_eq!(provenance(folder.path(), "turned.toml"), found);
}

#[test]
fn weights_that_beat_others_are_verified() {
    let folder = folder_of_weights();
    let before = provenance(folder.path(), "fitted.toml");
    assert_eq!(before["verdict"].as_str(), Some("unverified"));
    let text = verify(
        folder.path(),
        "fitted.csv --against turned.csv --threads 1",
        0,
    );
    assert!(text.contains("H1 is accepted, +30."), "{text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.join(" ");
    assert!(
        words.contains(" Opponent New Games Old Games random "),
        "{text}"
    );
    let end = "\nThe weights are verified against turned.csv, as fitted.toml says.\n";
    assert!(text.ends_with(end), "{text}");

    // What was known of the weights is still there.
    let mut found = provenance(folder.path(), "fitted.toml");
    let verification = found.remove("verification").unwrap();
    assert_eq!(found["verdict"].as_str(), Some("verified"));
    found["verdict"] = before["verdict"].clone();
    assert_eq!(found, before);
    assert!(verification["against_sha256"].as_str().is_some());
    let gauntlet = verification["gauntlet"].as_array().unwrap();
    let opponents = gauntlet.iter().map(|meeting| meeting["opponent"].as_str());
    assert_eq!(Vec::from_iter(opponents), [Some("random"), Some("greedy")]);
    for meeting in gauntlet {
        assert_eq!(meeting["new_games"].as_integer(), Some(20));
        assert_eq!(meeting["old_games"].as_integer(), Some(20));
        assert!(meeting["new_points"].as_float() > meeting["old_points"].as_float());
    }

    // Any number of threads plays the same.
    let other = folder_of_weights();
    let again = verify(
        other.path(),
        "fitted.csv --against turned.csv --threads 3",
        0,
    );
    assert_eq!(again, text);
    let both = [&folder, &other].map(|folder| {
        let games = games_of(&folder.path().join("fitted.verify"), "test").unwrap();
        without_times(&games)
    });
    assert_eq!(both[0], both[1]);
}

#[test]
fn weights_of_which_too_little_is_known_stay_unverified() {
    let folder = folder_of_weights();
    let arguments = "fitted.csv --against hand --pairs 1 --engine pattern --seed 9";
    let text = verify(folder.path(), arguments, 3);
    assert!(text.contains("): undecided."), "{text}");
    let end = "\nThe weights are unverified against hand, as fitted.toml says.\n";
    assert!(text.ends_with(end), "{text}");
    let found = provenance(folder.path(), "fitted.toml");
    assert_eq!(found["verdict"].as_str(), Some("unverified"));
    let verification = &found["verification"];
    assert_eq!(verification["seed"].as_integer(), Some(9));
    assert_eq!(verification["engine"].as_str(), Some("pattern"));
    assert!(verification["test"].get("is_stronger").is_none());
}

#[test]
fn an_undecided_test_leaves_a_verdict_as_it_is() {
    let folder = folder_of_weights();
    let arguments = "turned.csv --against hand --game othello";
    verify(folder.path(), arguments, 1);
    let before = provenance(folder.path(), "turned.toml");
    let call = format!("tune verify {arguments} --pairs 1 {QUICK}");
    let said = "warning: the test is undecided, and turned.toml stays as it is: rejected against \
                hand by alphabeta at depth=1, -";
    let assert = harness(folder.path(), &call).assert().code(3);
    let output = assert.get_output();
    let [text, warning] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(
        warning.starts_with(said) && warning.ends_with(" Elo\n"),
        "{warning}"
    );
    let end = "\nThe test against hand is undecided; turned.toml still says:\nrejected against ";
    assert!(text.contains(end), "{text}");
    assert_eq!(provenance(folder.path(), "turned.toml"), before);

    let json = verify(folder.path(), &format!("{arguments} --format json"), 1);
    let found: serde_json::Value = serde_json::from_str(&json).unwrap();
    for (key, value) in [
        ("weights", "turned.csv"),
        ("verdict", "rejected"),
        ("engine", "alphabeta"),
    ] {
        assert_eq!(found[key], value);
    }
    assert_eq!(found["is_written"], true);
    assert_eq!(found["test"]["is_stronger"], false);

    // Weights that take their place begin anew, and that is said.
    harness(folder.path(), "tune fit games.csv --out turned.csv")
        .assert()
        .success()
        .stderr(predicate::str::contains(
            "turned.csv had weights that were rejected against hand by",
        ));
    let after = provenance(folder.path(), "turned.toml");
    assert_eq!(after["verdict"].as_str(), Some("unverified"));
}

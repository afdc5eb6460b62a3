//! `harness tune`.

use std::fs;
use std::path::Path;

use predicates::prelude::*;
use serde_json::Value;

use crate::{harness, output};

/// A folder with positions and hand weights of theirs.
fn folder_with_table() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tuning");
    fs::copy(
        data.join("positions.csv"),
        folder.path().join("positions.csv"),
    )
    .unwrap();
    let hand = "feature,weight\nmobility,10\ncorner,100\nxsq,-30\n";
    fs::write(folder.path().join("hand.csv"), hand).unwrap();
    folder
}

fn json(folder: &Path, arguments: &str) -> Value {
    serde_json::from_str(&output(folder, &format!("{arguments} --format json"))).unwrap()
}

#[test]
fn fits_a_table() {
    let folder = folder_with_table();
    let fit = "tune fit --features positions.csv --start hand.csv";
    let report = json(folder.path(), fit);
    assert_eq!(report["training"]["games"], 161);
    assert_eq!(report["held_out"]["games"], 39);
    let corner = &report["weights"][3];
    assert_eq!(corner["feature"], "corner");
    let close = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-6;
    assert!(close(&corner["weight"], 0.485656), "{corner}");
    assert!(close(
        &report["held_out"]["loss"]["fitted"]["mean"],
        0.678932
    ));
    let warnings = report["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{warnings:?}");

    let text = output(folder.path(), fit);
    for line in [
        "Fitted to 161 games, 3 624 positions; held out: 39 games, 905 positions",
        "fitted            0.600434  0.023995   0.678932  0.038117",
        "corner     0.485656  0.032038   0.125974   0.537437    160",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    harness(folder.path(), fit)
        .assert()
        .success()
        .stderr(predicate::str::contains("no better than the start"));

    let threads = |threads| output(folder.path(), &format!("{fit} --threads {threads}"));
    assert_eq!(threads(1), threads(3));
}

#[test]
fn games_of_several_tables_are_told_apart() {
    let folder = folder_with_table();
    fs::copy(
        folder.path().join("positions.csv"),
        folder.path().join("more.csv"),
    )
    .unwrap();
    let both = "tune fit --features positions.csv --features more.csv";
    let report = json(folder.path(), both);
    let games = |side: &str| report[side]["games"].as_u64().unwrap();
    assert_eq!(games("training") + games("held_out"), 400);
    assert_ne!(games("held_out"), 2 * 39);
    let all = json(folder.path(), &format!("{both} --all-games"));
    assert_eq!(all["training"]["games"], 400);
    assert_eq!(all["held_out"], Value::Null);
}

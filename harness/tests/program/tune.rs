//! `harness tune`.

use std::fs;
use std::path::{Path, PathBuf};

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
    let steps = report["steps"].as_array().unwrap();
    for (step, weights) in [(0, "start"), (steps.len() - 1, "fitted")] {
        for side in ["training", "held_out"] {
            let loss = report[side]["loss"][weights]["mean"].as_f64().unwrap();
            assert!(close(&steps[step][side], loss), "{steps:?}");
        }
    }

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

/// A folder with the games of a reference tournament.
fn folder_with_games(game: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(reference(game), folder.path().join("games.csv")).unwrap();
    folder
}

fn reference(game: &str) -> PathBuf {
    let results = concat!(env!("CARGO_MANIFEST_DIR"), "/../results/reference");
    Path::new(results).join(game).join("games.csv")
}

#[test]
fn fitted_weights_play_and_say_where_they_come_from() {
    for game in ["go", "gomoku", "othello"] {
        let folder = folder_with_games(game);
        let path = |name: &str| folder.path().join(name);
        let read = |name: &str| fs::read_to_string(path(name)).unwrap();
        let fit = "tune fit games.csv --out";
        let text = output(folder.path(), &format!("{fit} w.csv"));
        assert!(text.starts_with("Fitted to 160 games, "), "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{text}"
        );
        output(folder.path(), &format!("{fit} w1.csv --threads 1"));
        assert_eq!(read("w.csv"), read("w1.csv"));
        assert_eq!(read("w.toml"), read("w1.toml"));

        let provenance: toml::Table = read("w.toml").parse().unwrap();
        assert_eq!(provenance["verdict"].as_str(), Some("unverified"));
        assert!(provenance["game"].as_str().unwrap().starts_with(game));
        assert_eq!(provenance["data"][0]["file"].as_str(), Some("games.csv"));
        assert_eq!(provenance["data"][0]["games"].as_integer(), Some(200));
        assert_eq!(provenance["training"]["games"].as_integer(), Some(160));

        // Who starts from the fit has nothing to gain.
        let again = json(
            folder.path(),
            "tune fit games.csv --start w.csv --ridge 1000",
        );
        let scale = again["scale"].as_f64().unwrap();
        assert!((0.8..1.25).contains(&scale), "{game}: {scale}");

        let spec = "alphabeta:weights=w.csv,name=fitted,depth=1";
        let play = format!("tournament --game {game} --engine {spec} --engine random --pairs 1");
        assert!(output(folder.path(), &play).contains("fitted"));
    }
}

#[test]
fn the_weights_that_come_with_the_program_have_a_name() {
    let folder = folder_with_games("othello");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let text = output(
        folder.path(),
        "tune fit games.csv --start own --ridge 1e12 --out w.csv",
    );
    assert!(text.contains("tune verify w.csv --against own"), "{text}");
    let provenance: toml::Table = read("w.toml").parse().unwrap();
    assert_eq!(provenance["start"].as_str(), Some("own"));
    assert!(!provenance.contains_key("start_sha256"));
    let shipped = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../results/weights/othello.csv"
    );
    let play = |weights: &str| {
        let out = folder.path().join("run");
        let engines = format!("--engine pattern{weights}name=one --engine greedy");
        output(
            folder.path(),
            &format!("tournament --game othello {engines} --pairs 2 --out run"),
        );
        let games = crate::without_times(&out.join("games.csv"));
        let configuration = read("run/tournament.toml");
        fs::remove_dir_all(out).unwrap();
        (games, configuration)
    };
    let (own, configuration) = play(":weights=own,");
    assert!(
        configuration.contains("weights = \"own\""),
        "{configuration}"
    );
    assert_eq!(own, play(":").0);
    assert_eq!(own, play(&format!(":weights={shipped},")).0);
    assert_ne!(own, play(":weights=hand,").0);
}

#[test]
fn what_no_game_shows_stays_as_it_was() {
    let folder = folder_with_games("go");
    let start = "feature,weight\nmove-hane,31\nstone,100\n";
    fs::write(folder.path().join("start.csv"), start).unwrap();
    output(
        folder.path(),
        "tune fit games.csv --start start.csv --out w.csv",
    );
    let weights = fs::read_to_string(folder.path().join("w.csv")).unwrap();
    assert!(weights.contains("\nmove-hane,31\n"), "{weights}");
    assert!(!weights.contains("\nmove-cut,"), "{weights}");
}

#[test]
fn a_report_is_not_lost_where_nothing_can_be_written() {
    let folder = folder_with_games("othello");
    // What is to be written first, and then takes the place of the drawing.
    fs::create_dir(folder.path().join(".w.svg.new")).unwrap();
    for format in ["text", "json"] {
        let fit = format!("tune fit games.csv --out w.csv --format {format}");
        harness(folder.path(), &fit)
            .assert()
            .code(1)
            .stdout(predicate::str::contains("own-moves").or(predicate::str::contains("mobility")))
            .stdout(predicate::str::contains("unverified").not())
            .stderr(predicate::str::contains("cannot write w.svg"));
        assert!(!folder.path().join("w.csv").exists());
    }
}

#[test]
fn patterns_are_fitted_if_asked_for() {
    let folder = folder_with_games("othello");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let fit = |options: &str| output(folder.path(), &format!("tune fit games.csv {options}"));
    fit("--out plain.csv");
    assert!(!read("plain.csv").contains('/'));
    let plot = read("plain.svg");
    for words in [
        "weights for othello:size=8",
        "games fitted to",
        "games held out",
    ] {
        assert!(plot.contains(words), "{plot}");
    }

    fit("--patterns --min-games 40 --ridge 30 --out dense.csv");
    let dense = read("dense.csv");
    assert!(dense.contains("\n2x5/") && dense.contains("\nown-moves/"));
    assert!(dense.lines().all(|line| !line.ends_with(",0")));
    let provenance: toml::Table = read("dense.toml").parse().unwrap();
    assert_eq!(provenance["patterns"].as_bool(), Some(true));
    assert_eq!(provenance["min_games"].as_integer(), Some(40));

    // Patterns that are not fitted stay as they are.
    fit("--start dense.csv --out again.csv");
    let patterns = |text: &str| -> Vec<String> {
        let rows = text.lines().filter(|line| line.contains('/'));
        rows.map(String::from).collect()
    };
    assert_eq!(patterns(&read("again.csv")), patterns(&dense));

    let spec = "alphabeta:weights=dense.csv,name=dense,depth=2";
    let play = format!("tournament --game othello --engine {spec} --engine random --pairs 1");
    assert!(output(folder.path(), &play).contains("dense"));
}

#[test]
fn moves_are_fitted_to_what_was_played() {
    let folder = folder_with_games("go");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    fs::write(
        folder.path().join("start.csv"),
        "feature,weight\nstone,77\nmove-capture,9\n",
    )
    .unwrap();
    let fit = "tune fit games.csv --label move --start start.csv --out";
    let text = output(folder.path(), &format!("{fit} w.csv"));
    assert!(text.starts_with("Fitted to 160 games, "), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    output(folder.path(), &format!("{fit} w1.csv --threads 1"));
    assert_eq!(read("w.csv"), read("w1.csv"));
    assert_eq!(read("w.toml"), read("w1.toml"));
    // Features of positions stay as they are.
    let weights = read("w.csv");
    assert!(weights.contains("\nstone,77\n") && !weights.contains("\nliberty,"));
    assert!(weights.contains("\nmove-self-atari,") && !weights.contains("move-shape-"));

    let report = json(
        folder.path(),
        &format!("{fit} shapes.csv --patterns --min-games 20"),
    );
    assert!(read("shapes.csv").contains("\nmove-shape-"));
    let mean = |side: &str, by: &str| {
        let foretold = &report[side]["foretold"][by];
        foretold["log_likelihood"]["mean"].as_f64().unwrap()
    };
    // The start knows of captures alone, and is scaled to do its best there.
    assert!(mean("training", "uniform") < mean("training", "start"));
    for side in ["training", "held_out"] {
        assert!(mean(side, "uniform") < mean(side, "fitted"));
        assert!(mean(side, "start") < mean(side, "fitted"));
    }
    let foretold = &report["held_out"]["foretold"];
    let best = |by: &str| foretold[by]["first"]["mean"].as_f64().unwrap();
    assert!(best("uniform") < best("fitted"));
    let provenance: toml::Table = read("shapes.toml").parse().unwrap();
    assert_eq!(provenance["label"].as_str(), Some("move"));
    assert!(!provenance.contains_key("ridge"));
    assert_eq!(provenance["training"]["games"].as_integer(), Some(160));

    // Whatever the weights are that stay as they are.
    fs::write(
        folder.path().join("huge.csv"),
        "feature,weight\nmove-shape-....*....,20000\n",
    )
    .unwrap();
    let report = json(
        folder.path(),
        "tune fit games.csv --label move --start huge.csv",
    );
    let fitted = &report["training"]["foretold"]["fitted"];
    let mean = fitted["log_likelihood"]["mean"].as_f64().unwrap();
    assert!(mean < 0.0 && fitted["first"]["mean"].as_f64().unwrap() < 1.0);

    let spec = "pattern:weights=shapes.csv,name=fitted";
    let play = format!("tournament --game go --engine {spec} --engine random --pairs 1");
    assert!(output(folder.path(), &play).contains("fitted"));
}

#[test]
fn margins_and_results_agree_on_the_unit() {
    let folder = folder_with_games("othello");
    let fit = |label| {
        json(
            folder.path(),
            &format!("tune fit games.csv --label {label}"),
        )
    };
    let [results, margins] = ["result", "margin"].map(fit);
    let corner = |report: &Value| report["weights"][0]["weight"].as_f64().unwrap();
    let ratio = corner(&margins) / corner(&results);
    assert!((0.5..2.0).contains(&ratio), "{ratio}");
    assert!(margins["training"]["loss"]["fitted"]["mean"].as_f64() > Some(10.0));
}

#[test]
fn void_games_and_forfeits_teach_nothing() {
    let folder = folder_with_games("othello");
    let path = folder.path().join("games.csv");
    let games = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<String> = games.lines().map(str::to_string).collect();
    lines[1] = lines[1].replace(",white,20,score,", ",none,,void,");
    lines[2] = lines[2].replace(",score,", ",time,");
    assert!(
        lines[1].contains("void") && lines[2].contains("time"),
        "{lines:?}"
    );
    fs::write(&path, lines.join("\n")).unwrap();
    let tally = |options: &str| {
        let report = json(folder.path(), &format!("tune fit games.csv {options}"));
        let games = |side: &str| report[side]["games"].as_u64().unwrap();
        let used = games("training") + games("held_out");
        (
            used,
            report["read"]["void"].clone(),
            report["read"]["forfeits"].clone(),
        )
    };
    assert_eq!(tally(""), (198, 1.into(), 1.into()));
    assert_eq!(tally("--keep forfeits,forced"), (199, 1.into(), 0.into()));
}

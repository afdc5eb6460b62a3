//! Result sets with ratings that an independent program computed, to 0.01 Elo.

use std::fs::{self, File};
use std::path::PathBuf;

use harness::ratings::Model;
use serde_json::Value;

use super::*;

pub fn data(file: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", "ratings", file]
        .iter()
        .collect()
}

fn recorded(set: &str) -> Results {
    let file = File::open(data(&format!("{set}.csv"))).expect("a result set");
    let mut results = Results::new();
    for row in csv::Reader::from_reader(file).records() {
        let row = row.expect("a row");
        let winner = match &row[3] {
            "1-0" => BLACK,
            "0-1" => WHITE,
            "1/2-1/2" => DRAW,
            other => panic!("{other} is no result"),
        };
        results.add(&row[1], &row[2], winner);
    }
    results
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array()
        .expect("a list")
        .iter()
        .map(|name| name.as_str().expect("a name"))
        .collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn options(model: &str) -> Options {
    Options {
        model: match model {
            "BT" | "BTadv" => Model::BradleyTerry,
            "DAV" | "DAVadv" => Model::Davidson,
            other => panic!("{other} is no model"),
        },
        advantage: model.ends_with("adv"),
        ..Options::default()
    }
}

/// Checks one model of one rated group. No game of these is in a pair.
fn check(set: &str, players: &[&str], model: &str, expected: &Value) {
    let results = recorded(set);
    let mut options = options(model);
    let table = rate(&results, &options).expect("a table");
    let what = |item: &str| format!("{set} {model} {item}");
    for name in players {
        let rating = player(&table, name);
        let elo = rating.elo.expect("a rating");
        assert_close(elo, number(&expected["ratings"][name]), 0.01, &what(name));
        let of = |errors: &str| number(&expected[errors][name]);
        check_errors(rating, [of("se_model"), of("se_robust")], &what(name));
    }

    let group = table.groups[player(&table, players[0]).group.expect("a group")];
    assert_eq!(group.players, players.len());
    let log_likelihood = number(&expected["loglik"]);
    assert_close(group.log_likelihood, log_likelihood, 1e-6, &what("loglik"));
    assert_eq!(group.advantage.is_some(), options.advantage);
    if let Some(advantage) = group.advantage {
        let (elo, se) = (&expected["advantage_elo"], &expected["advantage_se"]);
        assert_close(advantage.elo, number(elo), 0.01, &what("advantage"));
        assert_close(advantage.errors.model, number(se), 0.01, &what("its error"));
    }
    assert_eq!(group.draws.is_some(), options.model == Model::Davidson);
    if let Some(draws) = group.draws {
        assert_close(draws, number(&expected["nu"]), 1e-6, &what("draws"));
    }

    let difference = &expected["diff_first_two"];
    let pair = names(&difference["pair"]);
    options.anchor = Some((pair[1].to_owned(), 0.0));
    let table = rate(&results, &options).expect("a table");
    let rating = player(&table, pair[0]);
    let of = |item: &str| number(&difference[item]);
    let elo = rating.elo.expect("a rating");
    assert_close(elo, of("elo"), 0.01, &what("difference"));
    check_errors(
        rating,
        [of("se_model"), of("se_robust")],
        &what("difference"),
    );
}

fn check_errors(rating: &Rating, [model, robust]: [f64; 2], what: &str) {
    let errors = rating.errors.expect("errors");
    assert_close(errors.model, model, 0.01, &format!("{what}: its error"));
    assert_close(errors.robust, robust, 0.01, &format!("{what}: robust"));
    assert_close(
        error(rating),
        model.max(robust),
        0.01,
        &format!("{what}: shown"),
    );
}

#[test]
fn known_result_sets_have_known_ratings() {
    let file = fs::read_to_string(data("expected.json")).expect("expected.json");
    let expected: Value = serde_json::from_str(&file).expect("JSON");
    let mut checked = 0;
    for (set, expected) in expected.as_object().expect("sets") {
        for pool in expected["pools"].as_array().expect("pools") {
            for part in [pool, &pool["largest_scc_only"]] {
                for model in ["BT", "BTadv", "DAV", "DAVadv"] {
                    if part[model]["ratings"].is_object() {
                        check(set, &names(&part["players"]), model, &part[model]);
                        checked += 1;
                    }
                }
            }
        }
    }
    assert_eq!(checked, 22, "models checked");
}

#[test]
fn the_others_are_rated_without_one_who_won_every_game() {
    let table = rate(&recorded("s04_perfect_score"), &Options::default()).expect("a table");
    let shown: Vec<(&str, String)> = table
        .players
        .iter()
        .map(|rating| (rating.name.as_str(), rating.status.to_string()))
        .collect();
    let expected = [("P", "all-wins"), ("A", "ok"), ("B", "ok"), ("C", "ok")];
    assert_eq!(
        shown,
        expected.map(|(name, status)| (name, status.to_owned()))
    );

    let perfect = player(&table, "P");
    assert_eq!(
        (perfect.elo, perfect.high, perfect.los_next),
        (None, None, None)
    );
    // The chance of 10–0 against each of the three is 2.5 % at the bound.
    let low = perfect.low.expect("a bound");
    let chance: f64 = ["A", "B", "C"]
        .iter()
        .map(|name| player(&table, name).elo.expect("a rating"))
        .map(|elo| (1.0 / (1.0 + 10_f64.powf((elo - low) / 400.0))).powi(10))
        .product();
    assert_close(chance, 0.025, 1e-9, "chance at the bound");
}

#[test]
fn pools_are_rated_apart() {
    let options = Options {
        advantage: true,
        ..Options::default()
    };
    let table = rate(&recorded("s05_disconnected"), &options).expect("a table");
    let shown: Vec<(&str, Option<usize>, Option<usize>)> = table
        .players
        .iter()
        .map(|rating| (rating.name.as_str(), rating.pool, rating.rank))
        .collect();
    let (first, second) = (Some(1), Some(2));
    assert_eq!(
        shown[2],
        ("E", first, Some(3)),
        "the larger pool comes first"
    );
    assert_eq!(shown[3], ("A", second, Some(1)));
    assert_eq!(shown[4], ("B", second, Some(2)));
    assert!(table.groups[0].advantage.is_some());
    // A won whenever he moved first, so {A, B} have no finite advantage.
    assert_eq!(table.groups[1].advantage, None);
    assert_close(
        player(&table, "A").elo.expect("a rating"),
        53.7691,
        0.01,
        "A",
    );
    assert_eq!(player(&table, "E").los_next, None, "not across pools");
}

#[test]
fn groups_that_only_one_side_scored_between_are_rated_apart() {
    let table = rate(&recorded("s06_one_way_bridge"), &Options::default()).expect("a table");
    let order: Vec<&str> = table
        .players
        .iter()
        .map(|rating| rating.name.as_str())
        .collect();
    assert_eq!(order, ["A", "B", "C", "D"]);
    for (rating, group) in table.players.iter().zip([0, 0, 1, 1]) {
        assert_eq!(rating.status.to_string(), "separated");
        assert_eq!((rating.pool, rating.group), (Some(1), Some(group)));
        assert!(rating.elo.is_some());
    }
    assert!(player(&table, "A").los_next > Some(0.5));
    assert_eq!(player(&table, "B").los_next, None, "not across groups");
}

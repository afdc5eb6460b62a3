//! `harness rate`.

use std::fs;
use std::path::Path;

use predicates::prelude::*;

use crate::{harness, output};

/// A column of a table in CSV.
fn column(text: &str, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let column = headers.iter().position(|header| header == name).unwrap();
    let records = reader.records().map(Result::unwrap);
    records.map(|record| record[column].to_string()).collect()
}

/// Rates a file with this content.
fn rated(text: &str, options: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.csv"), text).unwrap();
    output(
        folder.path(),
        &format!("rate games.csv --format csv {options}"),
    )
}

/// Engine, wins, draws and losses, by name.
fn scores(table: &str) -> Vec<String> {
    let columns = ["engine", "wins", "draws", "losses"].map(|name| column(table, name));
    let mut scores: Vec<String> = (0..columns[0].len())
        .map(|row| {
            columns
                .each_ref()
                .map(|column| column[row].as_str())
                .join(" ")
        })
        .collect();
    scores.sort();
    scores
}

#[test]
fn rates_what_a_tournament_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let run = "tournament --game othello:size=6 --pairs 4 --nodes 200 --out run";
    let printed = output(folder.path(), &format!("{run} --format csv"));
    let rated = output(folder.path(), "rate run/games.csv --format csv");
    assert_eq!(rated, printed);

    // Twice the same games say no more than once.
    let file = folder.path().join("run/games.csv");
    fs::copy(&file, folder.path().join("copy.csv")).unwrap();
    harness(folder.path(), "rate run/games.csv copy.csv --format csv")
        .assert()
        .success()
        .stdout(rated.clone())
        .stderr("40 repeated pairs left out.\n");

    // Other openings: smaller errors.
    let run = run.replace("--out run", "--out more --seed 2");
    output(folder.path(), &run);
    let both = output(
        folder.path(),
        "rate run/games.csv more/games.csv --format csv",
    );
    let games = |text: &str| column(text, "games")[0].parse::<u32>().unwrap();
    assert_eq!(games(&both), 2 * games(&rated));
    assert_eq!(column(&both, "engine").len(), 5);
}

#[test]
fn an_anchor_fixes_the_scale() {
    let folder = tempfile::tempdir().unwrap();
    let run =
        "tournament --game othello:size=4 --engine random --engine greedy --pairs 8 --out run";
    output(folder.path(), run);
    let anchored = output(
        folder.path(),
        "rate run/games.csv --anchor random=1000 --format csv",
    );
    let random = anchored
        .lines()
        .find(|row| row.contains(",random,"))
        .unwrap();
    assert_eq!(random.split(',').nth(4), Some("1000.0"));
}

#[test]
fn a_model_says_what_its_numbers_are() {
    let folder = tempfile::tempdir().unwrap();
    let rated = |winners: &str, model: &str| {
        let rows = winners.split(' ').map(|winner| format!("a,b,{winner}\n"));
        let games = format!("black,white,winner\n{}", rows.collect::<String>());
        fs::write(folder.path().join("games.csv"), games).unwrap();
        output(folder.path(), &format!("rate games.csv --model {model}"))
    };
    // Three wins to one are 191 Elo among the decided; a draw is ν / (2 + ν) only
    // between equals, for ν = 3 / √3.
    let text = rated("black black black white draw draw draw", "davidson");
    assert!(
        text.contains("+95") && text.contains("Equals draw 46 %"),
        "{text}"
    );
    assert!(text.contains("1.87 times those of Bradley–Terry"), "{text}");
    let text = rated("black black white", "davidson");
    assert!(text.contains("do not tell how likely draws are"), "{text}");
    let text = rated("black black", "bayeselo");
    assert!(
        text.contains("BayesElo: a draw counts as a win and a loss"),
        "{text}"
    );
    assert!(!text.contains('≥'), "virtual draws give a rating: {text}");
    assert!(rated("black black", "bradley-terry").contains('≥'));
}

#[test]
fn names_and_winners_are_enough() {
    let table = rated(
        "white,black,winner\na,b,black\nb,a,black\nb,a,draw\na,b,none\n",
        "",
    );
    assert_eq!(scores(&table), ["a 1 1 1", "b 1 1 1"]);
}

#[test]
fn a_void_game_takes_its_twin_along() {
    let text = "pair_id,opening,black,white,winner\n\
                1,,a,b,none\n1,,b,a,black\n\
                2,,a,b,black\n2,,b,a,draw\n\
                3,,c,a,black\n3,,a,c,none\n";
    assert_eq!(scores(&rated(text, "")), ["a 1 1 0", "b 0 1 1", "c 0 0 0"]);
    // Where rows are no pairs, only the void game does not count.
    let text = text.replace("pair_id", "round");
    assert_eq!(scores(&rated(&text, "")), ["a 1 1 2", "b 1 1 1", "c 1 0 0"]);
}

#[test]
fn repeated_pairs_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let header = "pair_id,black,white,winner,seed,moves\n";
    let pair = |id: u64, moves: &str| {
        format!("{id},a,b,black,{id},a1 {moves}\n{id},b,a,draw,{id},b1 {moves}\n")
    };
    let write = |name: &str, pairs: &[String]| {
        let text = format!("{header}{}", pairs.concat());
        fs::write(folder.path().join(name), text).unwrap();
    };
    write("games.csv", &[pair(1, "c1"), pair(2, "c1"), pair(3, "c2")]);
    write("more.csv", &[pair(1, "c2"), pair(2, "c3")]);
    let text = output(folder.path(), "rate games.csv more.csv");
    assert!(text.contains("\n2 repeated pairs left out.\n"), "{text}");
    for format in ["csv", "json"] {
        harness(folder.path(), "rate games.csv --format")
            .arg(format)
            .assert()
            .success()
            .stdout(predicate::str::contains("repeated").not())
            .stderr("1 repeated pair left out.\n");
    }
    let table = output(folder.path(), "rate games.csv more.csv --format csv");
    assert_eq!(scores(&table), ["a 3 3 0", "b 0 3 3"]);

    // Engines that choose by their seeds may play the same by chance.
    let toml = "[[engine]]\nkind = 'alphabeta'\nname = 'a'\n\n[[engine]]\nname = 'b'\nkind = ";
    let toml_file = folder.path().join("tournament.toml");
    for (kind, expected) in [("mcts", ""), ("alphabeta", "1 repeated pair left out.\n")] {
        fs::write(&toml_file, format!("{toml}'{kind}'")).unwrap();
        harness(folder.path(), "rate games.csv --format csv")
            .assert()
            .success()
            .stderr(expected);
    }
    // What is no tournament is not needed either.
    fs::write(&toml_file, "game = 5").unwrap();
    harness(folder.path(), "rate games.csv --format csv")
        .assert()
        .success()
        .stderr(predicate::str::contains(
            "tournament.toml: TOML parse error",
        ))
        .stderr(predicate::str::contains("1 repeated pair left out."));
}

#[test]
fn one_name_for_two_engines_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let run = |out: &str, options: &str| {
        let call = format!("tournament --pairs 3 --quiet --out {out} {options}");
        output(folder.path(), &call);
    };
    let engines = |options: &str| {
        let table = output(folder.path(), &format!("rate --format csv {options}"));
        let mut engines = column(&table, "engine");
        engines.sort();
        engines
    };
    let othello = "--game othello:size=4 --engine random --engine";
    run("few", &format!("{othello} mcts --nodes 50"));
    run("many", &format!("{othello} mcts --nodes 100"));
    run("own", &format!("{othello} mcts:nodes=100,name=mcts"));
    run(
        "wide",
        &format!("{othello} mcts:exploration=0.9,name=mcts --nodes 50"),
    );
    run(
        "other",
        &format!("{othello} alphabeta:name=mcts --nodes 50"),
    );

    // The budget is part of an engine that spends it, and of no other.
    assert_eq!(
        engines("few/games.csv many/games.csv"),
        ["mcts [nodes=100]", "mcts [nodes=50]", "random"]
    );
    assert_eq!(engines("many/games.csv own/games.csv"), ["mcts", "random"]);
    // A margin without a clock changes nothing.
    run("late", &format!("{othello} mcts --nodes 100 --margin 1s"));
    assert_eq!(engines("many/games.csv late/games.csv"), ["mcts", "random"]);
    assert_eq!(
        engines("few/games.csv wide/games.csv many/games.csv"),
        [
            "mcts [exploration=0.5,nodes=100]",
            "mcts [exploration=0.5,nodes=50]",
            "mcts [exploration=0.9,nodes=50]",
            "random"
        ]
    );
    assert_eq!(
        engines("few/games.csv other/games.csv"),
        [
            "mcts [exploration=0.5,kind=mcts,memory=256]",
            "mcts [hash=16,kind=alphabeta]",
            "random"
        ]
    );
    harness(
        folder.path(),
        "rate few/games.csv many/games.csv --anchor mcts=0",
    )
    .assert()
    .code(2)
    .stderr(predicate::str::contains(
        "no player is named `mcts`, so ratings cannot be anchored there; there are mcts [nodes=",
    ));

    // Other games are other engines, too.
    run(
        "small",
        "--game gomoku:size=5 --engine random --engine mcts --nodes 50",
    );
    harness(
        folder.path(),
        "rate few/games.csv small/games.csv --format csv",
    )
    .assert()
    .success()
    .stdout(predicate::str::contains("random [game=gomoku:size=5,"))
    .stderr(predicate::str::contains(
        "different games are put together: gomoku:size=5,rules=freestyle; othello:size=4",
    ));
}

#[test]
fn files_of_other_tools() {
    let expected = ["a 2 1 0", "b 0 1 2"];
    for (text, options) in [
        (
            "white,black,result\na,b,1-0\nb,a,0-1\na,b,1/2-1/2\na,b,*\n",
            "--columns white-black=result",
        ),
        (
            "White;Black;Result\na;b;1\nb;a;0\na;b;0.5\n",
            "--columns white-black=Result",
        ),
        (
            "first\tsecond\tresult\r\na\tb\t1-0\r\nb\ta\t0-1\r\na\tb\t0.5-0.5\r\n",
            "--columns black=first,white=second,black-white=result",
        ),
        (
            "round,black,white,result\n1,a,b,B+3.5\n2,b,a,W+R\n3,a,b,Draw\n",
            "",
        ),
        (
            "termination,plies,black,white,winner\nresigns,,a,b,black\n,9,b,a,white\nx,,a,b,draw\n",
            "",
        ),
    ] {
        assert_eq!(scores(&rated(text, options)), expected, "{text}");
    }
    // The known results of a real field.
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ratings");
    let table = output(
        &known,
        "rate s01_two_players.csv --format csv --columns black=first,white=second,black-white=result",
    );
    assert_eq!(column(&table, "games"), ["10", "10"]);
}

#[test]
fn counts_of_results() {
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ratings");
    let table = output(
        &known,
        "rate gomocup_score.txt --format-in wdl --format csv",
    );
    let games: u64 = column(&table, "games")
        .iter()
        .map(|games| games.parse::<u64>().unwrap())
        .sum();
    assert_eq!((games / 2, column(&table, "engine").len()), (418_984, 228));

    let text = output(&known, "rate gomocup_score.txt --format-in wdl");
    assert!(!text.contains("Moving first"), "nobody knows who did");
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert!(longest.unwrap() < 120, "no table of 228 columns");

    let folder = tempfile::tempdir().unwrap();
    harness(folder.path(), "rate - --format-in wdl --format csv")
        .write_stdin("\"a x\",3,1,0,b\r\n\r\nb,1,0,2,\"a x\"\r\n")
        .assert()
        .success()
        .stdout(predicate::function(|table: &str| {
            scores(table) == ["a x 5 1 1", "b 1 1 5"]
        }));
}

#[test]
fn standard_input_is_a_file_like_others() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("games.csv"),
        "black,white,winner\na,b,black\n",
    )
    .unwrap();
    harness(folder.path(), "rate - games.csv --format csv")
        .write_stdin("black,white,winner\na,b,white\n")
        .assert()
        .success()
        .stdout(predicate::function(|table: &str| {
            scores(table) == ["a 1 0 1", "b 1 0 1"]
        }));
}

/// Every case has a table, a status for everybody, and no infinity.
#[test]
fn little_to_go_on() {
    let header = "black,white,winner\n";
    for (case, games, expected) in [
        ("empty", "", &[][..]),
        ("one game", "a,b,black\n", &["all-wins", "all-losses"]),
        ("one draw", "a,b,draw\n", &["ok", "ok"]),
        ("all draws", "a,b,draw\nb,a,draw\n", &["ok", "ok"]),
        (
            "all void",
            "a,b,none\nb,a,none\n",
            &["no-games", "no-games"],
        ),
        (
            "perfect",
            "a,b,black\nb,a,white\nb,c,black\nc,b,black\na,c,black\n",
            &["all-wins", "ok", "ok"],
        ),
        (
            "disconnected",
            "a,b,black\nb,a,black\nc,d,draw\n",
            &["ok", "ok", "ok", "ok"],
        ),
        (
            "one-way",
            "a,b,black\nb,a,black\nc,d,draw\na,c,black\n",
            &["separated", "separated", "separated", "separated"],
        ),
        ("against himself", "a,a,black\n", &["no-games"]),
    ] {
        let table = rated(&format!("{header}{games}"), "");
        assert_eq!(column(&table, "status"), expected, "{case}");
        assert!(!table.contains("inf") && !table.contains("NaN"), "{table}");
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("g.csv"), format!("{header}{games}")).unwrap();
        let text = output(folder.path(), "rate g.csv");
        assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
        assert_eq!(text.contains("There are no games."), games.is_empty());
        let json = output(folder.path(), "rate g.csv --format json");
        let rows: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
        assert_eq!(rows.len(), expected.len(), "{case}");
    }
}

#[test]
fn games_against_oneself_are_warned_of() {
    let folder = tempfile::tempdir().unwrap();
    let games = "black,white,winner\na,a,black\na,b,black\nb,b,draw\nb,b,none\nb,a,black\n";
    fs::write(folder.path().join("g.csv"), games).unwrap();
    fs::write(folder.path().join("g.txt"), "a 1 0 0 a\na 1 0 1 b\n").unwrap();
    for (run, expected) in [
        (
            "rate g.csv",
            "3 games of engines against themselves count for nothing\n",
        ),
        (
            "rate g.txt --format-in wdl",
            "1 game of an engine against itself counts for nothing\n",
        ),
    ] {
        let assert = harness(folder.path(), &format!("{run} --format csv")).assert();
        let table = assert.success().stderr(expected);
        let table = String::from_utf8(table.get_output().stdout.clone()).unwrap();
        assert_eq!(column(&table, "games"), ["2", "2"]);
    }
}

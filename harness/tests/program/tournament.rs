//! `harness tournament` from start to end.

use std::collections::HashSet;
use std::fs;

use harness::records::{Winner, replay};

use crate::{games, harness, output, without_times};

const GAMES: [&str; 5] = [
    "go:size=5",
    "gomoku:size=9",
    "gomoku:size=7,rules=renju",
    "othello",
    "go:size=7,rules=japanese,handicap=2",
];

#[test]
fn every_game_replays_to_its_recorded_result() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES {
        let out = game.replace([':', ',', '='], "-");
        let text = output(
            folder.path(),
            &format!("tournament --game {game} --pairs 2 --nodes 300 --out {out} --moves"),
        );
        for engine in ["random", "greedy", "pattern", "alphabeta", "mcts"] {
            assert!(text.contains(engine), "{text}");
        }
        let rows = games(&folder.path().join(&out).join("games.csv"));
        assert_eq!(rows.len(), 40);
        let mut seen = HashSet::new();
        for row in &rows {
            replay(row).unwrap();
            assert_ne!(row.winner, Winner::None);
            assert!(seen.insert((&row.black, &row.white, &row.moves)), "{row:?}");
        }
        for pair in rows.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(
                (&pair[0].black, &pair[0].white),
                (&pair[1].white, &pair[1].black)
            );
        }
        let searched: u64 = rows
            .iter()
            .map(|row| row.plies - row.opening.split_whitespace().count() as u64)
            .sum();
        let moves = fs::read_to_string(folder.path().join(&out).join("moves.csv")).unwrap();
        assert_eq!(moves.lines().count() as u64, 1 + searched);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_games() {
    for game in ["go:size=5", "gomoku:size=9", "othello:size=6"] {
        let folder = tempfile::tempdir().unwrap();
        let files = [1, 2, 64].map(|threads| {
            output(
                folder.path(),
                &format!(
                    "tournament --game {game} --pairs 3 --nodes 200 --moves \
                     --threads {threads} --out t{threads}"
                ),
            );
            let out = folder.path().join(format!("t{threads}"));
            ["games.csv", "moves.csv"].map(|name| without_times(&out.join(name)))
        });
        assert_eq!(files[0], files[1], "{game}");
        assert_eq!(files[0], files[2], "{game}");
    }
}

#[test]
fn a_run_s_own_file_repeats_it() {
    let folder = tempfile::tempdir().unwrap();
    let weights = "feature,weight\ndisc-a1,50\nmobility,5\n";
    fs::write(folder.path().join("w.csv"), weights).unwrap();
    output(
        folder.path(),
        "tournament --game othello:size=6 --engine mcts:exploration=0.7,nodes=150,name=wide \
         --engine pattern:weights=w.csv --engine alphabeta:depth=1 --pairs 3 --depth 2 --seed 9 --out one",
    );
    output(folder.path(), "tournament one/tournament.toml --out two");
    let file = |out: &str, name: &str| folder.path().join(out).join(name);
    assert_eq!(
        without_times(&file("one", "games.csv")),
        without_times(&file("two", "games.csv"))
    );
    assert_eq!(
        fs::read_to_string(file("one", "tournament.toml")).unwrap(),
        fs::read_to_string(file("two", "tournament.toml")).unwrap()
    );
    // An option on the command line goes before the file.
    output(
        folder.path(),
        "tournament one/tournament.toml --pairs 4 --out three",
    );
    assert_eq!(games(&file("three", "games.csv")).len(), 3 * 4 * 2);
}

#[test]
fn a_dry_run_plays_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let text = output(
        folder.path(),
        "tournament --game othello --pairs 3 --nodes 100 --dry-run",
    );
    assert!(text.contains("60 games"), "{text}");
    assert!(text.contains("Expected: "), "{text}");
    assert!(text.contains("Memory: at most "), "{text}");
    assert!(text.contains("and 10 more pairs"), "{text}");
    let csv = output(
        folder.path(),
        "tournament --game othello --pairs 3 --nodes 100 --dry-run --format csv",
    );
    assert_eq!(csv.lines().count(), 31);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_board_with_few_openings_cuts_the_schedule_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let text = output(
        folder.path(),
        "tournament --game go:size=1 --engine random --engine mcts --pairs 9 --nodes 9 --out tiny",
    );
    assert!(text.contains("ends after 4 of 18 games"), "{text}");
    for row in games(&folder.path().join("tiny/games.csv")) {
        replay(&row).unwrap();
    }
}

#[test]
fn results_come_as_csv_and_json_too() {
    let folder = tempfile::tempdir().unwrap();
    let run = "tournament --game gomoku:size=5,win=4 --engine random --engine pattern --pairs 4";
    let csv = output(folder.path(), &format!("{run} --format csv"));
    let results = folder.path().join("results");
    let out = fs::read_dir(results)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let file = fs::read_to_string(out.join("ratings.csv")).unwrap();
    assert_eq!(csv, file);
    let json = output(folder.path(), &format!("{run} --format json"));
    let rows: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 2);
    assert_eq!(rows[0]["games"], 8);
}

#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let program = harness(folder.path(), "").get_program().to_owned();
    let mut child = std::process::Command::new(program)
        .args([
            "tournament",
            "--pairs",
            "300",
            "--dry-run",
            "--format",
            "csv",
        ])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let result = child.wait_with_output().unwrap();
    assert!(result.status.success());
    assert!(result.stderr.is_empty());
}

#[test]
fn the_version_tells_which_engines_play() {
    let folder = tempfile::tempdir().unwrap();
    let printed = output(folder.path(), "--version");
    let version = printed.trim().strip_prefix("harness ").unwrap();
    assert!(version.contains(&format!("+{}", engines::SOURCE_HASH)));
    output(
        folder.path(),
        "tournament --game othello:size=4 --engine random --engine greedy --pairs 1 --out run",
    );
    let file = fs::read_to_string(folder.path().join("run/tournament.toml")).unwrap();
    let first = format!("version = \"{version}\"\n");
    assert!(file.starts_with(&first), "{file}");
}

/// An engine without seeds plays on from its own moves as it did before.
#[test]
fn repeated_pairs_are_left_out_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let run = "tournament --game othello --engine alphabeta:depth=1,name=a --engine \
               alphabeta:depth=1,name=b --openings book --pairs 9";
    let book = |lines: &str| fs::write(folder.path().join("book"), lines).unwrap();
    book("f5 d6");
    let text = output(folder.path(), &format!("{run} --out one"));
    assert!(
        text.contains("ends after 2 of 18 games: book has 1 different openings"),
        "{text}"
    );
    assert!(!text.contains("repeated"), "{text}");
    let game = &games(&folder.path().join("one/games.csv"))[0];
    let third = game.moves.split(' ').nth(2).unwrap();
    book(&format!("f5 d6\nf5 d6 {third}\n"));
    let text = output(folder.path(), &format!("{run} --out two"));
    assert!(text.contains("\n1 repeated pair left out.\n"), "{text}");
    assert!(text.contains("Games: 2, "), "{text}");
}

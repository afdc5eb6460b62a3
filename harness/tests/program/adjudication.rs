//! Games that end before the rules end them.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use harness::records::{GameRow, Termination, Winner, replay};

use crate::{games, output, without_times};

/// Plays, checks that every row replays, and returns the rows.
fn played(folder: &Path, out: &str, arguments: &str) -> Vec<GameRow> {
    output(
        folder,
        &format!("tournament {arguments} --moves --out {out}"),
    );
    let rows = games(&folder.join(out).join("games.csv"));
    for row in &rows {
        assert_eq!(replay(row), Ok(row.plies));
    }
    rows
}

/// The rows that a rule ended; there must be some.
fn ended_by<'a>(rows: &'a [GameRow], detail: &str) -> Vec<&'a GameRow> {
    let ended: Vec<&GameRow> = rows.iter().filter(|row| row.detail == detail).collect();
    assert!(!ended.is_empty(), "{detail}");
    ended
}

/// The values of every game's moves.
fn values(folder: &Path, out: &str) -> HashMap<String, Vec<f64>> {
    let mut reader = csv::Reader::from_path(folder.join(out).join("moves.csv")).unwrap();
    let mut values: HashMap<String, Vec<f64>> = HashMap::new();
    for record in reader.records() {
        let record = record.unwrap();
        let of_game = values.entry(record[0].to_string()).or_default();
        of_game.push(record[7].parse().unwrap());
    }
    values
}

const THINKERS: &str =
    "--engine mcts:playouts=60 --engine alphabeta:depth=2 --nodes 3000 --pairs 6";

#[test]
fn engines_resign_when_both_agree() {
    let folder = tempfile::tempdir().unwrap();
    let rows = played(
        folder.path(),
        "run",
        &format!("--game othello {THINKERS} --adjudicate resign=0.2,resign_moves=2"),
    );
    let values = values(folder.path(), "run");
    for row in ended_by(&rows, "both engines agree") {
        assert_eq!((row.termination, row.margin), (Termination::Resign, None));
        let [.., l2, w2, l1, w1] = values[&row.game_id.to_string()][..] else {
            panic!("{row:?}")
        };
        assert!(l1.max(l2) <= 0.2 && w1.min(w2) >= 0.8, "{row:?}");
    }
    assert!(rows.iter().any(|row| row.termination == Termination::Score));
}

#[test]
fn games_are_drawn_when_both_agree() {
    let folder = tempfile::tempdir().unwrap();
    let rows = played(
        folder.path(),
        "run",
        &format!(
            "--game gomoku:size=7 {THINKERS} --adjudicate draw=0.3,draw_moves=2,draw_after=15"
        ),
    );
    let values = values(folder.path(), "run");
    for row in ended_by(&rows, "draw") {
        assert_eq!(row.termination, Termination::Adjudication);
        assert_eq!((row.winner, row.margin), (Winner::Draw, None));
        assert!(row.plies >= 15);
        let values = &values[&row.game_id.to_string()];
        let last = values.iter().rev().take(4);
        assert!(
            last.clone().all(|value| (0.2..=0.8).contains(value)),
            "{row:?}"
        );
    }
}

#[test]
fn games_are_counted_after_so_many_plies() {
    let folder = tempfile::tempdir().unwrap();
    for (game, has_count) in [("go:size=5", true), ("othello", true), ("gomoku", false)] {
        let out = game.replace([':', '='], "-");
        let run = format!("--game {game} --engine random --engine pattern --pairs 3");
        let rows = played(folder.path(), &out, &format!("{run} --adjudicate plies=9"));
        for row in ended_by(&rows, "plies") {
            assert_eq!(row.plies, 9);
            assert_eq!(row.termination, Termination::Adjudication);
            assert_eq!(row.margin.is_some(), has_count, "{row:?}");
            assert!(has_count || row.winner == Winner::Draw, "{row:?}");
        }
    }
}

/// The games are those that are played to the end, cut short; nobody gives
/// back what was won.
#[test]
fn decided_games_of_go_end_early() {
    let folder = tempfile::tempdir().unwrap();
    let run = "--game go:size=7,komi=4.5 --engine mcts --engine pattern --engine alphabeta \
               --nodes 400 --pairs 4";
    let whole = played(folder.path(), "whole", run);
    let rows = played(
        folder.path(),
        "life",
        &format!("{run} --adjudicate life=true"),
    );
    assert_eq!(rows.len(), whole.len());
    for (row, whole) in rows.iter().zip(&whole) {
        assert!(whole.moves.starts_with(&row.moves));
    }
    for row in ended_by(&rows, "life") {
        let whole = &whole[row.game_id as usize - 1];
        assert_eq!(row.termination, Termination::Adjudication);
        assert!(row.plies < whole.plies && row.margin.is_none());
        assert_eq!(row.winner, whole.winner, "{row:?}");
    }
}

#[test]
fn what_cannot_have_ended_a_game_does_not_replay() {
    let folder = tempfile::tempdir().unwrap();
    let run = "--game go:size=5 --engine mcts --engine pattern --nodes 300 --pairs 3 --adjudicate ";
    let rows = played(folder.path(), "life", &format!("{run} life=true"));
    let life = ended_by(&rows, "life")[0];
    let rows = played(folder.path(), "plies", &format!("{run} plies=8"));
    let plies = ended_by(&rows, "plies")[0];
    let refused = |row: &GameRow, change: &dyn Fn(&mut GameRow), expected: &str| {
        let mut row = row.clone();
        change(&mut row);
        let error = replay(&row).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    let lost = |row: &mut GameRow| {
        row.winner = match row.winner {
            Winner::Black => Winner::White,
            _ => Winner::Black,
        }
    };
    for row in [life, plies] {
        refused(row, &lost, "cannot have been the result");
        refused(row, &|row| row.winner = Winner::None, "if and only if");
        refused(
            row,
            &|row| row.termination = Termination::Void,
            "if and only if",
        );
        refused(
            row,
            &|row| row.detail = "tea".to_string(),
            "is called `tea`",
        );
        refused(
            row,
            &|row| row.detail = "draw".to_string(),
            "cannot have been",
        );
    }
    refused(
        plies,
        &|row| row.detail = "life".to_string(),
        "cannot have been",
    );
    refused(plies, &|row| row.margin = None, "cannot have been");
    let two_passes = |row: &mut GameRow| {
        row.moves.push_str(" pass pass");
        row.plies += 2;
    };
    refused(life, &two_passes, "the game was over");
    let mut resigned = life.clone();
    resigned.termination = Termination::Resign;
    replay(&resigned).unwrap();
    refused(
        &resigned,
        &|row| row.winner = Winner::Draw,
        "cannot have been",
    );
    refused(&resigned, &two_passes, "the game was over");
}

/// Without rules, with such as never apply, and with engines that report no
/// values.
#[test]
fn what_ends_no_game_changes_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = |out: &str, name: &str| folder.path().join(out).join(name);
    for (number, (engines, rules)) in [
        (THINKERS, "plies=100000,resign=0,resign_moves=999"),
        (
            "--engine random --engine greedy --pairs 6",
            "resign=0.4,resign_moves=1,draw=0.4,draw_moves=1",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let outs = [format!("off-{number}"), format!("on-{number}")];
        let run = format!("tournament --game othello:size=6 {engines} --moves");
        output(folder.path(), &format!("{run} --out {}", outs[0]));
        output(
            folder.path(),
            &format!("{run} --out {} --adjudicate {rules}", outs[1]),
        );
        for name in ["games.csv", "moves.csv"] {
            let [off, on] = outs.each_ref().map(|out| without_times(&file(out, name)));
            assert_eq!(off, on, "{rules}");
        }
        let toml = outs.each_ref().map(|out| {
            let path = file(out, "tournament.toml");
            fs::read_to_string(path).unwrap()
        });
        assert!(!toml[0].contains("adjudication"));
        assert!(toml[1].contains("[adjudication]"));
    }
}

#[test]
fn a_file_holds_the_rules_too() {
    let folder = tempfile::tempdir().unwrap();
    let rules = "resign=0.25,draw=0.1,draw_moves=3,plies=40,life=true";
    let run = format!("--game go:size=5 {THINKERS} --adjudicate {rules}");
    let rows = played(folder.path(), "one", &run);
    assert!(
        rows.iter()
            .any(|row| row.termination == Termination::Adjudication)
    );
    output(folder.path(), "tournament one/tournament.toml --out two");
    let file = |out: &str| without_times(&folder.path().join(out).join("games.csv"));
    assert_eq!(file("one"), file("two"));
    // On the command line, rules take the place of all in the file.
    output(
        folder.path(),
        "tournament one/tournament.toml --out three --adjudicate plies=6",
    );
    let rows = games(&folder.path().join("three/games.csv"));
    assert_eq!(ended_by(&rows, "plies").len(), rows.len());
}

//! Gauntlet, Swiss and knockout with real engines.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use harness::records::GameRow;

use crate::{games, output, without_times};

const ENGINES: &str = "--engine random --engine greedy --engine pattern \
                       --engine mcts:playouts=4 --engine mcts:playouts=8,name=twice \
                       --engine mcts:playouts=8";

fn run(schedule: &str, threads: usize, out: &str) -> String {
    format!(
        "tournament --game othello:size=6 {ENGINES} --pairs 2 --schedule {schedule} \
         --threads {threads} --out {out}"
    )
}

/// Plays on one thread and on two, and again after cuts; returns the games.
fn played_in_every_way(folder: &Path, schedule: &str) -> (String, Vec<GameRow>) {
    let text = output(folder, &run(schedule, 1, "one"));
    output(folder, &run(schedule, 2, "two"));
    let file = |out: &str| folder.join(out).join("games.csv");
    let whole = without_times(&file("one"));
    assert_eq!(without_times(&file("two")), whole, "{schedule}");
    let bytes = fs::read(file("two")).unwrap();
    for part in [0, 1, 3, 4, 7, 9] {
        fs::write(file("two"), &bytes[..bytes.len() * part / 10]).unwrap();
        let again = output(folder, &run(schedule, 2, "two"));
        assert_eq!(without_times(&file("two")), whole, "{schedule}, {part}");
        assert_eq!(again.lines().count(), text.lines().count());
    }
    (text, games(&file("one")))
}

fn meetings(games: &[GameRow]) -> Vec<[&str; 2]> {
    let first_of_pairs = games.iter().step_by(2);
    first_of_pairs
        .map(|row| [row.black.as_str(), row.white.as_str()])
        .collect()
}

#[test]
fn a_gauntlet() {
    let folder = tempfile::tempdir().unwrap();
    let (text, games) = played_in_every_way(folder.path(), "gauntlet --challengers 2");
    assert!(text.contains("32 games"), "{text}");
    let meetings = meetings(&games);
    let challengers = ["random", "greedy"];
    for [first, second] in &meetings {
        assert!(challengers.contains(first) && !challengers.contains(second));
    }
    assert_eq!(meetings[..8], meetings[8..]);
    assert_eq!(meetings.iter().collect::<HashSet<_>>().len(), 8);
    let file = fs::read_to_string(folder.path().join("one/tournament.toml")).unwrap();
    assert!(
        file.contains("schedule = \"gauntlet\"\nchallengers = 2\n"),
        "{file}"
    );
}

#[test]
fn a_swiss_of_an_odd_field() {
    let folder = tempfile::tempdir().unwrap();
    let odd = "swiss --rounds 3 --engine alphabeta:depth=1";
    let (text, games) = played_in_every_way(folder.path(), odd);
    assert!(text.contains("36 games"), "{text}");
    let meetings = meetings(&games);
    let mut times = HashMap::new();
    for two in &meetings {
        *times.entry(two).or_insert(0) += 1;
    }
    assert_eq!(times.len(), 9, "{times:?}");
    assert!(times.values().all(|&pairs| pairs == 2), "{times:?}");
    let of_round = |round: usize| meetings[6 * round..][..3].iter().flatten();
    for round in 0..3 {
        assert_eq!(of_round(round).collect::<HashSet<_>>().len(), 6);
    }
    assert!(text.contains("#  Swiss"), "{text}");
    assert!(text.contains("no rating sees it"), "{text}");
    // Four points a meeting: three and a bye a round.
    let standing = text.split("#  Swiss").nth(1).unwrap();
    let points = standing.lines().skip(1).take(7).map(|line| {
        let name_and_points: Vec<&str> = line.split_whitespace().collect();
        name_and_points[2].parse::<f64>().unwrap()
    });
    assert_eq!(points.sum::<f64>(), 3.0 * 4.0 * 4.0);
}

#[test]
fn a_knockout() {
    let folder = tempfile::tempdir().unwrap();
    let (text, games) = played_in_every_way(folder.path(), "knockout");
    assert!((20..=40).contains(&games.len()), "{text}");
    // Seeds 3 and 6, 4 and 5 meet; the first two have a bye.
    let pairs = meetings(&games);
    let first = [["mcts:playouts=4", "twice"], ["pattern", "mcts:playouts=8"]];
    assert_eq!([pairs[0], pairs[1]], first);
    assert_eq!([pairs[2], pairs[3]], first);
    assert!(text.contains("Round  Winner"), "{text}");
    assert_eq!(text.matches("  bye\n").count(), 2, "{text}");
    let decided = text.lines().filter(|line| line.starts_with("    "));
    assert_eq!(decided.count(), 2 + 5, "{text}");
}

#[test]
fn a_file_asks_for_a_schedule_and_the_command_line_for_another() {
    let folder = tempfile::tempdir().unwrap();
    let text = "game = \"othello\"\npairs = 1\nschedule = \"swiss\"\nrounds = 2\n";
    fs::write(folder.path().join("t.toml"), text).unwrap();
    let rows = |options: &str| {
        let run = format!("tournament t.toml {options} --dry-run --format csv");
        output(folder.path(), &run).lines().count() - 1
    };
    assert_eq!(rows(""), 2);
    assert_eq!(rows("--rounds 4"), 2);
    assert_eq!(rows("--schedule round-robin"), 10);
    assert_eq!(rows("--schedule gauntlet"), 4);
    assert_eq!(rows("--schedule knockout"), 1);
    for (options, expected) in [
        ("", " 8 games"),
        ("--schedule knockout", "at least 8 games"),
    ] {
        let text = output(
            folder.path(),
            &format!("tournament t.toml {options} --dry-run"),
        );
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("hangs on the results"), "{text}");
    }
}

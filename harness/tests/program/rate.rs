//! `harness rate`.

use std::fs;

use crate::output;

#[test]
fn rates_what_a_tournament_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let run = "tournament --game othello:size=6 --pairs 4 --nodes 200 --out run";
    let printed = output(folder.path(), &format!("{run} --format csv"));
    let rated = output(folder.path(), "rate run/games.csv --format csv");
    assert_eq!(rated, printed);

    // Twice the same games: the same ratings, smaller errors.
    fs::copy(
        folder.path().join("run/games.csv"),
        folder.path().join("copy.csv"),
    )
    .unwrap();
    let both = output(folder.path(), "rate run/games.csv copy.csv --format csv");
    let column = |text: &str, column: usize| -> Vec<String> {
        let rows = text.lines().skip(1);
        rows.map(|row| row.split(',').nth(column).unwrap().to_string())
            .collect()
    };
    assert_eq!(column(&both, 3), column(&rated, 3));
    let games = |text: &str| column(text, 6)[0].parse::<u32>().unwrap();
    assert_eq!(games(&both), 2 * games(&rated));
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
    assert_eq!(random.split(',').nth(3), Some("1000.0"));
}

#[test]
fn names_and_winners_are_enough() {
    let folder = tempfile::tempdir().unwrap();
    let games = "white,black,winner\na,b,black\nb,a,black\nb,a,draw\na,b,none\n";
    fs::write(folder.path().join("games.csv"), games).unwrap();
    let table = output(folder.path(), "rate games.csv --format csv");
    let a = table.lines().find(|row| row.contains(",a,")).unwrap();
    assert!(a.contains(",3,1,1,1,0,0.5,"), "{a}");
}

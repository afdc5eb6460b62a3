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
    let folder = tempfile::tempdir().unwrap();
    let games = "white,black,winner\na,b,black\nb,a,black\nb,a,draw\na,b,none\n";
    fs::write(folder.path().join("games.csv"), games).unwrap();
    let table = output(folder.path(), "rate games.csv --format csv");
    let a = table.lines().find(|row| row.contains(",a,")).unwrap();
    assert!(a.contains(",3,1,1,1,0,0.5,"), "{a}");
}

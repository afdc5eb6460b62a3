//! Few games, none, and results without a finite maximum.

use harness::ratings::{Model, RatingError, Status, Tally};

use super::*;

/// A row as the table prints it, roughly.
fn line(rating: &Rating) -> String {
    let Rating { name, status, .. } = rating;
    let number = |number: Option<f64>| match number {
        Some(number) => format!("{number:.1}"),
        None => "-".to_owned(),
    };
    let (elo, low, high) = (number(rating.elo), number(rating.low), number(rating.high));
    format!("{name} {status} {elo} [{low}, {high}]")
}

fn lines(table: &Ratings) -> Vec<String> {
    table.players.iter().map(line).collect()
}

#[test]
fn no_games_make_an_empty_table() {
    assert_eq!(table(&[]), Ratings::default());
}

#[test]
fn a_player_without_games_is_listed() {
    let mut results = results(&[("a", "b", DRAW, 1)]);
    assert_eq!(results.add_player("c"), 2);
    assert_eq!(results.add_player("a"), 0);
    assert_eq!(results.names(), ["a", "b", "c"]);
    let table = rate(&results, &Options::default()).expect("a table");
    let idle = player(&table, "c");
    assert_eq!(line(idle), "c no-games - [-, -]");
    assert_eq!((idle.rank, idle.pool, idle.score), (None, None, None));
    assert_eq!(player(&table, "a").rank, Some(1));
}

#[test]
fn a_game_against_oneself_is_not_counted() {
    assert_eq!(
        lines(&table(&[("a", "a", BLACK, 5)])),
        ["a no-games - [-, -]"]
    );
}

#[test]
fn one_game() {
    let table = table(&[("a", "b", WHITE, 1)]);
    let expected = ["b all-wins - [-636.4, -]", "a all-losses - [-, 636.4]"];
    assert_eq!(lines(&table), expected);
    assert!(table.groups.is_empty());
}

#[test]
fn ten_to_nothing() {
    let table = table(&[("a", "b", BLACK, 5), ("b", "a", WHITE, 5)]);
    let expected = ["a all-wins - [140.2, -]", "b all-losses - [-, -140.2]"];
    assert_eq!(lines(&table), expected);
    let winner = &table.players[0];
    assert_eq!(
        (winner.games, winner.wins, winner.score),
        (10, 10, Some(1.0))
    );
}

#[test]
fn draws_alone_make_equals() {
    let table = table(&[
        ("a", "b", DRAW, 4),
        ("b", "c", DRAW, 4),
        ("c", "a", DRAW, 4),
    ]);
    for rating in &table.players {
        assert_eq!(rating.status, Status::Ok);
        assert_close(rating.elo.expect("a rating"), 0.0, 1e-9, &rating.name);
        assert_eq!(rating.score, Some(0.5));
    }
    assert_close(
        table.players[0].los_next.expect("a chance"),
        0.5,
        1e-9,
        "los",
    );
    assert_eq!(table.players[2].los_next, None, "nobody is next");
}

#[test]
fn in_a_pure_ladder_the_order_is_all_there_is() {
    let table = table(&[
        ("a", "b", BLACK, 20),
        ("d", "c", BLACK, 20),
        ("b", "d", BLACK, 20),
    ]);
    let expected = [
        "a all-wins - [277.4, -]",
        "b separated - [-, -]",
        "d separated - [-, -]",
        "c all-losses - [-, -277.4]",
    ];
    assert_eq!(lines(&table), expected);
}

#[test]
fn a_single_between_is_bounded_by_the_only_group() {
    // x beat both of the group and lost to p alone; y lost to both and beat q.
    let table = table(&[
        ("a", "b", DRAW, 10),
        ("x", "a", BLACK, 5),
        ("b", "x", WHITE, 5),
        ("p", "x", BLACK, 3),
        ("y", "a", WHITE, 5),
        ("b", "y", BLACK, 5),
        ("y", "q", BLACK, 3),
    ]);
    let expected = [
        "p all-wins - [-, -]",
        "x separated - [140.2, -]",
        "a ok 0.0 [-107.7, 107.7]",
        "b ok 0.0 [-107.7, 107.7]",
        "y separated - [-, -140.2]",
        "q all-losses - [-, -]",
    ];
    assert_eq!(lines(&table), expected);
    assert_eq!(player(&table, "x").group, Some(0));
    assert_eq!(player(&table, "p").group, None);
}

#[test]
fn with_several_groups_the_nearest_bounds_who_is_outside() {
    let table = table(&[
        ("a", "b", DRAW, 10),
        ("c", "d", DRAW, 10),
        ("a", "c", BLACK, 2),
        ("top", "a", BLACK, 10),
        ("top", "d", BLACK, 30),
        ("low", "c", WHITE, 10),
        ("low", "b", WHITE, 30),
        ("b", "mid", BLACK, 10),
        ("d", "mid", WHITE, 10),
    ]);
    let expected = [
        "top all-wins - [140.2, -]",
        "a separated 0.0 [-107.7, 107.7]",
        "b separated 0.0 [-107.7, 107.7]",
        "mid separated - [-, -]",
        "c separated 0.0 [-107.7, 107.7]",
        "d separated 0.0 [-107.7, 107.7]",
        "low all-losses - [-, -140.2]",
    ];
    assert_eq!(lines(&table), expected);
    assert_eq!(player(&table, "top").group, Some(0));
    assert_eq!(player(&table, "low").group, Some(1));
}

#[test]
fn perfect_scores_are_ordered_by_their_bounds() {
    let table = table(&[
        ("a", "c", BLACK, 2),
        ("b", "c", BLACK, 9),
        ("c", "d", BLACK, 2),
        ("c", "e", BLACK, 9),
    ]);
    let order: Vec<&str> = table
        .players
        .iter()
        .map(|rating| rating.name.as_str())
        .collect();
    assert_eq!(order, ["b", "a", "c", "d", "e"]);
}

#[test]
fn an_advantage_moves_the_bounds() {
    let mut games = vec![
        ("a", "b", BLACK, 30),
        ("a", "b", WHITE, 10),
        ("b", "a", BLACK, 30),
        ("b", "a", WHITE, 10),
        ("p", "a", BLACK, 10),
    ];
    let options = Options {
        advantage: true,
        ..Options::default()
    };
    let low = |games: &[_]| {
        let table = rate(&results(games), &options).expect("a table");
        let advantage = table.groups[0].advantage.expect("an advantage");
        assert_close(advantage.elo, 190.85, 0.01, "advantage");
        player(&table, "p").low.expect("a bound")
    };
    assert_close(low(&games), 140.22 - 190.85, 0.01, "won as Black");
    games[4] = ("a", "p", WHITE, 10);
    assert_close(low(&games), 140.22 + 190.85, 0.01, "won as White");
}

#[test]
fn an_anchor_moves_its_group_and_what_is_measured_by_it() {
    let games = results(&[
        ("a", "b", BLACK, 6),
        ("a", "b", WHITE, 4),
        ("p", "b", BLACK, 10),
        ("b", "q", BLACK, 10),
        ("other", "pool", DRAW, 10),
    ]);
    let anchored = |name: &str, elo: f64| {
        let options = Options {
            anchor: Some((name.to_owned(), elo)),
            ..Options::default()
        };
        rate(&games, &options)
    };
    let table = anchored("b", 1500.0).expect("a table");
    let expected = [
        "p all-wins - [1640.2, -]",
        "a ok 1570.4 [1350.7, 1790.2]",
        "b ok 1500.0 [1500.0, 1500.0]",
        "q all-losses - [-, 1359.8]",
        "other ok 0.0 [-107.7, 107.7]",
        "pool ok 0.0 [-107.7, 107.7]",
    ];
    assert_eq!(lines(&table), expected);

    let nobody = RatingError::UnknownAnchor("c".to_owned());
    assert_eq!(anchored("c", 0.0), Err(nobody));
    let unrated = RatingError::AnchorUnrated("p".to_owned());
    assert_eq!(anchored("p", 0.0), Err(unrated));
    let infinite = RatingError::AnchorElo(f64::INFINITY);
    assert_eq!(anchored("b", f64::INFINITY), Err(infinite));
}

#[test]
fn lopsided_results_are_rated() {
    let mut results = Results::new();
    let tally = Tally {
        black_wins: 1_000_000_000,
        draws: 0,
        white_wins: 1,
    };
    for number in 0..20 {
        let (black, white) = (format!("{number:02}"), format!("{:02}", number + 1));
        results.add_tally(&black, &white, tally);
    }
    let table = rate(&results, &Options::default()).expect("a table");
    for pair in table.players.windows(2) {
        let (above, below) = (
            pair[0].elo.expect("a rating"),
            pair[1].elo.expect("a rating"),
        );
        assert_close(above - below, 3600.0, 0.01, "odds of a billion to one");
    }
}

#[test]
fn a_long_circle_is_rated() {
    // Each beat the next a thousand times; the last beat the first once.
    let names: Vec<String> = (0..60).map(|number| format!("{number:02}")).collect();
    let mut games: Vec<_> = names
        .windows(2)
        .map(|pair| (pair[0].as_str(), pair[1].as_str(), BLACK, 1000))
        .collect();
    games.push((&names[59], &names[0], BLACK, 1));
    let table = table(&games);
    for pair in table.players.windows(2) {
        let (above, below) = (
            pair[0].elo.expect("a rating"),
            pair[1].elo.expect("a rating"),
        );
        // The one win has to be lost again: each of the others lost 1 in 1000.
        assert_close(above - below, 400.0 * 999_f64.log10(), 0.01, "a step");
    }
}

/// Whole steps of Newton's method run away here, to a matrix without inverse.
#[test]
fn results_at_odds_with_each_other_are_rated() {
    let wins = [
        ("a", "b", 1_000_000),
        ("b", "d", 1),
        ("c", "b", 1000),
        ("c", "d", 1),
        ("d", "a", 1_000_000),
        ("d", "b", 10),
        ("d", "c", 1),
    ];
    let mut results = Results::new();
    for (winner, loser, black_wins) in wins {
        let tally = Tally {
            black_wins,
            ..Tally::default()
        };
        results.add_tally(winner, loser, tally);
    }
    let table = rate(&results, &Options::default()).expect("a table");
    let elo = |name| player(&table, name).elo.expect("a rating");
    for name in ["a", "b", "c", "d"] {
        // The wins of each are those that the ratings let expect.
        let surplus: f64 = wins
            .iter()
            .map(|&(winner, loser, games)| {
                let upset = 1.0 / (1.0 + 10_f64.powf((elo(winner) - elo(loser)) / 400.0));
                let sign = f64::from(name == winner) - f64::from(name == loser);
                sign * games as f64 * upset
            })
            .sum();
        assert_close(surplus, 0.0, 1e-4, name);
    }
}

#[test]
fn where_nobody_scored_the_higher_score_stands_above() {
    let table = table(&[
        ("top", "a", BLACK, 1),
        ("top", "b", BLACK, 1),
        ("a", "low", BLACK, 1),
        ("b", "low", BLACK, 3),
    ]);
    let order: Vec<&str> = table
        .players
        .iter()
        .map(|rating| rating.name.as_str())
        .collect();
    assert_eq!(order, ["top", "b", "a", "low"]);
}

#[test]
fn a_million_games_take_no_time() {
    let mut results = Results::new();
    for game in 0..1_000_000_u32 {
        let winner = if game % 3 == 0 { WHITE } else { BLACK };
        results.add("first", "second", winner);
    }
    let table = rate(&results, &Options::default()).expect("a table");
    assert_eq!(table.players[0].games, 1_000_000);
    assert_close(table.players[0].elo.expect("a rating"), 60.2, 0.1, "first");
}

/// What it is, its games, and the statuses from the top of the table.
type Case = (&'static str, fn(&mut Results), &'static [&'static str]);

/// Disconnected, perfect, empty, one game, one pair, all draws, all void.
const CASES: [Case; 8] = [
    ("empty", |_| (), &[]),
    (
        "all void",
        |results| {
            results.add_player("a");
            results.add_player("b");
        },
        &["no-games", "no-games"],
    ),
    (
        "one game",
        |results| results.add("a", "b", BLACK),
        &["all-wins", "all-losses"],
    ),
    (
        "one pair",
        |results| results.add_pair("a", "b", [BLACK, DRAW]),
        &["ok", "ok"],
    ),
    (
        "all draws",
        |results| (0..9).for_each(|_| results.add_pair("a", "b", [DRAW, DRAW])),
        &["ok", "ok"],
    ),
    (
        "perfect",
        |results| (0..5).for_each(|_| results.add_pair("a", "b", [BLACK, WHITE])),
        &["all-wins", "all-losses"],
    ),
    (
        "perfect against a group",
        |results| {
            results.add_pair("b", "c", [BLACK, BLACK]);
            results.add_pair("b", "c", [DRAW, DRAW]);
            results.add_pair("a", "b", [BLACK, WHITE]);
        },
        &["all-wins", "ok", "ok"],
    ),
    (
        "disconnected",
        |results| {
            results.add_pair("a", "b", [BLACK, BLACK]);
            results.add_pair("c", "d", [DRAW, DRAW]);
        },
        &["ok", "ok", "ok", "ok"],
    ),
];

#[test]
fn every_model_has_a_status_for_every_case() {
    for (case, add, expected) in CASES {
        let mut results = Results::new();
        add(&mut results);
        for model in [Model::BradleyTerry, Model::Davidson, Model::BayesElo] {
            for advantage in [false, true] {
                let options = Options {
                    model,
                    advantage,
                    ..Options::default()
                };
                let table = rate(&results, &options).expect("a table");
                let statuses = table.players.iter().map(|rating| rating.status.to_string());
                assert_eq!(statuses.collect::<Vec<_>>(), expected, "{case}, {model:?}");
                let numbers = table.players.iter().flat_map(|rating| {
                    let errors = rating.errors.map(|errors| errors.larger());
                    [rating.elo, rating.low, rating.high, rating.los_next, errors]
                });
                for number in numbers.flatten() {
                    assert!(number.is_finite(), "{case}, {model:?}");
                }
                if case == "perfect" && model != Model::BayesElo {
                    assert_eq!(line(&table.players[0]), "a all-wins - [140.2, -]");
                }
            }
        }
    }
}

#[test]
fn draws_widen_the_bound_of_a_perfect_score() {
    // Of equals, half the games are drawn: to win all of ten takes more strength.
    let options = Options {
        model: Model::Davidson,
        ..Options::default()
    };
    let games = results(&[
        ("a", "b", BLACK, 5),
        ("b", "a", BLACK, 5),
        ("a", "b", DRAW, 10),
        ("p", "a", BLACK, 10),
    ]);
    let table = rate(&games, &options).expect("a table");
    assert_close(table.groups[0].draws.expect("draws"), 2.0, 1e-6, "ν");
    let low = player(&table, "p").low.expect("a bound");
    let odds = 10_f64.powf(low / 400.0);
    let chance = odds / (odds + 2.0 * odds.sqrt() + 1.0);
    assert_close(chance.powi(10), 0.025, 1e-9, "chance at the bound");
}

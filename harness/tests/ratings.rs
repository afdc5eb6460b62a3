//! Ratings: against known answers, at the edges, and against a slow and obvious
//! twin on random results.

#[path = "ratings/bayeselo.rs"]
mod bayeselo;
#[path = "ratings/edges.rs"]
mod edges;
#[path = "ratings/errors.rs"]
mod errors;
#[path = "ratings/identified.rs"]
mod identified;
#[path = "ratings/known.rs"]
mod known;
#[path = "ratings/matches.rs"]
mod matches;
#[path = "ratings/twins.rs"]
mod twins;

use engines::Color;
use harness::ratings::{Options, Rating, Ratings, Results, rate};

const BLACK: Option<Color> = Some(Color::Black);
const WHITE: Option<Color> = Some(Color::White);
const DRAW: Option<Color> = None;

/// Games as (Black, White, winner, how many).
fn results(games: &[(&str, &str, Option<Color>, u64)]) -> Results {
    let mut results = Results::new();
    for &(black, white, winner, count) in games {
        for _ in 0..count {
            results.add(black, white, winner);
        }
    }
    results
}

/// The table without any option.
fn table(games: &[(&str, &str, Option<Color>, u64)]) -> Ratings {
    rate(&results(games), &Options::default()).expect("a table")
}

fn player<'a>(table: &'a Ratings, name: &str) -> &'a Rating {
    let found = table.players.iter().find(|rating| rating.name == name);
    found.unwrap_or_else(|| panic!("{name} is not in the table"))
}

/// Half the width of a rating's interval as a standard error.
fn error(rating: &Rating) -> f64 {
    let (low, high) = rating.low.zip(rating.high).expect("an interval");
    (high - low) / 2.0 / 1.959964
}

#[track_caller]
fn assert_close(value: f64, expected: f64, tolerance: f64, what: &str) {
    assert!(
        (value - expected).abs() <= tolerance,
        "{what}: {value}, not {expected}"
    );
}

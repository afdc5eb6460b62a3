//! Rating a field whose results are read already, with the full covariance by the
//! model and by the scatter of the results, against the iteration that BayesElo and
//! others fit strengths with, which gives no errors. The rate is games a second.

mod medians;
mod settings;
#[path = "twins/ratings.rs"]
mod twin;

use std::fs;
use std::hint::black_box;

use criterion::Criterion;
use engines::{Color, Rng};
use harness::ratings::{Model, Options, Results, Tally, rate};

use medians::Medians;
use twin::Slow;

const SLOW: &str = "strengths alone, by MM";

const MODELS: [(&str, Model); 3] = [
    ("BayesElo's model", Model::BayesElo),
    ("Bradley-Terry", Model::BradleyTerry),
    ("Davidson", Model::Davidson),
];

/// All results of a real field, the Gomocup tournaments: 228 programs.
fn gomocup() -> Results {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../harness/tests/data/ratings/gomocup_score.txt"
    );
    let mut results = Results::new();
    for line in fs::read_to_string(path).expect("scores").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let count = |field: usize| fields[field].parse().expect("a count");
        let tally = Tally {
            black_wins: count(1),
            draws: count(2),
            white_wins: count(3),
        };
        results.add_tally(fields[0], fields[4], tally);
    }
    results
}

/// A made-up field: 200 players, each of whom meets each in five pairs of games.
fn everybody() -> Results {
    const PLAYERS: usize = 200;
    const PAIRS: usize = 5;
    let mut rng = Rng::new(1);
    let mut chance = || rng.below(1 << 20) as f64 / f64::from(1 << 20);
    let mut results = Results::new();
    for first in 0..PLAYERS {
        for second in first + 1..PLAYERS {
            for _ in 0..PAIRS {
                let lead = (second as f64 - first as f64) / 50.0;
                let winners = [lead, -lead].map(|lead| {
                    let win = 1.0 / (1.0 + (-lead).exp());
                    let color = if chance() < win {
                        Color::Black
                    } else {
                        Color::White
                    };
                    (chance() > 0.05).then_some(color)
                });
                results.add_pair(&first.to_string(), &second.to_string(), winners);
            }
        }
    }
    results
}

fn field(criterion: &mut Criterion, medians: &Medians, name: &str, results: &Results) {
    let options = |model| Options {
        model,
        // Gomocup's results do not tell the colors.
        advantage: name != "gomocup",
        ..Options::default()
    };
    let rated = |model| rate(black_box(results), &options(model)).expect("a table");
    let slow = Slow::new(results);
    let without_advantage = Options {
        advantage: false,
        ..options(Model::BayesElo)
    };
    let table = rate(results, &without_advantage).expect("a table");
    let elos = slow.elos();
    for rating in &table.players {
        let off = elos[&rating.name] - rating.elo.expect("a rating");
        assert!(off.abs() < 1.0, "{} differs by {off}", rating.name);
    }

    let games: u64 = table.players.iter().map(|rating| rating.games).sum();
    let games = games / 2;
    let mut group = medians.group(criterion, format!("ratings/{name}"), games);
    group.row(SLOW, || black_box(&slow).elos());
    for (name, model) in MODELS {
        group.row(name, || rated(model));
    }
}

fn main() {
    let mut criterion = settings::criterion();
    let medians = Medians::default();
    field(&mut criterion, &medians, "gomocup", &gomocup());
    field(&mut criterion, &medians, "everybody", &everybody());
    criterion.final_summary();
    medians.print();
}

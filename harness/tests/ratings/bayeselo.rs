//! A real field, as BayesElo rated it with `advantage 0`, `drawelo 0.01` and
//! `offset 1600`: the results of the Gomocup tournaments.

use std::collections::HashMap;
use std::fs;

use harness::ratings::{Model, Tally};

use super::known::data;
use super::*;

const OFFSET: f64 = 1600.0;

/// First player, wins, draws and losses, second player.
fn scores() -> Vec<(String, [u64; 3], String)> {
    let file = fs::read_to_string(data("gomocup_score.txt")).expect("scores");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let count = |field: usize| fields[field].parse().expect("a count");
        let name = |field: usize| fields[field].trim_matches('"').to_owned();
        (name(0), [1, 2, 3].map(count), name(4))
    };
    file.lines().map(row).collect()
}

/// What BayesElo printed: names and whole Elo points.
fn printed() -> Vec<(String, f64)> {
    let file = fs::read_to_string(data("gomocup_ratings.txt")).expect("ratings");
    let row = |line: &str| {
        let elo = line[31..].split_whitespace().next().expect("a rating");
        let name = line[5..31].trim_end().to_owned();
        (name, elo.parse().expect("a number"))
    };
    file.lines().skip(1).map(row).collect()
}

/// BayesElo's way: minorization and maximization (D. R. Hunter, "MM algorithms for
/// generalized Bradley–Terry models", Annals of Statistics 32, 2004), from equal
/// strengths, the last player first, everybody against the newest strengths of
/// the others.
struct Slow {
    names: Vec<String>,
    gammas: Vec<f64>,
    /// Of each player: an opponent, games in which he scored, in which the opponent
    /// did. A draw is both.
    scored: Vec<Vec<(usize, f64, f64)>>,
}

impl Slow {
    /// 10 to the power `drawelo` / 400.
    const THETA: f64 = 1.000_057_566_284_2;

    fn new() -> Slow {
        let mut names = Vec::new();
        let mut numbers = HashMap::new();
        let mut number = |name: String| {
            *numbers.entry(name.clone()).or_insert_with(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let rows: Vec<(usize, [f64; 3], usize)> = scores()
            .into_iter()
            .map(|(a, counts, b)| (number(a), counts.map(|games| games as f64), number(b)))
            .collect();
        let mut pairs: HashMap<(usize, usize), [f64; 3]> = HashMap::new();
        let mut games = vec![0.0; names.len()];
        for (a, counts, b) in rows {
            for (pair, [wins, draws, losses]) in [
                ((a, b), counts),
                ((b, a), [counts[2], counts[1], counts[0]]),
            ] {
                let sum = pairs.entry(pair).or_default();
                *sum = [sum[0] + wins, sum[1] + draws, sum[2] + losses];
                games[pair.0] += wins + draws + losses;
            }
        }
        let mut scored = vec![Vec::new(); names.len()];
        for ((a, b), [wins, draws, losses]) in pairs {
            // One virtual draw of each player, spread by games.
            let all = wins + draws + losses;
            let draws = draws + all / games[a] + all / games[b];
            scored[a].push((b, wins + draws, losses + draws));
        }
        for opponents in &mut scored {
            opponents.sort_by_key(|&(other, ..)| other);
        }
        Slow {
            gammas: vec![1.0; names.len()],
            names,
            scored,
        }
    }

    /// Goes on until no strength changes by more than twice its `tolerance`th part.
    fn iterate(&mut self, tolerance: f64) {
        loop {
            let mut change = 0.0_f64;
            for (player, opponents) in self.scored.iter().enumerate().rev() {
                let own = self.gammas[player];
                let (mut points, mut weight) = (0.0, 0.0);
                for &(other, won, lost) in opponents {
                    let other = self.gammas[other];
                    points += won;
                    weight += won / (own + Slow::THETA * other)
                        + lost * Slow::THETA / (Slow::THETA * own + other);
                }
                let new = points / weight;
                change = change.max((new - own).abs() / (new + own));
                self.gammas[player] = new;
            }
            if change < tolerance {
                return;
            }
        }
    }

    fn elos(&self) -> HashMap<&str, f64> {
        let elos: Vec<f64> = self
            .gammas
            .iter()
            .map(|gamma| 400.0 * gamma.log10())
            .collect();
        let mean = elos.iter().sum::<f64>() / elos.len() as f64;
        let centered = elos.iter().map(|elo| OFFSET + elo - mean);
        self.names
            .iter()
            .map(String::as_str)
            .zip(centered)
            .collect()
    }
}

/// BayesElo stops early, which is worth up to 0.13 Elo here: taken as far as it
/// goes, the slow twin gives every number it printed, and taken on, ours.
#[test]
fn gomocup_has_the_ratings_of_bayeselo() {
    let mut results = Results::new();
    for (first, [black_wins, draws, white_wins], second) in scores() {
        let tally = Tally {
            black_wins,
            draws,
            white_wins,
        };
        results.add_tally(&first, &second, tally);
    }
    let options = Options {
        model: Model::BayesElo,
        ..Options::default()
    };
    let table = rate(&results, &options).expect("a table");
    assert_eq!(table.groups[0].games, 418_984);
    let elo = |name: &str| player(&table, name).elo.expect("a rating") + OFFSET;

    let printed = printed();
    assert_eq!((printed.len(), table.players.len()), (228, 228));
    let mut slow = Slow::new();
    slow.iterate(1e-5);
    let stopped = slow.elos();
    for (name, whole) in &printed {
        assert_eq!(stopped[name.as_str()].round(), *whole, "{name}");
        assert_close(elo(name), *whole, 0.5 + 0.13, name);
    }
    slow.iterate(1e-9);
    for (name, slow) in slow.elos() {
        assert_close(elo(name), slow, 0.03, name);
    }
}

#[test]
fn a_perfect_score_has_a_rating_and_says_that_it_is_perfect() {
    let mut results = Results::new();
    for _ in 0..5 {
        results.add_pair("a", "b", [BLACK, WHITE]);
    }
    let options = Options {
        model: Model::BayesElo,
        anchor: Some(("b".to_owned(), 0.0)),
        ..Options::default()
    };
    let table = rate(&results, &options).expect("a table");
    let best = &table.players[0];
    assert_eq!(
        (best.name.as_str(), best.status.to_string()),
        ("a", "all-wins".to_owned())
    );
    // Ten wins, and two virtual draws that are two wins and two losses.
    let expected = 400.0 * (12.0_f64 / 2.0).log10();
    assert_close(best.elo.expect("a rating"), expected, 1e-6, "a");
}

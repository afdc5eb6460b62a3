//! Strengths in BayesElo's model by minorization and maximization: D. R. Hunter, "MM
//! algorithms for generalized Bradley–Terry models", Annals of Statistics 32 (2004).

use std::collections::HashMap;

use engines::Color;
use harness::ratings::Results;

pub struct Slow {
    names: Vec<String>,
    /// Of each player: an opponent, games in which he scored, and all. A draw is a
    /// win and a loss.
    games: Vec<Vec<(usize, f64, f64)>>,
}

impl Slow {
    pub fn new(results: &Results) -> Slow {
        let names = results.names().to_vec();
        let met = |a: &str, b: &str| {
            let (as_black, as_white) = (results.tally(a, b), results.tally(b, a));
            let draws = as_black.draws + as_white.draws;
            let points = as_black.points(Color::Black) + as_white.points(Color::White);
            let games = as_black.games() + as_white.games();
            (points + draws as f64 / 2.0, draws as f64, games as f64)
        };
        let all: HashMap<&str, f64> = names
            .iter()
            .map(|a| (a.as_str(), names.iter().map(|b| met(a, b).2).sum()))
            .collect();
        let games = names
            .iter()
            .map(|a| {
                let opponents = names.iter().enumerate();
                opponents
                    .map(|(number, b)| (number, b, met(a, b)))
                    .filter(|(.., (.., games))| *games > 0.0)
                    .map(|(number, b, (scored, draws, games))| {
                        let virtual_draws = games / all[a.as_str()] + games / all[b.as_str()];
                        let doubled = games + draws + 2.0 * virtual_draws;
                        (number, scored + virtual_draws, doubled)
                    })
                    .collect()
            })
            .collect();
        Slow { names, games }
    }

    /// Ratings with mean 0, as far as BayesElo goes.
    pub fn elos(&self) -> HashMap<String, f64> {
        let mut gammas = vec![1.0_f64; self.names.len()];
        loop {
            let mut change = 0.0_f64;
            for (player, opponents) in self.games.iter().enumerate() {
                let own = gammas[player];
                let (mut scored, mut weight) = (0.0, 0.0);
                for &(other, won, games) in opponents {
                    scored += won;
                    weight += games / (own + gammas[other]);
                }
                let new = scored / weight;
                change = change.max((new - own).abs() / (new + own));
                gammas[player] = new;
            }
            if change < 1e-5 {
                break;
            }
        }
        let elos = gammas.iter().map(|gamma| 400.0 * gamma.log10());
        let mean = elos.clone().sum::<f64>() / gammas.len() as f64;
        let centered = elos.map(|elo| elo - mean);
        self.names.iter().cloned().zip(centered).collect()
    }
}

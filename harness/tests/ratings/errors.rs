//! Standard errors, against a twin that goes game by game, and what pairs do to
//! them.

use harness::ratings::{Errors, Model, Status};
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;

const ELO: f64 = 400.0 / std::f64::consts::LN_10;
const PLAYERS: usize = 4;
const MODELS: [Model; 3] = [Model::BradleyTerry, Model::Davidson, Model::BayesElo];

/// A single game or a pair: players, and who won when the first was Black, and
/// when the second was.
#[derive(Clone, Debug)]
struct Cluster {
    players: [usize; 2],
    winners: Vec<Option<Color>>,
}

fn clusters() -> impl Strategy<Value = Vec<Cluster>> {
    let winner = prop_oneof![3 => Just(BLACK), 2 => Just(DRAW), 3 => Just(WHITE)];
    let winners = prop::collection::vec(winner, 1..=2);
    let players = [0..PLAYERS, 0..PLAYERS].prop_filter("two", |[a, b]| a != b);
    let cluster = (players, winners).prop_map(|(players, winners)| Cluster { players, winners });
    prop::collection::vec(cluster, 0..40)
}

fn options() -> impl Strategy<Value = Options> {
    (prop::sample::select(&MODELS), any::<bool>()).prop_map(|(model, advantage)| Options {
        model,
        advantage,
        ..Options::default()
    })
}

fn name(player: usize) -> String {
    format!("player {player}")
}

fn rated(clusters: &[Cluster], options: &Options) -> Ratings {
    let mut results = Results::new();
    for Cluster { players, winners } in clusters {
        let [first, second] = players.map(name);
        match winners[..] {
            [winner] => results.add(&first, &second, winner),
            [one, two] => results.add_pair(&first, &second, [one, two]),
            _ => unreachable!("one game or two"),
        }
    }
    rate(&results, options).expect("a table")
}

/// A square matrix.
type Cells = Vec<Vec<f64>>;

fn add_square(cells: &mut Cells, times: f64, row: &[f64]) {
    for (line, a) in cells.iter_mut().zip(row) {
        for (cell, b) in line.iter_mut().zip(row) {
            *cell += times * a * b;
        }
    }
}

fn product(a: &Cells, b: &Cells) -> Cells {
    let cell = |row: &Vec<f64>, j: usize| row.iter().zip(b).map(|(x, line)| x * line[j]).sum();
    a.iter()
        .map(|row| (0..b.len()).map(|j| cell(row, j)).collect())
        .collect()
}

/// By Gauss and Jordan.
fn inverse(mut cells: Cells) -> Cells {
    let size = cells.len();
    for (i, row) in cells.iter_mut().enumerate() {
        row.extend((0..size).map(|j| f64::from(i == j)));
    }
    for k in 0..size {
        let best = (k..size).max_by(|&a, &b| cells[a][k].abs().total_cmp(&cells[b][k].abs()));
        cells.swap(k, best.expect("a row"));
        let pivot = cells[k].clone();
        for (i, row) in cells.iter_mut().enumerate() {
            let factor = row[k] / pivot[k];
            for (cell, above) in row.iter_mut().zip(&pivot) {
                *cell = if i == k {
                    above / pivot[k]
                } else {
                    *cell - factor * above
                };
            }
        }
    }
    cells.into_iter().map(|row| row[size..].to_vec()).collect()
}

/// The parameters of a fitted group, and the model's plain definition.
struct Twin<'a> {
    group: Vec<&'a Rating>,
    advantage: Option<f64>,
    draws: Option<f64>,
    model: Model,
}

impl Twin<'_> {
    fn size(&self) -> usize {
        self.group.len() + usize::from(self.advantage.is_some() || self.draws.is_some()) * 2
    }

    fn place(&self, player: usize) -> Option<usize> {
        self.group.iter().position(|of| of.name == name(player))
    }

    /// How likely each result is, Black's win, draw, White's win, and what it adds
    /// to the slope.
    fn results(&self, black: usize, white: usize) -> [(f64, Vec<f64>); 3] {
        let elo = |place: usize| self.group[place].elo.expect("a rating");
        let x = (elo(black) - elo(white) + self.advantage.unwrap_or(0.0)) / ELO;
        let weights = [(x / 2.0).exp(), self.draws.unwrap_or(0.0), (-x / 2.0).exp()];
        let total: f64 = weights.iter().sum();
        let [win, draw, loss] = weights.map(|weight| weight / total);
        let decided = [
            (1.0 - win - draw / 2.0, -draw),
            (loss / 2.0 - win / 2.0, 1.0 - draw),
            (draw / 2.0 + loss - 1.0, -draw),
        ];
        let scale = if self.model == Model::BayesElo {
            2.0
        } else {
            1.0
        };
        let row = |result: usize| {
            let (by_x, by_draws) = decided[result];
            let by_x = if result == 1 { scale * by_x } else { by_x };
            let mut row = vec![0.0; self.size()];
            row[black] += by_x;
            row[white] -= by_x;
            if self.advantage.is_some() {
                row[self.group.len()] = by_x;
            }
            if self.draws.is_some() {
                row[self.group.len() + 1] = by_draws;
            }
            row
        };
        [(win, row(0)), (draw, row(1)), (loss, row(2))]
    }

    /// Of every player, and of the advantage.
    fn errors(&self, clusters: &[Cluster]) -> Vec<Errors> {
        let size = self.size();
        let mut information = vec![vec![0.0; size]; size];
        let mut scatter = information.clone();
        let expect = |information: &mut Cells, times: f64, black: usize, white: usize| {
            for (chance, row) in self.results(black, white) {
                add_square(information, times * chance, &row);
            }
        };
        let games = |is_in: &dyn Fn([usize; 2]) -> bool| -> f64 {
            let counted = clusters.iter().filter(|cluster| is_in(cluster.players));
            counted.map(|cluster| cluster.winners.len() as f64).sum()
        };
        for Cluster { players, winners } in clusters {
            let [Some(a), Some(b)] = players.map(|player| self.place(player)) else {
                continue;
            };
            let mut slope = vec![0.0; size];
            for (&winner, (black, white)) in winners.iter().zip([(a, b), (b, a)]) {
                let twice = self.model == Model::BayesElo && winner == DRAW;
                expect(
                    &mut information,
                    if twice { 2.0 } else { 1.0 },
                    black,
                    white,
                );
                let result = [BLACK, DRAW, WHITE].iter().position(|&it| it == winner);
                let (_, row) = &self.results(black, white)[result.expect("a result")];
                slope.iter_mut().zip(row).for_each(|(sum, by)| *sum += by);
                if self.model == Model::BayesElo {
                    // This game's share of the virtual draws of both.
                    for player in *players {
                        let all = games(&|players| players.contains(&player));
                        expect(&mut information, 1.0 / all, a, b);
                        expect(&mut information, 1.0 / all, b, a);
                    }
                }
            }
            add_square(&mut scatter, 1.0, &slope);
        }
        // The mean is fixed, and so is what is not fitted.
        let mut fixed = vec![vec![0.0; size]; 1];
        fixed[0][..self.group.len()].fill(1.0);
        for (at, is_fitted) in [(0, self.advantage.is_some()), (1, self.draws.is_some())] {
            if !is_fitted && size > self.group.len() {
                let mut row = vec![0.0; size];
                row[self.group.len() + at] = 1.0;
                fixed.push(row);
            }
        }
        for row in &fixed {
            add_square(&mut information, 1.0, row);
        }
        let mut model = inverse(information);
        let robust = product(&product(&model, &scatter), &model);
        // What fixes the mean is no error.
        let count = self.group.len() as f64;
        for row in &mut model[..self.group.len()] {
            for cell in &mut row[..self.group.len()] {
                *cell -= 1.0 / (count * count);
            }
        }
        (0..size)
            .map(|at| Errors {
                model: ELO * model[at][at].max(0.0).sqrt(),
                robust: ELO * robust[at][at].max(0.0).sqrt(),
            })
            .collect()
    }
}

proptest! {
    #[test]
    fn errors_are_those_of_the_twin_that_goes_game_by_game(
        clusters in clusters(),
        options in options(),
    ) {
        let table = rated(&clusters, &options);
        for (number, of) in table.groups.iter().enumerate() {
            let rated = table.players.iter().filter(|rating| rating.elo.is_some());
            let twin = Twin {
                group: rated.filter(|rating| rating.group == Some(number)).collect(),
                advantage: of.advantage.map(|advantage| advantage.elo),
                draws: of.draws,
                model: options.model,
            };
            let expected = twin.errors(&clusters);
            let own = twin.group.iter().map(|rating| rating.errors.expect("errors"));
            let advantage = of.advantage.map(|advantage| advantage.errors);
            for (errors, expected) in own.chain(advantage).zip(expected) {
                for (own, twin) in [
                    (errors.model, expected.model),
                    (errors.robust, expected.robust),
                ] {
                    let off = (own - twin).abs();
                    prop_assert!(off < 1e-3 + 1e-4 * twin, "{own} is not {twin}");
                }
            }
        }
    }

    #[test]
    fn the_order_of_pairs_and_games_changes_nothing(
        clusters in clusters(),
        options in options(),
        picks: Vec<Index>,
    ) {
        let mut shuffled = clusters.clone();
        for (at, pick) in picks.iter().enumerate().take(clusters.len()) {
            shuffled.swap(at, pick.index(clusters.len()));
        }
        // Nor does it matter which player of a pair is named first.
        for cluster in shuffled.iter_mut().filter(|cluster| cluster.winners.len() == 2) {
            cluster.players.reverse();
            cluster.winners.reverse();
        }
        prop_assert_eq!(rated(&shuffled, &options), rated(&clusters, &options));
    }

    #[test]
    fn every_model_has_a_status_and_finite_numbers_for_all(
        clusters in clusters(),
        options in options(),
    ) {
        let table = rated(&clusters, &options);
        for rating in &table.players {
            let Rating { elo, low, high, score, los_next, errors, .. } = rating;
            let errors = errors.map(|errors| errors.larger());
            for number in [elo, low, high, score, los_next, &errors].into_iter().flatten() {
                prop_assert!(number.is_finite());
            }
            let won_all = rating.wins == rating.games;
            prop_assert_eq!(rating.status == Status::AllWins, won_all);
            prop_assert!(elo.is_some() || options.model != Model::BayesElo);
        }
        for group in &table.groups {
            prop_assert!(group.log_likelihood.is_finite());
            prop_assert!(group.draws.is_none_or(|draws| draws.is_finite() && draws > 0.0));
            if let Some(advantage) = group.advantage {
                prop_assert!(advantage.elo.is_finite() && advantage.errors.larger().is_finite());
            }
        }
    }

    /// Davidson's maximum: everybody scores, and everything is drawn, as often as
    /// is expected.
    #[test]
    fn expected_draws_are_the_real_ones(clusters in clusters(), advantage: bool) {
        let options = Options { model: Model::Davidson, advantage, ..Options::default() };
        let table = rated(&clusters, &options);
        for (number, of) in table.groups.iter().enumerate() {
            let Some(draws) = of.draws else { continue };
            let rated = table.players.iter().filter(|rating| rating.elo.is_some());
            let twin = Twin {
                group: rated.filter(|rating| rating.group == Some(number)).collect(),
                advantage: of.advantage.map(|advantage| advantage.elo),
                draws: Some(draws),
                model: Model::Davidson,
            };
            let mut slope = vec![0.0; twin.size()];
            for Cluster { players, winners } in &clusters {
                let [Some(a), Some(b)] = players.map(|player| twin.place(player)) else {
                    continue;
                };
                for (&winner, (black, white)) in winners.iter().zip([(a, b), (b, a)]) {
                    let result = [BLACK, DRAW, WHITE].iter().position(|&it| it == winner);
                    let (_, row) = &twin.results(black, white)[result.expect("a result")];
                    slope.iter_mut().zip(row).for_each(|(sum, by)| *sum += by);
                }
            }
            for surplus in slope {
                prop_assert!(surplus.abs() < 1e-6, "a surplus of {surplus}");
            }
        }
    }
}

#[test]
fn pairs_that_go_one_way_widen_the_interval() {
    // The better of the two openings' sides won every time: ten pairs say no more
    // than ten games.
    let [mut pairs, mut singles] = [Results::new(), Results::new()];
    for pair in 0..20 {
        let winner = if pair % 2 == 0 { BLACK } else { WHITE };
        let other = if pair % 2 == 0 { WHITE } else { BLACK };
        pairs.add_pair("a", "b", [winner, other]);
        singles.add("a", "b", winner);
        singles.add("b", "a", other);
    }
    let width = |results| {
        let table = rate(results, &Options::default()).expect("a table");
        error(player(&table, "a"))
    };
    let ratio = width(&pairs) / width(&singles);
    assert_close(ratio, 2_f64.sqrt(), 1e-6, "wider by the root of two");
}

#[test]
fn pairs_that_always_split_do_not_narrow_it() {
    let mut results = Results::new();
    for _ in 0..20 {
        results.add_pair("a", "b", [BLACK, BLACK]);
    }
    let table = rate(&results, &Options::default()).expect("a table");
    let errors = player(&table, "a").errors.expect("errors");
    assert_close(errors.robust, 0.0, 1e-9, "no pair differs");
    assert_close(error(player(&table, "a")), errors.model, 1e-6, "shown");
    assert!(errors.model > 25.0);
}

#[test]
fn likelihoods_of_superiority_use_the_larger_error() {
    let mut results = Results::new();
    for pair in 0..20 {
        let winner = if pair < 14 { BLACK } else { WHITE };
        let other = if pair < 14 { WHITE } else { BLACK };
        results.add_pair("a", "b", [winner, other]);
    }
    let options = Options {
        anchor: Some(("b".to_owned(), 0.0)),
        ..Options::default()
    };
    let table = rate(&results, &options).expect("a table");
    let best = player(&table, "a");
    let ratio = best.elo.expect("a rating") / error(best);
    let expected = 1.0 - erfc(ratio / 2_f64.sqrt()) / 2.0;
    assert_close(best.los_next.expect("a chance"), expected, 1e-6, "los");
}

/// By Simpson's rule.
fn erfc(x: f64) -> f64 {
    let (steps, end) = (2000, 10.0);
    let width = (end - x) / f64::from(steps);
    let sum: f64 = (0..=steps)
        .map(|step| {
            let weight = match step {
                0 => 1.0,
                step if step == steps => 1.0,
                step if step % 2 == 1 => 4.0,
                _ => 2.0,
            };
            weight * (-(x + f64::from(step) * width).powi(2)).exp()
        })
        .sum();
    2.0 / std::f64::consts::PI.sqrt() * sum * width / 3.0
}

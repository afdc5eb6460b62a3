//! Random results, rated by slow and obvious means as well.

use harness::ratings::{Status, Tally};
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;

const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Black, White, then Black's wins, draws and White's wins.
type Row = (usize, usize, Tally);

fn rows() -> impl Strategy<Value = Vec<Row>> {
    // Mostly no games or few, so that pools fall apart and records are perfect.
    let count = || prop_oneof![3 => Just(0), 1 => Just(1), 1 => 2..8_u64];
    let tally = (count(), count(), count()).prop_map(|(black_wins, draws, white_wins)| Tally {
        black_wins,
        draws,
        white_wins,
    });
    prop::collection::vec((0..6_usize, 0..6_usize, tally), 0..20)
}

fn name(player: usize) -> String {
    format!("player {player}")
}

fn number(rating: &Rating) -> usize {
    let (_, number) = rating.name.rsplit_once(' ').expect("a space");
    number.parse().expect("a number")
}

fn tallied(rows: &[Row]) -> Results {
    let mut results = Results::new();
    for &(black, white, tally) in rows {
        results.add_tally(&name(black), &name(white), tally);
    }
    results
}

fn rated(rows: &[Row], advantage: bool) -> Ratings {
    let options = Options {
        advantage,
        ..Options::default()
    };
    rate(&tallied(rows), &options).expect("a table")
}

/// Points of each against each; a draw is half of one.
fn points(rows: &[Row]) -> [[f64; 6]; 6] {
    let mut points = [[0.0; 6]; 6];
    for &(black, white, tally) in rows.iter().filter(|row| row.0 != row.1) {
        points[black][white] += tally.points(Color::Black);
        points[white][black] += tally.points(Color::White);
    }
    points
}

/// Who is tied to whom by a chain of links, by Warshall's algorithm.
fn chained(link: impl Fn(usize, usize) -> bool) -> [[bool; 6]; 6] {
    let mut chained = [[false; 6]; 6];
    for (i, row) in chained.iter_mut().enumerate() {
        for (j, cell) in row.iter_mut().enumerate() {
            *cell = link(i, j);
        }
    }
    for k in 0..6 {
        for i in 0..6 {
            for j in 0..6 {
                chained[i][j] |= chained[i][k] && chained[k][j];
            }
        }
    }
    chained
}

/// Ratings with mean 0 of players tied to each other, by the simplest of the
/// algorithms of D. R. Hunter, "MM algorithms for generalized Bradley–Terry
/// models", Annals of Statistics 32 (2004).
fn mm(points: &[[f64; 6]; 6], members: &[usize]) -> Vec<f64> {
    let mut gamma = [1.0; 6];
    for _ in 0..200_000 {
        let mut change = 0.0_f64;
        for &i in members {
            let won: f64 = members.iter().map(|&j| points[i][j]).sum();
            let weight: f64 = members
                .iter()
                .map(|&j| (points[i][j] + points[j][i]) / (gamma[i] + gamma[j]))
                .sum();
            change = change.max((won / weight / gamma[i] - 1.0).abs());
            gamma[i] = won / weight;
        }
        if change < 1e-13 {
            break;
        }
    }
    let logarithms: Vec<f64> = members.iter().map(|&i| ELO * gamma[i].ln()).collect();
    let mean = logarithms.iter().sum::<f64>() / members.len() as f64;
    logarithms.iter().map(|elo| elo - mean).collect()
}

/// The rated players, group by group.
fn groups(table: &Ratings) -> Vec<Vec<&Rating>> {
    (0..table.groups.len())
        .map(|group| {
            let rated = table.players.iter().filter(|rating| rating.elo.is_some());
            rated.filter(|rating| rating.group == Some(group)).collect()
        })
        .collect()
}

proptest! {
    #[test]
    fn groups_are_who_scored_against_each_other_over_others(rows in rows()) {
        let table = rated(&rows, false);
        let points = points(&rows);
        let scored = chained(|i, j| points[i][j] > 0.0);
        let met = chained(|i, j| points[i][j] + points[j][i] > 0.0);
        for a in &table.players {
            let i = number(a);
            prop_assert_eq!(a.elo.is_some(), scored[i][i]);
            prop_assert_eq!(a.status == Status::NoGames, !met[i][i]);
            prop_assert_eq!(a.status == Status::AllWins, a.games > 0 && a.wins == a.games);
            prop_assert_eq!(a.status == Status::AllLosses, a.games > 0 && a.losses == a.games);
            for b in table.players.iter().filter(|b| b.name != a.name) {
                let j = number(b);
                prop_assert_eq!(a.pool.is_some() && a.pool == b.pool, met[i][j]);
                let together = a.elo.is_some() && b.elo.is_some() && a.group == b.group;
                prop_assert_eq!(together, scored[i][j] && scored[j][i]);
                if a.status == Status::Ok && a.pool == b.pool && b.elo.is_some() {
                    prop_assert!(together, "the pool's only group");
                }
            }
        }
    }

    #[test]
    fn winners_stand_above(rows in rows()) {
        let table = rated(&rows, false);
        let points = points(&rows);
        let scored = chained(|i, j| points[i][j] > 0.0);
        for (place, above) in table.players.iter().enumerate() {
            for below in &table.players[place + 1..] {
                let (i, j) = (number(above), number(below));
                prop_assert!(!scored[j][i] || scored[i][j]);
                if above.pool == below.pool && above.group == below.group {
                    prop_assert!(below.elo <= above.elo || above.elo.is_none());
                }
            }
        }
    }

    #[test]
    fn ratings_are_those_of_the_slow_twin(rows in rows()) {
        let table = rated(&rows, false);
        let points = points(&rows);
        for group in groups(&table) {
            let members: Vec<usize> = group.iter().map(|rating| number(rating)).collect();
            for (rating, expected) in group.iter().zip(mm(&points, &members)) {
                assert_close(rating.elo.expect("a rating"), expected, 0.01, &rating.name);
            }
        }
    }

    /// At the maximum everybody, and Black, scores what he is expected to.
    #[test]
    fn expected_scores_are_the_real_ones(rows in rows()) {
        let table = rated(&rows, true);
        for (group, of) in groups(&table).into_iter().zip(&table.groups) {
            let mut surplus = [0.0; 6];
            let mut blacks_surplus = 0.0;
            let elo = |player| group.iter().find(|rating| number(rating) == player)?.elo;
            let advantage = of.advantage.map_or(0.0, |advantage| advantage.elo);
            for &(black, white, tally) in &rows {
                if let (Some(a), Some(b)) = (elo(black), elo(white)) && black != white {
                    let chance = 1.0 / (1.0 + ((b - a - advantage) / ELO).exp());
                    let over = tally.points(Color::Black) - tally.games() as f64 * chance;
                    surplus[black] += over;
                    surplus[white] -= over;
                    blacks_surplus += over;
                }
            }
            for over in surplus {
                assert_close(over, 0.0, 1e-6, "points beyond the expected");
            }
            if of.advantage.is_some() {
                assert_close(blacks_surplus, 0.0, 1e-6, "Black's points beyond the expected");
            }
        }
    }

    /// The advantage is known if and only if two circles of points scored exist,
    /// one mostly as Black and one mostly as White: here by trying all lengths.
    #[test]
    fn an_advantage_is_fitted_where_the_results_tell(rows in rows()) {
        let table = rated(&rows, true);
        for (group, of) in groups(&table).into_iter().zip(&table.groups) {
            let members: Vec<usize> = group.iter().map(|rating| number(rating)).collect();
            let mut known = true;
            for color in Color::BOTH {
                // best[i][j]: of walks from i to j, the greatest number of points
                // scored as `color` beyond those scored as the other.
                let mut step = [[i32::MIN / 2; 6]; 6];
                for &(black, white, tally) in rows.iter().filter(|row| row.0 != row.1) {
                    if members.contains(&black) && members.contains(&white) {
                        for (scorer, other, as_) in
                            [(black, white, Color::Black), (white, black, Color::White)]
                        {
                            if tally.points(as_) > 0.0 {
                                let sign = if as_ == color { 1 } else { -1 };
                                step[scorer][other] = sign.max(step[scorer][other]);
                            }
                        }
                    }
                }
                let mut best = step;
                let mut circle = false;
                for _ in 1..6 {
                    circle |= (0..6).any(|i| best[i][i] > 0);
                    let mut longer = [[i32::MIN / 2; 6]; 6];
                    for i in 0..6 {
                        for j in 0..6 {
                            for k in 0..6 {
                                longer[i][j] = longer[i][j].max(best[i][k] + step[k][j]);
                            }
                        }
                    }
                    best = longer;
                }
                circle |= (0..6).any(|i| best[i][i] > 0);
                known &= circle;
            }
            prop_assert_eq!(of.advantage.is_some(), known);
        }
    }

    #[test]
    fn every_number_is_finite(rows in rows(), advantage: bool) {
        let table = rated(&rows, advantage);
        for rating in &table.players {
            let Rating { elo, low, high, score, los_next, .. } = rating;
            for number in [elo, low, high, score, los_next].into_iter().flatten() {
                prop_assert!(number.is_finite());
            }
            prop_assert!(los_next.is_none_or(|los| (0.0..=1.0).contains(&los)));
            prop_assert_eq!(rating.wins + rating.draws + rating.losses, rating.games);
        }
        for group in &table.groups {
            prop_assert!(group.log_likelihood.is_finite());
            if let Some(advantage) = group.advantage {
                prop_assert!(advantage.elo.is_finite() && advantage.errors.larger().is_finite());
            }
        }
    }

    #[test]
    fn the_order_of_games_changes_nothing(rows in rows(), advantage: bool, picks: Vec<Index>) {
        let mut shuffled = rows.clone();
        for (at, pick) in picks.iter().enumerate().take(rows.len()) {
            shuffled.swap(at, pick.index(rows.len()));
        }
        prop_assert_eq!(rated(&shuffled, advantage), rated(&rows, advantage));
    }

    #[test]
    fn names_do_not_matter(rows in rows(), advantage: bool, turn in 1..6_usize) {
        let renamed: Vec<Row> = rows
            .iter()
            .map(|&(black, white, tally)| ((black + turn) % 6, (white + turn) % 6, tally))
            .collect();
        let (table, other) = (rated(&rows, advantage), rated(&renamed, advantage));
        for rating in &table.players {
            let twin = player(&other, &name((number(rating) + turn) % 6));
            prop_assert_eq!(rating.status, twin.status);
            // Of groups that nothing orders, names decide which one bounds others.
            if rating.elo.is_none() && table.groups.len() > 1 {
                continue;
            }
            let numbers = |rating: &Rating| [rating.elo, rating.low, rating.high];
            for (number, twins) in numbers(rating).into_iter().zip(numbers(twin)) {
                prop_assert_eq!(number.is_some(), twins.is_some());
                let difference = number.unwrap_or(0.0) - twins.unwrap_or(0.0);
                prop_assert!(difference.abs() < 1e-6, "{} differs by {difference}", rating.name);
            }
        }
    }
}

//! The outcome of a Swiss or a knockout by its own points, which decide who
//! meets whom, but are no measure of strength.

use super::table::Table;
use crate::tournament::{Config, Decision, Pairings, SwissRow};

/// Where a tournament stands after its rounds that are complete, to be printed
/// below the ratings; nothing where all meet as planned.
pub fn of(config: &Config, pairings: &Pairings) -> String {
    match pairings {
        Pairings::Fixed(_) => String::new(),
        Pairings::Swiss(swiss) => format!("\n{}", swiss_table(config, &swiss.standing())),
        Pairings::Knockout(knockout) => {
            format!("\n{}", knockout_table(config, knockout.decided()))
        }
    }
}

fn swiss_table(config: &Config, rows: &[SwissRow]) -> String {
    let has_byes = rows.iter().any(|row| row.byes > 0);
    let mut titles = vec!["#", "<Swiss", "Points", "Buchholz"];
    titles.extend(has_byes.then_some("Byes"));
    let mut table = Table::new(titles);
    for (row, place) in rows.iter().zip(1..) {
        let mut cells = vec![
            place.to_string(),
            config.players[row.player].name.clone(),
            in_points(row.points),
            in_points(row.buchholz),
        ];
        cells.extend(has_byes.then(|| row.byes.to_string()));
        table.row(cells);
    }
    let mut text = table.to_text();
    text.push_str("Buchholz: the points of all opponents.\n");
    if has_byes {
        text.push_str("A bye is a meeting won; no rating sees it.\n");
    }
    text
}

fn knockout_table(config: &Config, rounds: &[Vec<Decision>]) -> String {
    let name = |player: usize| config.players[player].name.clone();
    let mut table = Table::new(["Round", "<Winner", "Points", "<Loser", "<"]);
    for (decisions, round) in rounds.iter().zip(1..) {
        for one in decisions {
            let [of_winner, of_loser] = one.points.map(in_points);
            let (points, remark) = match (one.loser, one.is_by_seed()) {
                (None, _) => (String::new(), "bye"),
                (_, true) => (format!("{of_winner}–{of_loser}"), "tied: by seed"),
                (_, false) => (format!("{of_winner}–{of_loser}"), ""),
            };
            table.row([
                round.to_string(),
                name(one.winner),
                points,
                one.loser.map(name).unwrap_or_default(),
                remark.to_string(),
            ]);
        }
    }
    table.to_text()
}

/// Half points as points: `3` or `3.5`.
fn in_points(half_points: u64) -> String {
    let half = if half_points % 2 == 1 { ".5" } else { "" };
    format!("{}{half}", half_points / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{PairPoints, System};

    fn after(system: System, results: &[[u8; 2]]) -> String {
        let config = Config {
            system,
            pairs: 1,
            ..Config::example()
        };
        let start = Pairings::new(system, config.players.len(), config.pairs);
        let results = results.iter().map(|&points| PairPoints(points));
        of(&config, &start.after(results))
    }

    #[test]
    fn a_round_robin_has_its_ratings_alone() {
        assert_eq!(after(System::RoundRobin, &[]), "");
    }

    #[test]
    fn a_swiss_counts_byes_and_whole_rounds() {
        let text = after(System::Swiss { rounds: 2 }, &[[4, 0], [1, 3], [4, 0]]);
        let expected = "
#  Swiss      Points  Buchholz  Byes
1  mcts            2         2     1
2  random          2         0     0
3  alphabeta     1.5       0.5     0
4  greedy        0.5       1.5     0
5  pattern         0         2     0
Buchholz: the points of all opponents.
A bye is a meeting won; no rating sees it.
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_knockout_tells_who_beat_whom() {
        let results = [[0, 4], [2, 2], [2, 2], [3, 1], [2, 2], [0, 4]];
        let text = after(System::Knockout, &results);
        let expected = "
Round  Winner    Points  Loser
    1  random                       bye
    1  mcts         2–0  alphabeta
    1  greedy                       bye
    1  pattern                      bye
    2  random   2.5–1.5  mcts
    2  greedy       2–2  pattern    tied: by seed
    3  greedy       2–0  random
";
        assert_eq!(text, expected);
    }
}

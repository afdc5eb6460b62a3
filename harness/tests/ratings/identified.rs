//! What Davidson's model can be fitted to, against all circles of players.

use harness::ratings::{Model, Status};
use proptest::prelude::*;

use super::*;

const PLAYERS: usize = 4;

/// Black, White, winner.
type Game = (usize, usize, Option<Color>);

fn games() -> impl Strategy<Value = Vec<Game>> {
    let winner = prop::sample::select(&[BLACK, DRAW, WHITE]);
    let game = (0..PLAYERS, 0..PLAYERS, winner).prop_filter("two", |game| game.0 != game.1);
    prop::collection::vec(game, 0..16)
}

/// How a player scored against another: 1 as Black or −1, 1 by winning or −1.
fn steps(games: &[Game], from: usize, to: usize) -> Vec<(i32, i32)> {
    let scored = games.iter().filter_map(|&(black, white, winner)| {
        let color = match () {
            () if (black, white) == (from, to) => Color::Black,
            () if (white, black) == (from, to) => Color::White,
            () => return None,
        };
        let sign = if color == Color::Black { 1 } else { -1 };
        match winner {
            None => Some((sign, -1)),
            Some(winner) => (winner == color).then_some((sign, 1)),
        }
    });
    scored.collect()
}

/// The sums round every circle of the members.
fn circles(games: &[Game], members: &[usize]) -> Vec<(i32, i32)> {
    let mut sums = Vec::new();
    for &start in members {
        // Ways from the start: where they are, whom they passed, their sums.
        let mut ways = vec![(start, vec![start], (0, 0))];
        while let Some((at, passed, sum)) = ways.pop() {
            for &next in members {
                for step in steps(games, at, next) {
                    let sum = (sum.0 + step.0, sum.1 + step.1);
                    if next == start {
                        sums.push(sum);
                    } else if !passed.contains(&next) {
                        let passed = [&passed[..], &[next]].concat();
                        ways.push((next, passed, sum));
                    }
                }
            }
        }
    }
    sums
}

/// Whether no β has black·β ≥ won for every circle.
fn nothing_fits(circles: &[(i32, i32)]) -> bool {
    let bound = |sign: i32| {
        let side = circles
            .iter()
            .filter(move |circle| circle.0.signum() == sign);
        side.map(|&(black, won)| f64::from(won) / f64::from(black))
    };
    let low = bound(1).fold(f64::NEG_INFINITY, f64::max);
    let high = bound(-1).fold(f64::INFINITY, f64::min);
    circles.iter().any(|&(black, won)| black == 0 && won > 0) || low > high + 1e-9
}

proptest! {
    #[test]
    fn draws_and_advantage_are_fitted_where_the_results_tell(
        games in games(),
        advantage: bool,
    ) {
        let mut results = Results::new();
        for &(black, white, winner) in &games {
            results.add(&black.to_string(), &white.to_string(), winner);
        }
        let options = Options { model: Model::Davidson, advantage, ..Options::default() };
        let table = rate(&results, &options).expect("a table");
        for (number, group) in table.groups.iter().enumerate() {
            let rated = table.players.iter().filter(|of| of.elo.is_some());
            let members: Vec<usize> = rated
                .filter(|of| of.group == Some(number))
                .map(|of| of.name.parse().expect("a number"))
                .collect();
            let circles = circles(&games, &members);
            let is_in = |player| members.contains(&player);
            let drawn = games
                .iter()
                .any(|&(black, white, winner)| is_in(black) && is_in(white) && winner == DRAW);
            let tells_draws = drawn && circles.iter().any(|circle| circle.1 > 0);
            let tells_advantage = advantage
                && circles.iter().any(|circle| circle.0 > 0)
                && circles.iter().any(|circle| circle.0 < 0);
            let tells_both = drawn && tells_advantage && nothing_fits(&circles);
            prop_assert_eq!(group.draws.is_some(), tells_draws);
            let expected = if tells_draws { tells_both } else { tells_advantage };
            prop_assert_eq!(group.advantage.is_some(), expected);
        }
        prop_assert!(table.players.iter().all(|of| of.status != Status::NoGames));
    }
}

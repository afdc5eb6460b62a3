//! Whether results tell what moving first is worth, and how likely draws are.

use engines::Color;

use super::results::{Pairing, Tally};

/// Whether strengths, the advantage of moving first and the draw parameter, as
/// far as they are asked for, have a finite and unique best fit together, given
/// that the strengths alone have one in Bradley and Terry's model. Players are
/// numbered from 0.
///
/// There is none if and only if one can move the parameters somewhere without
/// making any result less likely (A. Albert & J. A. Anderson, "On the existence of
/// maximum likelihood estimates in logistic regression models", Biometrika 71,
/// 1984). Let strengths move by d, the advantage by 2β and the logarithm of the
/// draw parameter by ε. A player who won as Black then asks that
/// d(loser) ≤ d(winner) + 2β − 2ε; one who drew, that
/// d(other) ≤ d(player) + 2β + 2ε; with White β has the other sign. Such d exist
/// unless the constraints close a circle of players, each of whom scored against
/// the next, whose sum is negative.
///
/// - With ε = 0: the advantage is known if there is a circle scored mostly as
///   Black, and another mostly as White.
/// - With ε = 1: draws cannot become ever likelier if, whatever β is, some circle
///   is negative; without β, if there is one with more wins than draws.
/// - With ε = −1: they cannot become ever rarer if there is one.
pub(super) fn is_identified(
    players: usize,
    pairings: &[Pairing],
    advantage: bool,
    draws: bool,
) -> bool {
    let graph = Scored::new(players, pairings);
    (!advantage || graph.ties_advantage()) && (!draws || graph.ties_draws(advantage))
}

/// Who scored against whom.
struct Scored {
    players: usize,
    steps: Vec<Step>,
    has_draws: bool,
}

struct Step {
    scorer: usize,
    other: usize,
    gain: Gain,
}

/// What a step, or a way of several, was scored with.
#[derive(Clone, Copy)]
struct Gain {
    /// How much more often as Black than as White.
    black: i64,
    /// How much more often by winning than by drawing.
    won: i64,
}

impl Scored {
    fn new(players: usize, pairings: &[Pairing]) -> Scored {
        let mut graph = Scored {
            players,
            steps: Vec::with_capacity(4 * pairings.len()),
            has_draws: false,
        };
        for (black, white, tally) in pairings.iter().flat_map(Pairing::by_color) {
            graph.add(black, white, Color::Black, tally);
            graph.add(white, black, Color::White, tally);
            graph.has_draws |= tally.draws > 0;
        }
        graph
    }

    fn add(&mut self, scorer: usize, other: usize, color: Color, tally: Tally) {
        if tally.points(color) > 0.0 {
            let gain = Gain {
                black: if color == Color::Black { 1 } else { -1 },
                won: if tally.wins(color) > 0 { 1 } else { -1 },
            };
            self.steps.push(Step {
                scorer,
                other,
                gain,
            });
        }
    }

    fn ties_advantage(&self) -> bool {
        self.circle(|gain| -gain.black).is_some() && self.circle(|gain| gain.black).is_some()
    }

    /// A circle that is negative for some β, as black·β < won, leaves only those
    /// on one side of won / black. Going there every time, one either comes to
    /// a β with which none is negative, or to a circle that leaves nothing.
    fn ties_draws(&self, advantage: bool) -> bool {
        // β as a fraction, and to which side it has been going.
        let (mut numerator, mut denominator, mut side) = (0, 1, 0);
        while let Some(sum) = self.circle(|gain| numerator * gain.black - denominator * gain.won) {
            let sign = sum.black.signum();
            if !advantage || sign == 0 || sign == -side {
                return self.has_draws;
            }
            (numerator, denominator, side) = (sign * sum.won, sign * sum.black, sign);
        }
        false
    }

    /// A circle whose costs sum to less than nothing: R. Bellman's search for
    /// shortest ways, "On a routing problem", Quarterly of Applied Mathematics 16
    /// (1958), until the ways bite their tails.
    fn circle(&self, cost: impl Fn(Gain) -> i64) -> Option<Gain> {
        let mut costs = vec![0; self.players];
        let mut last: Vec<Option<&Step>> = vec![None; self.players];
        loop {
            let mut settled = true;
            for step in &self.steps {
                let total = costs[step.scorer] + cost(step.gain);
                if total < costs[step.other] {
                    costs[step.other] = total;
                    last[step.other] = Some(step);
                    settled = false;
                }
            }
            if settled {
                return None;
            }
            if let Some(sum) = bitten_tail(&last) {
                return Some(sum);
            }
        }
    }
}

/// The sum of a circle in which every player's last step leads to him from the
/// one before, if there is one.
fn bitten_tail(last: &[Option<&Step>]) -> Option<Gain> {
    let mut seen_from = vec![None; last.len()];
    for start in 0..last.len() {
        let mut player = start;
        while seen_from[player].is_none() {
            seen_from[player] = Some(start);
            let Some(step) = last[player] else { break };
            player = step.scorer;
            if seen_from[player] == Some(start) {
                return Some(sum_round(last, player));
            }
        }
    }
    None
}

fn sum_round(last: &[Option<&Step>], start: usize) -> Gain {
    let mut sum = Gain { black: 0, won: 0 };
    let mut player = start;
    while let Some(step) = last[player] {
        sum.black += step.gain.black;
        sum.won += step.gain.won;
        player = step.scorer;
        if player == start {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::results::Results;
    use super::*;

    /// Black, White, then Black's wins, draws and White's wins.
    type Row = (usize, usize, u64, u64, u64);

    fn pairings(rows: &[Row]) -> Vec<Pairing> {
        let mut results = Results::new();
        for &(black, white, black_wins, draws, white_wins) in rows {
            let tally = Tally {
                black_wins,
                draws,
                white_wins,
            };
            results.add_tally(&black.to_string(), &white.to_string(), tally);
        }
        results.sorted().1
    }

    fn tells_advantage(players: usize, rows: &[Row]) -> bool {
        is_identified(players, &pairings(rows), true, false)
    }

    fn tells_draws(players: usize, rows: &[Row]) -> bool {
        is_identified(players, &pairings(rows), false, true)
    }

    fn tells_both(players: usize, rows: &[Row]) -> bool {
        is_identified(players, &pairings(rows), true, true)
    }

    #[test]
    fn one_who_always_has_black_shows_no_advantage() {
        assert!(!tells_advantage(2, &[(0, 1, 5, 0, 5)]));
        assert!(!tells_advantage(2, &[(0, 1, 0, 9, 0)]));
    }

    #[test]
    fn it_takes_points_with_either_color() {
        assert!(tells_advantage(2, &[(0, 1, 4, 0, 1), (1, 0, 2, 0, 3)]));
        assert!(tells_advantage(2, &[(0, 1, 0, 1, 0), (1, 0, 0, 1, 0)]));
        // Black wins them all: an advantage without bounds.
        assert!(!tells_advantage(2, &[(0, 1, 5, 0, 0), (1, 0, 5, 0, 0)]));
        // The one wins whenever he is Black; that the other scores as Black, too,
        // bounds the difference between the two, but not the advantage.
        assert!(!tells_advantage(2, &[(0, 1, 5, 0, 0), (1, 0, 1, 1, 3)]));
    }

    #[test]
    fn a_circle_of_three_will_do() {
        let circle = [(0, 1, 1, 0, 1), (1, 2, 1, 0, 1), (2, 0, 1, 0, 1)];
        assert!(tells_advantage(3, &circle));
        // Always the same two as Black: the advantage is theirs or the color's.
        let sides = [
            (0, 1, 1, 0, 1),
            (0, 3, 1, 0, 1),
            (2, 1, 1, 0, 1),
            (2, 3, 1, 0, 1),
        ];
        assert!(!tells_advantage(4, &sides));
    }

    #[test]
    fn draws_take_a_draw_and_a_circle_of_more_wins() {
        assert!(tells_draws(2, &[(0, 1, 1, 1, 1)]));
        assert!(!tells_draws(2, &[(0, 1, 5, 0, 5)]));
        assert!(!tells_draws(2, &[(0, 1, 0, 5, 0)]));
        // Draws only get likelier as the winner gets stronger along with them.
        assert!(!tells_draws(2, &[(0, 1, 5, 5, 0)]));
        let circle = [(0, 1, 1, 0, 0), (1, 2, 1, 0, 0), (2, 0, 0, 1, 0)];
        assert!(tells_draws(3, &circle));
    }

    #[test]
    fn an_advantage_may_explain_all_wins() {
        // Black won all that was decided: with an advantage as large as draws are
        // likely, nothing else could have happened.
        let rows = [(0, 1, 5, 5, 0), (1, 0, 5, 5, 0)];
        assert!(tells_advantage(2, &rows) && tells_draws(2, &rows));
        assert!(!tells_both(2, &rows));
        assert!(tells_both(2, &[(0, 1, 5, 5, 1), (1, 0, 5, 5, 0)]));
    }
}

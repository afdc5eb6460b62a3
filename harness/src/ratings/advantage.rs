//! Whether results tell what moving first is worth.

use engines::Color;

use super::results::Pairing;

/// Whether strengths and advantage have a finite and unique best fit, given that
/// the strengths alone have one. Players are numbered from 0.
///
/// There is none if and only if one can move the advantage by 1 and the
/// strengths by some d without making any result less likely (A. Albert & J. A.
/// Anderson, "On the existence of maximum likelihood estimates in logistic
/// regression models", Biometrika 71, 1984). Moved up, this asks
/// d(loser) ≤ d(winner) + 1 wherever Black scored and d(loser) ≤ d(winner) − 1
/// wherever White did; such d exist unless the constraints close a cycle whose
/// sum is negative. Moved down, the signs change. So the advantage is known if
/// there is a circle of players, each of whom scored against the next, mostly as
/// Black, and another, mostly as White.
pub(super) fn is_identified(players: usize, pairings: &[Pairing]) -> bool {
    has_circle(players, pairings, Color::Black) && has_circle(players, pairings, Color::White)
}

/// Whether there is a circle of points scored more often as `color` than as the
/// other. Bellman and Ford's search for a negative cycle.
fn has_circle(players: usize, pairings: &[Pairing], color: Color) -> bool {
    let cost = |scored_as: Color| if scored_as == color { -1 } else { 1 };
    let mut edges = Vec::with_capacity(2 * pairings.len());
    for &Pairing {
        black,
        white,
        tally,
    } in pairings
    {
        if tally.points(Color::Black) > 0.0 {
            edges.push((black, white, cost(Color::Black)));
        }
        if tally.points(Color::White) > 0.0 {
            edges.push((white, black, cost(Color::White)));
        }
    }
    // No path without a cycle has more than players − 1 edges, so a cheaper one
    // went round a negative cycle; and short of that the costs settle.
    let least = -(players as i64 - 1);
    let mut costs = vec![0_i64; players];
    loop {
        let mut settled = true;
        for &(from, to, cost) in &edges {
            if costs[from] + cost < costs[to] {
                costs[to] = costs[from] + cost;
                settled = false;
                if costs[to] < least {
                    return true;
                }
            }
        }
        if settled {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::Tally;
    use super::*;

    /// Black, White, then Black's wins, draws and White's wins.
    fn pairings(rows: &[(usize, usize, u64, u64, u64)]) -> Vec<Pairing> {
        rows.iter()
            .map(|&(black, white, black_wins, draws, white_wins)| Pairing {
                black,
                white,
                tally: Tally {
                    black_wins,
                    draws,
                    white_wins,
                },
            })
            .collect()
    }

    #[test]
    fn one_who_always_has_black_shows_no_advantage() {
        assert!(!is_identified(2, &pairings(&[(0, 1, 5, 0, 5)])));
        assert!(!is_identified(2, &pairings(&[(0, 1, 0, 9, 0)])));
    }

    #[test]
    fn it_takes_points_with_either_color() {
        assert!(is_identified(
            2,
            &pairings(&[(0, 1, 4, 0, 1), (1, 0, 2, 0, 3)])
        ));
        assert!(is_identified(
            2,
            &pairings(&[(0, 1, 0, 1, 0), (1, 0, 0, 1, 0)])
        ));
        // Black wins them all: an advantage without bounds.
        assert!(!is_identified(
            2,
            &pairings(&[(0, 1, 5, 0, 0), (1, 0, 5, 0, 0)])
        ));
        // The one wins whenever he is Black; that the other scores as Black, too,
        // bounds the difference between the two, but not the advantage.
        assert!(!is_identified(
            2,
            &pairings(&[(0, 1, 5, 0, 0), (1, 0, 1, 1, 3)])
        ));
    }

    #[test]
    fn a_circle_of_three_will_do() {
        let circle = [(0, 1, 1, 0, 1), (1, 2, 1, 0, 1), (2, 0, 1, 0, 1)];
        assert!(is_identified(3, &pairings(&circle)));
        // Always the same two as Black: the advantage is theirs or the color's.
        let sides = [
            (0, 1, 1, 0, 1),
            (0, 3, 1, 0, 1),
            (2, 1, 1, 0, 1),
            (2, 3, 1, 0, 1),
        ];
        assert!(!is_identified(4, &pairings(&sides)));
    }
}

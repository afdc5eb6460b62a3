//! What a pair of games is worth to those who played it.

use crate::records::{RecordedPair, Winner};

/// What the two players of a pair scored in both games together, in half
/// points: a game won is two. The first is who had Black first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairPoints(pub [u8; 2]);

impl PairPoints {
    /// The points of a recorded pair. Ratings do not see the games of an engine
    /// that does not play, but whoever was to meet it goes on.
    pub fn of(pair: &RecordedPair) -> PairPoints {
        PairPoints::new([0, 1].map(|game| pair.games[game].winner_or_walkover()))
    }

    /// The points of a pair whose first and second game ended like this; a void
    /// game makes the pair void, which gives none.
    pub fn new(winners: [Winner; 2]) -> PairPoints {
        if winners.contains(&Winner::None) {
            return PairPoints::default();
        }
        let mut points = [0; 2];
        for (game, winner) in winners.into_iter().enumerate() {
            let [black, white] = match winner {
                Winner::Black => [2, 0],
                Winner::White => [0, 2],
                Winner::Draw | Winner::None => [1, 1],
            };
            points[game] += black;
            points[1 - game] += white;
        }
        PairPoints(points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_of_a_pair() {
        use Winner::{Black, Draw, None, White};
        for (winners, points) in [
            ([Black, White], [4, 0]),
            ([White, Black], [0, 4]),
            ([Black, Black], [2, 2]),
            ([Draw, White], [3, 1]),
            ([Draw, Draw], [2, 2]),
            ([Black, None], [0, 0]),
        ] {
            assert_eq!(PairPoints::new(winners), PairPoints(points), "{winners:?}");
        }
    }
}

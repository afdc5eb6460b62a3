//! What a protocol says of a clock, and the time for one move.

use std::time::Duration;

use crate::clock::time_for_move;

/// The time of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeLeft {
    /// Time for the next moves; `None` if that is not limited.
    pub left: Option<Duration>,
    /// How many moves that is; `None` for all that the game will have.
    pub moves: Option<u32>,
    /// What every move gets beyond that: byo-yomi, an increment.
    pub extra: Duration,
    /// The most that one move may take.
    pub turn: Option<Duration>,
}

impl TimeLeft {
    /// Time for one move, with so many empty points on the board.
    pub fn time_for_move(&self, empty: usize) -> Duration {
        let most = self.turn.unwrap_or(Duration::MAX);
        let Some(left) = self.left else {
            return time_for_move(most, Some(1), Duration::ZERO, most, empty);
        };
        let free = left.saturating_add(self.extra).min(most);
        time_for_move(left, self.moves, self.extra, free, empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn a_share_of_what_is_left() {
        let clock = |left, moves, extra, turn: Option<u64>| TimeLeft {
            left: Some(ms(left)),
            moves,
            extra: ms(extra),
            turn: turn.map(ms),
        };
        for (clock, time) in [
            (clock(60_000, None, 0, None), 2_000),
            (clock(60_000, None, 1_000, None), 3_000),
            (clock(60_000, Some(10), 0, None), 6_000),
            (clock(60_000, None, 0, Some(500)), 450),
            (clock(60_000, None, 0, Some(0)), 0),
            (clock(0, None, 0, None), 0),
            (clock(10, Some(0), 0, None), 9),
        ] {
            assert_eq!(clock.time_for_move(60), ms(time), "{clock:?}");
        }
        let turn = Some(ms(1_000));
        let per_move = TimeLeft {
            turn,
            ..TimeLeft::default()
        };
        assert_eq!(per_move.time_for_move(60), ms(950));
    }

    #[test]
    fn no_number_overflows() {
        let clock = TimeLeft {
            left: Some(Duration::MAX),
            moves: Some(1),
            extra: Duration::MAX,
            turn: None,
        };
        assert!(clock.time_for_move(1) > ms(1));
    }
}

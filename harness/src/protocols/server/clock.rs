//! From a clock to the time for one move.

use std::time::Duration;

/// What a protocol says of the time of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time for the next moves; `None` if that is not limited.
    pub left: Option<Duration>,
    /// How many moves that is; `None` for all that the game will have.
    pub moves: Option<u32>,
    /// What every move gets beyond that: byo-yomi, an increment.
    pub extra: Duration,
    /// The most that one move may take.
    pub turn: Option<Duration>,
}

impl Clock {
    /// What pipes and the other program may take of a move's time.
    const MARGIN: Duration = Duration::from_millis(30);

    /// Even the slowest answer is better than none.
    const LEAST: Duration = Duration::from_millis(1);

    /// Time for one move when `moves_left` more are expected.
    pub fn time_for_move(&self, moves_left: u32) -> Duration {
        let share = self.left.map(|left| {
            let moves = self.moves.unwrap_or(moves_left).max(1);
            let share = (left / moves).saturating_add(self.extra);
            share.min(left.saturating_add(self.extra))
        });
        let limits = [share, self.turn];
        let limit = limits.into_iter().flatten().min();
        limit
            .unwrap_or(Duration::MAX)
            .saturating_sub(Self::MARGIN)
            .max(Self::LEAST)
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
        let clock = |left, moves, extra, turn: Option<u64>| Clock {
            left: Some(ms(left)),
            moves,
            extra: ms(extra),
            turn: turn.map(ms),
        };
        for (clock, time) in [
            (clock(60_000, None, 0, None), 1_970),
            (clock(60_000, None, 1_000, None), 2_970),
            (clock(60_000, Some(10), 0, None), 5_970),
            (clock(60_000, None, 0, Some(500)), 470),
            (clock(60_000, None, 0, Some(0)), 1),
            (clock(0, None, 0, None), 1),
            (clock(10, Some(0), 0, None), 1),
        ] {
            assert_eq!(clock.time_for_move(30), ms(time), "{clock:?}");
        }
        let turn = Some(ms(1_000));
        let per_move = Clock {
            turn,
            ..Clock::default()
        };
        assert_eq!(per_move.time_for_move(30), ms(970));
    }

    #[test]
    fn no_number_overflows() {
        let clock = Clock {
            left: Some(Duration::MAX),
            moves: Some(1),
            extra: Duration::MAX,
            turn: None,
        };
        assert!(clock.time_for_move(1) > ms(1));
    }
}

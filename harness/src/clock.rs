//! A player's time: what he has, what a move takes of it, when his flag falls.

mod control;
#[cfg(test)]
mod tests;

use std::time::Duration;

use thiserror::Error;

pub use control::TimeControl;

/// A player who has used more time than he had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{:.3} s used, {:.3} s left", used.as_secs_f64(), left.as_secs_f64())]
pub struct Flag {
    /// What the move took.
    pub used: Duration,
    /// What it might have taken.
    pub left: Duration,
}

/// One player's clock, between his moves.
///
/// ```
/// use std::time::Duration;
///
/// use harness::clock::{Clock, TimeControl};
///
/// let control: TimeControl = "60+1".parse()?;
/// let mut clock = Clock::new(&control);
/// let (move_time, margin) = (Duration::from_secs(20), Duration::ZERO);
/// clock.spend(move_time, margin).unwrap();
/// assert_eq!(clock.left(), Duration::from_secs(41));
/// # Ok::<(), harness::error::InputError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// Of the main time, or of the time for the moves to go.
    left: Duration,
    /// Moves to go, or periods; 1 where neither is counted.
    count: u32,
}

impl Clock {
    /// The clock before the first move.
    pub fn new(control: &TimeControl) -> Clock {
        let (left, count) = match *control {
            TimeControl::Moves { time, moves } => (time, moves),
            TimeControl::Fischer { main, .. } => (main, 1),
            TimeControl::ByoYomi { main, periods, .. } => (main, periods),
        };
        Clock {
            control: *control,
            left,
            count,
        }
    }

    /// What it was set to.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// What is left of the main time, or of the time for the moves to go.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Moves until the clock is set anew, where it is.
    pub fn moves_to_go(&self) -> Option<u32> {
        matches!(self.control, TimeControl::Moves { .. }).then_some(self.count)
    }

    /// Periods of byo-yomi left, the running one included.
    pub fn periods(&self) -> Option<u32> {
        matches!(self.control, TimeControl::ByoYomi { .. }).then_some(self.count)
    }

    /// What GTP's `time_left` says: a time, and the moves that must be played
    /// in it; 0 in main time. In byo-yomi the periods stand for the moves, as
    /// KGS has it.
    pub fn time_left(&self) -> (Duration, u32) {
        match self.control {
            TimeControl::Moves { .. } => (self.left, self.count),
            TimeControl::ByoYomi { period, .. } if self.left.is_zero() => (period, self.count),
            TimeControl::Fischer { .. } | TimeControl::ByoYomi { .. } => (self.left, 0),
        }
    }

    /// The longest that the next move may take: beyond it the flag falls.
    pub fn deadline(&self) -> Duration {
        match self.control {
            TimeControl::ByoYomi { period, .. } => self.left + period * self.count,
            _ => self.left,
        }
    }

    /// As [`Clock::deadline`], but without the loss of a period.
    pub fn free(&self) -> Duration {
        match self.control {
            TimeControl::ByoYomi { period, .. } => self.left + period,
            _ => self.left,
        }
    }

    /// Takes a move's time off the clock. What goes beyond the deadline by no
    /// more than `margin` counts as all that was left.
    pub fn spend(&mut self, elapsed: Duration, margin: Duration) -> Result<(), Flag> {
        let deadline = self.deadline();
        if elapsed.saturating_sub(margin) > deadline {
            return Err(Flag {
                used: elapsed,
                left: deadline,
            });
        }
        let used = elapsed.min(deadline);
        let beyond = used.saturating_sub(self.left);
        self.left = self.left.saturating_sub(used);
        match self.control {
            TimeControl::Moves { time, moves } => {
                self.count -= 1;
                if self.count == 0 {
                    (self.left, self.count) = (time, moves);
                }
            }
            TimeControl::Fischer { increment, .. } => self.left += increment,
            TimeControl::ByoYomi { period, .. } => {
                let begun = beyond.as_nanos().div_ceil(period.as_nanos()) as u32;
                self.count -= begun.saturating_sub(1);
            }
        }
        Ok(())
    }

    /// The time that a built-in engine should take for the next move, with so
    /// many empty points on the board: an equal share of what is left for each
    /// move to come, and what the move brings back, an increment or a period.
    ///
    /// Never more than [`Clock::free`] less a reserve of 50 ms, or of a tenth
    /// where that is less: who keeps to it does not lose on time.
    pub fn time_for_move(&self, empty: usize) -> Duration {
        let returned = match self.control {
            TimeControl::Moves { .. } => Duration::ZERO,
            TimeControl::Fischer { increment, .. } => increment,
            TimeControl::ByoYomi { period, .. } => period,
        };
        time_for_move(self.left, self.moves_to_go(), returned, self.free(), empty)
    }
}

/// The time for a move when `left` is for `moves` moves (or all that are to
/// come), each brings back `returned`, and none may take more than `free`.
pub fn time_for_move(
    left: Duration,
    moves: Option<u32>,
    returned: Duration,
    free: Duration,
    empty: usize,
) -> Duration {
    let moves = expected_moves(empty).min(moves.unwrap_or(u32::MAX)).max(1);
    let reserve = RESERVE.min(free / 10);
    (left / moves).saturating_add(returned).min(free - reserve)
}

/// The most that a plan leaves for what it cannot foresee: a thread that is
/// woken late, a look at the clock that comes late.
const RESERVE: Duration = Duration::from_millis(50);

/// The moves that a player may still have to make. They fill the board in
/// Othello; in Go captures make room, so there are always some to come; on a
/// large board most games of Gomoku end long before it is full.
fn expected_moves(empty: usize) -> u32 {
    (empty / 2).clamp(8, 40) as u32
}

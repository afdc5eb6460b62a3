//! The next pair for whoever is free.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use engines::{Game, Knowledge};

use super::schedule::{Next, Pair, PairPoints, Schedule};

/// Hands out pairs in order, and not too far ahead of what is committed:
/// results that wait for an earlier pair must not fill the memory.
pub struct Queue<G: Game> {
    state: Mutex<State<G>>,
    moved: Condvar,
    window: u64,
}

struct State<G: Game> {
    schedule: Schedule<G>,
    closed: bool,
}

impl<G: Knowledge> Queue<G> {
    /// A queue of what is left of a schedule of which every pair taken is
    /// recorded.
    pub fn new(schedule: Schedule<G>, threads: usize) -> Queue<G> {
        Queue {
            state: Mutex::new(State {
                schedule,
                closed: false,
            }),
            moved: Condvar::new(),
            window: (8 * threads as u64).max(64),
        }
    }

    /// The next pair; waits while the window is full, or while the schedule
    /// hangs on pairs under way. `None` at the end.
    pub fn take(&self) -> Option<Pair> {
        let mut state = self.lock();
        while !state.closed {
            if state.schedule.under_way() < self.window {
                match state.schedule.next_pair() {
                    Next::Pair(pair) => return Some(pair),
                    Next::Wait => {}
                    Next::End => return None,
                }
            }
            state = self
                .moved
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// The next pair in the order of the schedule is committed.
    pub fn advance(&self, points: PairPoints) {
        let mut state = self.lock();
        let pair_id = state.schedule.recorded() + 1;
        state.schedule.record(pair_id, points);
        self.moved.notify_all();
    }

    /// No more pairs: the run has failed.
    pub fn close(&self) {
        self.lock().closed = true;
        self.moved.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<G>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

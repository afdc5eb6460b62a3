//! The next pair for whoever is free.

use std::sync::{Condvar, Mutex, PoisonError};

use super::schedule::Pair;

/// Hands out pairs in order, and not too far ahead of what is committed:
/// results that wait for an earlier pair must not fill the memory.
pub struct Queue<S> {
    state: Mutex<State<S>>,
    moved: Condvar,
    window: u64,
}

struct State<S> {
    schedule: S,
    taken: u64,
    committed: u64,
    closed: bool,
}

impl<S: Iterator<Item = Pair>> Queue<S> {
    /// A queue of what is left of a schedule when the first `committed` pairs
    /// are done.
    pub fn new(schedule: S, committed: u64, threads: usize) -> Queue<S> {
        Queue {
            state: Mutex::new(State {
                schedule,
                taken: committed,
                committed,
                closed: false,
            }),
            moved: Condvar::new(),
            window: (8 * threads as u64).max(64),
        }
    }

    /// The next pair; waits while the window is full. `None` at the end.
    pub fn take(&self) -> Option<Pair> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !state.closed && state.taken >= state.committed + self.window {
            state = self
                .moved
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return None;
        }
        state.taken += 1;
        state.schedule.next()
    }

    /// One more pair is committed.
    pub fn advance(&self) {
        self.update(|state| state.committed += 1);
    }

    /// No more pairs: the run has failed.
    pub fn close(&self) {
        self.update(|state| state.closed = true);
    }

    fn update(&self, change: impl FnOnce(&mut State<S>)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.moved.notify_all();
    }
}

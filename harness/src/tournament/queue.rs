//! The next pair for whoever is free.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use engines::{Game, Knowledge};

use super::pairings::PairPoints;
use super::schedule::{Next, Pair, Schedule};

/// Hands out pairs in order, and not too far ahead of what is committed:
/// results that wait for an earlier pair must not fill the memory.
pub struct Queue<G: Game> {
    state: Mutex<State<G>>,
    moved: Condvar,
    window: u64,
}

struct State<G: Game> {
    schedule: Schedule<G>,
    left_out: Vec<usize>,
    closed: bool,
}

impl<G: Knowledge> Queue<G> {
    /// A queue of what is left of a schedule of which every pair taken is
    /// recorded.
    pub fn new(schedule: Schedule<G>, threads: usize) -> Queue<G> {
        Queue {
            state: Mutex::new(State {
                schedule,
                left_out: Vec::new(),
                closed: false,
            }),
            moved: Condvar::new(),
            window: (8 * threads as u64).max(2048),
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

    /// The next pairs in the order of the schedule are committed, with these
    /// points.
    pub fn advance(&self, points: impl IntoIterator<Item = PairPoints>) {
        let mut state = self.lock();
        for points in points {
            let pair_id = state.schedule.recorded() + 1;
            state.schedule.record(pair_id, points);
        }
        self.moved.notify_all();
    }

    /// These players' pairs need not be played.
    pub fn leave_out(&self, players: Vec<usize>) {
        self.lock().left_out = players;
    }

    /// Whether a pair need not be played.
    pub fn is_left_out(&self, pair: &Pair) -> bool {
        let state = self.lock();
        pair.players
            .iter()
            .any(|player| state.left_out.contains(player))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::config::Config;
    use crate::tournament::pairings::System;
    use engines::othello::{Othello, OthelloRules};
    use std::collections::BTreeMap;
    use std::sync::mpsc;
    use std::thread;

    fn queue(system: System, threads: usize) -> Queue<Othello> {
        let config = Config {
            system,
            pairs: 2,
            ..Config::example()
        };
        Queue::new(Schedule::new(&config, &OthelloRules::default()), threads)
    }

    /// What a pair gives, by its players and number alone.
    fn points(pair: &Pair) -> PairPoints {
        let first = ((pair.id + pair.players[0] as u64) % 5) as u8;
        PairPoints([first, 4 - first])
    }

    /// All pairs, played by threads and committed in order.
    fn played(system: System, threads: usize) -> Vec<Pair> {
        let queue = queue(system, threads);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let (queue, sender) = (&queue, sender.clone());
                scope.spawn(move || {
                    while let Some(pair) = queue.take() {
                        sender.send(pair).unwrap();
                    }
                });
            }
            drop(sender);
            let (mut waiting, mut done) = (BTreeMap::new(), Vec::new());
            for pair in receiver {
                waiting.insert(pair.id, pair);
                while let Some(next) = waiting.remove(&(done.len() as u64 + 1)) {
                    queue.advance([points(&next)]);
                    done.push(next);
                }
            }
            assert!(waiting.is_empty());
            done
        })
    }

    #[test]
    fn any_number_of_threads_gets_the_same_pairs() {
        for system in [
            System::RoundRobin,
            System::Swiss { rounds: 4 },
            System::Knockout,
        ] {
            let alone = played(system, 1);
            assert!(alone.len() as u64 >= 2 * system.meetings(5), "{system:?}");
            for threads in [2, 7] {
                assert_eq!(played(system, threads), alone, "{system:?}");
            }
        }
    }

    #[test]
    fn closing_sends_home_who_waits_for_a_round() {
        let queue = queue(System::Swiss { rounds: 2 }, 1);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| std::iter::from_fn(|| queue.take()).count());
            // A round of five has two meetings, of two pairs each.
            while queue.lock().schedule.under_way() < 4 {
                thread::yield_now();
            }
            queue.close();
            assert_eq!(waiting.join().unwrap(), 4);
        });
        assert_eq!(queue.take(), None);
    }
}

//! Where workers and whoever commits for them meet.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engines::{Game, Knowledge};

use super::super::queue::Queue;
use super::super::run::Finished;
use super::super::signals::Signals;
use super::Committer;
use crate::records::RecordedPair;

/// Where workers leave what they have played. Whoever finds that enough has
/// gathered commits it, unless somebody is at it: nobody waits, for a disk
/// neither, and no thread has to be woken for it.
pub struct Desk<'a, G: Game> {
    gathered: Mutex<Vec<RecordedPair>>,
    committer: Mutex<Committer<'a>>,
    queue: &'a Queue<G>,
    /// Whether running games are to be given up.
    abandon: &'a AtomicBool,
}

impl<'a, G: Knowledge> Desk<'a, G> {
    /// Pairs that are enough for one write.
    const ENOUGH: usize = 16;

    /// A desk at which a committer sits.
    pub fn new(
        committer: Committer<'a>,
        queue: &'a Queue<G>,
        abandon: &'a AtomicBool,
    ) -> Desk<'a, G> {
        Desk {
            gathered: Mutex::new(Vec::new()),
            committer: Mutex::new(committer),
            queue,
            abandon,
        }
    }

    /// Leaves a pair.
    pub fn leave(&self, pair: RecordedPair) {
        let mut gathered = lock(&self.gathered);
        gathered.push(pair);
        let is_enough = gathered.len() >= Self::ENOUGH;
        drop(gathered);
        if let Ok(mut committer) = self.committer.try_lock()
            && (is_enough || committer.is_due())
        {
            self.attempt(&mut committer, |_| Ok(()));
        }
    }

    /// Says why no more can be played.
    pub fn fail(&self, error: anyhow::Error) {
        self.attempt(&mut lock(&self.committer), |_| Err(error));
    }

    /// Commits what has gathered, saves it now and then, and minds signals: to be
    /// called again and again.
    pub fn look_after(&self, signals: &Signals) {
        let mut committer = lock(&self.committer);
        self.attempt(&mut committer, Committer::save);
        committer.look_for_signal(signals, self.queue, self.abandon);
    }

    /// Saves everything, when all workers are gone.
    pub fn close(self) -> anyhow::Result<Finished> {
        self.attempt(&mut lock(&self.committer), |_| Ok(()));
        let committer = self.committer.into_inner();
        committer.unwrap_or_else(PoisonError::into_inner).finish()
    }

    /// Commits what has gathered and does something more. Behind a failure
    /// nothing is written, and the workers end.
    fn attempt(
        &self,
        committer: &mut Committer<'a>,
        then: impl FnOnce(&mut Committer<'a>) -> anyhow::Result<()>,
    ) {
        let gathered = mem::take(&mut *lock(&self.gathered));
        if committer.failure.is_some() {
            return;
        }
        let result = committer.commit(gathered, self.queue);
        committer.failure = result.and_then(|()| then(committer)).err();
        if committer.failure.is_some() || committer.finished.has_ended() {
            self.queue.close();
            self.abandon.store(true, Ordering::Relaxed);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Where workers and whoever commits for them meet.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::anyhow;
use engines::{Game, Knowledge};

use super::super::contender::panic_message;
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

    /// Has the user told something, but not again.
    pub fn remark(&self, remark: String) {
        lock(&self.committer).remark(remark);
    }

    /// Has a thread do its part. If it panics, the run fails: the others would wait
    /// for what it was to bring.
    pub fn watch(&self, work: impl FnOnce()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            // First, as it may have been the committer that panicked.
            self.queue.close();
            self.fail(anyhow!("a thread panicked: {}", panic_message(&*panic)));
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
        self.attempt(&mut committer, Committer::save_if_due);
        committer.look_for_signal(signals, self.queue, self.abandon);
    }

    /// What has been recorded, when the last game has been played: all of it is
    /// saved.
    pub fn close(&self) -> anyhow::Result<Finished> {
        let mut committer = lock(&self.committer);
        self.attempt(&mut committer, |_| Ok(()));
        committer.finish()
    }

    /// What failed after that.
    pub fn failed(self) -> anyhow::Result<()> {
        lock(&self.committer).failed()
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

#[cfg(test)]
mod tests {
    use super::super::super::config::Config;
    use super::super::super::pairings::System;
    use super::super::super::resume::resume;
    use super::super::super::waiting::{Kept, Waiting};
    use super::*;
    use crate::records::Folder;
    use engines::othello::{Othello, OthelloRules};
    use std::thread;

    #[test]
    fn nobody_waits_for_a_thread_that_panicked() {
        let config = Config {
            system: System::Swiss { rounds: 2 },
            pairs: 1,
            ..Config::example()
        };
        let place = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(&place.path().join("run"), "", |_| Ok(())).unwrap();
        let resumed =
            resume::<Othello>(&config, &OthelloRules::default(), &mut folder, false).unwrap();
        let queue = Queue::new(resumed.schedule, 2);
        let kept = Kept::new(resumed.kept);
        let waiting = Waiting::new(&kept, false);
        let finished = resumed.finished;
        let committer = Committer::new(&config, &folder, resumed.writer, finished, waiting, true);
        let abandon = AtomicBool::new(false);
        let desk = Desk::new(committer, &queue, &abandon);
        thread::scope(|scope| {
            // The second round hangs on the first.
            scope.spawn(|| while queue.take().is_some() {});
            desk.watch(|| panic!("no more"));
        });
        assert!(abandon.load(Ordering::Relaxed));
        let error = desk.close().unwrap_err().to_string();
        assert_eq!(error, "a thread panicked: no more");
    }
}

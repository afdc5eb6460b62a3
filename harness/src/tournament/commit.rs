//! Committing results in the order of the schedule.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engines::{Game, Knowledge};

use super::config::Config;
use super::progress::Progress;
use super::queue::Queue;
use super::run::Finished;
use super::schedule::PairPoints;
use super::signals::Signals;
use super::waiting::Waiting;
use crate::records::{Folder, GamesWriter, RecordedPair};

/// How long running games may go on after a signal to stop.
const GRACE: Duration = Duration::from_secs(10);

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
        if committer.failure.is_some() || committer.finished.is_decided() {
            self.queue.close();
            self.abandon.store(true, Ordering::Relaxed);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Owns everything that is written and shown.
pub struct Committer<'a> {
    config: &'a Config,
    folder: &'a Folder,
    writer: GamesWriter,
    progress: Progress,
    finished: Finished,
    waiting: Waiting<'a>,
    failure: Option<anyhow::Error>,
    committed: Instant,
    saved: Instant,
    /// When a signal to stop came.
    stopping_since: Option<Instant>,
}

impl<'a> Committer<'a> {
    /// How often all that is written is made safe from a power cut, and all that
    /// waits is written.
    const SAVE_EVERY: Duration = Duration::from_secs(1);

    /// How long a pair may wait for others, for one write: where games take
    /// microseconds, a write for each would cost more than they do.
    const GATHER: Duration = Duration::from_millis(5);

    /// Goes on behind what is finished.
    pub fn new(
        config: &'a Config,
        folder: &'a Folder,
        writer: GamesWriter,
        finished: Finished,
        waiting: Waiting<'a>,
        quiet: bool,
    ) -> Committer<'a> {
        Committer {
            config,
            folder,
            writer,
            progress: Progress::new(config.games(), finished.games, quiet),
            finished,
            waiting,
            failure: None,
            committed: Instant::now(),
            saved: Instant::now(),
            stopping_since: None,
        }
    }

    fn is_due(&self) -> bool {
        self.committed.elapsed() >= Self::GATHER
    }

    /// Commits, of what has arrived now or before, that whose turn it is, in one
    /// write: up to the pair that decides a test, if there is one.
    fn commit<G: Knowledge>(
        &mut self,
        arrived: Vec<RecordedPair>,
        queue: &Queue<G>,
    ) -> anyhow::Result<()> {
        self.committed = Instant::now();
        for pair in arrived {
            self.waiting.insert(pair);
        }
        let mut ready = Vec::new();
        while !self.finished.is_decided()
            && let Some(next) = self.waiting.take(self.finished.games / 2 + 1)
        {
            self.finished.add(self.config, &next);
            ready.push(*next);
        }
        if ready.is_empty() {
            return Ok(());
        }
        self.writer.commit(&ready)?;
        queue.advance(ready.iter().map(PairPoints::of));
        self.progress
            .pairs_done(self.config, &self.finished, ready.len() as u64);
        Ok(())
    }

    /// Makes what is written safe, if it is time.
    fn save(&mut self) -> anyhow::Result<()> {
        if self.saved.elapsed() >= Self::SAVE_EVERY {
            self.writer.sync()?;
            self.waiting.keep_old(self.folder)?;
            self.saved = Instant::now();
        }
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<Finished> {
        if let Some(error) = self.failure {
            return Err(error);
        }
        self.writer.sync()?;
        if self.finished.is_decided() {
            self.waiting.forget();
        }
        self.waiting.keep_all(self.folder)?;
        if self.finished.is_decided() || self.finished.pairings.is_over() {
            // There was nothing left to stop.
            self.finished.stopped = None;
        }
        self.progress.finish();
        Ok(self.finished)
    }

    /// After a signal no pair begins; after a while those that still run are
    /// given up.
    fn look_for_signal<G: Knowledge>(
        &mut self,
        signals: &Signals,
        queue: &Queue<G>,
        abandon: &AtomicBool,
    ) {
        match (self.stopping_since, signals.received()) {
            (Some(since), _) if since.elapsed() >= GRACE => abandon.store(true, Ordering::Relaxed),
            (None, Some(signal)) => {
                queue.close();
                self.finished.stopped = Some(signal);
                self.stopping_since = Some(Instant::now());
                self.progress.say(&format!(
                    "stopping: running games may end within {} s; once more stops at once",
                    GRACE.as_secs()
                ));
            }
            _ => {}
        }
    }
}

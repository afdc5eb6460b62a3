//! Committing results in the order of the schedule.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use engines::Knowledge;

use super::config::Config;
use super::progress::Progress;
use super::queue::Queue;
use super::run::Finished;
use super::schedule::PairPoints;
use super::signals::Signals;
use super::waiting::Waiting;
use crate::records::{Folder, GamesWriter, RecordedPair};

/// How long running games may go on after a signal to stop.
pub const GRACE: Duration = Duration::from_secs(10);

/// Owns everything that is written and shown.
pub struct Committer<'a> {
    config: &'a Config,
    folder: &'a Folder,
    writer: GamesWriter,
    progress: Progress,
    finished: Finished,
    waiting: Waiting<'a>,
    saved: Instant,
    signals: &'a Signals,
    /// When a signal to stop came.
    stopping_since: Option<Instant>,
}

impl<'a> Committer<'a> {
    /// How often all that is written is made safe from a power cut, and all that
    /// waits is written.
    const SAVE_EVERY: Duration = Duration::from_secs(1);

    /// How often to look for a signal.
    const LOOK_EVERY: Duration = Duration::from_millis(100);

    /// How long to gather what arrives, for one write: where games take
    /// microseconds, waking up for each would cost more than they do.
    const GATHER: Duration = Duration::from_millis(2);

    /// Goes on behind what is finished.
    pub fn new(
        config: &'a Config,
        folder: &'a Folder,
        writer: GamesWriter,
        finished: Finished,
        waiting: Waiting<'a>,
        quiet: bool,
        signals: &'a Signals,
    ) -> Committer<'a> {
        Committer {
            config,
            folder,
            writer,
            progress: Progress::new(config.games(), finished.games, quiet),
            finished,
            waiting,
            saved: Instant::now(),
            signals,
            stopping_since: None,
        }
    }

    /// Commits all that arrives, until the last worker is gone. However that
    /// ends, the workers end too.
    pub fn commit_all<G: Knowledge>(
        mut self,
        receiver: &Receiver<anyhow::Result<Box<RecordedPair>>>,
        queue: &Queue<G>,
        abandon: &AtomicBool,
    ) -> anyhow::Result<Finished> {
        let result = self.receive_all(receiver, queue, abandon);
        queue.close();
        abandon.store(true, Ordering::Relaxed);
        result?;
        if self.finished.is_decided() || self.finished.pairings.is_over() {
            // There was nothing left to stop.
            self.finished.stopped = None;
        }
        self.progress.finish();
        Ok(self.finished)
    }

    fn receive_all<G: Knowledge>(
        &mut self,
        receiver: &Receiver<anyhow::Result<Box<RecordedPair>>>,
        queue: &Queue<G>,
        abandon: &AtomicBool,
    ) -> anyhow::Result<()> {
        loop {
            match receiver.recv_timeout(Self::LOOK_EVERY) {
                Ok(first) => {
                    thread::sleep(Self::GATHER);
                    for pair in std::iter::once(first).chain(receiver.try_iter()) {
                        self.waiting.insert(pair?);
                    }
                    self.commit_ready(queue)?;
                    if self.finished.is_decided() {
                        break;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.saved.elapsed() >= Self::SAVE_EVERY {
                self.writer.sync()?;
                self.waiting.keep_old(self.folder)?;
                self.saved = Instant::now();
            }
            self.look_for_signal(queue, abandon);
        }
        self.writer.sync()?;
        if self.finished.is_decided() {
            self.waiting.forget();
        }
        self.waiting.keep_all(self.folder)
    }

    /// Commits those whose turn it is, in one write: up to the pair that decides a
    /// test, if there is one.
    fn commit_ready<G: Knowledge>(&mut self, queue: &Queue<G>) -> anyhow::Result<()> {
        let mut ready = Vec::new();
        while !self.finished.is_decided()
            && let Some(next) = self.waiting.take(self.finished.games / 2 + 1)
        {
            self.finished.add(self.config, &next);
            ready.push(*next);
        }
        self.writer.commit(&ready)?;
        for pair in &ready {
            queue.advance(PairPoints::of(pair));
        }
        self.progress
            .pairs_done(self.config, &self.finished, ready.len() as u64);
        Ok(())
    }

    /// After a signal no pair begins; after a while those that still run are
    /// given up.
    fn look_for_signal<G: Knowledge>(&mut self, queue: &Queue<G>, abandon: &AtomicBool) {
        match (self.stopping_since, self.signals.received()) {
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

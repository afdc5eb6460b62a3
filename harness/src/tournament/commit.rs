//! Committing results in the order of the schedule.

mod desk;

use std::collections::BTreeSet;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engines::Knowledge;

use super::config::Config;
use super::pairings::PairPoints;
use super::progress::Progress;
use super::queue::Queue;
use super::run::Finished;
use super::signals::Signals;
use super::waiting::Waiting;
use crate::records::{Folder, GamesWriter, RecordedPair};

pub use desk::Desk;

/// How long running games may go on after a signal to stop.
const GRACE: Duration = Duration::from_secs(10);

/// Owns everything that is written and shown.
pub struct Committer<'a> {
    config: &'a Config,
    folder: &'a Folder,
    writer: GamesWriter,
    progress: Progress,
    finished: Finished,
    waiting: Waiting<'a>,
    failure: Option<anyhow::Error>,
    remarks: BTreeSet<String>,
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
            remarks: BTreeSet::new(),
            committed: Instant::now(),
            saved: Instant::now(),
            stopping_since: None,
        }
    }

    /// Tells the user something once a run.
    fn remark(&mut self, remark: String) {
        if !self.remarks.contains(&remark) {
            self.progress.say(&remark);
            self.remarks.insert(remark);
        }
    }

    fn is_due(&self) -> bool {
        self.committed.elapsed() >= Self::GATHER
    }

    /// Commits, of what has arrived now or before, that whose turn it is, in one
    /// write: up to the pair that ends the run, if there is one.
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
        let mut given_up = None;
        while given_up.is_none()
            && !self.finished.has_ended()
            && let Some(next) = self.waiting.take(self.finished.games / 2 + 1)
        {
            let next = self.finished.failures.made_void(self.config, *next);
            given_up = self.finished.add(self.config, &next);
            ready.push(next);
        }
        if ready.is_empty() {
            return Ok(());
        }
        self.writer.commit(&ready)?;
        queue.advance(ready.iter().map(PairPoints::of));
        self.progress
            .pairs_done(self.config, &self.finished, ready.len() as u64);
        match given_up {
            Some(engine) if !self.finished.has_ended() => {
                self.progress
                    .say(&format!("{engine}; its later games are void"));
                queue.leave_out(self.finished.failures.left_out(self.config));
                // What came behind it waits.
                self.commit(Vec::new(), queue)
            }
            _ => Ok(()),
        }
    }

    /// Makes what is written safe, if it is time.
    fn save_if_due(&mut self) -> anyhow::Result<()> {
        if self.saved.elapsed() >= Self::SAVE_EVERY {
            self.writer.sync()?;
            self.waiting.keep_old(self.folder)?;
            self.saved = Instant::now();
        }
        Ok(())
    }

    fn finish(&mut self) -> anyhow::Result<Finished> {
        self.failed()?;
        self.writer.sync()?;
        if self.finished.is_decided() {
            self.waiting.forget();
        }
        self.waiting.keep_all(self.folder)?;
        if self.finished.has_ended() || self.finished.pairings.is_over() {
            // There was nothing left to stop.
            self.finished.stopped = None;
        }
        self.progress.finish();
        Ok(mem::replace(&mut self.finished, Finished::new(self.config)))
    }

    /// Why no more was recorded, if it has not been said.
    fn failed(&mut self) -> anyhow::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
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

//! Playing the schedule on all cores and committing it in order.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use anyhow::Context;
use engines::{GameVisitor, Knowledge};

use super::commit::{Committer, Desk};
use super::config::Config;
use super::failures::{FailedEngine, Failures};
use super::faults::Faults;
use super::pair::PairPlayer;
use super::pairings::{PairPoints, Pairings};
use super::queue::Queue;
use super::resume::{is_planned, resume};
use super::signals::{Signal, Signals};
use super::waiting::{Kept, Waiting};
use crate::ratings::{MatchCounts, Verdict};
use crate::records::{Folder, RecordedPair, Standings};

/// How to run a tournament; its games do not depend on it.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Games at a time.
    pub threads: usize,
    /// Whether to show no progress.
    pub quiet: bool,
    /// Whether to play void games again.
    pub retry_void: bool,
    /// A folder for what is said to and by other programs.
    pub log: Option<PathBuf>,
}

/// A tournament, or as much of it as was played.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Results and costs of all recorded games.
    pub standings: Standings,
    /// Games on record.
    pub games: u64,
    /// Where its schedule stands after them.
    pub pairings: Pairings,
    /// Games that an engine lost by a fault, or did not start for.
    pub faults: Faults,
    /// Who fails too often.
    pub failures: Failures,
    /// The engine whose failures ended it.
    pub given_up: Option<FailedEngine>,
    /// What its test says, if it has one.
    pub verdict: Option<Verdict>,
    /// What stopped it before its end.
    pub stopped: Option<Signal>,
}

impl Finished {
    /// Nothing yet.
    pub(super) fn new(config: &Config) -> Finished {
        let engines = config.players.iter();
        Finished {
            standings: Standings::of_tournament(
                engines.map(|player| (player.name.as_str(), player.spec.uses_seed())),
            ),
            games: 0,
            faults: Faults::default(),
            failures: Failures::new(config.players.len()),
            given_up: None,
            pairings: Pairings::new(config.system, config.players.len(), config.pairs),
            verdict: config.sprt.map(|_| Verdict::Continue),
            stopped: None,
        }
    }

    /// One more pair on record; returns an engine that is given up after it.
    pub(super) fn add(&mut self, config: &Config, pair: &RecordedPair) -> Option<FailedEngine> {
        for game in &pair.games {
            self.faults.add(game);
        }
        self.standings.add_pair(pair.games.each_ref());
        self.games += 2;
        self.pairings.next_turn();
        self.pairings.record(PairPoints::of(pair));
        if let Some(sprt) = &config.sprt {
            self.verdict = Some(sprt.verdict(&self.match_counts(config)));
        }
        let failed = self.failures.add(config, pair);
        if failed.is_some() && self.failures.end_the_run(config) {
            self.given_up.clone_from(&failed);
        }
        failed
    }

    /// The match of the first two engines.
    pub fn match_counts(&self, config: &Config) -> MatchCounts {
        let [first, second] = [0, 1].map(|player| config.players[player].name.as_str());
        self.standings.results().match_counts(first, second)
    }

    /// Whether it has ended before its schedule, and nobody ended it: there are
    /// no more openings.
    pub fn is_cut_short(&self) -> bool {
        self.stopped.is_none() && !self.has_ended() && !self.pairings.is_over()
    }

    /// Whether it has ended before its schedule by its results: nothing behind
    /// them is recorded.
    pub fn has_ended(&self) -> bool {
        self.is_decided() || self.given_up.is_some()
    }

    /// Whether a test has ended the run.
    pub fn is_decided(&self) -> bool {
        matches!(self.verdict, Some(Verdict::AcceptH0 | Verdict::AcceptH1))
    }
}

/// Plays what is missing from a folder.
///
/// Workers take the next pair from one queue, and leave it at one desk, from which
/// the results are committed in schedule order. So `games.csv` is a prefix of the
/// schedule at every moment, and the same bytes (but for times) with any number
/// of threads.
pub fn run(
    config: &Config,
    folder: &mut Folder,
    options: RunOptions,
    signals: &Signals,
) -> anyhow::Result<Finished> {
    run_then(config, folder, options, signals, |_, finished| Ok(finished))
}

/// The same, and then something with the results, for which nobody waits until the
/// engines have ended.
pub fn run_then<T>(
    config: &Config,
    folder: &mut Folder,
    options: RunOptions,
    signals: &Signals,
    then: impl FnOnce(&Folder, Finished) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    config.game.dispatch(Run {
        config,
        folder,
        options,
        signals,
        then,
    })
}

struct Run<'a, F> {
    config: &'a Config,
    folder: &'a mut Folder,
    options: RunOptions,
    signals: &'a Signals,
    then: F,
}

impl<T, F: FnOnce(&Folder, Finished) -> anyhow::Result<T>> GameVisitor for Run<'_, F> {
    type Output = anyhow::Result<T>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> anyhow::Result<T> {
        let config = self.config;
        let resumed = resume::<G>(config, rules, self.folder, self.options.retry_void)?;
        let folder: &Folder = self.folder;
        let recorded = resumed.finished.games / 2;
        let threads = config.threads(self.options.threads, recorded);
        let shared = Shared {
            config,
            start: G::initial(rules),
            queue: Queue::new(resumed.schedule, threads),
            kept: Kept::new(resumed.kept),
            log: self.options.log,
            abandon: AtomicBool::new(false),
        };
        shared
            .queue
            .leave_out(resumed.finished.failures.left_out(config));
        if resumed.finished.has_ended() {
            shared.queue.close();
        }
        let committer = Committer::new(
            config,
            folder,
            resumed.writer,
            resumed.finished,
            Waiting::new(&shared.kept, config.moves),
            self.options.quiet,
        );
        let desk = Desk::new(committer, &shared.queue, &shared.abandon);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .context("cannot start the threads")?;
        let result = pool.in_place_scope(|scope| {
            // A worker holds a sender for as long as it plays.
            let (at_work, all_done) = mpsc::channel::<()>();
            for _ in 0..threads {
                let (shared, desk, at_work) = (&shared, &desk, at_work.clone());
                scope.spawn(move |_| {
                    desk.watch(|| {
                        let mut player = shared.player();
                        shared.work(&mut player, desk);
                        // Its engines take their time to end.
                        drop(at_work);
                    });
                });
            }
            drop(at_work);
            desk.watch(|| {
                if let Err(error) = folder.sync() {
                    desk.fail(error);
                }
                while all_done.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                    desk.look_after(self.signals);
                }
            });
            let finished = desk.close()?;
            (self.then)(folder, finished)
        });
        desk.failed().and(result)
    }
}

/// How often to see to what has gathered, and to signals.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// What all workers share.
struct Shared<'a, G: Knowledge> {
    config: &'a Config,
    start: G,
    queue: Queue<G>,
    kept: Kept,
    /// Where other programs' talk is logged.
    log: Option<PathBuf>,
    /// Whether running games are to be given up.
    abandon: AtomicBool,
}

impl<G: Knowledge> Shared<'_, G> {
    fn player(&self) -> PairPlayer<'_, G> {
        PairPlayer::new(self.config, &self.start, &self.abandon, self.log.clone())
    }

    /// Plays pairs until there are none.
    fn work(&self, player: &mut PairPlayer<G>, desk: &Desk<G>) {
        while let Some(pair) = self.queue.take() {
            let kept = self
                .kept
                .take(pair.id)
                .filter(|kept| is_planned(self.config, &self.start, &pair, kept));
            let played = match kept {
                Some(kept) => Ok(Some(kept)),
                None if self.queue.is_left_out(&pair) => Ok(Some(player.leave_out(&pair))),
                None => player.play(&pair),
            };
            for remark in player.take_remarks() {
                desk.remark(remark);
            }
            match played {
                Ok(Some(pair)) => desk.leave(pair),
                Ok(None) => return,
                Err(error) => return desk.fail(error),
            }
        }
    }
}

//! Playing the iterations.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use engines::pattern::Weights;
use engines::{EngineSpec, GameVisitor, Knowledge};
use rayon::ThreadPool;
use rayon::prelude::*;

use super::Spsa;
use super::check::pairs;
use super::log::Log;
use super::weights::TunedWeights;
use crate::records::{Folder, RecordedPair, Winner};
use crate::tournament::{Contender, PairPlayer, PairPoints, Signal, Signals, bar};

/// What came of it, as far as it went.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// What the parameters were after each iteration.
    pub path: Vec<Vec<f64>>,
    /// What stopped it before its end.
    pub stopped: Option<Signal>,
}

/// Plays the iterations that are missing from a folder, their games on so many threads.
/// With limits on nodes or depth, the log is the same bytes with any number of them.
///
/// A signal ends it after the running iteration.
pub fn tune(
    spsa: &Spsa,
    folder: &Folder,
    threads: usize,
    quiet: bool,
    signals: &Signals,
) -> anyhow::Result<Tuned> {
    let (log, path) = Log::open(folder, spsa)?;
    folder.sync()?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("cannot start the threads")?;
    spsa.config.game.dispatch(Run {
        spsa,
        log,
        path,
        pool,
        quiet,
        signals,
    })
}

struct Run<'a> {
    spsa: &'a Spsa,
    log: Log,
    path: Vec<Vec<f64>>,
    pool: ThreadPool,
    quiet: bool,
    signals: &'a Signals,
}

impl GameVisitor for Run<'_> {
    type Output = anyhow::Result<Tuned>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Self::Output {
        let Run { spsa, mut path, .. } = self;
        let mut log = self.log;
        let games = Games::<G>::new(spsa, rules)?;
        let mut values = path.last().cloned().unwrap_or_else(|| spsa.start());
        let done = path.len() as u64;
        let bar = bar("iterations", spsa.iterations, done, self.quiet);
        let mut stopped = None;
        for iteration in done + 1..=spsa.iterations {
            stopped = self.signals.received();
            if stopped.is_some() {
                break;
            }
            let score = self.pool.install(|| games.score(iteration, &values))?;
            spsa.step(iteration, score, &mut values);
            log.add(iteration, score, &values)?;
            path.push(values.clone());
            bar.inc(1);
        }
        bar.finish_and_clear();
        log.sync()?;
        Ok(Tuned { path, stopped })
    }
}

/// The games of all iterations.
struct Games<'a, G: Knowledge> {
    spsa: &'a Spsa,
    rules: &'a G::Rules,
    start: G,
    weights: Option<TunedWeights<G>>,
}

/// How to build an engine.
struct Builder<G: Knowledge> {
    spec: EngineSpec,
    weights: Option<Weights<G>>,
}

impl<'a, G: Knowledge> Games<'a, G> {
    fn new(spsa: &'a Spsa, rules: &'a G::Rules) -> anyhow::Result<Games<'a, G>> {
        Ok(Games {
            spsa,
            rules,
            start: G::initial(rules),
            weights: TunedWeights::of(spsa)?,
        })
    }

    /// The score of an iteration. It depends on the seed and the iteration, but for
    /// limits on time on nothing else.
    fn score(&self, iteration: u64, values: &[f64]) -> anyhow::Result<i64> {
        let config = self.spsa.config_of(iteration);
        // The first engine is the one with the perturbation added.
        let pairs = pairs::<G>(&config, self.rules)?;
        let [plus, minus] = self.spsa.trial(iteration, values);
        let builders = [self.builder(&plus)?, self.builder(&minus)?];
        let abandon = AtomicBool::new(false);
        let player = || -> anyhow::Result<PairPlayer<G>> {
            let mut player = PairPlayer::new(&config, &self.start, &abandon, None);
            for (side, builder) in builders.iter().enumerate() {
                player.seat(side, Contender::BuiltIn(builder.build()?));
            }
            Ok(player)
        };
        let scores = pairs.par_iter().map_init(player, |player, pair| {
            let player = player
                .as_mut()
                .map_err(|error| anyhow::anyhow!("{error:#}"))?;
            let played = player.play(pair)?.context("nobody gave the game up")?;
            score_of(&played)
        });
        scores.sum::<anyhow::Result<i64>>()
    }

    fn builder(&self, values: &[f64]) -> anyhow::Result<Builder<G>> {
        let weights = self.weights.as_ref();
        Ok(Builder {
            spec: self.spsa.engine_with(values)?,
            weights: weights.map(|weights| weights.with(values)),
        })
    }
}

impl<G: Knowledge> Builder<G> {
    fn build(&self) -> anyhow::Result<Box<dyn engines::Engine<G>>> {
        Ok(match &self.weights {
            Some(weights) => self.spec.build_with(weights.clone())?,
            None => self.spec.build()?,
        })
    }
}

/// Games won by the first engine of a pair, less those it lost.
fn score_of(pair: &RecordedPair) -> anyhow::Result<i64> {
    for game in &pair.games {
        if game.winner == Winner::None || game.termination.is_forfeit() {
            bail!("a game ended by a fault: {}", game.detail);
        }
    }
    Ok(i64::from(PairPoints::of(pair).0[0]) - 2)
}

//! Whoever sits at the board: one of our engines, or somebody else's.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use engines::spec::SpecError;
use engines::{Budget, Engine, Game, Knowledge, SearchReport};

use super::player::{Player, PlayerSpec};
use crate::protocols::{Answer, External, Fault, GameSoFar, Reply, SearchInfo, StartError, Terms};

/// A player's engine at work.
pub enum Contender<G: Game> {
    /// In this process.
    BuiltIn(Box<dyn Engine<G>>),
    /// In one of its own.
    External(Box<External<G>>),
}

impl<G: Knowledge> Contender<G> {
    /// A player's engine. Another program does not run yet; what is said to it
    /// is logged in a folder, if there is one.
    pub fn build(player: &Player, log: Option<PathBuf>) -> Result<Contender<G>, SpecError> {
        Ok(match &player.spec {
            PlayerSpec::BuiltIn(spec) => Contender::BuiltIn(spec.build()?),
            PlayerSpec::External(spec) => {
                Contender::External(Box::new(External::new(&player.name, spec, log)))
            }
        })
    }

    /// Whether it is somebody else's.
    pub fn is_external(&self) -> bool {
        matches!(self, Contender::External(_))
    }

    /// Begins to get it ready for a game, if that takes time.
    pub fn launch(&mut self) {
        if let Contender::External(engine) = self {
            engine.launch();
        }
    }

    /// Gets it ready for a game, after [`Contender::launch`].
    pub fn new_game(
        &mut self,
        game: &GameSoFar<G>,
        terms: &Terms,
        seed: u64,
    ) -> Result<(), StartError> {
        match self {
            Contender::BuiltIn(engine) => {
                engine.new_game(seed);
                Ok(())
            }
            Contender::External(engine) => engine.new_game(game, terms),
        }
    }

    /// Ends somebody else's program, which is started again for the next game.
    pub fn quit(&mut self) {
        if let Contender::External(engine) = self {
            engine.quit();
        }
    }

    /// Has it choose a move, which is put into `reply`: to hand a large value from
    /// caller to caller takes as long as a quick engine's move.
    pub fn turn(
        &mut self,
        game: &GameSoFar<G>,
        terms: &Terms,
        reply: &mut Option<Reply>,
    ) -> Result<(), Fault> {
        match self {
            Contender::BuiltIn(engine) => search(engine.as_mut(), game, terms, reply),
            Contender::External(engine) => {
                *reply = Some(engine.turn(game, terms)?);
                Ok(())
            }
        }
    }
}

/// The clock becomes a limit on the search; a panic is a fault like any other.
fn search<G: Knowledge>(
    engine: &mut dyn Engine<G>,
    game: &GameSoFar<G>,
    terms: &Terms,
    reply: &mut Option<Reply>,
) -> Result<(), Fault> {
    let on_the_clock;
    let budget = match terms.clock {
        Some(clock) => {
            let points = game.position.width() * game.position.height();
            let time = clock.budget(points.saturating_sub(game.moves.len())).time;
            on_the_clock = Budget {
                time: time.min(terms.budget.time.or(time)),
                ..terms.budget
            };
            &on_the_clock
        }
        None => &terms.budget,
    };
    let mut found = None;
    let search = || found = Some(engine.search(game.position, budget, terms.stop));
    if let Err(panic) = catch_unwind(AssertUnwindSafe(search)) {
        return Err(Fault::Crash(format!(
            "the engine panicked: {}",
            panic_message(&*panic)
        )));
    }
    if terms.stop.load(Ordering::Relaxed) {
        // A search that was stopped has not found what it would have.
        return Err(Fault::Stopped);
    }
    let report: &SearchReport = found.as_ref().expect("it did not panic");
    *reply = Some(Reply {
        answer: Answer::Move(report.best),
        info: SearchInfo {
            nodes: Some(report.nodes),
            depth: (report.depth > 0).then_some(report.depth),
            value: report.value,
            is_impossible: false,
        },
        elapsed: report.elapsed,
    });
    Ok(())
}

/// What a panic says.
pub fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "no message",
    }
}

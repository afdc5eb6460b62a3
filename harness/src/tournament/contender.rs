//! Whoever sits at the board: one of our engines, or somebody else's.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use engines::spec::SpecError;
use engines::{Engine, Game, Knowledge, SearchReport};

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

    /// Begins to end somebody else's program, which dropping this waits for.
    pub fn dismiss(&mut self) {
        if let Contender::External(engine) = self {
            engine.dismiss();
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
            let time = clock.time_for_move(game.position.empty_points());
            on_the_clock = terms.budget.within(time);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use engines::engine::Variation;
    use engines::go::{CELLS_9, Go, GoRules, Preset};
    use engines::othello::{Othello, OthelloRules};
    use engines::{Budget, GameSpec, Move};
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    /// Says that it took all the time that it was given.
    struct Slow;

    impl<G: Game> Engine<G> for Slow {
        fn new_game(&mut self, _: u64) {}

        fn search(&mut self, _: &G, budget: &Budget, _: &AtomicBool) -> SearchReport {
            SearchReport {
                best: Move::PASS,
                value: None,
                depth: 0,
                nodes: 0,
                elapsed: budget.time.unwrap(),
                variation: Variation::new(),
            }
        }
    }

    /// The time for a move after these, with a minute on the clock.
    fn time<G: Knowledge>(spec: &GameSpec, start: &G, moves: &[Move], most: Option<u64>) -> u64 {
        let mut position = start.clone();
        for &mv in moves {
            position.try_play(mv).unwrap();
        }
        let game = GameSoFar {
            spec,
            start,
            position: &position,
            moves,
        };
        let terms = Terms {
            budget: Budget {
                time: most.map(Duration::from_millis),
                ..Budget::default()
            },
            clock: Some(&Clock::new(&"60+0".parse().unwrap())),
            margin: Duration::ZERO,
            stop: &AtomicBool::new(false),
        };
        let mut reply = None;
        let mut slow = Contender::BuiltIn(Box::new(Slow));
        slow.turn(&game, &terms, &mut reply).unwrap();
        reply.unwrap().elapsed.as_millis() as u64
    }

    #[test]
    fn a_clock_is_shared_out_among_the_empty_points() {
        let spec = "othello".parse().unwrap();
        let othello = Othello::initial(&OthelloRules::default());
        // 60 are empty, of which each side fills 30.
        assert_eq!(time(&spec, &othello, &[], None), 2_000);
        assert_eq!(time(&spec, &othello, &[], Some(300)), 300);
        let spec = "go".parse().unwrap();
        let go = Go::<CELLS_9>::initial(&GoRules::new(Preset::Cgos, 9, 9));
        // The passes fill nothing.
        let moves = (0..20).flat_map(|stone| [Move::at(4 * stone), Move::PASS]);
        let moves: Vec<Move> = moves.collect();
        assert_eq!(time(&spec, &go, &moves, None), 2_000);
    }
}

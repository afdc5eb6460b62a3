//! An engine in a process of its own, from its start to its end.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use engines::Game;

use super::gomocup::Gomocup;
use super::gtp::Gtp;
use super::link::{Broken, Deadline, Link};
use super::log::Log;
use super::nboard::Nboard;
use super::process::Process;
use super::protocol::{Fault, GameSoFar, Protocol, Reply, StartError, Terms, Trouble};
use super::runnable::surely_runs;
use super::spec::{ExternalSpec, Language};

/// A player's engine: started when it is first needed, and again when it has
/// failed.
pub struct External<G: Game> {
    name: String,
    spec: ExternalSpec,
    log: Option<PathBuf>,
    running: Option<Running<G>>,
}

struct Running<G> {
    link: Link,
    protocol: Box<dyn Protocol<G>>,
    /// Whether it has said who it is.
    is_ready: bool,
}

impl<G: Game> External<G> {
    /// Attempts to start an engine before it is given up.
    const TRIES: u32 = 3;

    /// An engine that does not run yet. Logs go to a folder, if there is one.
    pub fn new(name: &str, spec: &ExternalSpec, log: Option<PathBuf>) -> External<G> {
        External {
            name: name.to_string(),
            spec: spec.clone(),
            log,
            running: None,
        }
    }

    /// Starts it if it does not run, or is to be fresh, and does not wait for it:
    /// its opponent can start meanwhile. What goes wrong shows in
    /// [`External::new_game`].
    pub fn launch(&mut self) {
        if self.spec.options.restart {
            self.quit();
        }
        if self.running.is_none() {
            let _ = self.start();
        }
    }

    /// Gets it ready for a game: starts it if it does not run.
    pub fn new_game(&mut self, game: &GameSoFar<G>, terms: &Terms) -> Result<(), StartError> {
        let mut tries = 0;
        loop {
            // One that ended between two games is no failure to start.
            let was_ready = self
                .running
                .as_ref()
                .is_some_and(|running| running.is_ready);
            let Err(trouble) = self.try_new_game(game, terms) else {
                return Ok(());
            };
            let words = match trouble {
                Trouble::Refused(what) => what,
                Trouble::Broken(broken) => {
                    let running = self.running.as_mut().expect("it was talked to");
                    running.link.in_words(broken, self.spec.options.startup)
                }
            };
            self.running = None;
            tries += u32::from(!was_ready);
            if tries == Self::TRIES || terms.stop.load(Ordering::Relaxed) {
                return Err(StartError(words));
            }
        }
    }

    fn try_new_game(&mut self, game: &GameSoFar<G>, terms: &Terms) -> Result<(), Trouble> {
        let deadline = Deadline {
            at: Instant::now() + self.spec.options.startup,
            stop: terms.stop,
        };
        if self.running.is_none() {
            self.start()?;
        }
        let running = self.running.as_mut().expect("it was just started");
        let Running { link, protocol, .. } = running;
        let is_new = !running.is_ready;
        if is_new {
            protocol.greet(link, deadline)?;
            running.is_ready = true;
        }
        protocol.new_game(link, game, terms, deadline)?;
        if is_new && self.spec.options.warmup {
            protocol.turn(link, game, terms, deadline)?;
            protocol.new_game(link, game, terms, deadline)?;
        }
        Ok(())
    }

    fn start(&mut self) -> Result<(), Trouble> {
        let refused = |error: std::io::Error| Trouble::Refused(error.to_string());
        let log = match &self.log {
            Some(folder) => Log::create(folder, &self.name).map_err(refused)?,
            None => Log::default(),
        };
        let link = Link::start(&mut self.spec.command(), log).map_err(refused)?;
        let options = &self.spec.options;
        let protocol: Box<dyn Protocol<G>> = match self.spec.language {
            Language::Gtp => Box::new(Gtp::new(options)),
            Language::Gomocup => Box::new(Gomocup::new(options)),
            Language::Nboard => Box::new(Nboard::new(options)),
        };
        self.running = Some(Running {
            link,
            protocol,
            is_ready: false,
        });
        Ok(())
    }

    /// Has it choose a move. After a fault it is started anew for the next game.
    pub fn turn(&mut self, game: &GameSoFar<G>, terms: &Terms) -> Result<Reply, Fault> {
        let Some(Running { link, protocol, .. }) = &mut self.running else {
            return Err(Fault::Crash("it does not run".to_string()));
        };
        let most = match (terms.clock, terms.budget.time) {
            (Some(clock), _) => clock.deadline() + terms.margin,
            (None, Some(time)) => time + terms.margin,
            (None, None) => self.spec.options.timeout,
        };
        let start = Instant::now();
        let deadline = Deadline {
            at: start + most,
            stop: terms.stop,
        };
        let trouble = match protocol.turn(link, game, terms, deadline) {
            Ok(reply) => return Ok(reply),
            Err(trouble) => trouble,
        };
        let fault = match trouble {
            Trouble::Refused(what) => Fault::Nonsense(what),
            Trouble::Broken(Broken::Stopped) => Fault::Stopped,
            Trouble::Broken(late @ Broken::Late) => Fault::Time {
                waited: start.elapsed(),
                what: link.in_words(late, most),
            },
            Trouble::Broken(flood @ Broken::Flood) => Fault::Nonsense(link.in_words(flood, most)),
            Trouble::Broken(end @ Broken::Ended(_)) => Fault::Crash(link.in_words(end, most)),
        };
        self.running = None;
        Err(fault)
    }

    /// The stones that it holds for dead in a finished game, if it can say so;
    /// what went wrong if it can and does not.
    pub fn dead_stones(
        &mut self,
        game: &GameSoFar<G>,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<usize>>, String> {
        let Some(Running { link, protocol, .. }) = &mut self.running else {
            return Err("it does not run".to_string());
        };
        let deadline = Deadline {
            at: Instant::now() + self.spec.options.timeout,
            stop,
        };
        match protocol.dead_stones(link, game, deadline) {
            Ok(dead) => Ok(dead),
            Err(Trouble::Refused(what)) => Err(what),
            Err(Trouble::Broken(broken)) => {
                let words = link.in_words(broken, self.spec.options.timeout);
                self.running = None;
                Err(words)
            }
        }
    }

    /// Asks it to quit, and does not wait until it has: others can do so
    /// meanwhile.
    pub fn dismiss(&mut self) {
        if let Some(Running { link, protocol, .. }) = &mut self.running {
            link.part(protocol.farewell());
        }
    }

    /// Ends it, in good order if it will.
    pub fn quit(&mut self) {
        self.dismiss();
        if let Some(mut running) = self.running.take() {
            running.link.wait_for_end();
        }
    }
}

impl<G: Game> Drop for External<G> {
    fn drop(&mut self) {
        self.quit();
    }
}

impl ExternalSpec {
    /// Refuses an engine whose program cannot be run at all.
    pub fn check_program(&self) -> Result<(), StartError> {
        if let Some(dir) = &self.options.dir
            && !dir.is_dir()
        {
            let dir = dir.display();
            return Err(StartError(format!(
                "cannot start in {dir}: it is no folder"
            )));
        }
        if self
            .find_program()
            .is_some_and(|program| surely_runs(&program))
        {
            return Ok(());
        }
        match Process::start(&mut self.command()) {
            Ok(_) => Ok(()),
            Err(error) => Err(StartError(format!(
                "cannot run {}: {error}",
                self.program().display()
            ))),
        }
    }
}

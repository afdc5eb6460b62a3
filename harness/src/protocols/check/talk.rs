//! A conversation that goes on with a new process where the old one has failed.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use crate::protocols::link::{Broken, Deadline, Link};
use crate::protocols::log::Log;
use crate::protocols::spec::ExternalSpec;

/// How long an answer may take that needs no thought.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a manager leaves between an answer and the next question at the least.
const BREATH: Duration = Duration::from_millis(2);

/// An engine, started when it is needed.
pub struct Talk<'a> {
    spec: &'a ExternalSpec,
    /// What is said to a new process first.
    greeting: String,
    link: Option<Link>,
    /// Whether this process has.
    has_started: bool,
    has_answered: bool,
    stop: AtomicBool,
}

impl Talk<'_> {
    /// Before it is started.
    pub fn new(spec: &ExternalSpec, greeting: String) -> Talk<'_> {
        Talk {
            spec,
            greeting,
            link: None,
            has_started: false,
            has_answered: false,
            stop: AtomicBool::new(false),
        }
    }

    /// Whether it has said anything yet.
    pub fn has_answered(&self) -> bool {
        self.has_answered
    }

    /// Sends lines.
    pub fn say(&mut self, text: &str) -> Result<(), String> {
        thread::sleep(BREATH);
        let mut text = text.to_string();
        if self.link.is_none() {
            let link = Link::start(&mut self.spec.command(), Log::default());
            self.link = Some(link.map_err(|error| error.to_string())?);
            self.has_started = false;
            text.insert_str(0, &self.greeting);
        }
        self.with_link(PATIENCE, |link, deadline| link.send(&text, deadline))
            .map(drop)
    }

    /// The first line that something can be made of, where no thought is needed.
    pub fn soon<T>(&mut self, take: impl FnMut(&str) -> Option<T>) -> Result<T, String> {
        // Nothing tells a start that takes long from an answer that does.
        let patience = match self.has_started {
            true => PATIENCE.min(self.spec.options.timeout),
            false => self.spec.options.startup,
        };
        self.first(patience, take)
    }

    /// The first line that something can be made of, after some thought.
    pub fn in_time<T>(&mut self, take: impl FnMut(&str) -> Option<T>) -> Result<T, String> {
        self.first(self.spec.options.timeout, take)
    }

    fn first<T>(
        &mut self,
        patience: Duration,
        mut take: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        self.with_link(patience, |link, deadline| {
            loop {
                if let Some(taken) = take(&link.receive(deadline)?.0) {
                    return Ok(taken);
                }
            }
        })
        .inspect(|_| {
            self.has_started = true;
            self.has_answered = true;
        })
    }

    /// How it ends when it is told to.
    pub fn end(&mut self, last: &str) -> Result<String, String> {
        self.say(last)?;
        let ended = self.with_link(PATIENCE, |link, deadline| {
            loop {
                match link.receive(deadline) {
                    Err(Broken::Ended(how)) => return Ok(how),
                    Err(broken) => return Err(broken),
                    Ok(_) => {}
                }
            }
        })?;
        self.link = None;
        match ended.as_str() {
            "exit code 0" => Ok(ended),
            _ => Err(ended),
        }
    }

    /// What is done within a time; afterwards, if it was not, the engine is ended.
    fn with_link<T>(
        &mut self,
        patience: Duration,
        mut act: impl FnMut(&mut Link, Deadline) -> Result<T, Broken>,
    ) -> Result<T, String> {
        let Some(link) = &mut self.link else {
            return Err("it does not run".to_string());
        };
        let deadline = Deadline {
            at: Instant::now() + patience,
            stop: &self.stop,
        };
        let error = match act(link, deadline) {
            Ok(done) => return Ok(done),
            Err(broken) => link.in_words(broken, patience),
        };
        self.link = None;
        Err(error)
    }
}

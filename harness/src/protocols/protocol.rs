//! What every language says: a game so far, a question, an answer.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engines::{Budget, Color, Game, GameSpec, Move};

use super::link::{Broken, Deadline, Link};
use super::search_info::SearchInfo;
use crate::clock::Clock;

/// A game as far as it was played.
pub struct GameSoFar<'a, G> {
    /// Size, komi, variant.
    pub spec: &'a GameSpec,
    /// The position before the first move.
    pub start: &'a G,
    /// The position now.
    pub position: &'a G,
    /// All moves.
    pub moves: &'a [Move],
}

impl<G: Game> GameSoFar<'_, G> {
    /// Who made the move of that index: the sides take turns, passes included.
    pub fn mover(&self, index: usize) -> Color {
        let first = self.start.to_move();
        if index.is_multiple_of(2) {
            first
        } else {
            !first
        }
    }
}

/// What an engine may use for a move.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// Nodes, plies, time.
    pub budget: Budget,
    /// Its clock, if it plays by one.
    pub clock: Option<&'a Clock>,
    /// How much too late an answer may come.
    pub margin: Duration,
    /// Set when nobody waits for it any more.
    pub stop: &'a AtomicBool,
}

/// What an engine answers when it is its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It plays.
    Move(Move),
    /// It gives up.
    Resign,
    /// It says something that is no move of the game.
    Unreadable(String),
}

/// An answer, and what it cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// What it said of its search.
    pub info: SearchInfo,
    /// From the last byte sent to the end of the answer's line.
    pub elapsed: Duration,
}

/// Why there is no reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It took too long.
    Time {
        /// How long it was waited for.
        waited: Duration,
        /// That in words.
        what: String,
    },
    /// It ended, or talks to nobody; how.
    Crash(String),
    /// It broke the rules of its language; how.
    Nonsense(String),
    /// Nobody waits for it any more.
    Stopped,
}

/// An engine that cannot be made to play, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct StartError(pub String);

/// One language, spoken to a running engine.
pub(super) trait Protocol<G: Game>: Send {
    /// Finds out who it is and what it can do.
    fn greet(&mut self, link: &mut Link, deadline: Deadline) -> Result<(), Trouble>;

    /// Sets up a game.
    fn new_game(
        &mut self,
        link: &mut Link,
        game: &GameSoFar<G>,
        terms: &Terms,
        deadline: Deadline,
    ) -> Result<(), Trouble>;

    /// Has it choose a move.
    fn turn(
        &mut self,
        link: &mut Link,
        game: &GameSoFar<G>,
        terms: &Terms,
        deadline: Deadline,
    ) -> Result<Reply, Trouble>;

    /// The stones that it holds for dead at the end, if it has an opinion.
    fn dead_stones(
        &mut self,
        _link: &mut Link,
        _game: &GameSoFar<G>,
        _deadline: Deadline,
    ) -> Result<Option<Vec<usize>>, Trouble> {
        Ok(None)
    }

    /// The line that ends it.
    fn farewell(&self) -> &'static str;
}

/// Why a conversation has come to an end.
pub(super) enum Trouble {
    /// There was no answer.
    Broken(Broken),
    /// It does not do what must be done; its words.
    Refused(String),
}

impl From<Broken> for Trouble {
    fn from(broken: Broken) -> Trouble {
        Trouble::Broken(broken)
    }
}

/// What is said of a program that refuses a command that it must take.
pub(super) fn refused(command: &str, complaint: &str) -> Trouble {
    let complaint: String = complaint.chars().take(100).collect();
    Trouble::Refused(format!("it refuses `{command}`: {complaint}"))
}

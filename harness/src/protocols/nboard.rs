//! Driving an Othello engine over the NBoard protocol, version 2.
//!
//! Source: C. Welty, *NBoard Protocol* (2014). It limits a search by its depth
//! alone. An engine's evaluation is in discs, which are no chances to win.

pub mod ggf;

use std::fmt::Write;

use engines::Game;

use super::link::{Deadline, Link};
use super::protocol::{Answer, GameSoFar, Protocol, Reply, Terms, Trouble};
use super::search_info::SearchInfo;
use super::spec::{ExternalOptions, SendPass};

/// An engine need not search before it was told a depth.
const DEFAULT_DEPTH: u32 = 12;

/// A conversation.
pub struct Nboard {
    init: Vec<String>,
    send_pass: SendPass,
    /// The number of the last ping.
    ping: u64,
    /// Moves of the game that it knows.
    told: usize,
}

impl Nboard {
    /// Before the first word.
    pub fn new(options: &ExternalOptions) -> Nboard {
        Nboard {
            init: options.init.clone(),
            send_pass: options.send_pass.unwrap_or(SendPass::Always),
            ping: 0,
            told: 0,
        }
    }

    /// The moves that it does not know, its own included: it plays none by
    /// itself.
    fn news<G: Game>(&self, game: &GameSoFar<G>) -> String {
        let mut text = String::new();
        for &mv in &game.moves[self.told..] {
            if !mv.is_pass() || self.send_pass != SendPass::Never {
                writeln!(text, "move {}//", ggf::name_of(game.start, mv))
                    .expect("a string takes all");
            }
        }
        text
    }
}

impl<G: Game> Protocol<G> for Nboard {
    fn greet(&mut self, link: &mut Link, deadline: Deadline) -> Result<(), Trouble> {
        let mut text = format!("nboard 2\nset depth {DEFAULT_DEPTH}\n");
        for line in &self.init {
            text += line;
            text.push('\n');
        }
        link.send(&text, deadline)?;
        Ok(())
    }

    /// A ping ends a search, so that it comes only here, where there is none.
    fn new_game(
        &mut self,
        link: &mut Link,
        game: &GameSoFar<G>,
        terms: &Terms,
        deadline: Deadline,
    ) -> Result<(), Trouble> {
        self.ping += 1;
        let mut text = String::new();
        if let Some(depth) = terms.budget.depth {
            text = format!("set depth {depth}\n");
        }
        text += &format!("set game {}\nping {}\n", ggf::of_game(game), self.ping);
        link.send(&text, deadline)?;
        while !is_pong(&link.receive(deadline)?.0, self.ping) {}
        self.told = game.moves.len();
        Ok(())
    }

    fn turn(
        &mut self,
        link: &mut Link,
        game: &GameSoFar<G>,
        _: &Terms,
        deadline: Deadline,
    ) -> Result<Reply, Trouble> {
        link.drop_stale()?;
        let sent = link.send(&(self.news(game) + "go\n"), deadline)?;
        self.told = game.moves.len();
        let mut info = SearchInfo::default();
        loop {
            let (line, received) = link.receive(deadline)?;
            if let Some(text) = line.trim_start().strip_prefix("===") {
                let answer = answer(game.position, text);
                drop(line);
                // What it wrote to its error stream is in the log.
                while link.complaint().is_some() {}
                return Ok(Reply {
                    answer,
                    info,
                    elapsed: received.saturating_duration_since(sent),
                });
            }
            read(&line, &mut info);
        }
    }

    fn farewell(&self) -> &'static str {
        "quit\n"
    }
}

pub(super) fn is_pong(line: &str, number: u64) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("pong") && words.next() == Some(&number.to_string())
}

/// `nodestats NODES SECONDS`, and `search PV EVAL 0 DEPTH` where the depth is a
/// number of plies.
fn read(line: &str, info: &mut SearchInfo) {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["nodestats", nodes, ..] => info.read(&format!("nodes {nodes}")),
        ["search", _, _, _, depth, ..] if depth.parse::<u32>().is_ok() => {
            info.read(&format!("depth {depth}"));
        }
        _ => {}
    }
}

pub(super) fn answer(position: &impl Game, text: &str) -> Answer {
    match ggf::parse_move(position, text) {
        Ok(mv) => Answer::Move(mv),
        Err(_) => Answer::Unreadable(text.trim().to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::Move;
    use engines::othello::{Othello, OthelloRules};

    fn start() -> Othello {
        Othello::initial(&OthelloRules::default())
    }

    #[test]
    fn answers_in_the_forms_that_engines_write() {
        let mv = |text: &str| Answer::Move(start().parse_move(text).unwrap());
        for (text, expected) in [
            (" F5/1.20/0.01", mv("f5")),
            (" f5", mv("f5")),
            ("F5", mv("f5")),
            (" d6 -1.00 0.0", mv("d6")),
            (" PA/-3/0", Answer::Move(Move::PASS)),
            (" pass", Answer::Move(Move::PASS)),
            (" Z9/0/0", Answer::Unreadable("Z9/0/0".to_string())),
            ("", Answer::Unreadable(String::new())),
        ] {
            assert_eq!(answer(&start(), text), expected, "{text}");
        }
    }

    #[test]
    fn remarks_on_the_search() {
        let mut info = SearchInfo::default();
        for line in [
            "search F5d6C3 +1.50 0 7",
            "search F5 +1.50 0 100%",
            "status Edax is thinking of nodes 7",
            "nodestats 35805 0.00",
            "",
        ] {
            read(line, &mut info);
        }
        assert_eq!((info.nodes, info.depth), (Some(35_805), Some(7)));
        assert_eq!(info.value, None);
        read("nodestats -1 0.00", &mut info);
        assert!(info.is_impossible && info.nodes.is_none());
    }

    #[test]
    fn pongs_are_told_apart() {
        assert!(is_pong("pong 7", 7));
        assert!(is_pong(" pong  7 ", 7));
        assert!(!is_pong("pong 6", 7));
        assert!(!is_pong("pong", 7));
        assert!(!is_pong("ping 7", 7));
    }
}

//! Driving an engine over the Go Text Protocol, version 2.
//!
//! Source: G. Farnebäck, *Specification of the Go Text Protocol, version 2,
//! draft 2* (2002). Other games use it with their own boards: in Othello rows
//! are counted from the top and a side without a move passes.

use std::collections::HashSet;
use std::mem;
use std::time::{Duration, Instant};

use engines::{Color, Game, GameSpec, Move};

use super::link::{Broken, Deadline, Link};
use super::protocol::{Answer, GameSoFar, Protocol, Reply, Terms, Trouble, refused};
use super::search_info::SearchInfo;
use super::spec::{ExternalOptions, SendPass};
use super::text::push_number;
use super::vertex;
use crate::clock::TimeControl;

/// Engines of which it is known which passes they want to be told of.
const PASSES_BY_NAME: [(&str, SendPass); 2] =
    [("GTP GRhino", SendPass::Never), ("Edax", SendPass::Forced)];

/// A conversation.
pub struct Gtp {
    init: Vec<String>,
    send_pass: Option<SendPass>,
    commands: HashSet<String>,
    /// The command that asks for a move.
    genmove: Genmove,
    /// The number of the last command.
    id: u64,
    /// Numbered commands that go out in the next write.
    outbox: String,
    /// Moves of the game that it knows.
    told: usize,
    info: SearchInfo,
}

/// How to ask for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Genmove {
    /// `genmove`, answered by a move.
    Plain,
    /// Leela Zero's or KataGo's command, answered by what the search has found so
    /// far, time and again, and at last by `play` and a move.
    Analyze(&'static str),
}

/// The time between two lines of an analysis.
const CENTISECONDS: &str = "100";

/// What the engine that has it is asked by.
const ANALYZE: [&str; 2] = ["kata-genmove_analyze", "lz-genmove_analyze"];

/// A response's text, or the complaint in its place.
pub(super) type Response = Result<String, String>;

impl Gtp {
    /// Before the first word.
    pub fn new(options: &ExternalOptions) -> Gtp {
        Gtp {
            init: options.init.clone(),
            send_pass: options.send_pass,
            commands: HashSet::new(),
            genmove: Genmove::Plain,
            id: 0,
            outbox: String::new(),
            told: 0,
            info: SearchInfo::default(),
        }
    }

    /// A command for the next write.
    fn say(&mut self, command: &str) {
        self.say_words(&[command]);
    }

    /// As [`Gtp::say`], without `format!`, which is too slow for every move.
    fn say_words(&mut self, words: &[&str]) {
        self.id += 1;
        push_number(self.id, &mut self.outbox);
        for word in words {
            self.outbox.push(' ');
            self.outbox += word;
        }
        self.outbox.push('\n');
    }

    /// Sends what is to be said in one write; returns when that was done.
    fn send(&mut self, link: &mut Link, deadline: Deadline) -> Result<Instant, Broken> {
        let sent = link.send(&self.outbox, deadline);
        self.outbox.clear();
        sent
    }

    /// The next response, of one line, to the command of a number; that line may
    /// be the last that was said.
    fn response(
        &mut self,
        link: &mut Link,
        id: u64,
        deadline: Deadline,
    ) -> Result<(Response, Instant), Broken> {
        loop {
            let (line, time) = link.receive(deadline)?;
            match parse(&line) {
                // An answer to an earlier question.
                Some((Some(earlier), _)) if earlier < id => {}
                Some((_, response)) => return Ok((owned(response), time)),
                None => self.info.read(&line),
            }
        }
    }

    /// A response with all its lines.
    fn long_response(
        &mut self,
        link: &mut Link,
        id: u64,
        deadline: Deadline,
    ) -> Result<Response, Broken> {
        let (response, _) = self.response(link, id, deadline)?;
        let Ok(mut text) = response else {
            return Ok(response);
        };
        loop {
            let (line, _) = link.receive(deadline)?;
            if line.trim().is_empty() {
                return Ok(Ok(text));
            }
            text.push('\n');
            text.push_str(&line);
        }
    }

    /// Sends what is to be said, none of which may be refused.
    fn order(&mut self, link: &mut Link, deadline: Deadline) -> Result<(), Trouble> {
        let orders = mem::take(&mut self.outbox);
        link.send(&orders, deadline)?;
        self.be_obeyed(link, &orders, self.id, deadline)
    }

    /// Hears that none of the commands, of which `last` is the number of the
    /// last, is refused.
    fn be_obeyed(
        &mut self,
        link: &mut Link,
        orders: &str,
        last: u64,
        deadline: Deadline,
    ) -> Result<(), Trouble> {
        let first = last + 1 - orders.lines().count() as u64;
        for (id, order) in (first..).zip(orders.lines()) {
            if let (Err(complaint), _) = self.response(link, id, deadline)? {
                let command = order.trim_start_matches(|c: char| c.is_ascii_digit());
                return Err(refused(command.trim_start(), &complaint));
            }
        }
        Ok(())
    }

    /// The move at the end of an analysis.
    fn analyzed_move(
        &mut self,
        link: &mut Link,
        deadline: Deadline,
    ) -> Result<(Response, Instant), Broken> {
        loop {
            let (line, time) = link.receive(deadline)?;
            match line.strip_prefix("play ") {
                Some(mv) => return Ok((Ok(mv.to_string()), time)),
                None => self.info.read(&line),
            }
        }
    }

    fn has(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Says the moves that it does not know.
    fn say_news<G: Game>(&mut self, game: &GameSoFar<G>) {
        for index in self.told..game.moves.len() {
            let mv = game.moves[index];
            let is_told = mv.point().is_some()
                || match self.send_pass {
                    Some(SendPass::Never) => false,
                    // Only Othello has forced passes, and no others.
                    Some(SendPass::Forced) => matches!(game.spec, GameSpec::Othello(_)),
                    Some(SendPass::Always) | None => true,
                };
            if is_told {
                let name = vertex::format(game.start, mv);
                self.say_words(&["play", letter(game.mover(index)), &name]);
            }
        }
        self.told = game.moves.len();
    }
}

impl<G: Game> Protocol<G> for Gtp {
    fn greet(&mut self, link: &mut Link, deadline: Deadline) -> Result<(), Trouble> {
        self.say("name");
        self.say("list_commands");
        self.send(link, deadline)?;
        let (name, _) = self.response(link, self.id - 1, deadline)?;
        let name = name.unwrap_or_default();
        let commands = self.long_response(link, self.id, deadline)?;
        self.commands = commands
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_string)
            .collect();
        let analyze = ANALYZE.into_iter().find(|command| self.has(command));
        self.genmove = analyze.map_or(Genmove::Plain, Genmove::Analyze);
        let known = PASSES_BY_NAME
            .iter()
            .find(|(known, _)| name.starts_with(known));
        self.send_pass = self.send_pass.or(known.map(|(_, passes)| *passes));
        for command in self.init.clone() {
            self.say(&command);
        }
        self.order(link, deadline)
    }

    fn new_game(
        &mut self,
        link: &mut Link,
        game: &GameSoFar<G>,
        terms: &Terms,
        deadline: Deadline,
    ) -> Result<(), Trouble> {
        self.say(&format!("boardsize {}", game.start.width()));
        self.say("clear_board");
        if let GameSpec::Go(rules) = game.spec {
            self.say(&format!("komi {}", rules.komi));
            if !rules.handicap.is_empty() {
                let name = |&point: &u16| vertex::format(game.start, Move::at(usize::from(point)));
                let points: Vec<String> = rules.handicap.iter().map(name).collect();
                self.say(&format!("set_free_handicap {}", points.join(" ")));
            }
        }
        let settings = match (terms.clock, terms.budget.time) {
            (Some(clock), _) => self.time_settings(clock.control()),
            (None, Some(time)) if self.has("time_settings") => {
                Some(format!("time_settings 0 {} 1", whole_seconds(time)))
            }
            _ => None,
        };
        if let Some(settings) = settings {
            self.say(&settings);
        }
        self.told = 0;
        self.say_news(game);
        self.order(link, deadline)
    }

    fn turn(
        &mut self,
        link: &mut Link,
        game: &GameSoFar<G>,
        terms: &Terms,
        deadline: Deadline,
    ) -> Result<Reply, Trouble> {
        let color = game.position.to_move();
        self.say_news(game);
        if let Some(clock) = terms.clock
            && self.has("time_left")
        {
            let (left, stones) = clock.time_left();
            let (color, left) = (letter(color), left.as_secs());
            self.say(&format!("time_left {color} {left} {stones}"));
        }
        let orders = self.outbox.len();
        match self.genmove {
            Genmove::Plain => self.say_words(&["genmove", letter(color)]),
            Genmove::Analyze(command) => self.say_words(&[command, letter(color), CENTISECONDS]),
        }
        self.info = SearchInfo::default();
        let commands = mem::take(&mut self.outbox);
        let sent = link.send(&commands, deadline)?;
        self.be_obeyed(link, &commands[..orders], self.id - 1, deadline)?;
        let (mut response, mut received) = self.response(link, self.id, deadline)?;
        if self.genmove != Genmove::Plain && response.as_ref().is_ok_and(String::is_empty) {
            (response, received) = self.analyzed_move(link, deadline)?;
        }
        while let Some(remark) = link.complaint() {
            self.info.read(&remark);
        }
        let text = response.map_err(|complaint| refused("genmove", &complaint))?;
        self.told += 1;
        self.outbox = commands;
        self.outbox.clear();
        Ok(Reply {
            answer: answer(game.position, &text),
            info: self.info,
            elapsed: received.saturating_duration_since(sent),
        })
    }

    fn dead_stones(
        &mut self,
        link: &mut Link,
        game: &GameSoFar<G>,
        deadline: Deadline,
    ) -> Result<Option<Vec<usize>>, Trouble> {
        if !self.has("final_status_list") {
            return Ok(None);
        }
        let first = self.id + 1;
        self.say_news(game);
        self.say("final_status_list dead");
        self.send(link, deadline)?;
        for id in first..self.id {
            self.response(link, id, deadline)?.0.ok();
        }
        let response = self.long_response(link, self.id, deadline)?;
        let text = response.map_err(|complaint| refused("final_status_list", &complaint))?;
        let point = |name: &str| {
            let point = vertex::parse(game.position, name)
                .ok()
                .and_then(Move::point);
            let text = name.escape_debug();
            point.ok_or_else(|| Trouble::Refused(format!("`{text}` is no point")))
        };
        let points: Result<Vec<usize>, Trouble> = text.split_whitespace().map(point).collect();
        points.map(Some)
    }

    fn farewell(&self) -> &'static str {
        "quit\n"
    }
}

impl Gtp {
    /// As the protocol's own command can say it, or KGS's for byo-yomi and
    /// KataGo's for an increment.
    fn time_settings(&self, control: &TimeControl) -> Option<String> {
        let seconds = |time: Duration| time.as_secs_f64();
        match *control {
            TimeControl::ByoYomi {
                main,
                periods,
                period,
            } if self.has("kgs-time_settings") => Some(format!(
                "kgs-time_settings byoyomi {} {} {periods}",
                seconds(main),
                seconds(period)
            )),
            TimeControl::Fischer { main, increment } if self.has("kata-time_settings") => {
                let (main, increment) = (seconds(main), seconds(increment));
                Some(format!("kata-time_settings fischer {main} {increment}"))
            }
            _ if !self.has("time_settings") => None,
            TimeControl::Moves { time, moves } => {
                Some(format!("time_settings 0 {} {moves}", whole_seconds(time)))
            }
            // The protocol has no increment: `time_left` tells what there is.
            TimeControl::Fischer { main, .. } => {
                Some(format!("time_settings {} 0 0", whole_seconds(main)))
            }
            TimeControl::ByoYomi { main, period, .. } => {
                let (main, period) = (whole_seconds(main), whole_seconds(period));
                Some(format!("time_settings {main} {period} 1"))
            }
        }
    }
}

/// The protocol counts in whole seconds; none would mean that there is no limit.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().max(1)
}

pub(super) fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

pub(super) fn answer(position: &impl Game, text: &str) -> Answer {
    let word = text.split_whitespace().next().unwrap_or_default();
    if word.eq_ignore_ascii_case("resign") {
        return Answer::Resign;
    }
    match vertex::parse(position, word) {
        Ok(mv) => Answer::Move(mv),
        Err(_) => Answer::Unreadable(text.to_string()),
    }
}

pub(super) fn owned(response: Result<&str, &str>) -> Response {
    response.map(str::to_string).map_err(str::to_string)
}

/// `=7 E5`, `= 7 E5`, `? unknown command`: the number, if there is one, and the
/// text; `None` for what is no first line of a response.
pub(super) fn parse(line: &str) -> Option<(Option<u64>, Result<&str, &str>)> {
    let is_fine = line.starts_with('=');
    let text = line.strip_prefix(['=', '?'])?;
    // A point may begin with no digit, so that a number is the command's.
    let trimmed = text.trim_ascii_start();
    let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
    let (id, rest) = trimmed.split_at(digits);
    let is_id = digits > 0 && (rest.is_empty() || rest.starts_with(' '));
    let (id, text) = match is_id {
        true => (id.parse().ok(), rest.trim_ascii()),
        false => (None, trimmed.trim_ascii_end()),
    };
    Some((id, if is_fine { Ok(text) } else { Err(text) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_of_responses() {
        for (line, expected) in [
            ("=7 E5", Some((Some(7), Ok("E5")))),
            ("= 7 E5", Some((Some(7), Ok("E5")))),
            ("= E5 ", Some((None, Ok("E5")))),
            ("=", Some((None, Ok("")))),
            ("=12", Some((Some(12), Ok("")))),
            ("?3 illegal move", Some((Some(3), Err("illegal move")))),
            ("? 99999999999999999999999 x", Some((None, Err("x")))),
            ("E5", None),
            ("", None),
        ] {
            assert_eq!(parse(line), expected, "{line}");
        }
    }
}

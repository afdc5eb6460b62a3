//! The protocol of NBoard (Welty, version 2), for Othello.

mod game;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engines::engine::Variation;
use engines::othello::{Othello, OthelloRules};
use engines::{Budget, Engine, Game, Move, MoveList, SearchReport};

use super::table::Table;
use super::{EngineChoice, Input, Interrupts};
use crate::protocols::nboard::ggf;
use crate::tournament::Limits;

/// `ping` ends a search.
pub const INTERRUPTS: Interrupts = |line| line.is_some_and(|line| first_word(line) == "ping");

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// Answers commands until `quit`, or the end of the input.
pub fn serve(choice: &EngineChoice, input: &Input, out: &mut impl Write) -> anyhow::Result<()> {
    let mut session = Session {
        choice,
        engine: choice.build()?,
        games: 0,
        depth: None,
        table: Table::new(Othello::initial(&OthelloRules::default())),
        stop: input.stop(),
        out,
    };
    session.new_game();
    while let Some(line) = input.next() {
        if first_word(&line.text) == "quit" {
            break;
        }
        if line.is_cut {
            session.complain("the line is too long")?;
        } else {
            session.execute(line.text.trim())?;
        }
    }
    Ok(())
}

/// A game, and how deep to look.
struct Session<'a, W> {
    choice: &'a EngineChoice,
    engine: Box<dyn Engine<Othello>>,
    games: u64,
    depth: Option<u32>,
    table: Table<Othello>,
    stop: &'a AtomicBool,
    out: &'a mut W,
}

impl<W: Write> Session<'_, W> {
    /// What is not understood is ignored: the protocol wants that.
    fn execute(&mut self, line: &str) -> io::Result<()> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "nboard" => self.introduce(),
            "set" => self.set(rest),
            "move" => self.play(rest),
            "go" => self.go(),
            "hint" => self.hint(rest.parse().unwrap_or(1)),
            "ping" => self.say(&format!("pong {rest}")),
            "learn" => self.say("learned"),
            _ if ggf::parse_move(self.table.position(), command).is_ok() => self.play(command),
            _ => Ok(()),
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.out.write_all(format!("{line}\n").as_bytes())?;
        self.out.flush()
    }

    /// A status is the only line in which the board shows a mistake.
    fn complain(&mut self, what: &str) -> io::Result<()> {
        self.say(&format!("status error: {what}"))
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(&format!("set myname {}", self.choice.title()))
    }

    fn set(&mut self, rest: &str) -> io::Result<()> {
        let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
        match key {
            "depth" => match value.trim().parse() {
                Ok(depth @ 1..) => {
                    self.depth = Some(depth);
                    self.introduce()
                }
                _ => self.complain("the depth must be a number from 1 up"),
            },
            "game" => match game::read(value) {
                Ok(table) => {
                    self.table = table;
                    self.new_game();
                    Ok(())
                }
                Err(error) => self.complain(&error),
            },
            _ => Ok(()),
        }
    }

    fn new_game(&mut self) {
        self.games += 1;
        self.engine.new_game(self.choice.seed_of(self.games));
    }

    /// `MOVE/EVAL/TIME`, made by whoever is to move.
    fn play(&mut self, text: &str) -> io::Result<()> {
        let position = *self.table.position();
        let mv = ggf::parse_move(&position, text).map_err(|error| error.to_string());
        let played = mv.and_then(|mv| {
            let played = self.table.play(position.to_move(), mv);
            played.map_err(|error| format!("`{}`: {error}", shortened(text)))
        });
        match played {
            Ok(()) => Ok(()),
            Err(error) => self.complain(&error),
        }
    }

    /// The limits on a move; `set depth` is one of them. An engine that does
    /// not go by depth keeps the nodes it has when nothing is said.
    fn budget(&self) -> Budget {
        let limits = self.choice.limits;
        let with_depth = Limits {
            depth: self.depth.or(limits.depth),
            ..limits
        };
        let ends = self.choice.spec.check_budget(&with_depth.budget());
        let limits = match ends {
            Ok(()) => with_depth,
            Err(_) => limits.or_default(),
        };
        limits.or_default().budget()
    }

    /// Chooses a move. The board plays it, or does not.
    fn go(&mut self) -> io::Result<()> {
        let position = *self.table.position();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() || moves[..] == [Move::PASS] {
            return self.say("=== PA");
        }
        self.say(&format!("status {} is thinking", self.choice.name))?;
        let report = self.engine.search(&position, &self.budget(), self.stop);
        let seconds = report.elapsed.as_secs_f64();
        self.say(&format!("nodestats {} {seconds:.3}", report.nodes))?;
        let name = ggf::name_of(&position, report.best);
        self.say(&format!("=== {name}/{:.2}/{seconds:.3}", discs(&report)))?;
        self.say("status")
    }

    /// Values the `most` best moves.
    fn hint(&mut self, most: usize) -> io::Result<()> {
        let position = *self.table.position();
        if position.outcome().is_some() {
            return self.complain("the game is over");
        }
        self.say(&format!("status {} is analyzing", self.choice.name))?;
        let mut hints = match most {
            0 | 1 => vec![self.engine.search(&position, &self.budget(), self.stop)],
            _ => self.value_moves(&position),
        };
        let value = |report: &SearchReport| report.value.unwrap_or(0.5);
        hints.sort_by(|one, other| value(other).total_cmp(&value(one)));
        for report in hints.iter().take(most.max(1)) {
            let variation = line_of(&position, &report.variation);
            let (discs, depth) = (discs(report), report.depth);
            self.say(&format!("search {variation} {discs:.2} 0 {depth}"))?;
        }
        self.say("status")
    }

    /// A search behind every move, each with its share of the limits.
    fn value_moves(&mut self, position: &Othello) -> Vec<SearchReport> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let share = moves.len() as u32;
        let mut budget = self.budget();
        budget.nodes = budget.nodes.map(|nodes| (nodes / u64::from(share)).max(1));
        budget.time = budget.time.map(|time| time / share);
        budget.depth = budget.depth.map(|depth| depth.saturating_sub(1).max(1));
        let mut reports = Vec::new();
        for mv in moves {
            if !reports.is_empty() && self.stop.load(Ordering::Relaxed) {
                break;
            }
            reports.push(self.value_move(position, mv, &budget));
        }
        reports
    }

    fn value_move(&mut self, position: &Othello, mv: Move, budget: &Budget) -> SearchReport {
        let mut after = *position;
        after.play(mv);
        let mut report = match after.outcome() {
            None => self.engine.search(&after, budget, self.stop),
            Some(outcome) => SearchReport {
                best: mv,
                value: Some(outcome.value_for(after.to_move())),
                depth: 0,
                nodes: 1,
                elapsed: Duration::ZERO,
                variation: Variation::new(),
            },
        };
        report.value = report.value.map(|value| 1.0 - value);
        report.depth += 1;
        report.best = mv;
        if report.variation.is_full() {
            report.variation.pop();
        }
        report.variation.insert(0, mv);
        report
    }
}

/// The expected score as discs, which is what the board shows: a game won for
/// sure is worth all 64. Engines without an opinion say 0.
fn discs(report: &SearchReport) -> f64 {
    report.value.map_or(0.0, |value| 64.0 * (2.0 * value - 1.0))
}

/// The names of moves that follow each other: `F5-D6-C3`.
fn line_of(board: &Othello, moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().map(|&mv| ggf::name_of(board, mv)).collect();
    names.join("-")
}

fn shortened(text: &str) -> String {
    text.escape_debug().take(40).collect()
}

#[cfg(test)]
mod tests;

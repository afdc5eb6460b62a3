//! The protocol of Gomocup and Piskvork (Petříček and Laštovička, "Gomoku AI
//! protocol"), for Gomoku on any board.
//!
//! Points are column and row from the top left, from 0; times are
//! milliseconds.

mod info;
mod swap2;

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use engines::gomoku::{Gomoku, GomokuRules, GomokuSpec};
use engines::{Color, Engine, EngineSpec, Game, Move, SearchReport};

use self::info::Info;
use super::{EngineChoice, Input, Interrupts};
use crate::error::InputError;
use crate::protocols::gomocup::coordinates;
use crate::version::version;

/// A search ends by its time.
pub const INTERRUPTS: Interrupts = |_| false;

/// Answers commands until `END`, or the end of the input.
pub fn serve(choice: &EngineChoice, input: &Input, out: &mut impl Write) -> anyhow::Result<()> {
    let mut session = Session {
        choice,
        info: Info::default(),
        engine: build(choice, &Info::default())?,
        games: 0,
        position: None,
        input,
        out,
    };
    while let Some(line) = session.input.next() {
        let (command, rest) = split_word(&line.text);
        let command = command.to_ascii_uppercase();
        match command.as_str() {
            "" => {}
            "END" => break,
            "INFO" => session.inform(rest)?,
            _ if line.is_cut => session.say("ERROR the line is too long")?,
            _ => session.execute(&command, rest)?,
        }
    }
    Ok(())
}

/// The engine, with tables that leave as much of the memory again to the rest
/// of the program.
fn build(choice: &EngineChoice, info: &Info) -> Result<Box<dyn Engine<Gomoku>>, InputError> {
    let mut choice = choice.clone();
    if let Some(most) = info.most_memory {
        let most = u32::try_from(most >> 21).unwrap_or(u32::MAX).max(1);
        match &mut choice.spec {
            EngineSpec::Alphabeta(spec) => spec.hash = spec.hash.min(most),
            EngineSpec::Mcts(spec) => spec.memory = spec.memory.min(most),
            _ => {}
        }
    }
    choice.build()
}

/// The first word of a line, and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(' ')
        .map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

/// A game, once there is one.
struct Session<'a, W> {
    choice: &'a EngineChoice,
    info: Info,
    engine: Box<dyn Engine<Gomoku>>,
    games: u64,
    position: Option<Gomoku>,
    input: &'a Input,
    out: &'a mut W,
}

impl<W: Write> Session<'_, W> {
    fn execute(&mut self, command: &str, rest: &str) -> io::Result<()> {
        let answer = match command {
            "START" => self.start(rest),
            "RECTSTART" => self.start_rectangle(rest),
            "RESTART" => self.restart(),
            "BEGIN" => self.turn(),
            "TURN" => self.play(rest).and_then(|_| self.turn()),
            "PLAY" => self.play(rest),
            "TAKEBACK" => self.take_back(rest),
            "BOARD" => self.board(),
            "SWAP2BOARD" => self.swap2(),
            "ABOUT" => Ok(format!(
                "name=\"{}\", version=\"{}\", author=\"the authors of harness\"",
                self.choice.title().replace('"', "'"),
                version()
            )),
            _ => return self.say("UNKNOWN command"),
        };
        match answer {
            Ok(text) => self.say(&text),
            Err(what) => self.say(&format!("ERROR {what}")),
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(format!("{text}\n").as_bytes())?;
        self.out.flush()
    }

    fn start(&mut self, rest: &str) -> Result<String, String> {
        let size = rest.parse().map_err(|_| "the size must be a number")?;
        self.begin(size, size)
    }

    fn start_rectangle(&mut self, rest: &str) -> Result<String, String> {
        let [width, height] = coordinates::numbers(rest).ok_or("the size must be two numbers")?;
        self.begin(width, height)
    }

    fn begin(&mut self, width: u32, height: u32) -> Result<String, String> {
        let spec = GomokuSpec {
            width: Some(width),
            height: Some(height),
            rules: self.info.variant,
            ..GomokuSpec::default()
        };
        self.new_game(&spec.rules()?);
        Ok("OK".to_string())
    }

    fn restart(&mut self) -> Result<String, String> {
        let rules = *self.position()?.rules();
        self.new_game(&rules);
        Ok("OK".to_string())
    }

    fn new_game(&mut self, rules: &GomokuRules) {
        self.games += 1;
        self.engine.new_game(self.choice.seed_of(self.games));
        self.position = Some(Gomoku::initial(rules));
    }

    fn position(&self) -> Result<Gomoku, String> {
        self.position.ok_or("no game was started".to_string())
    }

    /// The opponent's move, or one of ours that somebody else chose.
    fn play(&mut self, rest: &str) -> Result<String, String> {
        let mut position = self.position()?;
        let mv = Move::at(coordinates::parse(&position, rest)?);
        position.try_play(mv).map_err(|error| error.to_string())?;
        self.position = Some(position);
        Ok(coordinates::format(&position, mv))
    }

    fn take_back(&mut self, rest: &str) -> Result<String, String> {
        let position = self.position()?;
        let point = coordinates::parse(&position, rest)?;
        let color = position.at(point).ok_or("no stone stands there")?;
        let mut stones = stones_of(&position);
        stones[point] = None;
        self.set_up(position.rules(), &stones, color)?;
        Ok("OK".to_string())
    }

    /// Reads stones until `DONE`, and moves. Whoever has fewer of them is to
    /// move, Black if nobody has: the color of our stones.
    fn board(&mut self) -> Result<String, String> {
        let lines = self.lines_until_done();
        let position = self.position()?;
        let mut owners = vec![None; position.width() * position.height()];
        for line in lines {
            let (at, owner) = line.rsplit_once(',').ok_or("a stone is X,Y and 1 or 2")?;
            let point = coordinates::parse(&position, at)?;
            owners[point] = Some(match owner.trim() {
                "1" => true,
                "2" => false,
                _ => return Err("a stone is 1, ours, or 2, the opponent's".to_string()),
            });
        }
        let count = |is_ours| {
            owners
                .iter()
                .filter(|owner| **owner == Some(is_ours))
                .count()
        };
        let ours = match count(true) < count(false) {
            true => Color::White,
            false => Color::Black,
        };
        let color = |is_ours| if is_ours { ours } else { !ours };
        let stones: Vec<Option<Color>> = owners.iter().map(|owner| owner.map(color)).collect();
        self.set_up(position.rules(), &stones, ours)?;
        self.turn()
    }

    fn set_up(
        &mut self,
        rules: &GomokuRules,
        stones: &[Option<Color>],
        to_move: Color,
    ) -> Result<(), String> {
        let position = Gomoku::from_stones(rules, stones, to_move);
        self.position = Some(position.map_err(|error| error.to_string())?);
        Ok(())
    }

    /// The lines up to `DONE`, or to the end of the input. More than a board
    /// has points are read, but not kept.
    fn lines_until_done(&mut self) -> Vec<String> {
        let lines = std::iter::from_fn(|| self.input.next())
            .map(|line| line.text.trim().to_string())
            .take_while(|line| !line.eq_ignore_ascii_case("DONE"));
        let most = self
            .position
            .map_or(0, |board| board.width() * board.height());
        let mut kept = Vec::new();
        for line in lines.filter(|line| !line.is_empty()) {
            if kept.len() <= most {
                kept.push(line);
            }
        }
        kept
    }

    /// Chooses a move and plays it.
    fn turn(&mut self) -> Result<String, String> {
        let mut position = self.position()?;
        let report = self.search(&position)?;
        position
            .try_play(report.best)
            .map_err(|error| error.to_string())?;
        self.position = Some(position);
        Ok(coordinates::format(&position, report.best))
    }

    /// Searches a position, and tells what it found.
    fn search(&mut self, position: &Gomoku) -> Result<SearchReport, String> {
        if position.outcome().is_some() {
            return Err("the game is over".to_string());
        }
        let left = self.info.time_left();
        let budget = self.choice.budget(position, left.as_ref());
        let never = AtomicBool::new(false);
        let report = self.engine.search(position, &budget, &never);
        let value = report
            .value
            .map_or(String::new(), |value| format!(" value {value:.3}"));
        let variation: Vec<String> = report
            .variation
            .iter()
            .map(|&mv| coordinates::format(position, mv))
            .collect();
        let message = format!(
            "MESSAGE depth {} nodes {}{value} pv {}",
            report.depth,
            report.nodes,
            variation.join(" ")
        );
        self.say(&message).map_err(|error| error.to_string())?;
        Ok(report)
    }

    /// `INFO KEY VALUE`, which has no answer.
    fn inform(&mut self, rest: &str) -> Result<(), InputError> {
        let (key, value) = split_word(rest);
        let before = self.info;
        self.info.set(key, value);
        if self.info.most_memory != before.most_memory {
            self.engine = build(self.choice, &self.info)?;
            self.engine.new_game(self.choice.seed_of(self.games));
        }
        if let Some(position) = self
            .position
            .filter(|_| self.info.variant != before.variant)
        {
            let rules = GomokuRules {
                rules: self.info.variant,
                ..*position.rules()
            };
            let again = Gomoku::from_stones(&rules, &stones_of(&position), position.to_move());
            self.position = again.ok();
        }
        Ok(())
    }
}

fn stones_of(position: &Gomoku) -> Vec<Option<Color>> {
    let points = 0..position.width() * position.height();
    points.map(|point| position.at(point)).collect()
}

#[cfg(test)]
mod tests;

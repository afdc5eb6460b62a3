//! Boards, moves and handicap stones.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use engines::go::Handicap;
use engines::{Color, GameSpec, Knowledge, Move, SearchReport};

use super::command::{Answer, Command, syntax_error};
use super::session::Session;
use super::setup::Setup;
use super::sgf;
use crate::protocols::vertex;

/// The most handicap stones that have points of their own.
const MOST_FIXED: usize = 9;

impl<G: Knowledge, W: Write> Session<'_, '_, G, W> {
    /// `boardsize SIZE`, or as some boards have it, `boardsize WIDTH HEIGHT`.
    pub(super) fn boardsize(&mut self, command: &Command) -> Answer {
        let width = command.read(0)?;
        let height = match command.arguments.len() {
            1 => width,
            _ => command.read(1)?,
        };
        let resized = self.state.setup.resized(width, height);
        self.restart(resized.map_err(|_| "unacceptable size".to_string())?);
        Ok(String::new())
    }

    pub(super) fn clear_board(&mut self) -> Answer {
        self.restart(self.state.setup.cleared());
        Ok(String::new())
    }

    fn restart(&mut self, setup: Setup) {
        self.state.times.restart();
        self.begin(setup);
    }

    /// `komi POINTS`; a game without komi takes it without a word, as boards
    /// send it unasked.
    pub(super) fn komi(&mut self, command: &Command) -> Answer {
        let mut setup = self.state.setup.with_komi(command.number(0)?)?;
        if setup.game != self.state.setup.game {
            setup.moves = self.table.steps().to_vec();
            self.begin(setup);
        }
        Ok(String::new())
    }

    pub(super) fn fixed_handicap(&mut self, command: &Command) -> Answer {
        let stones = command.read(0)?;
        let setup = self.handicap(Handicap::Fixed(stones)).ok();
        let setup = setup.filter(|_| stones > 0);
        self.place(setup.ok_or("invalid number of stones")?)
    }

    /// As many stones as were asked for and there are good points for: the
    /// protocol allows fewer.
    pub(super) fn place_free_handicap(&mut self, command: &Command) -> Answer {
        let stones: usize = command.read(0)?;
        let setup = (2..=stones.min(MOST_FIXED))
            .rev()
            .find_map(|stones| self.handicap(Handicap::Fixed(stones)).ok());
        self.place(setup.ok_or("invalid number of stones")?)
    }

    pub(super) fn set_free_handicap(&mut self, command: &Command) -> Answer {
        let points = &command.arguments;
        if points.len() < 2 {
            return Err("bad vertex list".to_string());
        }
        let setup = self.handicap(Handicap::Free(points.join(":")));
        self.place(setup.map_err(|_| "bad vertex list")?)?;
        Ok(String::new())
    }

    fn handicap(&self, handicap: Handicap) -> Result<Setup, String> {
        self.state.setup.with_handicap(handicap)
    }

    /// Puts handicap stones on an empty board, and names them.
    fn place(&mut self, setup: Setup) -> Answer {
        let position = self.table.position();
        let mut points = 0..position.width() * position.height();
        if points.any(|point| position.at(point).is_some()) || !self.table.steps().is_empty() {
            return Err("board not empty".to_string());
        }
        let GameSpec::Go(rules) = &setup.game else {
            return Err("this game has no handicap stones".to_string());
        };
        let names: Vec<String> = rules
            .handicap
            .iter()
            .map(|&point| vertex::format(position, Move::at(point.into())))
            .collect();
        self.begin(setup);
        Ok(names.join(" "))
    }

    /// `loadsgf FILE [MOVE]`: the main line, up to before a move of it.
    pub(super) fn loadsgf(&mut self, command: &Command) -> Answer {
        let name = command.arguments.first().ok_or_else(syntax_error)?;
        let before: usize = match command.arguments.len() {
            1 => usize::MAX,
            _ => command.read(1)?,
        };
        let setup = sgf::load(name, before.saturating_sub(1), &self.state.setup);
        self.begin(setup.map_err(|error| format!("cannot load file: {error}"))?);
        Ok(String::new())
    }

    pub(super) fn play(&mut self, command: &Command) -> Answer {
        let color = command.color(0)?;
        let name = command.arguments.get(1).ok_or_else(syntax_error)?;
        let mv = match name.eq_ignore_ascii_case("pass") {
            true => Move::PASS,
            false => vertex::parse(self.table.position(), name).map_err(|_| syntax_error())?,
        };
        let played = self.table.play(color, mv);
        played.map_err(|_| "illegal move".to_string())?;
        Ok(String::new())
    }

    pub(super) fn undo(&mut self) -> Answer {
        match self.table.undo() {
            true => Ok(String::new()),
            false => Err("cannot undo".to_string()),
        }
    }

    pub(super) fn showboard(&self) -> String {
        let position = self.table.position();
        let turn = match position.outcome() {
            Some(_) => "the game is over".to_string(),
            None => format!("{} to move", position.to_move()),
        };
        format!("\n{position}{turn}")
    }

    pub(super) fn genmove(&mut self, command: &Command) -> Answer {
        let color = command.color(0)?;
        if self.passes_by_force(color)? {
            return Ok("PASS".to_string());
        }
        let report = self.think(color)?;
        self.play_out(color, &report)
    }

    /// Passes where nothing else can be played; whether that was so.
    pub(super) fn passes_by_force(&mut self, color: Color) -> Result<bool, String> {
        let must_pass = self.table.must_pass(color);
        if must_pass {
            let played = self.table.play(color, Move::PASS);
            played.map_err(|error| error.to_string())?;
        }
        Ok(must_pass)
    }

    /// Plays what a search found, or resigns; the name of the move.
    pub(super) fn play_out(&mut self, color: Color, report: &SearchReport) -> Answer {
        let is_lost = |limit| report.value.is_some_and(|value| value < limit);
        if self.state.options.resign.is_some_and(is_lost) {
            return Ok("resign".to_string());
        }
        self.table
            .play(color, report.best)
            .map_err(|error| error.to_string())?;
        Ok(vertex::format(self.table.position(), report.best))
    }

    /// As `genmove`, but does not play.
    pub(super) fn reg_genmove(&mut self, command: &Command) -> Answer {
        let color = command.color(0)?;
        if self.table.must_pass(color) {
            return Ok("PASS".to_string());
        }
        let report = self.think(color)?;
        Ok(vertex::format(self.table.position(), report.best))
    }

    /// Searches within the limits and the clock, which runs meanwhile.
    pub(super) fn think(&mut self, color: Color) -> Result<SearchReport, String> {
        let position = self.at_turn_of(color)?;
        let left = self.state.times.time_left(color);
        let budget = self.state.choice.budget(&position, left.as_ref());
        let never = AtomicBool::new(false);
        let report = self.engine.search(&position, &budget, &never);
        self.state.times.spend(color, report.elapsed);
        Ok(report)
    }

    /// The position with a side to move, in a game that goes on.
    pub(super) fn at_turn_of(&self, color: Color) -> Result<G, String> {
        match self.table.at_turn_of(color) {
            Ok(position) if position.outcome().is_none() => Ok(position),
            Ok(_) => Err("the game is over".to_string()),
            Err(_) => Err(format!("it is {}'s turn", !color)),
        }
    }
}

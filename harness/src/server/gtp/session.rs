//! Commands and answers on one kind of board.

use std::io::{self, Write};

use engines::{Engine, GameSpec, Knowledge};

use super::State;
use super::analysis::Dialect;
use super::command::{Answer, Command};
use super::setup::Setup;
use crate::server::Input;
use crate::server::table::Table;
use crate::version::version;

/// Commands of every game, and those of Go alone.
const COMMANDS: [&str; 26] = [
    "analyze",
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "genmove_analyze",
    "gogui-analyze_commands",
    "kata-analyze",
    "kata-genmove_analyze",
    "kgs-time_settings",
    "known_command",
    "komi",
    "list_commands",
    "loadsgf",
    "lz-analyze",
    "lz-genmove_analyze",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];
const COMMANDS_OF_GO: [&str; 4] = [
    "final_status_list",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
];

/// A game on a board. What the commands do is in the modules beside this one.
pub struct Session<'a, 'b, G: Knowledge, W> {
    pub(super) state: &'a mut State<'b>,
    pub(super) rules: &'a G::Rules,
    pub(super) table: Table<G>,
    pub(super) engine: Box<dyn Engine<G>>,
    pub(super) input: &'a Input,
    pub(super) out: &'a mut W,
    /// Whether the setup has become one that another session must play.
    is_outdated: bool,
}

impl<'a, 'b, G: Knowledge, W: Write> Session<'a, 'b, G, W> {
    pub(super) fn new(
        state: &'a mut State<'b>,
        rules: &'a G::Rules,
        input: &'a Input,
        out: &'a mut W,
    ) -> anyhow::Result<Session<'a, 'b, G, W>> {
        let table = state.setup.table(rules).map_err(anyhow::Error::msg)?;
        let mut session = Session {
            engine: state.choice.build()?,
            state,
            rules,
            table,
            input,
            out,
            is_outdated: false,
        };
        session.new_game();
        Ok(session)
    }

    /// Answers commands; `false` when there will be no more, `true` when the
    /// setup asks for another session.
    pub(super) fn run(mut self) -> anyhow::Result<bool> {
        while let Some(line) = self.input.next() {
            let Some(command) = Command::parse(&line) else {
                continue;
            };
            if line.is_cut {
                self.respond(command.id, &Err("line too long".to_string()))?;
                continue;
            }
            let is_over = command.name == "quit";
            self.execute(&command)?;
            if is_over {
                return Ok(false);
            }
            if self.is_outdated {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn execute(&mut self, command: &Command) -> io::Result<()> {
        if let Some(dialect) = Dialect::of_analysis(command.name) {
            return self.analyze(command, dialect);
        }
        let answer = self.answer(command);
        self.respond(command.id, &answer)
    }

    /// Writes an answer; text and empty line in one write.
    pub(super) fn respond(&mut self, id: &str, answer: &Answer) -> io::Result<()> {
        let (mark, text) = match answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let gap = if text.is_empty() { "" } else { " " };
        let whole = format!("{mark}{id}{gap}{text}\n\n");
        self.out.write_all(whole.as_bytes())?;
        self.out.flush()
    }

    fn answer(&mut self, command: &Command) -> Answer {
        match command.name {
            "boardsize" => self.boardsize(command),
            "clear_board" => self.clear_board(),
            "final_score" => self.final_score(),
            "genmove" => self.genmove(command),
            "gogui-analyze_commands" => Ok(self.gogui_analyze_commands()),
            "kgs-time_settings" => self.state.times.set_kgs(command),
            "known_command" => Ok(self.is_known(command).to_string()),
            "komi" => self.komi(command),
            "list_commands" => Ok(self.commands().collect::<Vec<_>>().join("\n")),
            "loadsgf" => self.loadsgf(command),
            "name" => Ok(self.state.choice.title()),
            "play" => self.play(command),
            "protocol_version" => Ok("2".to_string()),
            "quit" => Ok(String::new()),
            "reg_genmove" => self.reg_genmove(command),
            "showboard" => Ok(self.showboard()),
            "time_left" => self.state.times.set_left(command),
            "time_settings" => self.state.times.set(command),
            "undo" => self.undo(),
            "version" => Ok(version().to_string()),
            _ => match Dialect::of_genmove(command.name) {
                Some(dialect) => self.genmove_analyze(command, dialect),
                None => self.answer_of_go(command),
            },
        }
    }

    fn answer_of_go(&mut self, command: &Command) -> Answer {
        let is_go = matches!(self.state.setup.game, GameSpec::Go(_));
        match command.name {
            "final_status_list" if is_go => self.final_status_list(command),
            "fixed_handicap" if is_go => self.fixed_handicap(command),
            "place_free_handicap" if is_go => self.place_free_handicap(command),
            "set_free_handicap" if is_go => self.set_free_handicap(command),
            _ => Err("unknown command".to_string()),
        }
    }

    fn commands(&self) -> impl Iterator<Item = &'static str> {
        let of_go: &[&str] = match self.state.setup.game {
            GameSpec::Go(_) => &COMMANDS_OF_GO,
            _ => &[],
        };
        COMMANDS.iter().chain(of_go).copied()
    }

    fn is_known(&self, command: &Command) -> bool {
        let name = command.arguments.first();
        name.is_some_and(|name| self.commands().any(|known| known == *name))
    }

    /// Shortcuts for GoGui's analyze window.
    fn gogui_analyze_commands(&self) -> String {
        let mut list = String::from("string/Final Score/final_score");
        if matches!(self.state.setup.game, GameSpec::Go(_)) {
            list.push_str("\nplist/Dead Stones/final_status_list dead");
        }
        list
    }

    /// Begins another game, with another session if its rules or stones are
    /// other ones.
    pub(super) fn begin(&mut self, setup: Setup) {
        if setup != self.state.setup {
            self.state.setup = setup;
            self.is_outdated = true;
        } else if let Ok(table) = setup.table(self.rules) {
            self.table = table;
            self.new_game();
        }
    }

    /// The engine and the clocks before a game.
    fn new_game(&mut self) {
        self.state.games += 1;
        let seed = self.state.choice.seed_of(self.state.games);
        self.engine.new_game(seed);
    }
}

//! An engine that somebody else wrote, as a user names it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use engines::GameSpec;
use engines::spec::{SpecError, read_options};
use serde::{Deserialize, Serialize};
use toml::Table;

use crate::duration;

/// The language an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// The Go Text Protocol, version 2; here for any game.
    Gtp,
    /// The Gomocup (Piskvork) protocol, for Gomoku.
    Gomocup,
    /// NBoard, for Othello.
    Nboard,
}

impl Language {
    /// All, by the name that is an engine's `kind`.
    pub const ALL: [(&str, Language); 3] = [
        ("gtp", Language::Gtp),
        ("gomocup", Language::Gomocup),
        ("nboard", Language::Nboard),
    ];

    /// The language of a kind of engine.
    pub fn of_kind(kind: &str) -> Option<Language> {
        let named = Self::ALL.into_iter().find(|(name, _)| *name == kind);
        named.map(|(_, language)| language)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        let named = Self::ALL.into_iter().find(|(_, one)| *one == self);
        named.expect("all are listed").0
    }
}

/// How to start an engine and what to mind with it.
#[derive(Clone, PartialEq, Debug)]
pub struct ExternalSpec {
    /// What it speaks.
    pub language: Language,
    /// The rest.
    pub options: ExternalOptions,
}

/// The options of an engine that somebody else wrote.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExternalOptions {
    /// The program and its arguments: one line as in a shell, or a list.
    pub command: CommandLine,
    /// The folder to start it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Environment variables to set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// Lines to send it when it has started.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
    /// Whether every game gets a fresh process.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
    /// Which passes it is told of, if it is not known by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub send_pass: Option<SendPass>,
    /// Whether it searches once outside the clock, before its first game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub warmup: bool,
    /// How long it may take to start.
    #[serde(default = "default_startup", with = "duration")]
    pub startup: Duration,
    /// How long it may take over an answer that no clock limits.
    #[serde(default = "default_timeout", with = "duration")]
    pub timeout: Duration,
    /// Threads that it uses.
    #[serde(default = "default_threads", skip_serializing_if = "is_one")]
    pub threads: usize,
}

fn default_startup() -> Duration {
    Duration::from_secs(30)
}

fn default_timeout() -> Duration {
    Duration::from_secs(300)
}

fn default_threads() -> usize {
    1
}

fn is_one(threads: &usize) -> bool {
    *threads == 1
}

/// A program and its arguments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a line such as \"gnugo --mode gtp\", or a list of its words"
)]
pub enum CommandLine {
    /// One line as in a shell; quotes keep words together.
    Line(String),
    /// Word by word.
    Words(Vec<String>),
}

/// Which passes an engine is told of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SendPass {
    /// It plays them by itself.
    Never,
    /// Those of a side that has no move.
    Forced,
    /// All.
    Always,
}

impl ExternalSpec {
    /// Reads the options of an engine that speaks `language`.
    pub fn from_table(language: Language, options: Table) -> Result<ExternalSpec, SpecError> {
        let in_words = |error: String| SpecError(format!("{}: {error}", language.name()));
        let options: ExternalOptions = read_options(options).map_err(in_words)?;
        options.check().map_err(in_words)?;
        Ok(ExternalSpec { language, options })
    }

    /// Refuses a game that the engine cannot be told of.
    pub fn check_game(&self, game: &GameSpec) -> Result<(), SpecError> {
        let square = |width, height| width == height;
        let (is_spoken, what) = match (self.language, game) {
            (Language::Gtp, GameSpec::Go(rules)) => (
                square(rules.width, rules.height),
                "boards that are not square",
            ),
            (Language::Gtp, GameSpec::Gomoku(rules)) => (
                square(rules.width, rules.height),
                "boards that are not square",
            ),
            (Language::Gtp, GameSpec::Othello(_)) => (true, ""),
            (Language::Gomocup, GameSpec::Gomoku(rules)) => {
                (rules.win == 5, "other rows than five")
            }
            (Language::Nboard, GameSpec::Othello(rules)) => {
                (rules.size() == 8, "boards that are not 8×8")
            }
            (_, game) => (false, game.name()),
        };
        match is_spoken {
            true => Ok(()),
            false => Err(SpecError(format!(
                "the {} protocol knows nothing of {what}",
                self.language.name()
            ))),
        }
    }

    /// The file that is run.
    pub fn program(&self) -> PathBuf {
        let words = self.options.command.words().unwrap_or_default();
        let program = PathBuf::from(words.first().cloned().unwrap_or_default());
        match &self.options.dir {
            // A path, not a name to look for.
            Some(dir) if program.components().count() > 1 => dir.join(program),
            _ => program,
        }
    }

    /// The files that say how it plays: the program, and the first of its
    /// arguments that is a file, as is a script behind its interpreter.
    pub fn files(&self) -> Vec<PathBuf> {
        let words = self.options.command.words().unwrap_or_default();
        let dir = self.options.dir.clone().unwrap_or_default();
        let mut arguments = words.iter().skip(1).map(|word| dir.join(word));
        let script = arguments.find(|path| path.is_file());
        self.find_program().into_iter().chain(script).collect()
    }

    /// Where a program of that name is found.
    pub(super) fn find_program(&self) -> Option<PathBuf> {
        let program = self.program();
        if program.components().count() > 1 {
            return program.exists().then_some(program);
        }
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path)
            .map(|folder| folder.join(&program))
            .find(|path| path.is_file())
    }

    /// What starts it.
    pub fn command(&self) -> Command {
        let words = self.options.command.words().unwrap_or_default();
        let program = self.program();
        // A relative path would be looked for from `dir`, once more.
        let program = match program.components().count() > 1 {
            true => std::path::absolute(&program).unwrap_or(program),
            false => program,
        };
        let mut command = Command::new(program);
        command.args(words.iter().skip(1)).envs(&self.options.env);
        if let Some(dir) = &self.options.dir {
            command.current_dir(dir);
        }
        command
    }
}

impl ExternalOptions {
    fn check(&self) -> Result<(), String> {
        match self.command.words() {
            None => return Err("command: a quote is not closed".to_string()),
            Some(words) if words.first().is_none_or(String::is_empty) => {
                return Err("command must name a program".to_string());
            }
            Some(words) if words.iter().any(|word| word.contains('\0')) => {
                return Err("command must have no NUL".to_string());
            }
            Some(_) => {}
        }
        if let Some(line) = self
            .init
            .iter()
            .find(|line| line.chars().any(char::is_control) || line.trim().is_empty())
        {
            let line = line.escape_debug();
            return Err(format!("init: a line must be one command, but is `{line}`"));
        }
        let is_name = |name: &str| !name.is_empty() && !name.contains(['=', '\0']);
        if let Some((name, value)) = self
            .env
            .iter()
            .find(|(name, value)| !is_name(name) || value.contains('\0'))
        {
            let [name, value] = [name, value].map(|text| text.escape_debug());
            return Err(format!("env: `{name}` cannot be set to `{value}`"));
        }
        for (name, time) in [("startup", self.startup), ("timeout", self.timeout)] {
            if time.is_zero() {
                return Err(format!("{name} must be more than 0"));
            }
        }
        match self.threads {
            0 => Err("threads must be more than 0".to_string()),
            _ => Ok(()),
        }
    }
}

impl CommandLine {
    /// The words; `None` if a quote is not closed.
    pub fn words(&self) -> Option<Vec<String>> {
        match self {
            CommandLine::Line(line) => shlex::split(line),
            CommandLine::Words(words) => Some(words.clone()),
        }
    }

    /// Whether the program is a path, not a name to look for, and no full one,
    /// or an argument is the name of a file in a folder.
    pub fn is_relative_to(&self, folder: &Path) -> bool {
        let words = self.words().unwrap_or_default();
        let mut paths = words.iter().map(Path::new);
        let is_path = |program: &Path| program.components().count() > 1;
        let program = paths.next().filter(|program| is_path(program));
        let mut files = paths.filter(|path| folder.join(path).is_file());
        program.or(files.next()).is_some_and(Path::is_relative)
    }
}

/// `gtp:command="gnugo --mode gtp"`
impl fmt::Display for ExternalSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match &self.options.command {
            CommandLine::Line(line) => line.clone(),
            CommandLine::Words(words) => words.join(" "),
        };
        write!(f, "{}:command={line:?}", self.language.name())
    }
}

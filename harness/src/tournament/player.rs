//! Who takes part: an engine, its name and its limits.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engines::EngineSpec;
use engines::spec::{SpecError, read_options, split_spec};
use toml::{Table, Value};

use super::limits::Limits;
use crate::error::InputError;
use crate::protocols::{ExternalSpec, Language};

/// A participant.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    /// Its identity in the records.
    pub name: String,
    /// The engine.
    pub spec: PlayerSpec,
    /// Its own limits, which override the tournament's.
    pub own_limits: Limits,
}

/// An engine: one of ours, or one that somebody else wrote.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerSpec {
    /// One of ours.
    BuiltIn(EngineSpec),
    /// A program that speaks a language we know.
    External(ExternalSpec),
}

impl PlayerSpec {
    fn from_table(kind: &str, options: Table) -> Result<PlayerSpec, SpecError> {
        match Language::of_kind(kind) {
            Some(language) => ExternalSpec::from_table(language, options).map(PlayerSpec::External),
            None => EngineSpec::from_table(kind, options)
                .map(PlayerSpec::BuiltIn)
                .map_err(|error| match EngineSpec::KINDS.contains(&kind) {
                    true => error,
                    false => SpecError(format!("{error}, {}", languages())),
                }),
        }
    }

    /// What kind it is.
    pub fn kind(&self) -> &'static str {
        match self {
            PlayerSpec::BuiltIn(spec) => spec.kind(),
            PlayerSpec::External(spec) => spec.language.name(),
        }
    }

    /// The built-in engine; others cannot do everything.
    pub fn built_in(&self) -> Result<&EngineSpec, InputError> {
        match self {
            PlayerSpec::BuiltIn(spec) => Ok(spec),
            PlayerSpec::External(spec) => Err(InputError(format!(
                "`{spec}` is not built in; here it must be one of {}",
                EngineSpec::KINDS.join(", ")
            ))),
        }
    }

    /// The program that somebody else wrote.
    pub fn external(&self) -> Option<&ExternalSpec> {
        match self {
            PlayerSpec::BuiltIn(_) => None,
            PlayerSpec::External(spec) => Some(spec),
        }
    }

    /// Whether its moves depend on the seed of a game. Others get none.
    pub fn uses_seed(&self) -> bool {
        match self {
            PlayerSpec::BuiltIn(spec) => spec.uses_seed(),
            PlayerSpec::External(_) => false,
        }
    }

    /// Whether its moves depend on these limits.
    pub fn uses_limits(&self, limits: &Limits) -> bool {
        match self {
            PlayerSpec::BuiltIn(spec) => spec.uses_budget(&limits.budget()),
            PlayerSpec::External(_) => true,
        }
    }

    /// The most memory that its tables take, as far as we know, in bytes.
    pub fn memory(&self) -> u64 {
        match self {
            PlayerSpec::BuiltIn(spec) => spec.memory(),
            PlayerSpec::External(_) => 0,
        }
    }

    fn options(&self) -> Result<Table, toml::ser::Error> {
        match self {
            PlayerSpec::BuiltIn(spec) => Table::try_from(spec),
            PlayerSpec::External(spec) => Table::try_from(&spec.options),
        }
    }
}

/// The canonical spec.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::BuiltIn(spec) => spec.fmt(f),
            PlayerSpec::External(spec) => spec.fmt(f),
        }
    }
}

/// The kinds of engines that others wrote.
pub fn languages() -> String {
    Language::ALL.map(|(name, _)| name).join(", ")
}

impl Player {
    const LONGEST_NAME: usize = 100;

    /// Reads the options of an engine: `name` and the limits are ours, the
    /// rest is the engine's.
    pub fn from_table(kind: &str, mut options: Table) -> Result<Player, InputError> {
        let name = options.remove("name");
        let own: Table = Limits::OPTIONS
            .into_iter()
            .filter_map(|limit| Some((limit.to_string(), options.remove(limit)?)))
            .collect();
        let own_limits: Limits =
            read_options(own).map_err(|error| InputError(format!("engine `{kind}`: {error}")))?;
        let spec = PlayerSpec::from_table(kind, options).map_err(|error| {
            let own = match error.0.contains("unknown field") {
                true => format!("; every engine has name, {}", Limits::OPTIONS.join(", ")),
                false => String::new(),
            };
            InputError(format!("{error}{own}"))
        })?;
        let name = match name {
            Some(Value::String(name)) => name,
            Some(other) => {
                return Err(InputError(format!(
                    "engine `{kind}`: name must be a string, but is {other}"
                )));
            }
            None => default_name(&spec, &own_limits),
        };
        Ok(Player {
            name,
            spec,
            own_limits,
        })
    }

    /// The player's options as a table that [`Player::from_table`] reads, with
    /// its `kind`.
    pub fn to_table(&self) -> Result<Table, toml::ser::Error> {
        let mut table = Table::new();
        table.insert("name".to_string(), Value::String(self.name.clone()));
        table.insert(
            "kind".to_string(),
            Value::String(self.spec.kind().to_string()),
        );
        table.extend(self.spec.options()?);
        table.extend(Table::try_from(self.own_limits)?);
        Ok(table)
    }

    /// What limits its moves: its own limits if it has any, else the
    /// tournament's.
    pub fn limits(&self, tournament: &Limits) -> Limits {
        let limits = match self.own_limits.is_empty() {
            true => *tournament,
            false => self.own_limits,
        };
        Limits {
            margin: self.own_limits.margin.or(tournament.margin),
            ..limits
        }
    }

    /// Refuses a name that would spoil a table, and limits that never end a
    /// search.
    pub fn check(&self, tournament: &Limits) -> Result<(), InputError> {
        let name = &self.name;
        if name.trim().is_empty() || name.trim() != name {
            return Err(InputError(format!(
                "an engine's name must not be empty or begin or end with a space, but one is `{}`",
                name.escape_debug()
            )));
        }
        if name.chars().count() > Self::LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(InputError(format!(
                "an engine's name must have at most {} letters and no control characters, \
                 but one begins with `{}`; give it another with the option name=",
                Self::LONGEST_NAME,
                name.escape_debug().take(40).collect::<String>()
            )));
        }
        let at_player =
            |error: &dyn std::fmt::Display| InputError(format!("engine `{name}`: {error}"));
        self.own_limits.check().map_err(|error| at_player(&error))?;
        let PlayerSpec::BuiltIn(spec) = &self.spec else {
            return Ok(());
        };
        let limits = self.limits(tournament);
        let mut budget = limits.budget();
        if limits.has_time() {
            budget.time = Some(Duration::MAX);
        }
        spec.check_budget(&budget)
            .map_err(|error| at_player(&error))
    }
}

/// The canonical spec, with the engine's own limits.
fn default_name(spec: &PlayerSpec, limits: &Limits) -> String {
    let spec = spec.to_string();
    if limits.is_empty() {
        return spec;
    }
    let separator = if spec.contains(':') { ',' } else { ':' };
    format!("{spec}{separator}{limits}")
}

/// `mcts:exploration=0.7,nodes=5000,name=wide`
impl FromStr for Player {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Player, InputError> {
        let in_words = |error| InputError(format!("engine `{text}`: {error}{}", program(text)));
        let (kind, options) = split_spec(text).map_err(in_words)?;
        Player::from_table(&kind, options)
            .map_err(|error| InputError(format!("{error}{}", program(text))))
    }
}

/// How to name a program, if that is what somebody meant.
fn program(text: &str) -> String {
    let kind = text
        .split_once(':')
        .filter(|(kind, _)| Language::of_kind(kind).is_some());
    match kind {
        Some((kind, program)) if !program.contains('=') => {
            format!("; a program is {kind}:command=\"{program}\"")
        }
        None if text.contains('/') && !text.contains('=') => {
            format!("; a program is gtp:command=\"{text}\", gomocup:… or nboard:…")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_read_back() {
        for text in [
            "mcts",
            "alphabeta:hash=2,depth=3,name=x",
            "mcts:movetime=1s 500ms",
            "random:name=7",
        ] {
            let player: Player = text.parse().unwrap();
            let mut table = player.to_table().unwrap();
            let Some(Value::String(kind)) = table.remove("kind") else {
                panic!("{table}")
            };
            assert_eq!(Player::from_table(&kind, table).unwrap(), player);
        }
    }

    #[test]
    fn own_limits_are_part_of_the_default_name() {
        let name = |text: &str| text.parse::<Player>().unwrap().name;
        assert_eq!(name("mcts:nodes=5"), "mcts:nodes=5");
        assert_eq!(
            name("mcts:exploration=1.0,nodes=5"),
            "mcts:exploration=1.0,nodes=5"
        );
        assert_eq!(name("mcts:name=a,nodes=5"), "a");
    }
}

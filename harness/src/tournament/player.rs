//! Who takes part: an engine, its name and its limits.

use std::str::FromStr;

use engines::spec::{read_options, split_spec};
use engines::{Budget, EngineSpec};
use toml::{Table, Value};

use super::limits::Limits;
use crate::error::InputError;

/// A participant.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    /// Its identity in the records.
    pub name: String,
    /// The engine.
    pub spec: EngineSpec,
    /// Its own limits, which override the tournament's.
    pub limits: Limits,
}

impl Player {
    const LONGEST_NAME: usize = 100;

    /// Reads the options of an engine: `name` and the limits are ours, the
    /// rest is the engine's.
    pub fn from_table(kind: &str, mut options: Table) -> Result<Player, InputError> {
        let name = options.remove("name");
        let own: Table = ["nodes", "depth", "movetime"]
            .into_iter()
            .filter_map(|limit| Some((limit.to_string(), options.remove(limit)?)))
            .collect();
        let limits: Limits =
            read_options(own).map_err(|error| InputError(format!("engine `{kind}`: {error}")))?;
        let spec = EngineSpec::from_table(kind, options).map_err(|error| {
            let own = match error.0.contains("unknown field") {
                true => "; every engine has `name`, `nodes`, `depth` and `movetime`",
                false => "",
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
            None => default_name(&spec, &limits),
        };
        Ok(Player { name, spec, limits })
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
        table.extend(Table::try_from(&self.spec)?);
        table.extend(Table::try_from(self.limits)?);
        Ok(table)
    }

    /// What limits a move: its own limits if it has any, else the
    /// tournament's.
    pub fn own_or(&self, tournament: &Limits) -> Limits {
        match self.limits.is_empty() {
            true => *tournament,
            false => self.limits,
        }
    }

    /// The same for its engine.
    pub fn budget(&self, tournament: &Limits) -> Budget {
        self.own_or(tournament).budget()
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
        self.limits.check().map_err(|error| at_player(&error))?;
        self.spec
            .check_budget(&self.budget(tournament))
            .map_err(|error| at_player(&error))
    }
}

/// The canonical spec, with the engine's own limits.
fn default_name(spec: &EngineSpec, limits: &Limits) -> String {
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
        let (kind, options) =
            split_spec(text).map_err(|error| InputError(format!("engine `{text}`: {error}")))?;
        Player::from_table(&kind, options)
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

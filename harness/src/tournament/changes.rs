//! Whether a run may go on with what another configuration began.

use std::collections::BTreeMap;

use toml::{Table, Value};

use crate::error::InputError;

/// What may have changed since a run began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accept {
    /// Nothing.
    Nothing,
    /// There may be more games to play.
    MoreGames,
    /// Anything that leaves the recorded games in the schedule: the engines'
    /// options, a file that they read, the program.
    Anything,
}

impl Accept {
    /// Refuses to go on, from a configuration that was `found` to the one that
    /// is `wanted`, both as TOML, if more has changed than this allows.
    pub fn check(self, found: &str, wanted: &str) -> Result<(), InputError> {
        let (found, wanted) = (settings_of(found)?, settings_of(wanted)?);
        let changes = changes(&found, &wanted);
        if changes.iter().any(Change::is_of_schedule) {
            return Err(InputError(format!(
                "{}; choose another folder with --out",
                listed(&changes)
            )));
        }
        let longer = what_extends(&wanted);
        let is_longer = !changes.is_empty() && changes.iter().all(|change| change.grows(longer));
        match (is_longer, self) {
            (_, Accept::Anything) | (true, Accept::MoreGames) => Ok(()),
            (true, _) => Err(InputError(format!(
                "{}; --extend plays the games that are missing",
                listed(&changes)
            ))),
            (false, _) => Err(InputError(format!(
                "{}; choose another folder with --out, or go on with --accept-changed",
                listed(&changes)
            ))),
        }
    }
}

/// In which settings two configurations differ, both as TOML: the first few.
pub fn differences(found: &str, wanted: &str) -> Result<String, InputError> {
    let (found, wanted) = (settings_of(found)?, settings_of(wanted)?);
    Ok(listed(&changes(&found, &wanted)))
}

/// A setting that differs; `None` where there is none.
struct Change<'a> {
    name: &'a str,
    found: Option<&'a Value>,
    wanted: Option<&'a Value>,
}

impl Change<'_> {
    /// Whether it is a greater value of `setting`.
    fn grows(&self, setting: Option<&str>) -> bool {
        match (self.found, self.wanted) {
            (Some(Value::Integer(found)), Some(Value::Integer(wanted))) => {
                Some(self.name) == setting && found < wanted
            }
            _ => false,
        }
    }

    /// Whether other games are played than those on record.
    fn is_of_schedule(&self) -> bool {
        let is_name = self.name.starts_with("engine[") && self.name.ends_with("].name");
        let is_plan = ["game", "seed", "schedule", "challengers"].contains(&self.name);
        is_name || is_plan || self.name.starts_with("openings.")
    }

    fn in_words(&self) -> String {
        let value = |value: Option<&Value>| match value {
            None => "nothing".to_string(),
            // A hash is known by its first digits.
            Some(Value::String(hash)) if self.name.starts_with("hashes.") => {
                hash.chars().take(12).collect()
            }
            Some(value) => value.to_string(),
        };
        format!(
            "{} was {} and is {} now",
            self.name,
            value(self.found),
            value(self.wanted)
        )
    }
}

/// The setting that only adds games behind those of a shorter run.
fn what_extends(settings: &BTreeMap<String, Value>) -> Option<&'static str> {
    match settings.get("schedule").and_then(Value::as_str) {
        Some("swiss") => Some("rounds"),
        Some("knockout") => None,
        _ => Some("pairs"),
    }
}

/// The first few, one after another.
fn listed(changes: &[Change]) -> String {
    const SHOWN: usize = 4;
    let mut words: Vec<String> = changes.iter().take(SHOWN).map(Change::in_words).collect();
    if changes.len() > SHOWN {
        words.push(format!("{} more", changes.len() - SHOWN));
    }
    words.join(", ")
}

fn changes<'a>(
    found: &'a BTreeMap<String, Value>,
    wanted: &'a BTreeMap<String, Value>,
) -> Vec<Change<'a>> {
    let mut names: Vec<&String> = found.keys().chain(wanted.keys()).collect();
    names.sort();
    names.dedup();
    names
        .into_iter()
        .map(|name| Change {
            name,
            found: found.get(name),
            wanted: wanted.get(name),
        })
        .filter(|change| change.found != change.wanted)
        .collect()
}

fn settings_of(text: &str) -> Result<BTreeMap<String, Value>, InputError> {
    let table = text.parse::<Table>();
    let table = table.map_err(|_| InputError::new("its configuration is no TOML"))?;
    Ok(settings(&table))
}

/// Every value by its full name: `budget.nodes`, `engine[2].depth`.
fn settings(table: &Table) -> BTreeMap<String, Value> {
    let mut settings = BTreeMap::new();
    let mut open: Vec<(String, &Value)> = table
        .iter()
        .map(|(key, value)| (key.clone(), value))
        .collect();
    while let Some((name, value)) = open.pop() {
        match value {
            Value::Table(table) => {
                open.extend(
                    table
                        .iter()
                        .map(|(key, value)| (format!("{name}.{key}"), value)),
                );
            }
            Value::Array(values) => {
                open.extend(
                    (1..)
                        .zip(values)
                        .map(|(at, value)| (format!("{name}[{at}]"), value)),
                );
            }
            value => {
                settings.insert(name, value.clone());
            }
        }
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUND: &str = "pairs = 10\n[[engine]]\nkind = 'mcts'\n[[engine]]\nkind = 'greedy'\n";

    fn refusal(accept: Accept, wanted: &str) -> Option<String> {
        let error = accept.check(FOUND, wanted).err()?;
        Some(error.to_string())
    }

    #[test]
    fn a_difference_is_named() {
        let wanted = FOUND.replace("'mcts'", "'mcts'\nnodes = 5");
        let message = refusal(Accept::Nothing, &wanted).unwrap();
        assert!(
            message.contains("engine[1].nodes was nothing and is 5 now"),
            "{message}"
        );
        assert_eq!(refusal(Accept::Anything, &wanted), None);
        assert_eq!(refusal(Accept::MoreGames, &wanted), Some(message));
    }

    #[test]
    fn more_games_are_an_extension_and_fewer_are_not() {
        let with = |pairs: &str| FOUND.replace("10", pairs);
        let message = refusal(Accept::Nothing, &with("11")).unwrap();
        assert!(
            message.contains("pairs was 10 and is 11 now; --extend"),
            "{message}"
        );
        assert_eq!(refusal(Accept::MoreGames, &with("11")), None);
        assert!(
            refusal(Accept::MoreGames, &with("9"))
                .unwrap()
                .contains("--accept-changed")
        );

        let swiss = "schedule = 'swiss'\nrounds = 3\npairs = 10";
        let extended = |change: (&str, &str)| {
            let wanted = swiss.replace(change.0, change.1);
            Accept::MoreGames.check(swiss, &wanted).is_ok()
        };
        assert!(extended(("rounds = 3", "rounds = 4")));
        assert!(!extended(("pairs = 10", "pairs = 11")));
    }

    #[test]
    fn other_games_are_not_accepted() {
        for (setting, other) in [
            ("seed = 1", "seed = 2"),
            ("game = 'go'", "game = 'othello'"),
        ] {
            let error = Accept::Anything
                .check(setting, other)
                .unwrap_err()
                .to_string();
            assert!(
                error.ends_with("choose another folder with --out"),
                "{error}"
            );
        }
        let rebuilt = ("version = '1+a'", "version = '1+b'");
        assert_eq!(Accept::Anything.check(rebuilt.0, rebuilt.1), Ok(()));
        assert!(Accept::Nothing.check(rebuilt.0, rebuilt.1).is_err());
    }
}

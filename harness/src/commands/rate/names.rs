//! Who is meant by a name in a file of games.
//!
//! One name may stand for different engines in different files. The
//! `tournament.toml` beside a file tells which.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use crate::records::Played;
use crate::tournament::{Limits, Player, TournamentFile};

/// What an engine is, option by option, the game included.
type Configuration = BTreeMap<String, String>;

/// The engines of some files.
#[derive(Default)]
pub struct Names {
    /// For each file, the names that the ratings have other names for.
    changed: Vec<HashMap<String, String>>,
    /// The names, as the ratings have them, of engines that choose by their
    /// seeds.
    pub seeded: BTreeSet<String>,
    /// What is wrong with a `tournament.toml`.
    pub warnings: Vec<String>,
}

/// An engine of one file.
struct Entry {
    configuration: Configuration,
    uses_seed: bool,
}

impl Names {
    /// Looks beside every file.
    pub fn read(files: &[PathBuf]) -> Names {
        let mut names = Names::default();
        let mut entries: Vec<HashMap<String, Entry>> = Vec::new();
        for file in files {
            entries.push(beside(file).unwrap_or_else(|error| {
                names.warnings.push(format!("{error:#}"));
                HashMap::new()
            }));
        }
        let mut by_name: HashMap<&str, Vec<&Entry>> = HashMap::new();
        for (name, entry) in entries.iter().flatten() {
            by_name.entry(name).or_default().push(entry);
        }
        for engines in &entries {
            let mut changed = HashMap::new();
            for (name, entry) in engines {
                let full = full_name(name, entry, &by_name[name.as_str()]);
                if entry.uses_seed {
                    names.seeded.insert(full.clone());
                }
                if full != *name {
                    changed.insert(name.clone(), full);
                }
            }
            names.changed.push(changed);
        }
        names
    }

    /// A game of a file, with its engines as the ratings call them.
    pub fn apply<'a>(&'a self, file: usize, game: Played<'a>) -> Played<'a> {
        let changed = |name| self.changed[file].get(name).map_or(name, String::as_str);
        Played {
            black: changed(game.black),
            white: changed(game.white),
            ..game
        }
    }
}

/// The engines in the `tournament.toml` beside a file, if there is one.
fn beside(file: &Path) -> anyhow::Result<HashMap<String, Entry>> {
    let path = file.with_file_name("tournament.toml");
    if file == Path::new("-") || !path.is_file() {
        return Ok(HashMap::new());
    }
    let tournament = TournamentFile::read(&path)?;
    let players = tournament.players()?;
    let entries = players.iter().map(|player| {
        let entry = Entry {
            configuration: configuration(player, &tournament)?,
            uses_seed: player.spec.uses_seed(),
        };
        Ok((player.name.clone(), entry))
    });
    entries.collect()
}

fn configuration(player: &Player, tournament: &TournamentFile) -> anyhow::Result<Configuration> {
    let mut options = player.to_table()?;
    for ours in ["name"].iter().chain(&Limits::OPTIONS) {
        options.remove(*ours);
    }
    let mut limits = player.limits(&tournament.budget);
    if !limits.has_time() {
        // Nobody looked at the clock.
        limits.margin = None;
    }
    if player.spec.uses_limits(&limits) {
        options.extend(toml::Table::try_from(limits)?);
    }
    let mut configuration: Configuration = options
        .into_iter()
        .map(|(option, value)| match value {
            toml::Value::String(text) => (option, text),
            other => (option, other.to_string()),
        })
        .collect();
    // Of a file it matters what it holds, not where it is.
    if let Some(weights) = configuration.get_mut("weights")
        && let Some(hash) = tournament.hashes.get(weights)
    {
        *weights = hash.chars().take(8).collect();
    }
    if let Some(game) = &tournament.game {
        configuration.insert("game".to_string(), game.clone());
    }
    Ok(configuration)
}

/// The name, and in brackets what makes this engine another than the others of
/// that name.
fn full_name(name: &str, entry: &Entry, all: &[&Entry]) -> String {
    let value = |entry: &Entry, option: &str| entry.configuration.get(option).cloned();
    let differs = |option: &str| {
        all.iter()
            .any(|other| value(other, option) != value(entry, option))
    };
    let options: BTreeSet<&str> = all
        .iter()
        .flat_map(|entry| entry.configuration.keys().map(String::as_str))
        .filter(|option| differs(option))
        .collect();
    if options.is_empty() {
        return name.to_string();
    }
    let part = |option: &&str| Some(format!("{option}={}", value(entry, option)?));
    let mut parts: Vec<String> = options.iter().filter_map(part).collect();
    if parts.is_empty() {
        let without = Vec::from_iter(options);
        parts.push(format!("no {}", without.join(", no ")));
    }
    format!("{name} [{}]", parts.join(","))
}

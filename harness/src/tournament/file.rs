//! `tournament.toml`: a tournament as a file.

mod hashes;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use engines::pattern::is_word;
use engines::{EngineSpec, GameSpec};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::adjudication::Adjudication;
use super::config::Config;
use super::dead_stones::DeadStones;
use super::failures::OnFailure;
use super::limits::Limits;
use super::opening::{Book, Openings, Order};
use super::pairings::{ScheduleKind, ScheduleOptions};
use super::player::{Player, PlayerSpec, languages};
use crate::error::InputError;
use crate::protocols::{CommandLine, ExternalSpec};
use crate::ratings::Sprt;
use crate::sha256;
use crate::version::version;
use hashes::add_hash;

/// The file's content; what is left out has a default.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TournamentFile {
    /// The program that wrote it; for the reader, and to notice another one.
    pub version: Option<String>,
    /// Game spec.
    pub game: Option<String>,
    /// Who meets whom; everyone everyone when left out.
    pub schedule: Option<ScheduleKind>,
    /// Engines that challenge in a gauntlet.
    pub challengers: Option<usize>,
    /// Rounds of a Swiss.
    pub rounds: Option<u64>,
    /// Pairs a meeting.
    pub pairs: Option<u64>,
    /// Where all random numbers come from.
    pub seed: Option<u64>,
    /// Games at a time.
    pub threads: Option<usize>,
    /// The folder for the results.
    pub out: Option<PathBuf>,
    /// Whether to write `moves.csv`.
    pub moves: Option<bool>,
    /// Limits on a move.
    pub budget: Limits,
    /// How games begin.
    pub openings: OpeningsTable,
    /// The test that ends a match.
    pub sprt: Option<Sprt>,
    /// When games end early.
    #[serde(skip_serializing_if = "Adjudication::is_off")]
    pub adjudication: Adjudication,
    /// Who says which stones of a game of Go are dead.
    #[serde(skip_serializing_if = "is_default")]
    pub dead_stones: DeadStones,
    /// What becomes of the run if an engine fails one game after another.
    #[serde(skip_serializing_if = "is_default")]
    pub on_failure: OnFailure,
    /// The engines: `kind`, `name`, own limits and options.
    pub engine: Vec<Table>,
    /// SHA-256 of the book and of every file that an engine reads, by its path.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hashes: BTreeMap<String, String>,
}

/// The table `[openings]`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpeningsTable {
    /// A book, in place of random plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// The order of the book's openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// Random plies, or the most plies of a book's opening.
    pub plies: Option<u32>,
}

impl TournamentFile {
    /// Reads a file. Paths in it are relative to it.
    pub fn read(path: &Path) -> anyhow::Result<TournamentFile> {
        let text = read_text(path)?;
        let mut file: TournamentFile = toml::from_str(&text).map_err(|error| {
            InputError(
                format!("{}: {error}", path.display())
                    .trim_end()
                    .to_string(),
            )
        })?;
        if file
            .out
            .as_ref()
            .is_some_and(|out| out.as_os_str().is_empty())
        {
            return Err(InputError(format!("{}: out must not be empty", path.display())).into());
        }
        let base = path.parent().unwrap_or(Path::new(""));
        file.out = file.out.map(|out| base.join(out));
        file.openings.file = file.openings.file.map(|book| base.join(book));
        file.hashes = file
            .hashes
            .into_iter()
            .map(|(path, hash)| Ok((as_text(&base.join(path))?, hash)))
            .collect::<Result<_, InputError>>()?;
        for engine in &mut file.engine {
            if let Some(Value::String(dir)) = engine.get_mut("dir") {
                *dir = as_text(&base.join(&*dir))?;
            } else if base != Path::new("") && starts_from(base, engine) {
                engine.insert("dir".to_string(), as_text(base)?.into());
            }
            weights_from(base, engine)?;
        }
        Ok(file)
    }

    /// Who meets whom.
    pub fn schedule(&self) -> ScheduleOptions {
        ScheduleOptions {
            kind: self.schedule,
            challengers: self.challengers,
            rounds: self.rounds,
        }
    }

    /// The engines.
    pub fn players(&self) -> Result<Vec<Player>, InputError> {
        self.engine
            .iter()
            .enumerate()
            .map(|(index, options)| {
                let mut options = options.clone();
                let place = format!("[[engine]] number {}", index + 1);
                match options.remove("kind") {
                    Some(Value::String(kind)) => Player::from_table(&kind, options)
                        .map_err(|error| InputError(format!("{place}: {error}"))),
                    Some(other) => Err(InputError(format!(
                        "{place}: {other} is no kind; there are {}, {}",
                        EngineSpec::KINDS.join(", "),
                        languages()
                    ))),
                    None => Err(InputError(format!(
                        "{place} has no kind; there are {}, {}",
                        EngineSpec::KINDS.join(", "),
                        languages()
                    ))),
                }
            })
            .collect()
    }

    /// The file that repeats a tournament: everything that its games depend
    /// on, and nothing else.
    pub fn resolved(config: &Config) -> anyhow::Result<TournamentFile> {
        let mut engine = Vec::new();
        let mut hashes = BTreeMap::new();
        for player in &config.players {
            let mut table = started_from_here(player)?.to_table()?;
            hash_weights(&mut table, &mut hashes)?;
            if let PlayerSpec::External(spec) = &player.spec {
                for file in spec.files() {
                    add_hash(&file, &mut hashes)?;
                }
            }
            engine.push(table);
        }
        let openings = OpeningsTable::resolved(&config.openings, &mut hashes)?;
        let ScheduleOptions {
            kind,
            challengers,
            rounds,
        } = config.system.options();
        Ok(TournamentFile {
            version: Some(version().to_string()),
            game: Some(config.game.to_string()),
            schedule: kind,
            challengers,
            rounds,
            pairs: Some(config.pairs),
            seed: Some(config.seed),
            threads: None,
            out: None,
            moves: Some(config.moves),
            budget: config.limits,
            sprt: config.sprt,
            openings,
            adjudication: config.adjudication,
            dead_stones: config.dead_stones.clone(),
            on_failure: config.on_failure,
            engine,
            hashes,
        })
    }

    /// As text.
    pub fn to_toml(&self) -> anyhow::Result<String> {
        Ok(toml::to_string(self)?)
    }

    /// `go-1f2e3d4c`: the game and the first digits of the content's hash. What
    /// may not change while a run goes on, but is no choice of the user's, is
    /// left out: another program or weights file leads to the same folder, where
    /// it is noticed.
    pub fn short_name(&self, game: &str) -> anyhow::Result<String> {
        let chosen = TournamentFile {
            version: None,
            hashes: BTreeMap::new(),
            ..self.clone()
        };
        let hash = sha256::of_bytes(chosen.to_toml()?.as_bytes());
        Ok(format!("{game}-{}", &hash[..8]))
    }
}

/// SHA-256 of files by their full paths.
pub type Hashes = BTreeMap<String, String>;

/// Makes the path of an engine's weights one from `base`.
pub fn weights_from(base: &Path, engine: &mut Table) -> Result<(), InputError> {
    if let Some(Value::String(weights)) = engine.get_mut("weights")
        && !is_word(Path::new(weights))
    {
        *weights = as_text(&base.join(&*weights))?;
    }
    Ok(())
}

/// Makes the path of an engine's weights a full one, and adds their hash.
pub fn hash_weights(engine: &mut Table, hashes: &mut Hashes) -> anyhow::Result<()> {
    if let Some(Value::String(weights)) = engine.get_mut("weights")
        && !is_word(Path::new(weights))
    {
        *weights = add_hash(Path::new(weights), hashes)?;
    }
    Ok(())
}

/// Whether an engine has to be started in a folder: its program, or a file that
/// is told to it, is a path from there.
fn starts_from(folder: &Path, engine: &Table) -> bool {
    let command = engine.get("command").cloned();
    command
        .and_then(|command| command.try_into::<CommandLine>().ok())
        .is_some_and(|command| command.is_relative_to(folder))
}

fn read_text(path: &Path) -> anyhow::Result<String> {
    const LONGEST: u64 = 1 << 24;
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text))
        .map_err(InputError::new)
        .with_context(|| format!("cannot read {}", path.display()))?;
    if text.len() as u64 > LONGEST {
        let (path, most) = (path.display(), LONGEST >> 20);
        return Err(InputError(format!("{path} is longer than {most} MiB")).into());
    }
    Ok(text)
}

/// The player with a full path of the folder that his program is to be started in,
/// if that matters.
fn started_from_here(player: &Player) -> anyhow::Result<Player> {
    let mut player = player.clone();
    if let PlayerSpec::External(ExternalSpec { options, .. }) = &mut player.spec {
        let dir = match &options.dir {
            Some(dir) => Some(std::path::absolute(dir)?),
            None if options.command.is_relative_to(Path::new("")) => {
                Some(std::env::current_dir().context("cannot find the current folder")?)
            }
            None => None,
        };
        options.dir = dir.map(|dir| as_text(&dir)).transpose()?.map(PathBuf::from);
    }
    Ok(player)
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A path as the text that a TOML file holds.
pub fn as_text(path: &Path) -> Result<String, InputError> {
    path.to_str()
        .map(str::to_string)
        .ok_or_else(|| InputError(format!("the path {} is not UTF-8", path.display())))
}

impl OpeningsTable {
    /// The table that repeats openings; adds the hash of their book.
    pub(crate) fn resolved(
        openings: &Openings,
        hashes: &mut Hashes,
    ) -> anyhow::Result<OpeningsTable> {
        Ok(match openings {
            Openings::Random { plies } => OpeningsTable {
                plies: Some(*plies),
                ..OpeningsTable::default()
            },
            Openings::Book(book) => OpeningsTable {
                file: Some(add_hash(&book.path, hashes)?.into()),
                order: Some(book.order),
                plies: book.plies,
            },
        })
    }

    /// The openings in a game: the book is read and checked, what is left out
    /// has a default.
    pub fn resolve(&self, game: &GameSpec) -> anyhow::Result<Openings> {
        let Some(file) = &self.file else {
            if self.order.is_some() {
                return Err(InputError::new("an order of openings needs a file of them").into());
            }
            let plies = self.plies;
            return Ok(Openings::Random {
                plies: plies.unwrap_or_else(|| Openings::default_plies(game)),
            });
        };
        let order = self.order.unwrap_or_default();
        let book = Book::read(file, game, order, self.plies)?;
        Ok(Openings::Book(Arc::new(book)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn resolved_of(players: &[&str]) -> TournamentFile {
        let players = players.iter().map(|text| text.parse().unwrap());
        TournamentFile::resolved(&Config {
            players: players.collect(),
            ..Config::example()
        })
        .unwrap()
    }

    #[test]
    fn another_program_is_told_apart_but_plays_in_the_same_folder() {
        let here = resolved_of(&["random", "mcts"]);
        let there = TournamentFile {
            version: Some("0.1.0+0123456789abcdef".to_string()),
            ..here.clone()
        };
        assert_ne!(here, there);
        assert_eq!(here.version.as_deref(), Some(version()));
        assert_eq!(
            here.short_name("go").unwrap(),
            there.short_name("go").unwrap()
        );
    }

    #[test]
    fn a_test_is_part_of_what_repeats_a_run() {
        let config = Config {
            players: ["random", "greedy"]
                .map(|kind| kind.parse().unwrap())
                .into(),
            sprt: Some("elo1=20,beta=0.1,model=normalized".parse().unwrap()),
            ..Config::example()
        };
        let file = TournamentFile::resolved(&config).unwrap();
        let text = file.to_toml().unwrap();
        assert!(text.contains("[sprt]\nelo0 = 0.0\nelo1 = 20.0\n"), "{text}");
        assert_eq!(toml::from_str::<TournamentFile>(&text).unwrap(), file);
    }
}

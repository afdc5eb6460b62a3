//! A result folder: made once, gone on with later.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use super::csv_file::csv_lines;
use super::lock::Lock;
use super::whole_file::{refuse_special, write_unsynced, write_whole};
use crate::error::InputError;

/// The resolved configuration.
const CONFIGURATION: &str = "tournament.toml";
/// What the run began with, if it went on with another.
const OLD_CONFIGURATION: &str = "tournament.toml.old";
/// A row a game.
pub(super) const GAMES: &str = "games.csv";
/// A row a move.
pub(super) const MOVES: &str = "moves.csv";
const RATINGS: &str = "ratings.csv";
/// A row an iteration of `harness tune spsa`.
pub const SPSA_LOG: &str = "spsa.csv";
/// A row a generation of `harness tune generations`.
pub const GENERATIONS_LOG: &str = "generations.csv";

/// The folder of one run, which nobody else writes to meanwhile.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Its configuration's file.
    name: &'static str,
    configuration: String,
    /// Whether the folder's file holds this configuration already.
    is_configured: bool,
    /// Whether it is safe from a power cut.
    is_synced: bool,
    _lock: Lock,
}

impl Folder {
    /// The folder at `path` for a run with this configuration: made if it is
    /// not there. A folder of another run is refused and left alone, unless
    /// `accept`, asked with the configuration that is found there, says that this
    /// run may go on with it.
    pub fn open(
        path: &Path,
        configuration: &str,
        accept: impl Fn(&str) -> Result<(), InputError>,
    ) -> anyhow::Result<Folder> {
        Folder::open_with(CONFIGURATION, path, configuration, accept)
    }

    /// The same for a run whose configuration has the file name `name`.
    pub fn open_with(
        name: &'static str,
        path: &Path,
        configuration: &str,
        accept: impl Fn(&str) -> Result<(), InputError>,
    ) -> anyhow::Result<Folder> {
        let is_ours = || -> anyhow::Result<Option<bool>> {
            let Some(found) = configuration_in(path, name)? else {
                return Ok(None);
            };
            if found == configuration {
                return Ok(Some(true));
            }
            accept(&found).map_err(|error| {
                InputError(format!("{} holds another run: {error}", path.display()))
            })?;
            Ok(Some(false))
        };
        is_ours()?;
        fs::create_dir_all(path)
            .map_err(InputError::new)
            .with_context(|| format!("cannot make the folder {}", path.display()))?;
        let lock = Lock::take(path)?;
        // Another run may have come first.
        let is_configured = is_ours()?;
        let mut folder = Folder {
            path: path.to_path_buf(),
            name,
            configuration: configuration.to_string(),
            is_configured: is_configured == Some(true),
            is_synced: true,
            _lock: lock,
        };
        if is_configured.is_none() {
            folder.configure()?;
        }
        Ok(folder)
    }

    /// Whether a file is the configuration of a run in its folder.
    pub fn is_configuration(path: &Path) -> bool {
        let folder = path.parent().unwrap_or(Path::new(""));
        path.file_name().is_some_and(|name| name == CONFIGURATION) && folder.join(GAMES).exists()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Makes the configuration that this run goes on with the folder's own, and
    /// keeps the one before.
    pub(super) fn configure(&mut self) -> anyhow::Result<()> {
        if self.is_configured {
            return Ok(());
        }
        let file = self.file(self.name);
        match configuration_in(&self.path, self.name)? {
            Some(before) => {
                write_whole(&self.file(OLD_CONFIGURATION), before.as_bytes())?;
                write_whole(&file, self.configuration.as_bytes())?;
            }
            None => {
                write_unsynced(&file, self.configuration.as_bytes())?;
                self.is_synced = false;
            }
        }
        self.is_configured = true;
        Ok(())
    }

    /// Makes the configuration safe from a power cut. That takes a disk its time,
    /// in which games can be played.
    pub fn sync(&self) -> anyhow::Result<()> {
        if self.is_synced {
            return Ok(());
        }
        let file = self.file(self.name);
        File::open(&file)
            .and_then(|file| file.sync_all())
            .with_context(|| format!("cannot save {}", file.display()))
    }

    /// Takes a file away, if it is there.
    pub(super) fn remove(&self, name: &str) -> anyhow::Result<()> {
        let file = self.file(name);
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", file.display()))
            }
            _ => Ok(()),
        }
    }

    /// Writes `ratings.csv`.
    pub fn write_ratings(&self, rows: &[impl Serialize]) -> anyhow::Result<()> {
        write_unsynced(&self.file(RATINGS), &csv_lines(rows, true)?)
    }
}

/// The configuration of the run in a folder; `None` if there is no run. Empty
/// files are what a power cut leaves of a run that has just begun.
fn configuration_in(path: &Path, name: &str) -> anyhow::Result<Option<String>> {
    let file = path.join(name);
    refuse_special(&file)?;
    match fs::read_to_string(&file) {
        Ok(found) if !found.is_empty() => return Ok(Some(found)),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => {
            return Err(InputError(format!("cannot read {}: {error}", file.display())).into());
        }
    }
    for found in [GAMES, MOVES, RATINGS, SPSA_LOG, GENERATIONS_LOG] {
        if fs::metadata(path.join(found)).is_ok_and(|found| found.len() > 0) {
            return Err(InputError(format!(
                "{} holds {found} of another run, without its {name}; \
                 choose another folder with --out",
                path.display()
            ))
            .into());
        }
    }
    Ok(None)
}

//! `spsa.toml`: what is tuned, as a file.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::{Spanned, Table};

use super::gains::Gains;
use crate::error::InputError;
use crate::records::{Place, SPSA_LOG};
use crate::tournament::{Hashes, Limits, OpeningsTable, weights_from};

/// The name of the file in the folder of a run.
pub const SPSA_FILE: &str = "spsa.toml";

/// The file's content; what is left out has a default.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaFile {
    /// The program that wrote it; for the reader, and to notice another one.
    #[serde(default)]
    pub version: Option<String>,
    /// Game spec.
    pub game: Spanned<String>,
    /// How often all parameters are moved.
    #[serde(default = "default_iterations")]
    pub iterations: u64,
    /// Pairs of games an iteration.
    #[serde(default = "default_pairs")]
    pub pairs: u64,
    /// Where all random numbers come from.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// The folder for the results.
    #[serde(default)]
    pub out: Option<PathBuf>,
    /// Limits on a move.
    #[serde(default)]
    pub budget: Limits,
    /// How games begin.
    #[serde(default)]
    pub openings: OpeningsTable,
    /// How far parameters are moved.
    #[serde(default)]
    pub gains: Gains,
    /// The engine: `kind`, own limits and options.
    pub engine: Spanned<Table>,
    /// Weights that are tuned, by the names of their features.
    #[serde(default)]
    pub weights: Named,
    /// Options that are tuned.
    #[serde(default)]
    pub options: Named,
    /// SHA-256 of the weights file and of the book, by their paths.
    #[serde(default, skip_serializing_if = "Hashes::is_empty")]
    pub hashes: Hashes,
}

fn default_iterations() -> u64 {
    1000
}

fn default_pairs() -> u64 {
    8
}

fn default_seed() -> u64 {
    1
}

/// Parameters in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Named(pub Vec<(Spanned<String>, Row)>);

/// A parameter as a user writes it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// What it is at the beginning; by default, what it is in the engine.
    pub start: Option<f64>,
    /// It never is less.
    pub min: f64,
    /// It never is more.
    pub max: f64,
    /// How far it is moved to either side in the last iteration; by default a twentieth
    /// of the way from `min` to `max`.
    pub c_end: Option<f64>,
    /// By what part of `c_end` a game moves it in the last iteration.
    pub r_end: Option<f64>,
}

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named, D::Error> {
        struct Rows;

        impl<'de> Visitor<'de> for Rows {
            type Value = Named;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of parameters")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named, A::Error> {
                let mut rows = Vec::new();
                while let Some(row) = map.next_entry()? {
                    rows.push(row);
                }
                Ok(Named(rows))
            }
        }

        deserializer.deserialize_map(Rows)
    }
}

impl Serialize for Named {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, row)| (name.get_ref(), row)))
    }
}

/// A file as it was read, to say where something is wrong in it.
pub struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    /// What is wrong with this part of the file.
    pub fn at<T>(&self, part: &Spanned<T>, what: impl fmt::Display) -> InputError {
        let line = Place::of(&self.text, part.span().start).line;
        InputError(format!("{}, line {line}: {what}", self.path.display()))
    }

    /// What is wrong with the whole of it.
    pub fn whole(&self, what: impl fmt::Display) -> InputError {
        InputError(format!("{}: {what}", self.path.display()))
    }
}

impl SpsaFile {
    /// Reads a file. Paths in it are relative to it.
    pub fn read(path: &Path) -> anyhow::Result<(SpsaFile, Source)> {
        let text = fs::read_to_string(path)
            .map_err(InputError::new)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let source = Source {
            path: path.to_path_buf(),
            text,
        };
        let mut file: SpsaFile = toml::from_str(&source.text)
            .map_err(|error| source.whole(error.to_string().trim_end()))?;
        let base = path.parent().unwrap_or(Path::new(""));
        file.out = file.out.map(|out| base.join(out));
        file.openings.file = file.openings.file.map(|book| base.join(book));
        weights_from(base, file.engine.get_mut())?;
        Ok((file, source))
    }

    /// Where the results go if the command does not say it: on from where they are, or
    /// below `results`.
    pub fn folder(&self, path: &Path) -> PathBuf {
        let folder = path.parent().unwrap_or(Path::new(""));
        if let Some(out) = &self.out {
            return out.clone();
        }
        if path.file_name().is_some_and(|name| name == SPSA_FILE) && folder.join(SPSA_LOG).exists()
        {
            return match folder.as_os_str().is_empty() {
                true => PathBuf::from("."),
                false => folder.to_path_buf(),
            };
        }
        Path::new("results").join(path.file_stem().unwrap_or_default())
    }
}

//! What stands beside a weights file, read and written again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use toml::{Table, Value};

use super::provenance::{Verdict, provenance_path};
use super::verification::Verification;
use crate::error::InputError;
use crate::records::write_whole;
use crate::sha256;
use crate::version::version;

/// The provenance of a weights file. However the weights were made, what it says of
/// that stays as it is.
#[derive(Clone, PartialEq, Debug)]
pub struct ProvenanceFile {
    weights: PathBuf,
    path: PathBuf,
    table: Table,
}

impl ProvenanceFile {
    /// The file beside `weights`; a new one, which knows nothing, if there is none. One
    /// of other weights is refused.
    pub fn of(weights: &Path) -> anyhow::Result<ProvenanceFile> {
        let path = provenance_path(weights);
        let weights_path = weights.to_path_buf();
        let hash = fs::read(weights)
            .map(|content| sha256::of_bytes(&content))
            .map_err(InputError::new)
            .with_context(|| format!("cannot read {}", weights.display()))?;
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let table = Table::from_iter([
                    entry("verdict", Value::try_from(Verdict::Unverified)?),
                    entry("program", version().into()),
                    entry("weights_sha256", hash.into()),
                ]);
                return Ok(ProvenanceFile {
                    weights: weights_path,
                    path,
                    table,
                });
            }
            Err(error) => {
                return Err(InputError::new(error))
                    .with_context(|| format!("cannot read {}", path.display()));
            }
        };
        let at = |what: &str| InputError(format!("{}: {what}", path.display()));
        let table: Table = text
            .parse()
            .map_err(|error: toml::de::Error| at(error.to_string().trim_end()))?;
        match table.get("weights_sha256").and_then(Value::as_str) {
            Some(found) if found == hash => Ok(ProvenanceFile {
                weights: weights_path,
                path,
                table,
            }),
            Some(_) => Err(at(&format!(
                "it tells where other weights come from, as {} was changed; take it away, and a \
                 new one is made",
                weights.display()
            ))
            .into()),
            None => Err(at("weights_sha256, which tells what weights it is of, is missing").into()),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether they play better, than which, and in whose hands: `verified against hand by
    /// alphabeta at nodes=500, +120 ± 35 Elo`.
    pub fn verdict(&self) -> String {
        verdict_in(&self.table)
    }

    /// Whether matches have shown that they play better, or that they do not.
    pub fn is_decided(&self) -> bool {
        self.text("verdict")
            .is_some_and(|verdict| verdict != Verdict::Unverified.name())
    }

    /// The hash of the weights.
    pub fn weights_sha256(&self) -> &str {
        self.text("weights_sha256").unwrap_or_default()
    }

    /// The game that the weights were made for, if that is known.
    pub fn game(&self) -> Option<&str> {
        self.text("game")
    }

    /// Games that the weights were fitted to, or judged by.
    pub fn games(&self) -> u64 {
        let sides = ["training", "held_out"];
        let games = sides.map(|side| self.find(&[side, "games"]).and_then(Value::as_integer));
        games.into_iter().flatten().sum::<i64>().unsigned_abs()
    }

    /// The mean loss a position of games that were held out, if any were, by the weights
    /// `start` or `fitted`.
    pub fn held_out_loss(&self, weights: &str) -> Option<f64> {
        self.find(&["held_out", "loss", weights, "mean"])?
            .as_float()
    }

    fn find(&self, path: &[&str]) -> Option<&Value> {
        let (first, rest) = path.split_first()?;
        let first = self.table.get(*first)?;
        rest.iter().try_fold(first, |value, key| value.get(key))
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.table.get(key).and_then(Value::as_str)
    }

    /// Writes down what the weights were found to be, in place of what they were
    /// found to be before, and returns whether it did: where a verdict stands, a test
    /// without one changes nothing. Other weights that have come meanwhile are left
    /// alone.
    pub fn verify(&mut self, verification: &Verification) -> anyhow::Result<bool> {
        let now = ProvenanceFile::of(&self.weights)?;
        if now.weights_sha256() != self.weights_sha256() {
            return Err(InputError(format!(
                "{} was changed while its old content played; nothing is written down",
                self.weights.display()
            ))
            .into());
        }
        if now.is_decided() && verification.test.is_stronger.is_none() {
            self.table = now.table;
            return Ok(false);
        }
        let table = &mut self.table;
        table.extend([
            entry("verdict", Value::try_from(verification.verdict)?),
            entry("verification", Value::try_from(verification)?),
        ]);
        if !table.contains_key("game") {
            table.extend([entry("game", verification.game.as_str().into())]);
        }
        write_whole(&self.path, toml::to_string(table)?.as_bytes())?;
        Ok(true)
    }
}

/// What stands beside weights says of them: `verified against hand by alphabeta at
/// nodes=500, +120 ± 35 Elo`, as far as it knows.
pub fn verdict_in(provenance: &Table) -> String {
    let text =
        |table: &Table, key: &str| table.get(key).and_then(Value::as_str).map(str::to_string);
    let verdict = text(provenance, "verdict");
    let verdict = verdict.unwrap_or_else(|| Verdict::Unverified.name().to_string());
    let Some(verification) = provenance.get("verification").and_then(Value::as_table) else {
        return verdict;
    };
    let parts = [("against", "against"), ("by", "engine"), ("at", "limits")];
    let parts = parts.map(|(word, key)| Some(format!(" {word} {}", text(verification, key)?)));
    verdict + &parts.into_iter().flatten().collect::<String>() + &elo_in(verification)
}

fn elo_in(verification: &Table) -> String {
    let test = verification.get("test");
    let number = |key| test?.get(key)?.as_float();
    match (number("elo"), number("elo_95")) {
        (Some(elo), Some(error)) => format!(", {elo:+.0} ± {error:.0} Elo"),
        _ => String::new(),
    }
}

fn entry(key: &str, value: Value) -> (String, Value) {
    (key.to_string(), value)
}

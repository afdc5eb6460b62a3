//! `generations.toml`: what the generations of a run are made by.

use std::path::PathBuf;

use engines::pattern::is_word;
use serde::Serialize;

use super::Args;
use crate::error::InputError;
use crate::ratings::Sprt;
use crate::tournament::{Config, Limits};
use crate::tuning::{Label, hash_of};
use crate::version::version;

/// The name of the file in the folder of a run.
pub const PLAN_FILE: &str = "generations.toml";

/// All that a generation depends on. Their number is not part of it: any of them are
/// followed by more.
#[derive(Debug, Serialize)]
pub struct Plan {
    version: String,
    game: String,
    engine: String,
    start: PathBuf,
    start_sha256: Option<String>,
    pairs: u64,
    keep: Option<u64>,
    seed: u64,
    label: Label,
    ridge: f64,
    patterns: bool,
    min_games: u64,
    test_pairs: u64,
    opponents: Vec<String>,
    gauntlet_pairs: u64,
    budget: Limits,
    sprt: Option<Sprt>,
}

impl Plan {
    /// What the command line says, and the test that comes of it.
    pub fn of(args: &Args, test: &Config) -> anyhow::Result<Plan> {
        Ok(Plan {
            version: version().to_string(),
            game: test.game.to_string(),
            engine: args.trial.engine.clone(),
            start: args.start.clone(),
            start_sha256: match is_word(&args.start) {
                true => None,
                false => {
                    Some(hash_of(&args.start).map_err(|error| InputError(format!("{error:#}")))?)
                }
            },
            pairs: args.pairs,
            keep: args.keep,
            seed: args.seed,
            label: args.label,
            ridge: args.fitting.ridge_of_games(),
            patterns: args.fitting.patterns,
            min_games: args.fitting.min_games,
            test_pairs: args.test_pairs,
            opponents: args.trial.opponents.clone(),
            gauntlet_pairs: args.trial.gauntlet_pairs,
            budget: test.limits,
            sprt: test.sprt,
        })
    }
}

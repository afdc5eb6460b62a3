//! The engine that plays with the weights.

use std::path::Path;

use engines::pattern::is_word;
use engines::spec::split_spec;
use toml::Value;

use crate::error::InputError;
use crate::tournament::{Player, as_text};
use crate::tuning::Start;

/// Who plays with the new weights.
pub const NEW: &str = "new";

/// Who plays with the old ones.
pub const OLD: &str = "old";

/// Engines that play by weights.
const KINDS: [&str; 2] = ["alphabeta", "pattern"];

/// The kind of the engine of a spec.
pub fn kind_of(spec: &str) -> Result<String, InputError> {
    let (kind, _) = split_spec(spec).map_err(InputError::new)?;
    Ok(kind)
}

/// Weights as a fit starts from them.
pub fn start(weights: &Path) -> Start {
    match weights.to_str() {
        Some(word) if is_word(weights) => Start::from(word),
        _ => Start::File(weights.to_path_buf()),
    }
}

/// The engine of a spec with the weights of a file, called `name`.
pub fn weighing(spec: &str, name: &str, weights: &Path) -> Result<Player, InputError> {
    let at = |what: &str| InputError(format!("engine `{spec}`: {what}"));
    let (kind, mut options) = split_spec(spec).map_err(|error| at(&error.to_string()))?;
    if !KINDS.contains(&kind.as_str()) {
        return Err(at(&format!(
            "it has no weights; {} have",
            KINDS.join(" and ")
        )));
    }
    let weights = as_text(weights)?;
    for (option, value) in [("name", name.to_string()), ("weights", weights)] {
        if options
            .insert(option.to_string(), Value::String(value))
            .is_some()
        {
            return Err(at(&format!("leave out {option}: this command gives it")));
        }
    }
    Player::from_table(&kind, options)
}

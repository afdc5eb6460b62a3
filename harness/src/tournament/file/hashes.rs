//! Whether files are what they were: their hashes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;

use super::{TournamentFile, as_text};
use crate::error::InputError;
use crate::sha256;

impl TournamentFile {
    /// Refuses a file that an engine of `resolved` reads, if its content is not
    /// what this one's `hashes` say.
    pub fn check_hashes(&self, resolved: &TournamentFile) -> Result<(), InputError> {
        for (path, then) in &self.hashes {
            let path = fs::canonicalize(path).unwrap_or(path.into());
            let now = path.to_str().and_then(|path| resolved.hashes.get(path));
            if let Some(now) = now.filter(|&now| now != then) {
                return Err(InputError(format!(
                    "{} has changed: its SHA-256 is {now}, but the tournament was played with \
                     {then}; bring the old file back, or go on with --accept-changed",
                    path.display()
                )));
            }
        }
        Ok(())
    }
}

/// Adds the hash of a file; returns its full path.
pub fn add_hash(file: &Path, hashes: &mut BTreeMap<String, String>) -> anyhow::Result<String> {
    let path = fs::canonicalize(file)
        .map_err(InputError::new)
        .with_context(|| format!("cannot find {}", file.display()))?;
    let text = as_text(&path)?;
    if hashes.contains_key(&text) {
        return Ok(text);
    }
    let hash = sha256::of_file(&path).with_context(|| format!("cannot read {}", file.display()))?;
    hashes.insert(text.clone(), hash);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::tests::resolved_of;
    use super::*;

    fn resolved(weights: &Path) -> TournamentFile {
        let pattern = format!("pattern:weights=\"{}\"", weights.display());
        resolved_of(&["random", &pattern])
    }

    #[test]
    fn a_changed_weights_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let weights = folder.path().join("w.csv");
        fs::write(&weights, "feature,weight\nmobility,1\n").unwrap();
        let before = resolved(&weights);
        fs::write(folder.path().join("t.toml"), before.to_toml().unwrap()).unwrap();
        let file = TournamentFile::read(&folder.path().join("t.toml")).unwrap();
        assert_eq!(file.check_hashes(&resolved(&weights)), Ok(()));

        fs::write(&weights, "feature,weight\nmobility,2\n").unwrap();
        let after = resolved(&weights);
        let error = file.check_hashes(&after).unwrap_err().to_string();
        let hash = |file: &TournamentFile| file.hashes.values().next().unwrap().clone();
        for part in ["w.csv has changed", &hash(&before), &hash(&after)] {
            assert!(error.contains(part), "{error}");
        }
        // The folder is the same, so that the change is noticed there.
        let name = |file: &TournamentFile| file.short_name("othello").unwrap();
        assert_eq!(name(&before), name(&after));
        assert_ne!(name(&before), name(&resolved_of(&["random", "pattern"])));
        // An engine that does not play reads nothing.
        let without = resolved_of(&["random", "mcts"]);
        assert_eq!(file.check_hashes(&without), Ok(()));
    }

    /// Also where an interpreter runs it.
    #[test]
    fn a_changed_script_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("engine.sh");
        let resolved = |content: &str| {
            fs::write(&script, content).unwrap();
            let dir = folder.path().display();
            let engine = format!("gtp:command=sh -e engine.sh --fast,dir={dir}");
            resolved_of(&["random", &engine])
        };
        let before = resolved("exit 1");
        assert_eq!(before.check_hashes(&resolved("exit 1")), Ok(()));
        let error = before.check_hashes(&resolved("exit 2")).unwrap_err();
        assert!(error.to_string().contains("engine.sh has changed"));
    }
}

//! Playing a tournament in a folder of its own.

use std::path::Path;

use anyhow::bail;

use crate::commands::thread_args::cores;
use crate::commands::warn;
use crate::error::InputError;
use crate::ratings::Options;
use crate::records::Folder;
use crate::sha256;
use crate::tournament::{Config, Finished, RunOptions, Signals, TournamentFile, differences, run};

/// A tournament, as far as it went.
pub enum Played {
    /// To its end.
    Whole(Box<Finished>),
    /// Somebody stopped the program, which ends with this code.
    Stopped(u8),
}

/// Plays a tournament, or what is missing of it, in a folder below `folder` that has the
/// name of the whole configuration: other weights or another program never go on with it.
pub fn play_below(
    config: &Config,
    folder: &Path,
    options: &RunOptions,
    signals: &Signals,
) -> anyhow::Result<Played> {
    let kind = match config.sprt {
        Some(_) => "test",
        None => "gauntlet",
    };
    let configuration = TournamentFile::resolved(config)?.to_toml()?;
    let hash = sha256::of_bytes(configuration.as_bytes());
    let path = folder.join(format!("{kind}-{}", &hash[..8]));
    play(config, &path, options, signals)
}

/// Plays a tournament, or what is missing of it, in a folder.
pub fn play(
    config: &Config,
    path: &Path,
    options: &RunOptions,
    signals: &Signals,
) -> anyhow::Result<Played> {
    for warning in config.deaf_engines() {
        warn(&warning);
    }
    if let Some(warning) = config.check_threads(options.threads, cores)? {
        warn(&warning);
    }
    config.check_programs()?;
    let configuration = TournamentFile::resolved(config)?.to_toml()?;
    let mut folder = Folder::open(path, &configuration, |found| {
        Err(InputError(format!(
            "{}; choose another folder with --out",
            differences(found, &configuration)?
        )))
    })?;
    let finished = run(config, &mut folder, options.clone(), signals)?;
    let rating = Options {
        advantage: true,
        ..Options::default()
    };
    let (_, rows) = finished.standings.rate(&rating)?;
    folder.write_ratings(&rows)?;
    // It may have come too late to stop this one, but more is to follow.
    if let Some(signal) = finished.stopped.or_else(|| signals.received()) {
        warn(&format!(
            "stopped after {} games; all are saved in {}. The same command goes on.",
            finished.games,
            path.display()
        ));
        return Ok(Played::Stopped(signal.exit_code()));
    }
    if let Some(engine) = &finished.given_up {
        bail!("{engine}");
    }
    Ok(Played::Whole(Box::new(finished)))
}

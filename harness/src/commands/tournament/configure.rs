//! From options and a file to a configuration: the command line overrides the
//! file.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use engines::GameSpec;

use super::Args;
use crate::commands::thread_args::cores;
use crate::error::InputError;
use crate::ratings::Sprt;
use crate::records::Folder;
use crate::tournament::{
    Config, DEFAULT_PAIRS, DEFAULT_SPRT_PAIRS, Limits, OpeningsTable, Player, ScheduleOptions,
    TournamentFile, default_players,
};

/// More games at a time than any machine has cores for.
pub const MOST_THREADS: usize = 1024;

impl Args {
    pub(super) fn threads(&self, file: &TournamentFile) -> Result<usize, InputError> {
        match self.threads.map(NonZeroUsize::get).or(file.threads) {
            Some(threads @ 1..=MOST_THREADS) => Ok(threads),
            Some(other) => Err(InputError(format!(
                "threads must be 1 to {MOST_THREADS}, but is {other}"
            ))),
            None => Ok(cores()),
        }
    }

    /// The file's settings under the command line's.
    pub(super) fn config(&self, file: &TournamentFile) -> anyhow::Result<Config> {
        let game = self.game.as_ref().or(file.game.as_ref());
        let game: GameSpec = game
            .map_or("go", String::as_str)
            .parse()
            .map_err(InputError::new)?;
        let players = if !self.engines.is_empty() {
            let parse = |text: &String| text.parse::<Player>();
            self.engines.iter().map(parse).collect::<Result<_, _>>()?
        } else if !file.engine.is_empty() {
            file.players()?
        } else {
            default_players()
        };
        let sprt = self.sprt.or(file.sprt);
        let sprt = sprt.or(self.is_test.then(Sprt::default));
        let default_pairs = match sprt {
            Some(_) => DEFAULT_SPRT_PAIRS,
            None => DEFAULT_PAIRS,
        };
        let openings = self.openings(file).resolve(&game)?;
        Ok(Config {
            game,
            system: self
                .schedule()
                .over(file.schedule())
                .resolve(players.len())?,
            players,
            pairs: self.pairs.or(file.pairs).unwrap_or(default_pairs),
            seed: self.seed.or(file.seed).unwrap_or(1),
            limits: self.limits(file),
            openings,
            adjudication: self.adjudicate.unwrap_or(file.adjudication),
            on_failure: self.on_failure.unwrap_or(file.on_failure),
            dead_stones: self.dead_stones.clone().unwrap_or(file.dead_stones.clone()),
            moves: self.moves || file.moves == Some(true),
            sprt,
        })
    }

    /// A book on the command line takes the place of all that the file says of
    /// openings.
    fn openings(&self, file: &TournamentFile) -> OpeningsTable {
        let under = match &self.openings {
            Some(_) => OpeningsTable::default(),
            None => file.openings.clone(),
        };
        OpeningsTable {
            file: self.openings.clone().or(under.file),
            order: self.opening_order.or(under.order),
            plies: self.opening_plies.or(under.plies),
        }
    }

    fn schedule(&self) -> ScheduleOptions {
        ScheduleOptions {
            kind: self.schedule,
            challengers: self.challengers,
            rounds: self.rounds,
        }
    }

    /// Limits on the command line take the place of all in the file.
    fn limits(&self, file: &TournamentFile) -> Limits {
        let own = Limits {
            tc: self.tc,
            ..self.limits.limits()
        };
        let given = if own.is_empty() { file.budget } else { own };
        Limits {
            margin: self.margin.or(file.budget.margin),
            ..given.or_default()
        }
    }

    pub(super) fn folder(
        &self,
        file: &TournamentFile,
        config: &Config,
        resolved: &TournamentFile,
    ) -> anyhow::Result<PathBuf> {
        if let Some(out) = self.out.as_ref().or(file.out.as_ref()) {
            return Ok(out.clone());
        }
        if let Some(path) = &self.file
            && Folder::is_configuration(path)
        {
            let folder = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            return Ok(folder.unwrap_or(Path::new(".")).to_path_buf());
        }
        let name = match self.file.as_ref().and_then(|path| path.file_stem()) {
            Some(stem) => PathBuf::from(stem),
            None => resolved.short_name(config.game.name())?.into(),
        };
        Ok(PathBuf::from("results").join(name))
    }
}

//! From a file to what is played, all of it checked.

use std::path::{Path, PathBuf};

use engines::{EngineSpec, GameSpec};
use toml::{Spanned, Table, Value};

use super::file::{Named, Row, Source, SpsaFile};
use super::rows::parameters;
use super::{Parameter, Spsa, Target};
use crate::error::InputError;
use crate::tournament::{
    Adjudication, Config, DeadStones, Hashes, OnFailure, Openings, OpeningsTable, Order, Player,
    System, hash_weights,
};
use crate::version::version;

impl Spsa {
    /// Reads a file; also returns where its results go if the command does not say it.
    pub fn read(path: &Path) -> anyhow::Result<(Spsa, PathBuf)> {
        let (file, source) = SpsaFile::read(path)?;
        let spsa = resolve(&file, &source)?;
        spsa.check_hashes(&file.hashes)?;
        Ok((spsa, file.folder(path)))
    }

    /// The file that repeats it: everything that its games depend on, and nothing else.
    pub fn to_toml(&self) -> anyhow::Result<String> {
        let config = &self.config;
        let mut hashes = Hashes::new();
        let mut engine = config.players[0].to_table()?;
        engine.remove("name");
        hash_weights(&mut engine, &mut hashes)?;
        let openings = OpeningsTable::resolved(&config.openings, &mut hashes)?;
        let file = SpsaFile {
            version: Some(version().to_string()),
            game: unplaced(config.game.to_string()),
            iterations: self.iterations,
            pairs: config.pairs,
            seed: config.seed,
            out: None,
            budget: config.limits,
            openings,
            gains: self.gains,
            engine: unplaced(engine),
            weights: self.rows(Target::Weight),
            options: self.rows(Target::Option),
            hashes,
        };
        Ok(toml::to_string(&file)?)
    }

    fn rows(&self, target: Target) -> Named {
        let parameters = self.parameters.iter().filter(|of| of.target == target);
        let row = |of: &Parameter| Row {
            start: Some(of.start),
            min: of.min,
            max: of.max,
            c_end: Some(of.c_end),
            r_end: Some(of.r_end),
        };
        Named(
            parameters
                .map(|of| (unplaced(of.name.clone()), row(of)))
                .collect(),
        )
    }

    /// Refuses files that are not what they were when this was written.
    fn check_hashes(&self, then: &Hashes) -> anyhow::Result<()> {
        if then.is_empty() {
            return Ok(());
        }
        let now: Table = self.to_toml()?.parse()?;
        for (path, hash) in then {
            let now = now.get("hashes").and_then(|hashes| hashes.get(path));
            if now.is_some_and(|now| now.as_str() != Some(hash)) {
                return Err(InputError(format!("{path} has changed since the run began")).into());
            }
        }
        Ok(())
    }
}

/// A value that stands nowhere yet.
fn unplaced<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

fn resolve(file: &SpsaFile, source: &Source) -> anyhow::Result<Spsa> {
    let game: GameSpec = file
        .game
        .get_ref()
        .parse()
        .map_err(|error| source.at(&file.game, error))?;
    let players = players(file).map_err(|error| source.at(&file.engine, error.0))?;
    let engine = players[0]
        .spec
        .built_in()
        .map_err(|error| source.at(&file.engine, error.0))?
        .clone();
    file.gains.check().map_err(|error| source.whole(error.0))?;
    if !(1..=Spsa::MOST_ITERATIONS).contains(&file.iterations) {
        return Err(source
            .whole(format!(
                "iterations must be 1 to {}, but is {}",
                Spsa::MOST_ITERATIONS,
                file.iterations
            ))
            .into());
    }
    let config = Config {
        openings: openings(file, &game)?,
        game,
        players,
        system: System::RoundRobin,
        pairs: file.pairs,
        seed: file.seed,
        limits: file.budget.or_default(),
        adjudication: Adjudication::default(),
        dead_stones: DeadStones::default(),
        on_failure: OnFailure::Stop,
        moves: false,
        sprt: None,
    };
    Ok(Spsa {
        parameters: parameters(file, source, &config.game, &engine)?,
        config,
        engine,
        iterations: file.iterations,
        gains: file.gains,
    })
}

/// The engine twice.
fn players(file: &SpsaFile) -> Result<Vec<Player>, InputError> {
    let mut options = file.engine.get_ref().clone();
    let kind = match options.remove("kind") {
        Some(Value::String(kind)) => kind,
        _ => {
            let kinds = EngineSpec::KINDS.join(", ");
            return Err(InputError(format!(
                "[engine] has no kind; there are {kinds}"
            )));
        }
    };
    let player = |name: &str| {
        let mut options = options.clone();
        let name = Value::String(name.to_string());
        match options.insert("name".to_string(), name) {
            Some(_) => Err(InputError::new("an engine that is tuned has no name")),
            None => Player::from_table(&kind, options),
        }
    };
    ["plus", "minus"].into_iter().map(player).collect()
}

/// Every iteration takes its own openings, so that a book needs an order that is not
/// always the same.
fn openings(file: &SpsaFile, game: &GameSpec) -> anyhow::Result<Openings> {
    let mut table = file.openings.clone();
    if table.file.is_some() && table.order.replace(Order::Shuffled) == Some(Order::Sequential) {
        return Err(InputError::new(
            "openings are shuffled anew for every iteration; leave out their order",
        )
        .into());
    }
    table.resolve(game)
}

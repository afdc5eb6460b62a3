//! From a file to what is played, all of it checked.

use std::path::{Path, PathBuf};

use engines::pattern::{MOST, Weights};
use engines::{EngineSpec, GameSpec, GameVisitor, Knowledge};
use toml::{Spanned, Table, Value};

use super::file::{Named, Row, Source, SpsaFile};
use super::{Parameter, Spsa, Target};
use crate::error::InputError;
use crate::tournament::{
    Adjudication, Config, DeadStones, Hashes, OnFailure, Openings, OpeningsTable, Order, Player,
    System, hash_weights,
};
use crate::version::version;

/// By what part of `c_end` a game moves a parameter in the last iteration, when nothing
/// is said.
const DEFAULT_R_END: f64 = 0.01;

/// Beyond this, whole numbers are no longer exact.
const LARGEST: f64 = (1_u64 << 53) as f64;

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

fn parameters(
    file: &SpsaFile,
    source: &Source,
    game: &GameSpec,
    engine: &EngineSpec,
) -> Result<Vec<Parameter>, InputError> {
    let (weights, options) = (&file.weights.0, &file.options.0);
    let mut starts = Vec::new();
    if !weights.is_empty() {
        let Some(option) = engine.weights() else {
            let what = format!(
                "{} has no weights; alphabeta and pattern have",
                engine.kind()
            );
            return Err(source.at(&weights[0].0, what));
        };
        let names = weights.iter().map(|(name, _)| name.get_ref().as_str());
        starts = game.dispatch(Look {
            option,
            names: names.collect(),
        })?;
    }
    let mut parameters = Vec::new();
    for ((name, row), start) in weights.iter().zip(starts) {
        let start = start.map_err(|what| source.at(name, what))?;
        let found = parameter(name.get_ref(), Target::Weight, row, Some(start), true);
        parameters.push(found.map_err(|what| source.at(name, what))?);
    }
    for (name, row) in options {
        let found = option(engine, name.get_ref(), row);
        parameters.push(found.map_err(|what| source.at(name, what))?);
    }
    if parameters.is_empty() {
        return Err(source.whole("nothing is tuned: [weights] and [options] name what is"));
    }
    let is_both = |(name, _): &&(Spanned<String>, Row)| {
        weights
            .iter()
            .any(|(weight, _)| weight.get_ref() == name.get_ref())
    };
    if let Some((name, _)) = options.iter().find(is_both) {
        let what = format!("`{}` is a weight, too", name.get_ref());
        return Err(source.at(name, what));
    }
    Ok(parameters)
}

/// An option that takes fractions is one.
fn option(engine: &EngineSpec, name: &str, row: &Row) -> Result<Parameter, String> {
    let mut options = Table::try_from(engine).map_err(|error| error.to_string())?;
    options.remove("kind");
    let start = match options.get(name) {
        Some(Value::Integer(number)) => Some(*number as f64),
        Some(Value::Float(number)) => Some(*number),
        _ => None,
    };
    let mut accepts = |value: Value| {
        options.insert(name.to_string(), value);
        EngineSpec::from_table(engine.kind(), options.clone()).map(|_| ())
    };
    let value = row.start.or(start).unwrap_or(row.min);
    let is_whole = accepts(Value::Float(value)).is_err();
    if is_whole {
        accepts(Value::Integer(value as i64)).map_err(|error| error.to_string())?;
    }
    parameter(name, Target::Option, row, start, is_whole)
}

/// `start` is what the engine has.
fn parameter(
    name: &str,
    target: Target,
    row: &Row,
    start: Option<f64>,
    is_whole: bool,
) -> Result<Parameter, String> {
    let most = match target {
        Target::Weight => f64::from(MOST),
        Target::Option => LARGEST,
    };
    let start = row
        .start
        .or(start)
        .ok_or_else(|| format!("`{name}` has no value yet; give it a start"))?;
    let parameter = Parameter {
        name: name.to_string(),
        target,
        start,
        min: row.min,
        max: row.max,
        c_end: row.c_end.unwrap_or((row.max - row.min) / 20.0),
        r_end: row.r_end.unwrap_or(DEFAULT_R_END),
        is_whole,
    };
    let Parameter {
        min,
        max,
        c_end,
        r_end,
        ..
    } = parameter;
    for (key, value) in [("start", start), ("min", min), ("max", max)] {
        if !(-most..=most).contains(&value) {
            return Err(format!(
                "{key} of `{name}` must be a number within ±{most}, but is {value}"
            ));
        }
    }
    if is_whole && (min.fract(), max.fract()) != (0.0, 0.0) {
        return Err(format!("min and max of `{name}` must be whole numbers"));
    }
    if min >= max {
        return Err(format!(
            "min of `{name}`, {min}, must be less than max, {max}"
        ));
    }
    if !(min..=max).contains(&start) {
        return Err(format!(
            "start of `{name}`, {start}, is not from min, {min}, to max, {max}"
        ));
    }
    for (key, value) in [("c_end", c_end), ("r_end", r_end)] {
        if !(value > 0.0 && value <= most) {
            return Err(format!(
                "{key} of `{name}` must be a number more than 0, but is {value}"
            ));
        }
    }
    Ok(parameter)
}

/// Finds weights by name.
struct Look<'a> {
    option: Option<&'a Path>,
    names: Vec<&'a str>,
}

impl GameVisitor for Look<'_> {
    type Output = Result<Vec<Result<f64, String>>, InputError>;

    fn visit<G: Knowledge>(self, _: &G::Rules) -> Self::Output {
        let weights = Weights::<G>::load(self.option).map_err(InputError::new)?;
        let values = weights.values();
        let value = |name| Weights::<G>::feature(name).map(|feature| f64::from(values[feature]));
        Ok(self.names.into_iter().map(value).collect())
    }
}

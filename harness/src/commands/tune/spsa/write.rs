//! What a run leaves beside its log.

use std::fs;
use std::path::{Path, PathBuf};

use engines::EngineSpec;
use serde::Serialize;
use toml::{Table, Value};

use crate::error::InputError;
use crate::plot::{Line, Plot};
use crate::records::write_whole;
use crate::sha256;
use crate::tuning::{
    Evaluation, Parameter, SPSA_FILE, Spsa, Start, Tuned, TunedFrom, Verdict, provenance_path,
    weights_text,
};
use crate::version::version;

const PLOT: &str = "spsa.svg";
const WEIGHTS: &str = "weights.csv";

/// What came of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Found {
    /// The game.
    pub game: String,
    /// Limits on a move.
    pub limits: String,
    /// Where all random numbers came from.
    pub seed: u64,
    /// How often all parameters were moved.
    pub iterations: u64,
    /// Games played.
    pub games: u64,
    /// The engine's kind.
    pub kind: &'static str,
    /// The weights that it had, if it has any.
    pub start: String,
    /// The engine with what was found.
    pub engine: String,
    /// Its weights, if they were tuned.
    pub weights: Option<PathBuf>,
    /// What was tuned.
    pub parameters: Vec<Settled>,
}

/// A parameter, and what it came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Settled {
    /// As it was told.
    #[serde(flatten)]
    pub parameter: Parameter,
    /// As it is in the end.
    pub value: f64,
}

/// Refuses a folder in which no run has begun, but something stands where one ends.
pub fn check_free(spsa: &Spsa, folder: &Path) -> Result<(), InputError> {
    let weights = folder.join(WEIGHTS);
    let mut files = vec![folder.join(PLOT)];
    if spsa.has_weights() {
        files.extend([provenance_path(&weights), weights]);
    }
    let has_begun = folder.join(SPSA_FILE).exists();
    match files.iter().find(|file| file.exists() && !has_begun) {
        Some(file) => Err(InputError(format!(
            "{} is there already; choose another folder with --out",
            file.display()
        ))),
        None => Ok(()),
    }
}

/// Draws the run, and writes the weights if they were tuned.
pub fn write(
    spsa: &Spsa,
    tuned: &Tuned,
    folder: &Path,
    configuration: &str,
) -> anyhow::Result<Found> {
    let last = tuned.path.last().cloned().unwrap_or_else(|| spsa.start());
    let values = spsa.settled(&last);
    write_whole(&folder.join(PLOT), paths(spsa, tuned).svg().as_bytes())?;
    let weights = folder.join(WEIGHTS);
    let mut engine = spsa.engine_with(&values)?;
    let mut written = None;
    if let Some(values) = spsa.weights_with(&values)? {
        write_weights(spsa, &values, &weights, configuration)?;
        engine = with_weights(&engine, &weights)?;
        written = Some(weights);
    }
    let parameters = spsa.parameters.iter().cloned().zip(values);
    Ok(Found {
        game: spsa.config.game.to_string(),
        limits: spsa.config.players[0]
            .limits(&spsa.config.limits)
            .to_string(),
        seed: spsa.config.seed,
        iterations: spsa.iterations,
        games: 2 * spsa.config.pairs * spsa.iterations,
        kind: engine.kind(),
        start: start(spsa),
        engine: engine.to_string(),
        weights: written,
        parameters: parameters
            .map(|(parameter, value)| Settled { parameter, value })
            .collect(),
    })
}

/// The weights that the engine begins with, if they are tuned.
fn start(spsa: &Spsa) -> String {
    let start = spsa.engine.weights().flatten();
    start.map_or(String::new(), |file| file.display().to_string())
}

/// How far the parameters have gone, each in the unit that it is moved by.
fn paths(spsa: &Spsa, tuned: &Tuned) -> Plot {
    let start = spsa.start();
    let line = |at: usize| {
        let parameter = &spsa.parameters[at];
        let values = [&start].into_iter().chain(&tuned.path);
        let moved = values.map(|values| (values[at] - parameter.start) / parameter.c_end);
        Line {
            name: parameter.name.clone(),
            points: moved.enumerate().map(|(x, y)| (x as f64, y)).collect(),
        }
    };
    Plot {
        title: format!("{} at {}", spsa.engine.kind(), spsa.config.game),
        x: "iteration".to_string(),
        y: "way from the start, in c_end".to_string(),
        lines: (0..start.len()).map(line).collect(),
    }
}

/// Writes weights and, beside them, where they come from: first, so that weights never
/// stand without. Those that are there already may have been verified since.
fn write_weights(
    spsa: &Spsa,
    values: &[i32],
    file: &Path,
    configuration: &str,
) -> anyhow::Result<()> {
    let evaluation = Evaluation::of(&spsa.config.game, &Start::Zero)?;
    let text = weights_text(&evaluation, values)?;
    let beside = provenance_path(file);
    match fs::read(file) {
        Ok(found) if found == text && beside.exists() => return Ok(()),
        Ok(found) if found != text => {
            return Err(InputError(format!(
                "{} holds other weights than this run makes; take it away",
                file.display()
            ))
            .into());
        }
        _ => {}
    }
    let provenance = TunedFrom {
        verdict: Verdict::Unverified,
        program: version().to_string(),
        game: spsa.config.game.to_string(),
        weights_sha256: sha256::of_bytes(&text),
        spsa: with_bare_names(configuration.parse()?),
    };
    write_whole(&beside, toml::to_string(&provenance)?.as_bytes())?;
    write_whole(file, &text)
}

/// A configuration that may lie anywhere: files by their names alone, as their hashes
/// tell which they were.
fn with_bare_names(mut configuration: Table) -> Table {
    let bare = |path: &str| {
        let name = Path::new(path).file_name().and_then(|name| name.to_str());
        name.unwrap_or(path).to_string()
    };
    if let Some(Value::Table(engine)) = configuration.get_mut("engine")
        && let Some(Value::String(weights)) = engine.get_mut("weights")
    {
        *weights = bare(weights);
    }
    if let Some(Value::Table(hashes)) = configuration.get_mut("hashes") {
        let named = std::mem::take(hashes).into_iter();
        hashes.extend(named.map(|(path, hash)| (bare(&path), hash)));
    }
    configuration
}

/// The engine with the weights of a file.
fn with_weights(engine: &EngineSpec, weights: &Path) -> anyhow::Result<EngineSpec> {
    let mut options = Table::try_from(engine)?;
    options.remove("kind");
    let path = weights.display().to_string();
    options.insert("weights".to_string(), Value::String(path));
    Ok(EngineSpec::from_table(engine.kind(), options)?)
}

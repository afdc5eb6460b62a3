//! The rows of a file as parameters, all of them checked.

use std::path::Path;

use engines::pattern::{MOST, Weights};
use engines::{EngineSpec, GameSpec, GameVisitor, Knowledge};
use toml::{Spanned, Table, Value};

use super::file::{Row, Source, SpsaFile};
use super::{Parameter, Target};
use crate::error::InputError;

/// By what part of `c_end` a game moves a parameter in the last iteration, when nothing
/// is said.
const DEFAULT_R_END: f64 = 0.01;

/// Beyond this, whole numbers are no longer exact.
const LARGEST: f64 = (1_u64 << 53) as f64;

/// What a file says is tuned.
pub fn parameters(
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

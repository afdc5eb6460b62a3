//! Weights of a game's features, and the files that hold them.

use std::fs;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use thiserror::Error;

use crate::evaluator::Evaluator;
use crate::game::Move;
use crate::knowledge::Knowledge;

/// In the place of a file, the plain table that a person wrote.
pub const HAND: &str = "hand";

/// In the place of a file, the weights that come with the program.
pub const OWN: &str = "own";

/// Whether this names weights that are in no file.
pub fn is_word(weights: &Path) -> bool {
    [HAND, OWN].map(Path::new).contains(&weights)
}

/// One weight a feature of `G`. A copy shares them.
#[derive(Clone, Debug)]
pub struct Weights<G: Knowledge> {
    /// Those of features that weigh nothing may be missing at the end.
    values: Arc<Vec<i32>>,
    evaluator: Arc<G::Evaluator>,
}

/// Why a weights file cannot be used.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// The file cannot be opened.
    #[error("cannot read weights file {}: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A line is not `feature,weight`, or its feature is not of this game.
    #[error("weights file {}, line {line}: {what}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong, and what would be right.
        what: String,
    },
}

#[derive(Deserialize)]
struct Row<'a> {
    feature: &'a str,
    weight: i32,
}

impl<G: Knowledge> Weights<G> {
    /// In index order; a feature past the last weighs 0.
    pub fn new(values: Vec<i32>) -> Weights<G> {
        Weights {
            evaluator: Arc::new(G::Evaluator::new(&values)),
            values: Arc::new(values),
        }
    }

    /// The plain table that a person wrote.
    pub fn hand() -> Weights<G> {
        let weights = G::FEATURES.iter().map(|feature| feature.hand_weight);
        Weights::new(weights.collect())
    }

    /// None at all.
    pub fn zero() -> Weights<G> {
        Weights::new(Vec::new())
    }

    /// The weights that an engine's option names: a file's, with [`HAND`] the plain
    /// table, or with [`OWN`], as with nothing, the game's own.
    pub fn load(option: Option<&Path>) -> Result<Weights<G>, WeightsError> {
        match option {
            None => Ok(G::own_weights()),
            Some(path) if path == Path::new(OWN) => Ok(G::own_weights()),
            Some(path) if path == Path::new(HAND) => Ok(Weights::hand()),
            Some(path) => Weights::read(path),
        }
    }

    /// Reads a CSV file with the columns `feature` and `weight`; a feature that
    /// it does not name weighs 0.
    pub fn read(path: &Path) -> Result<Weights<G>, WeightsError> {
        let text = read_file(path).map_err(|source| WeightsError::Open {
            path: path.to_path_buf(),
            source,
        })?;
        let at_offset = |offset: u64, what: String| WeightsError::Line {
            path: path.to_path_buf(),
            line: line_at(&text, offset as usize),
            what,
        };
        // Memory that is never written to is never there.
        let mut values = vec![0; G::feature_count()];
        let mut is_given = vec![false; values.len()];
        let mut reader = csv::Reader::from_reader(text.as_slice());
        let header = header(&mut reader).map_err(|what| at_offset(0, what))?;
        let mut record = csv::StringRecord::new();
        loop {
            let offset = reader.position().byte();
            let at_line = |what: String| at_offset(offset, what);
            let at_error = |error: csv::Error| at_line(plain_words(&error));
            if !reader.read_record(&mut record).map_err(at_error)? {
                break;
            }
            let row: Row = record.deserialize(Some(&header)).map_err(at_error)?;
            let index = G::feature_index(row.feature).map_err(at_line)?;
            values[index] = row.weight;
            if mem::replace(&mut is_given[index], true) {
                return Err(at_line(format!("`{}` is given twice", row.feature)));
            }
        }
        Ok(Weights::new(values))
    }

    /// The feature of a name, as a number from 0, or what is wrong with the name.
    pub fn feature(name: &str) -> Result<usize, String> {
        G::feature_index(name)
    }

    /// The same, but for the weights of these features, numbered as by
    /// [`Weights::feature`].
    pub fn with(&self, changed: impl IntoIterator<Item = (usize, i32)>) -> Weights<G> {
        let mut values = self.values();
        for (feature, weight) in changed {
            values[feature] = weight;
        }
        Weights::new(values)
    }

    /// One a feature, in their order.
    pub fn values(&self) -> Vec<i32> {
        let mut values = self.values.to_vec();
        values.resize(G::feature_count(), 0);
        values
    }

    /// What a position is worth to the side to move, within ±[`MOST`].
    pub fn of_position(&self, position: &G) -> i32 {
        bounded(self.evaluator.of_position(position))
    }

    /// What a move, which leads to `after`, is worth to its player, within
    /// ±[`MOST`].
    pub fn of_move(&self, position: &G, mv: Move, after: &G) -> i32 {
        bounded(self.evaluator.of_move(position, mv, after))
    }
}

/// A pipe would keep one waiting, and a device might never end.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    match fs::metadata(path)?.is_file() {
        true => fs::read(path),
        false => Err(io::Error::other("it is not a file")),
    }
}

/// No sum of weights is beyond this, whatever a file says, so that a known
/// result is.
pub const MOST: i32 = 100_000_000;

fn bounded(sum: i64) -> i32 {
    sum.clamp(i64::from(-MOST), i64::from(MOST)) as i32
}

/// The names of the columns; both that are needed must be there, once each.
fn header(reader: &mut csv::Reader<&[u8]>) -> Result<csv::StringRecord, String> {
    let header = reader.headers().map_err(|error| plain_words(&error))?;
    for column in ["feature", "weight"] {
        if header.iter().filter(|&name| name == column).count() != 1 {
            let found: Vec<&str> = header.iter().collect();
            return Err(format!(
                "expected the columns `feature` and `weight`, but found `{}`",
                found.join(",").escape_debug()
            ));
        }
    }
    Ok(header.clone())
}

/// The line of the row that is read from `offset` on: blank lines before it are
/// passed over.
fn line_at(text: &[u8], offset: usize) -> u64 {
    let is_break = |byte: &&u8| matches!(byte, b'\r' | b'\n');
    let blank = text[offset..].iter().take_while(is_break).count();
    let before = &text[..offset + blank];
    let feeds = before.iter().filter(|&&byte| byte == b'\n').count();
    let returns = before.iter().filter(|&&byte| byte == b'\r').count();
    let both = before.windows(2).filter(|&pair| pair == b"\r\n").count();
    1 + (feeds + returns - both) as u64
}

/// The csv crate's error without its own account of the place.
fn plain_words(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => {
            format!(
                "expected `feature,weight` with a whole number as weight: {}",
                err.kind()
            )
        }
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => {
            format!("expected {expected_len} fields, but found {len}")
        }
        csv::ErrorKind::Utf8 { .. } => "the text is not UTF-8".to_string(),
        _ => error.to_string(),
    }
}

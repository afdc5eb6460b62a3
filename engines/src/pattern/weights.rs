//! Weights of a game's features, and the files that hold them.

use std::fs;
use std::hint::black_box;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::game::Move;
use crate::knowledge::Knowledge;

/// One weight a feature of `G`.
#[derive(Clone, Debug)]
pub struct Weights<G> {
    values: Vec<i32>,
    game: PhantomData<fn(G)>,
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
struct Row {
    feature: String,
    weight: i32,
}

impl<G: Knowledge> Weights<G> {
    /// The plain table that a person wrote.
    pub fn hand() -> Weights<G> {
        Weights {
            values: G::FEATURES
                .iter()
                .map(|feature| feature.hand_weight)
                .collect(),
            game: PhantomData,
        }
    }

    /// None at all.
    pub fn zero() -> Weights<G> {
        Weights {
            values: vec![0; G::FEATURES.len()],
            game: PhantomData,
        }
    }

    /// The weights that an engine's option names: a file's, or with `hand` or
    /// nothing the plain table.
    pub fn load(option: Option<&Path>) -> Result<Weights<G>, WeightsError> {
        match option {
            None => Ok(Weights::hand()),
            Some(path) if path == Path::new("hand") => Ok(Weights::hand()),
            Some(path) => Weights::read(path),
        }
    }

    /// Reads a CSV file with the columns `feature` and `weight`; a feature that
    /// it does not name weighs 0.
    pub fn read(path: &Path) -> Result<Weights<G>, WeightsError> {
        let text = fs::read(path).map_err(|source| WeightsError::Open {
            path: path.to_path_buf(),
            source,
        })?;
        let at_offset = |offset: u64, what: String| WeightsError::Line {
            path: path.to_path_buf(),
            line: line_at(&text, offset as usize),
            what,
        };
        let mut values: Vec<Option<i32>> = vec![None; G::FEATURES.len()];
        let mut reader = csv::Reader::from_reader(text.as_slice());
        check_header(&mut reader).map_err(|what| at_offset(0, what))?;
        let mut rows = reader.deserialize::<Row>();
        loop {
            let offset = rows.reader().position().byte();
            let at_line = |what: String| at_offset(offset, what);
            let Some(row) = rows.next() else {
                break;
            };
            let row = row.map_err(|error| at_line(plain_words(&error)))?;
            let index = index_of::<G>(&row.feature).map_err(at_line)?;
            if values[index].replace(row.weight).is_some() {
                return Err(at_line(format!("`{}` is given twice", row.feature)));
            }
        }
        Ok(Weights {
            values: values.into_iter().map(Option::unwrap_or_default).collect(),
            game: PhantomData,
        })
    }

    /// The feature of a name, as a number from 0, or what is wrong with the name.
    pub fn feature(name: &str) -> Result<usize, String> {
        index_of::<G>(name)
    }

    /// The same, but for the weights of these features, numbered as by
    /// [`Weights::feature`].
    pub fn with(&self, changed: impl IntoIterator<Item = (usize, i32)>) -> Weights<G> {
        let mut values = self.values().to_vec();
        for (feature, weight) in changed {
            values[feature] = weight;
        }
        Weights {
            values,
            game: PhantomData,
        }
    }

    /// One a feature, in their order.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// What a position is worth to the side to move, within ±[`MOST`].
    pub fn of_position(&self, position: &G) -> i32 {
        let mut sum = 0;
        position.position_features(&mut |feature, count| sum += self.product(feature, count));
        bounded(sum)
    }

    /// What a move, which leads to `after`, is worth to its player, within
    /// ±[`MOST`].
    pub fn of_move(&self, position: &G, mv: Move, after: &G) -> i32 {
        let mut sum = 0;
        position.move_features(mv, after, &mut |feature, count| {
            sum += self.product(feature, count);
        });
        bounded(sum)
    }

    fn product(&self, feature: usize, count: i32) -> i64 {
        i64::from(self.values[feature]) * i64::from(count)
    }
}

/// No sum of weights is beyond this, whatever a file says, so that a known
/// result is.
pub const MOST: i32 = 100_000_000;

fn bounded(sum: i64) -> i32 {
    sum.clamp(i64::from(-MOST), i64::from(MOST)) as i32
}

/// Both columns must be there, once each.
fn check_header(reader: &mut csv::Reader<&[u8]>) -> Result<(), String> {
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
    Ok(())
}

/// The line of the row that is read from `offset` on: blank lines before it are
/// passed over.
fn line_at(text: &[u8], offset: usize) -> u64 {
    let is_break = |byte: &&u8| matches!(byte, b'\r' | b'\n');
    let blank = text[offset..].iter().take_while(is_break).count();
    let before = &text[..offset + blank];
    1 + before.iter().filter(|&&byte| byte == b'\n').count() as u64
}

fn index_of<G: Knowledge>(name: &str) -> Result<usize, String> {
    G::FEATURES
        .iter()
        .position(|feature| feature.name == name)
        .ok_or_else(|| {
            // Were the list known to the compiler, it would unroll the join, and
            // take minutes over the sum of all lengths.
            let features = black_box(G::FEATURES);
            let known: Vec<&str> = features.iter().map(|feature| feature.name).collect();
            format!(
                "`{}` is no feature of this game; it has {}",
                name.escape_debug(),
                known.join(", ")
            )
        })
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

//! A book: a file of openings.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::ValueEnum;
use engines::rng::mix;
use engines::{GameSpec, GameVisitor, Knowledge, Move, Rng};
use serde::{Deserialize, Serialize};

use super::line::{Fault, Line};
use super::{sgf_lines, text_lines};
use crate::error::InputError;
use crate::records::{Place, sgf};

/// In which order a book's openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As they stand in the file
    #[default]
    Sequential,
    /// Shuffled by the seed
    Shuffled,
}

/// The different openings of a file, each checked by the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// The file.
    pub path: PathBuf,
    /// In which order they are played.
    pub order: Order,
    /// The most plies of an opening: longer ones are cut.
    pub plies: Option<u32>,
    /// How many openings lead to the position of an earlier one and are left
    /// out.
    pub repeats: usize,
    openings: Vec<Vec<Move>>,
}

impl Book {
    /// What a user is to know of it; mostly nothing.
    pub fn remark(&self) -> String {
        match self.repeats {
            0 => String::new(),
            repeats => format!(
                "{}: openings left out, as an earlier one leads to the same position: {repeats}",
                self.path.display()
            ),
        }
    }

    /// Reads a file for a game: a line of moves an opening, or SGF.
    pub fn read(
        path: &Path,
        game: &GameSpec,
        order: Order,
        plies: Option<u32>,
    ) -> anyhow::Result<Book> {
        let content = fs::read(path)
            .map_err(InputError::new)
            .with_context(|| format!("cannot read openings from `{}`", path.display()))?;
        let lines = lines(&content, game, plies)
            .map_err(|what| InputError(format!("{}{what}", path.display())))?;
        let count = lines.len();
        let mut keys = HashSet::new();
        let openings: Vec<Vec<Move>> = lines
            .into_iter()
            .filter_map(|(moves, key)| keys.insert(key).then_some(moves))
            .collect();
        Ok(Book {
            path: path.to_path_buf(),
            order,
            plies,
            repeats: count - openings.len(),
            openings,
        })
    }

    /// The openings, in the file's order.
    pub fn openings(&self) -> &[Vec<Move>] {
        &self.openings
    }

    /// Plies of an opening, in the mean.
    pub fn mean_plies(&self) -> f64 {
        let plies: usize = self.openings.iter().map(Vec::len).sum();
        plies as f64 / self.openings.len() as f64
    }
}

/// Openings with the key of the position behind each.
type Lines = Vec<(Vec<Move>, u64)>;

/// The openings of a file's content; an error goes behind the file's name.
fn lines(content: &[u8], game: &GameSpec, plies: Option<u32>) -> Result<Lines, String> {
    let text = str::from_utf8(content).map_err(|error| {
        let valid = str::from_utf8(&content[..error.valid_up_to()]).unwrap_or_default();
        let place = Place::of(valid, valid.len());
        format!(", {place}: this is not UTF-8, the encoding of a file of openings")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let most = plies.map_or(usize::MAX, |plies| plies as usize);
    let lines = game.dispatch(ReadLines { text, game, most })?;
    if lines.is_empty() {
        return Err(" holds no openings: each line of moves is one".to_string());
    }
    Ok(lines)
}

struct ReadLines<'a> {
    text: &'a str,
    game: &'a GameSpec,
    most: usize,
}

impl GameVisitor for ReadLines<'_> {
    type Output = Result<Lines, String>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Self::Output {
        let text = self.text;
        let empty = Line::new(G::initial(rules), self.most);
        if text.trim_start().starts_with('(') {
            let games = sgf::parse(text).map_err(|error| format!(", {error}"))?;
            sgf_lines::read(&games, self.game, &empty)
        } else {
            text_lines::read(text, &empty)
        }
        .map_err(|Fault { at, what }| format!(", {}: {what}", Place::of(text, at)))
    }
}

/// Hands out a book's openings: the next one to every pairing, so that all of
/// them meet over the same.
pub struct BookOpenings {
    book: Arc<Book>,
    order: Vec<u32>,
    /// How many a pairing has had.
    used: HashMap<u64, usize>,
}

impl BookOpenings {
    /// Where the order's random numbers come from: no pair has this id.
    const SHUFFLING: u64 = 0;

    /// Openings in the book's order.
    pub fn new(book: Arc<Book>, seed: u64) -> BookOpenings {
        let mut order: Vec<u32> = (0..book.openings.len() as u32).collect();
        if book.order == Order::Shuffled {
            shuffle(&mut order, &mut Rng::new(mix(seed, Self::SHUFFLING)));
        }
        BookOpenings {
            book,
            order,
            used: HashMap::new(),
        }
    }

    /// The next one that a pairing has not had.
    pub fn opening(&mut self, pairing: u64) -> Option<Vec<Move>> {
        let used = self.used.entry(pairing).or_default();
        let &index = self.order.get(*used)?;
        *used += 1;
        Some(self.book.openings[index as usize].clone())
    }
}

/// Every order is equally likely (Fisher and Yates, in Durstenfeld's form).
fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests;

//! Positions of recorded games.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use engines::{GameSpec, GameVisitor, Knowledge, Move, SpecError};
use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::Serialize;

use super::evaluation::{Evaluation, Start};
use super::features::Features;
use super::lesson::Lesson;
use super::rows::{Rows, Store};
use super::scratch_file::ScratchError;
use super::split::is_held_out;
use crate::error::InputError;
use crate::records::{GameRow, games_of, replay_as};
use crate::tournament::counter;

/// What is fitted to only if it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// Positions of the opening, which no engine chose
    Opening,
    /// Positions without a choice
    Forced,
    /// Positions in which one side has won already, whoever moves what
    Decided,
    /// Games lost by time, a crash or an illegal move
    Forfeits,
}

/// What was read, and what was left out of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games in the files.
    pub games: u64,
    /// Games without a result.
    pub void: u64,
    /// Games lost by a fault.
    pub forfeits: u64,
    /// Games that were there before, move for move.
    pub repeated: u64,
    /// Games that were not counted, where margins are fitted to.
    pub without_margin: u64,
    /// Positions of openings.
    pub opening: u64,
    /// Positions without a choice.
    pub forced: u64,
    /// Positions in which one side has won already.
    pub decided: u64,
}

/// Reads the positions of games, which must all be of one game.
#[derive(Debug)]
pub struct GamesReader<'a, L> {
    /// What they teach: a label, or the moves that were played.
    pub lesson: L,
    /// What is not left out.
    pub keep: &'a [Keep],
    /// Whether about a fifth of the games is kept from the fit.
    pub hold_out: bool,
    /// The weights to start from.
    pub start: &'a Start,
    /// Whether to take in features that have no hand weights; else they keep their
    /// weights of the start.
    pub patterns: bool,
    /// Whether to show no progress.
    pub quiet: bool,
}

/// The positions of games.
#[derive(Debug)]
pub struct Games<S> {
    /// The game.
    pub game: GameSpec,
    /// The game's evaluation, with its weights to start from.
    pub evaluation: Evaluation,
    /// What was read.
    pub tally: Tally,
    /// Games of each file that were not left out, in the order of the files.
    pub used: Vec<usize>,
    /// Positions to fit to.
    pub training: S,
    /// Positions to judge by.
    pub held_out: S,
    /// Hashes of the games.
    seen: HashSet<u64>,
}

/// One game's positions.
#[derive(Default)]
struct Extracted<R> {
    rows: R,
    tally: Tally,
}

impl<L: Lesson> GamesReader<'_, L> {
    /// Games that are extracted side by side; the text of no more is in memory.
    const BATCH: usize = 512;

    /// Reads files of games. In several, a game's id is `file:game_id`; a game
    /// without a number has that of its row.
    pub fn read(&self, files: &[PathBuf]) -> anyhow::Result<Games<L::Store>> {
        match files {
            [file] => self.read_all([(file.clone(), String::new())]),
            _ => self.read_from(Path::new(""), files),
        }
    }

    /// Reads files that are named from a folder, wherever that is. A game's id is always
    /// `file:game_id`, so that it is held out or not whatever other files there are.
    pub fn read_from(&self, folder: &Path, files: &[PathBuf]) -> anyhow::Result<Games<L::Store>> {
        let files = files.iter();
        self.read_all(files.map(|file| (folder.join(file), format!("{}:", file.display()))))
    }

    /// Reads files, each with what its games' ids begin with.
    fn read_all(
        &self,
        files: impl IntoIterator<Item = (PathBuf, String)>,
    ) -> anyhow::Result<Games<L::Store>> {
        let mut games = None;
        let counter = counter("games", self.quiet);
        for (file, prefix) in files {
            self.read_file(&file, &prefix, &mut games, &counter)?;
        }
        counter.finish_and_clear();
        games.ok_or_else(|| InputError::new("there are no games").into())
    }

    fn read_file(
        &self,
        file: &Path,
        prefix: &str,
        all: &mut Option<Games<L::Store>>,
        counter: &ProgressBar,
    ) -> anyhow::Result<()> {
        let mut rows = games_of::<GameRow>(file)?;
        let (mut number, mut used) = (0, 0);
        loop {
            let batch = rows.by_ref().take(Self::BATCH);
            let batch: Vec<(u64, GameRow)> = batch.collect::<Result<_, _>>()?;
            let Some((line, first)) = batch.first() else {
                break;
            };
            let at = |line: u64, what: String| {
                InputError(format!("{}, line {line}: {what}", file.display()))
            };
            let games = match all {
                Some(games) => games,
                None => {
                    let game = spec_of(first).map_err(|what| at(*line, what))?;
                    all.insert(Games::of(game, self.start)?)
                }
            };
            let extracted: Vec<Result<Extracted<L::Rows>, InputError>> = batch
                .par_iter()
                .map(|(line, row)| {
                    let extracted = self.extract(games, row);
                    extracted.map_err(|what| at(*line, what))
                })
                .collect();
            counter.inc(batch.len() as u64);
            for (game, (_, row)) in extracted.into_iter().zip(&batch) {
                number += 1;
                let id = match row.game_id {
                    0 => number,
                    id => id,
                };
                let is_held_out = self.hold_out && is_held_out(&format!("{prefix}{id}"));
                used += games.add(row, game?, is_held_out)?;
            }
        }
        all.iter_mut().for_each(|games| games.used.push(used));
        Ok(())
    }

    fn extract(
        &self,
        games: &Games<L::Store>,
        row: &GameRow,
    ) -> Result<Extracted<L::Rows>, String> {
        let Games {
            game, evaluation, ..
        } = games;
        let of_row = spec_of(row)?;
        if of_row != *game {
            return Err(format!(
                "this is a game of {of_row}, but the first is of {game}"
            ));
        }
        game.dispatch(Extract {
            reader: self,
            evaluation,
            row,
        })
    }

    fn keeps(&self, what: Keep) -> bool {
        self.keep.contains(&what)
    }
}

fn spec_of(row: &GameRow) -> Result<GameSpec, String> {
    if row.game.is_empty() {
        return Err("it does not say which game this is, in a column `game`".to_string());
    }
    row.game
        .parse()
        .map_err(|error: SpecError| error.to_string())
}

impl<S: Store> Games<S> {
    /// None yet.
    fn of(game: GameSpec, start: &Start) -> Result<Games<S>, InputError> {
        Ok(Games {
            evaluation: Evaluation::of(&game, start)?,
            game,
            tally: Tally::default(),
            used: Vec::new(),
            training: S::default(),
            held_out: S::default(),
            seen: HashSet::new(),
        })
    }

    /// Adds a game; returns how many that are. An engine without chance that plays itself
    /// plays both games of a pair alike: one of them held out would tell of the other.
    fn add(
        &mut self,
        row: &GameRow,
        game: Extracted<S::Rows>,
        is_held_out: bool,
    ) -> Result<usize, ScratchError> {
        if game.rows.games() > 0 && !self.seen.insert(hash_of(row)) {
            self.tally.games += 1;
            self.tally.repeated += 1;
            return Ok(0);
        }
        self.tally.add(&game.tally);
        let side = match is_held_out {
            true => &mut self.held_out,
            false => &mut self.training,
        };
        side.add(&game.rows)?;
        Ok(game.rows.games())
    }
}

/// The same of games that say the same.
fn hash_of(row: &GameRow) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&row.moves, row.winner.color()).hash(&mut hasher);
    hasher.finish()
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.void += other.void;
        self.forfeits += other.forfeits;
        self.repeated += other.repeated;
        self.without_margin += other.without_margin;
        self.opening += other.opening;
        self.forced += other.forced;
        self.decided += other.decided;
    }
}

struct Extract<'a, L> {
    reader: &'a GamesReader<'a, L>,
    evaluation: &'a Evaluation,
    row: &'a GameRow,
}

impl<L: Lesson> GameVisitor for Extract<'_, L> {
    type Output = Result<Extracted<L::Rows>, String>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Self::Output {
        let Extract {
            reader,
            evaluation,
            row,
        } = self;
        let mut game = Extracted::<L::Rows>::default();
        game.tally.games = 1;
        let says = game.says(reader, row);
        let mut left_of_opening = match reader.keeps(Keep::Opening) {
            true => 0,
            false => row.opening.split_ascii_whitespace().count(),
        };
        let mut features = Features::of(evaluation, reader.patterns);
        let mut wrong = None;
        replay_as(row, rules, |position: &G, mv: Move| {
            let Some(says) = says else { return };
            if left_of_opening > 0 {
                left_of_opening -= 1;
                game.tally.opening += 1;
            } else if !reader.keeps(Keep::Forced) && reader.lesson.is_forced(position) {
                game.tally.forced += 1;
            } else if !reader.keeps(Keep::Decided) && position.decided().is_some() {
                game.tally.decided += 1;
            } else {
                let rows = &mut game.rows;
                let added = reader.lesson.add(says, position, mv, &mut features, rows);
                wrong = wrong.take().or(added.err());
            }
        })
        .map_err(|error| error.to_string())?;
        game.rows.end_game();
        match wrong {
            Some(what) => Err(format!("game {}: {what}", row.game_id)),
            None => Ok(game),
        }
    }
}

impl<R: Rows> Extracted<R> {
    /// What the game says; `None` of one that is left out.
    fn says<L: Lesson>(&mut self, reader: &GamesReader<L>, row: &GameRow) -> Option<f64> {
        let tally = &mut self.tally;
        let Some(winner) = row.winner.color() else {
            tally.void += 1;
            return None;
        };
        if row.termination.is_forfeit() && !reader.keeps(Keep::Forfeits) {
            tally.forfeits += 1;
            return None;
        }
        let says = reader.lesson.of_game(winner, row);
        tally.without_margin += u64::from(says.is_none());
        says
    }
}

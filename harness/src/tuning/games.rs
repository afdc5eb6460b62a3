//! Positions of recorded games.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use engines::{GameSpec, GameVisitor, Knowledge, MoveList, SpecError};
use rayon::prelude::*;
use serde::Serialize;

use super::evaluation::{Evaluation, Start};
use super::label::Label;
use super::samples::Samples;
use super::split::is_held_out;
use crate::error::InputError;
use crate::records::{GameRow, games_of, replay_as};

/// What is fitted to only if it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// Positions of the opening, which no engine chose
    Opening,
    /// Positions with one legal move
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
    /// Positions with one legal move.
    pub forced: u64,
    /// Positions in which one side has won already.
    pub decided: u64,
}

/// Reads the positions of games, which must all be of one game.
#[derive(Debug)]
pub struct GamesReader<'a> {
    /// What positions are labeled with.
    pub label: Label,
    /// What is not left out.
    pub keep: &'a [Keep],
    /// Whether about a fifth of the games is kept from the fit.
    pub hold_out: bool,
    /// The weights to start from.
    pub start: &'a Start,
    /// Whether to take in features that have no hand weights; else they keep their
    /// weights of the start.
    pub patterns: bool,
}

/// The positions of games.
#[derive(Clone, Debug)]
pub struct Games {
    /// The game.
    pub game: GameSpec,
    /// The game's evaluation, with its weights to start from.
    pub evaluation: Evaluation,
    /// What was read.
    pub tally: Tally,
    /// Games of each file that were not left out, in the order of the files.
    pub used: Vec<usize>,
    /// Positions to fit to.
    pub training: Samples<i16>,
    /// Positions to judge by.
    pub held_out: Samples<i16>,
    /// Hashes of the games.
    seen: HashSet<u64>,
}

/// One game's positions.
#[derive(Default)]
struct Extracted {
    samples: Samples<i16>,
    tally: Tally,
}

impl GamesReader<'_> {
    /// Games that are extracted side by side; the text of no more is in memory.
    const BATCH: usize = 512;

    /// Reads files of games. In several, a game's id is `file:game_id`; a game
    /// without a number has that of its row.
    pub fn read(&self, files: &[PathBuf]) -> anyhow::Result<Games> {
        match files {
            [file] => self.read_all([(file.clone(), String::new())]),
            _ => self.read_from(Path::new(""), files),
        }
    }

    /// Reads files that are named from a folder, wherever that is. A game's id is always
    /// `file:game_id`, so that it is held out or not whatever other files there are.
    pub fn read_from(&self, folder: &Path, files: &[PathBuf]) -> anyhow::Result<Games> {
        let files = files.iter();
        self.read_all(files.map(|file| (folder.join(file), format!("{}:", file.display()))))
    }

    /// Reads files, each with what its games' ids begin with.
    fn read_all(
        &self,
        files: impl IntoIterator<Item = (PathBuf, String)>,
    ) -> anyhow::Result<Games> {
        let mut games = None;
        for (file, prefix) in files {
            self.read_file(&file, &prefix, &mut games)?;
        }
        games.ok_or_else(|| InputError::new("there are no games").into())
    }

    fn read_file(&self, file: &Path, prefix: &str, all: &mut Option<Games>) -> anyhow::Result<()> {
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
            let extracted: Vec<Result<Extracted, InputError>> = batch
                .par_iter()
                .map(|(line, row)| {
                    let extracted = self.extract(games, row);
                    extracted.map_err(|what| at(*line, what))
                })
                .collect();
            for (game, (_, row)) in extracted.into_iter().zip(&batch) {
                number += 1;
                let id = match row.game_id {
                    0 => number,
                    id => id,
                };
                let is_held_out = self.hold_out && is_held_out(&format!("{prefix}{id}"));
                used += games.add(row, game?, is_held_out);
            }
        }
        all.iter_mut().for_each(|games| games.used.push(used));
        Ok(())
    }

    fn extract(&self, games: &Games, row: &GameRow) -> Result<Extracted, String> {
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

impl Games {
    /// None yet.
    fn of(game: GameSpec, start: &Start) -> Result<Games, InputError> {
        Ok(Games {
            evaluation: Evaluation::of(&game, start)?,
            game,
            tally: Tally::default(),
            used: Vec::new(),
            training: Samples::default(),
            held_out: Samples::default(),
            seen: HashSet::new(),
        })
    }

    /// Adds a game; returns how many that are. An engine without chance that plays itself
    /// plays both games of a pair alike: one of them held out would tell of the other.
    fn add(&mut self, row: &GameRow, game: Extracted, is_held_out: bool) -> usize {
        if game.samples.games() > 0 && !self.seen.insert(hash_of(row)) {
            self.tally.games += 1;
            self.tally.repeated += 1;
            return 0;
        }
        self.tally.add(&game.tally);
        let side = match is_held_out {
            true => &mut self.held_out,
            false => &mut self.training,
        };
        side.append(&game.samples);
        game.samples.games()
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

struct Extract<'a> {
    reader: &'a GamesReader<'a>,
    evaluation: &'a Evaluation,
    row: &'a GameRow,
}

impl GameVisitor for Extract<'_> {
    type Output = Result<Extracted, String>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Self::Output {
        let Extract {
            reader,
            evaluation,
            row,
        } = self;
        let mut game = Extracted::default();
        game.tally.games = 1;
        let label = game.label(reader, row);
        let mut left_of_opening = match reader.keeps(Keep::Opening) {
            true => 0,
            false => row.opening.split_ascii_whitespace().count(),
        };
        let mut features = Features::of(evaluation, reader.patterns);
        let mut wrong = None;
        replay_as(row, rules, |position: &G| {
            let Some(black) = label else { return };
            if left_of_opening > 0 {
                left_of_opening -= 1;
                game.tally.opening += 1;
            } else if !reader.keeps(Keep::Forced) && is_forced(position) {
                game.tally.forced += 1;
            } else if !reader.keeps(Keep::Decided) && position.decided().is_some() {
                game.tally.decided += 1;
            } else if let Err(what) = features.collect(position) {
                wrong = wrong.take().or(Some(what));
            } else {
                let target = reader.label.of_side(black, position.to_move());
                let pairs = features.pairs.drain(..);
                game.samples.push_beside(features.rest, target, pairs);
            }
        })
        .map_err(|error| error.to_string())?;
        game.samples.end_game();
        match wrong {
            Some(what) => Err(format!("game {}: {what}", row.game_id)),
            None => Ok(game),
        }
    }
}

impl Extracted {
    /// The label as Black sees it; `None` of a game that is left out.
    fn label(&mut self, reader: &GamesReader, row: &GameRow) -> Option<f64> {
        let tally = &mut self.tally;
        let Some(winner) = row.winner.color() else {
            tally.void += 1;
            return None;
        };
        if row.termination.is_forfeit() && !reader.keeps(Keep::Forfeits) {
            tally.forfeits += 1;
            return None;
        }
        let label = reader.label.of_game(winner, row.margin);
        tally.without_margin += u64::from(label.is_none());
        label
    }
}

fn is_forced<G: Knowledge>(position: &G) -> bool {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.len() == 1
}

/// The features of one position.
struct Features<'a> {
    /// By feature. What is on from `end` on is part of the rest.
    start: &'a [i32],
    end: usize,
    counts: Vec<(u32, i32)>,
    pairs: Vec<(u32, i16)>,
    rest: f64,
}

impl Features<'_> {
    fn of(evaluation: &Evaluation, patterns: bool) -> Features<'_> {
        let start = &evaluation.start;
        Features {
            start,
            end: if patterns {
                start.len()
            } else {
                evaluation.plain
            },
            counts: Vec::new(),
            pairs: Vec::new(),
            rest: 0.0,
        }
    }

    /// Collects those that are on, each once, in ascending order.
    fn collect<G: Knowledge>(&mut self, position: &G) -> Result<(), String> {
        self.counts.clear();
        self.pairs.clear();
        self.rest = 0.0;
        position.position_features(&mut |feature, count| {
            if feature < self.end {
                self.counts.push((feature as u32, count));
            } else {
                self.rest += f64::from(self.start[feature]) * f64::from(count);
            }
        });
        self.counts.sort_unstable_by_key(|&(feature, _)| feature);
        for same in self.counts.chunk_by(|one, next| one.0 == next.0) {
            let feature = same[0].0;
            let count: i32 = same.iter().map(|&(_, count)| count).sum();
            let count = i16::try_from(count).map_err(|_| {
                let name = G::feature_name(feature as usize);
                format!("feature {name} is on {count} times, more than can be counted")
            })?;
            if count != 0 {
                self.pairs.push((feature, count));
            }
        }
        Ok(())
    }
}

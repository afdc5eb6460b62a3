//! A result folder: made once, written pair by pair, gone on with later.

use std::fs;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use super::csv_file::{CsvFile, csv_lines};
use super::game_row::GameRow;
use super::move_row::MoveRow;
use super::whole_file::write_whole;
use crate::error::InputError;

const CONFIGURATION: &str = "tournament.toml";
const GAMES: &str = "games.csv";
const MOVES: &str = "moves.csv";
const RATINGS: &str = "ratings.csv";

/// The folder of one run.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder at `path` for a run with this configuration: made if it is
    /// not there. A folder that holds another run is refused and left alone.
    pub fn open(path: &Path, configuration: &str) -> anyhow::Result<Folder> {
        let folder = Folder(path.to_path_buf());
        match fs::read_to_string(folder.file(CONFIGURATION)) {
            Ok(found) if found == configuration => return Ok(folder),
            Ok(found) => {
                return Err(InputError(format!(
                    "{} holds another run: {}; choose another folder with --out",
                    path.display(),
                    first_difference(&found, configuration)
                ))
                .into());
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                let file = folder.file(CONFIGURATION);
                return Err(InputError(format!("cannot read {}: {error}", file.display())).into());
            }
        }
        for name in [GAMES, MOVES, RATINGS] {
            if folder.file(name).exists() {
                return Err(InputError(format!(
                    "{} holds {name} of another run, without its {CONFIGURATION}; \
                     choose another folder with --out",
                    path.display()
                ))
                .into());
            }
        }
        fs::create_dir_all(path)
            .map_err(InputError::new)
            .with_context(|| format!("cannot make the folder {}", path.display()))?;
        write_whole(&folder.file(CONFIGURATION), configuration.as_bytes())?;
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes `ratings.csv`.
    pub fn write_ratings(&self, rows: &[impl Serialize]) -> anyhow::Result<()> {
        write_whole(&self.file(RATINGS), &csv_lines(rows, true)?)
    }

    /// Hands the recorded games to `game` in order, and makes writers that go on
    /// behind them. `game` says whether a pair is whole with this one, or what
    /// is wrong with it.
    ///
    /// What a killed run left of a pair is cut off: half of its last line, a game
    /// without its twin, moves without their game. Anything else that is wrong in
    /// a file was not done by this program, and the files are left alone.
    pub fn go_on(
        &self,
        with_moves: bool,
        mut game: impl FnMut(GameRow) -> anyhow::Result<bool>,
    ) -> anyhow::Result<GamesWriter> {
        let mut games = CsvFile::open(self.file(GAMES), GameRow::COLUMNS)?;
        games.lock()?;
        let (mut searched, mut in_pairs) = (Vec::new(), 0);
        let whole = games.read(|row: GameRow| {
            searched.push(Plies::searched(&row));
            let is_whole = game(row)?;
            if is_whole {
                in_pairs = searched.len();
            }
            Ok(is_whole)
        })?;
        searched.truncate(in_pairs);
        let moves = match with_moves {
            true => Some(self.go_on_with_moves(&searched)?),
            false => None,
        };
        games.cut(whole)?;
        Ok(GamesWriter { games, moves })
    }

    fn go_on_with_moves(&self, games: &[Plies]) -> anyhow::Result<CsvFile> {
        let path = self.file(MOVES);
        if !games.is_empty() && !path.exists() {
            return Err(InputError(format!(
                "{} is missing, but {GAMES} holds games; bring it back, or choose another folder \
                 with --out",
                path.display()
            ))
            .into());
        }
        let mut file = CsvFile::open(path, MoveRow::COLUMNS)?;
        let whole = whole_moves(&mut file, games)?;
        file.cut(whole)?;
        Ok(file)
    }
}

/// The plies of a recorded game that engines chose, each a row of `moves.csv`.
struct Plies {
    game_id: u64,
    range: RangeInclusive<u64>,
}

impl Plies {
    fn searched(row: &GameRow) -> Plies {
        let opening = row.opening.split_ascii_whitespace().count() as u64;
        Plies {
            game_id: row.game_id,
            range: opening + 1..=row.plies,
        }
    }
}

/// How many bytes of `moves.csv` are the moves of these games, of which none
/// may be missing.
fn whole_moves(file: &mut CsvFile, games: &[Plies]) -> anyhow::Result<u64> {
    let all = |game: &Plies| {
        let id = game.game_id;
        game.range.clone().map(move |ply| (id, ply))
    };
    let mut expected = games.iter().flat_map(all);
    let last_game = games.last().map_or(0, |game| game.game_id);
    let whole = file.read(|row: MoveRow| {
        if row.game_id > last_game {
            return Ok(false);
        }
        let found = (row.game_id, row.ply);
        match expected.next() {
            Some(next) if next == found => Ok(true),
            Some((id, ply)) => Err(InputError(format!(
                "game {}, ply {} where game {id}, ply {ply} is expected",
                row.game_id, row.ply
            ))
            .into()),
            None => Err(InputError(format!("game {} has no ply {}", row.game_id, row.ply)).into()),
        }
    })?;
    match expected.next() {
        None => Ok(whole),
        Some((id, ply)) => Err(InputError(format!(
            "{} ends before game {id}, ply {ply}, but {GAMES} goes on to game {last_game}; \
             bring the moves back, or choose another folder with --out",
            file.path().display()
        ))
        .into()),
    }
}

/// Appends whole pairs to the files of a run.
#[derive(Debug)]
pub struct GamesWriter {
    games: CsvFile,
    moves: Option<CsvFile>,
}

impl GamesWriter {
    /// Commits a pair. Its moves go first: the games are the mark that the
    /// pair is recorded.
    pub fn commit(&mut self, games: &[GameRow], moves: &[MoveRow]) -> anyhow::Result<()> {
        if let Some(file) = &mut self.moves {
            file.append(moves)?;
        }
        self.games.append(games)
    }

    /// Makes sure that everything is on the disk.
    pub fn sync(&mut self) -> anyhow::Result<()> {
        if let Some(file) = &self.moves {
            file.sync()?;
        }
        self.games.sync()
    }
}

/// The first line in which two configurations differ.
fn first_difference(found: &str, wanted: &str) -> String {
    let mut lines = (found.lines(), wanted.lines());
    loop {
        match (lines.0.next(), lines.1.next()) {
            (Some(old), Some(new)) if old == new => {}
            (Some(old), Some(new)) => return format!("there `{old}`, here `{new}`"),
            (Some(old), None) => return format!("there `{old}`, here nothing"),
            (None, Some(new)) => return format!("here `{new}`, there nothing"),
            (None, None) => return "they differ in white space".to_string(),
        }
    }
}

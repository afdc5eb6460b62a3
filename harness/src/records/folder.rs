//! A result folder: made once, written pair by pair, gone on with later.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::game_row::{GameRow, read_rows};
use super::move_row::MoveRow;
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
        folder.replace(CONFIGURATION, configuration.as_bytes())?;
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a whole file beside the old one and renames it.
    fn replace(&self, name: &str, content: &[u8]) -> anyhow::Result<()> {
        let (file, beside) = (self.file(name), self.file(&format!("{name}.new")));
        let write = || -> io::Result<()> {
            let mut new = File::create(&beside)?;
            new.write_all(content)?;
            new.sync_all()?;
            fs::rename(&beside, &file)
        };
        let written = write();
        if written.is_err() {
            let _ = fs::remove_file(&beside);
        }
        written.with_context(|| format!("cannot write {}", file.display()))
    }

    /// Writes `ratings.csv`.
    pub fn write_ratings(&self, rows: &[impl Serialize]) -> anyhow::Result<()> {
        self.replace(RATINGS, &csv_lines(rows, true)?)
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
            file.path.display()
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

/// A CSV file that grows by whole rows.
#[derive(Debug)]
struct CsvFile {
    path: PathBuf,
    file: File,
    columns: &'static str,
    has_header: bool,
}

impl CsvFile {
    /// The file at `path`, made if it is not there.
    fn open(path: PathBuf, columns: &'static str) -> anyhow::Result<CsvFile> {
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Err(InputError(format!("{} is not a file", path.display())).into());
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options
            .open(&path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        Ok(CsvFile {
            path,
            file,
            columns,
            has_header: false,
        })
    }

    /// Keeps other runs out as long as this file is open. Where the file system
    /// has no locks, nothing does.
    fn lock(&self) -> Result<(), InputError> {
        match self.file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(InputError(format!(
                "another run is writing {}; wait for its end, or choose another folder with --out",
                self.path.display()
            ))),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
        }
    }

    /// Hands every row to `row`, which says whether the file is whole up to its
    /// end; returns how many bytes are. Half a line at the end is passed over.
    fn read<R: DeserializeOwned>(
        &mut self,
        mut row: impl FnMut(R) -> anyhow::Result<bool>,
    ) -> anyhow::Result<u64> {
        let mut content = Vec::new();
        self.file
            .read_to_end(&mut content)
            .with_context(|| format!("cannot read {}", self.path.display()))?;
        let lines_end = content.iter().rposition(|&byte| byte == b'\n');
        let lines = &content[..lines_end.map_or(0, |end| end + 1)];
        if lines.is_empty() {
            return Ok(0);
        }
        let mut reader = csv::Reader::from_reader(lines);
        self.check_columns(&mut reader)?;
        let mut whole = 0;
        read_rows(&self.path, &mut reader, |_, parsed, end| {
            if row(parsed)? {
                // The reader stops between `\r` and `\n`.
                let is_break = lines.get(end as usize) == Some(&b'\n');
                whole = end + u64::from(is_break);
            }
            Ok(())
        })?;
        Ok(whole)
    }

    fn check_columns(&self, reader: &mut csv::Reader<&[u8]>) -> Result<(), InputError> {
        let found = reader.byte_headers().map(|header| {
            let names: Vec<_> = header.iter().map(String::from_utf8_lossy).collect();
            names.join(",")
        });
        match found {
            Ok(found) if found == self.columns => Ok(()),
            _ => Err(InputError(format!(
                "{}, line 1: the columns must be {}",
                self.path.display(),
                self.columns
            ))),
        }
    }

    /// Leaves the first `whole` bytes, to go on behind them.
    fn cut(&mut self, whole: u64) -> anyhow::Result<()> {
        let mut cut = || -> io::Result<()> {
            if self.file.metadata()?.len() > whole {
                self.file.set_len(whole)?;
            }
            self.file.seek(io::SeekFrom::End(0)).map(|_| ())
        };
        cut().with_context(|| format!("cannot cut {}", self.path.display()))?;
        self.has_header = whole > 0;
        Ok(())
    }

    /// One write of whole lines.
    fn append(&mut self, rows: &[impl Serialize]) -> anyhow::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let lines = csv_lines(rows, !self.has_header)?;
        self.file
            .write_all(&lines)
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        self.has_header = true;
        Ok(())
    }

    fn sync(&self) -> anyhow::Result<()> {
        self.file
            .sync_data()
            .with_context(|| format!("cannot save {}", self.path.display()))
    }
}

/// Rows as lines of CSV.
pub fn csv_lines(rows: &[impl Serialize], with_header: bool) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(with_header)
        .from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    Ok(writer.into_inner()?)
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

//! A result folder: made once, written pair by pair, gone on with later.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use super::game_row::{GameRow, read_games};
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
        write().with_context(|| format!("cannot write {}", file.display()))
    }

    /// Writes `ratings.csv`.
    pub fn write_ratings(&self, rows: &[impl Serialize]) -> anyhow::Result<()> {
        self.replace(RATINGS, &csv_lines(rows, true)?)
    }

    /// The games that were recorded in whole pairs, handed to `game` in order,
    /// and writers that go on behind them. What a killed run left of a pair is
    /// cut off.
    pub fn go_on(
        &self,
        with_moves: bool,
        mut game: impl FnMut(GameRow) -> anyhow::Result<()>,
    ) -> anyhow::Result<GamesWriter> {
        let games = self.file(GAMES);
        let mut last_pair = 0;
        if games.exists() {
            let whole = whole_pairs(&games)?;
            truncate(&games, whole)?;
            if whole > 0 {
                read_games(&games, |_, row: GameRow| {
                    last_pair = row.pair_id;
                    game(row)
                })?;
            }
        }
        let moves = match with_moves {
            true => {
                let moves = self.file(MOVES);
                if moves.exists() {
                    truncate(&moves, moves_of_games(&moves, 2 * last_pair)?)?;
                }
                Some(CsvFile::open(moves)?)
            }
            false => None,
        };
        Ok(GamesWriter {
            games: CsvFile::open(games)?,
            moves,
        })
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
    has_header: bool,
}

impl CsvFile {
    fn open(path: PathBuf) -> anyhow::Result<CsvFile> {
        let open = || -> io::Result<(File, u64)> {
            let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
            let length = file.seek(io::SeekFrom::End(0))?;
            Ok((file, length))
        };
        let (file, length) = open().with_context(|| format!("cannot open {}", path.display()))?;
        Ok(CsvFile {
            path,
            file,
            has_header: length > 0,
        })
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

fn truncate(path: &Path, length: u64) -> anyhow::Result<()> {
    let cut = || -> io::Result<()> {
        let file = OpenOptions::new().write(true).open(path)?;
        if file.metadata()?.len() > length {
            file.set_len(length)?;
        }
        Ok(())
    };
    cut().with_context(|| format!("cannot cut {}", path.display()))
}

/// How many bytes of `games.csv` are whole pairs, header included.
fn whole_pairs(path: &Path) -> anyhow::Result<u64> {
    whole_rows(path, |row: &GameRow| row.game_id.is_multiple_of(2))
}

/// How many bytes of `moves.csv` belong to games up to `last_game`.
fn moves_of_games(path: &Path, last_game: u64) -> anyhow::Result<u64> {
    whole_rows(path, |row: &MoveRow| row.game_id <= last_game)
}

/// The end of the last row that ends its line and that `keep` takes.
fn whole_rows<R: serde::de::DeserializeOwned>(
    path: &Path,
    keep: impl Fn(&R) -> bool,
) -> anyhow::Result<u64> {
    let content = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines_end = content
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let mut reader = csv::Reader::from_reader(&content[..lines_end]);
    reader.headers()?;
    let mut end = reader.position().byte();
    let headers = reader.headers()?.clone();
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).unwrap_or(false) {
        match record.deserialize::<R>(Some(&headers)) {
            Ok(row) if keep(&row) => end = reader.position().byte(),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    Ok(end)
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

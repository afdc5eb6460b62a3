//! WTHOR: the files in which the French Othello federation publishes games that
//! people played, `.wtb`, with lists of players, `.JOU`, and of tournaments, `.TRN`,
//! beside them (Fédération française d'Othello, "Format de la base WTHOR").
//!
//! A move is stored as 10 × row + column; passes are not stored. The score is
//! Black's discs, with the empty points counted for the winner.

mod bytes;
mod game;
mod names;

use std::fs::{self, File};
use std::io::BufReader;
use std::iter;
use std::path::{Path, PathBuf};

use engines::GameSpec;
use engines::othello::OthelloRules;
use serde::{Serialize, Serializer};

use self::bytes::{Header, read, record};
use self::game::{Replayed, StoredGame};
use self::names::Names;
use super::game_row::GameRow;
use crate::error::InputError;

/// A game of a file, ready for `games.csv`.
#[derive(Clone, PartialEq, Debug)]
pub struct WthorRow {
    /// The game.
    pub game: GameRow,
    /// What it belongs to, in columns of its own.
    pub event: Event,
}

/// One row of CSV: as the fields of a struct the two could not be in one.
impl Serialize for WthorRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.game, &self.event).serialize(serializer)
    }
}

/// What a game was played in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Event {
    /// The tournament's name.
    pub tournament: String,
    /// Its year.
    pub year: u16,
}

/// A file of games, read game by game.
#[derive(Debug)]
pub struct WthorFile {
    path: PathBuf,
    input: BufReader<File>,
    year: u16,
    left: u32,
    players: Names,
    tournaments: Names,
}

impl WthorFile {
    const GAME_BYTES: usize = 68;
    const PLAYER_BYTES: usize = 20;
    const TOURNAMENT_BYTES: usize = 26;
    const USUAL_BOARD: u8 = 8;
    const PLAYERS: [&str; 2] = ["WTH.JOU", "WTHOR.JOU"];
    const TOURNAMENTS: [&str; 2] = ["WTH.TRN", "WTHOR.TRN"];

    /// The files that are read of one of games: it and the lists beside it.
    pub fn files_read(path: &Path) -> impl Iterator<Item = PathBuf> {
        let lists = [Self::PLAYERS, Self::TOURNAMENTS];
        let lists = lists.into_iter().filter_map(|names| beside(path, names));
        iter::once(path.to_path_buf()).chain(lists)
    }

    /// Opens a file, and reads the lists beside it.
    pub fn open(path: &Path) -> Result<WthorFile, InputError> {
        let at = |what: String| InputError(format!("{}: {what}", path.display()));
        let (header, input) = Header::open(path)?;
        header.check_length(path, header.games, Self::GAME_BYTES)?;
        // Older files leave the size out where it is the usual one.
        if ![0, Self::USUAL_BOARD].contains(&header.board) {
            return Err(at(format!(
                "its board has {0}×{0} points, and only 8×8 is known",
                header.board
            )));
        }
        if header.is_solitaire {
            return Err(at("it has solitaires, which nobody played".to_string()));
        }
        let list = |names: [&str; 2], bytes: usize| match beside(path, names) {
            Some(list) => Names::read(&list, bytes),
            None => Ok(Names::default()),
        };
        Ok(WthorFile {
            path: path.to_path_buf(),
            input,
            year: header.year,
            left: header.games,
            players: list(Self::PLAYERS, Self::PLAYER_BYTES)?,
            tournaments: list(Self::TOURNAMENTS, Self::TOURNAMENT_BYTES)?,
        })
    }

    /// Whether there is a list of players.
    pub fn knows_players(&self) -> bool {
        !self.players.is_empty()
    }

    /// The next game, which becomes number `game_id`: or why its moves and score are
    /// none of a game. `None` behind the last one.
    pub fn next_game(
        &mut self,
        game_id: u64,
    ) -> Result<Option<Result<WthorRow, String>>, InputError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let bytes: [u8; Self::GAME_BYTES] =
            record(&mut self.input).map_err(|error| read(&self.path, &error))?;
        Ok(Some(self.row(&StoredGame::of(&bytes), game_id)))
    }

    fn row(&self, game: &StoredGame, game_id: u64) -> Result<WthorRow, String> {
        let Replayed { moves, end } = game.replay()?;
        let player = |number| self.players.name_or(number, "player");
        Ok(WthorRow {
            game: GameRow {
                game_id,
                // Each is a pair of its own: nobody swapped colors.
                pair_id: game_id,
                game: GameSpec::Othello(OthelloRules::default()).to_string(),
                opening: String::new(),
                black: player(game.black),
                white: player(game.white),
                winner: end.winner,
                margin: end.margin,
                termination: end.termination,
                detail: end.detail.map_or(String::new(), |rule| rule.to_string()),
                plies: moves.len() as u64,
                nodes_black: None,
                nodes_white: None,
                time_ms_black: 0.0,
                time_ms_white: 0.0,
                seed: 0,
                moves: moves.join(" "),
            },
            event: Event {
                tournament: self.tournaments.name_or(game.tournament, "tournament"),
                year: self.year,
            },
        })
    }
}

/// The file of one of these names beside another, in whatever case.
fn beside(path: &Path, names: [&str; 2]) -> Option<PathBuf> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let is_one = |path: &PathBuf| {
        let found = path.file_name().unwrap_or_default();
        names.iter().any(|name| found.eq_ignore_ascii_case(name))
    };
    let entries = fs::read_dir(folder).ok()?;
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(is_one)
        .min()
}

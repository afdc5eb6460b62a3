//! Growing the records of a run pair by pair, and going on with them.

use std::collections::HashMap;

use anyhow::Context;

use super::csv_file::{CsvFile, csv_lines};
use super::folder::{Folder, GAMES, MOVES};
use super::game_row::{GameRow, Searched, Winner};
use super::move_row::MoveRow;
use super::recorded_pair::RecordedPair;
use super::whole_file::write_whole;
use crate::error::InputError;

/// Pairs that ended before their turn.
const WAITING_GAMES: &str = "waiting-games.csv";
const WAITING_MOVES: &str = "waiting-moves.csv";

/// Pairs by number.
pub type Pairs = HashMap<u64, RecordedPair>;

/// Appends whole pairs to the files of a run.
#[derive(Debug)]
pub struct GamesWriter {
    games: CsvFile,
    moves: Option<CsvFile>,
    is_synced: bool,
}

impl GamesWriter {
    /// Commits pairs, in one write a file. Their moves go first: the games are
    /// the mark that a pair is recorded.
    pub fn commit(&mut self, pairs: &[RecordedPair]) -> anyhow::Result<()> {
        self.is_synced = false;
        if let Some(file) = &mut self.moves {
            file.append(pairs.iter().flat_map(|pair| &pair.moves))?;
        }
        self.games.append(pairs.iter().flat_map(|pair| &pair.games))
    }

    /// Makes sure that everything is on the disk.
    pub fn sync(&mut self) -> anyhow::Result<()> {
        if !self.is_synced {
            if let Some(file) = &self.moves {
                file.sync()?;
            }
            self.games.sync()?;
            self.is_synced = true;
        }
        Ok(())
    }
}

impl Folder {
    /// Hands the recorded games to `game` in order, and makes writers that go on
    /// behind them. `game` says whether a pair is whole with this one, or what
    /// is wrong with it.
    ///
    /// What a killed run left of a pair is cut off and kept in a file beside:
    /// half of its last line, a game without its twin, moves without their game.
    /// Anything else that is wrong in a file was not done by this program, and
    /// the files are left alone.
    pub fn go_on(
        &mut self,
        with_moves: bool,
        mut game: impl FnMut(GameRow) -> anyhow::Result<bool>,
    ) -> anyhow::Result<GamesWriter> {
        let mut games = self.games_file()?;
        let (mut searched, mut in_pairs) = (Vec::new(), 0);
        let whole = games.read(|row: GameRow| {
            if with_moves {
                searched.push(row.searched());
            }
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
        self.configure()?;
        Ok(GamesWriter {
            games,
            moves,
            is_synced: false,
        })
    }

    fn games_file(&self) -> anyhow::Result<CsvFile> {
        CsvFile::open(self.file(GAMES), GameRow::COLUMNS)
    }

    fn moves_file(&self) -> anyhow::Result<CsvFile> {
        CsvFile::open(self.file(MOVES), MoveRow::COLUMNS)
    }

    fn go_on_with_moves(&self, games: &[Searched]) -> anyhow::Result<CsvFile> {
        let path = self.file(MOVES);
        if !games.is_empty() && !path.exists() {
            return Err(InputError(format!(
                "{} is missing, but {GAMES} holds games; bring it back, or choose another folder \
                 with --out",
                path.display()
            ))
            .into());
        }
        let mut file = self.moves_file()?;
        let whole = whole_moves(&mut file, games)?;
        file.cut(whole)?;
        Ok(file)
    }

    /// Keeps pairs that ended before their turn, in the place of those kept
    /// before. Games are the mark that a pair is there, so its moves go first.
    pub fn keep_waiting<'a>(
        &self,
        pairs: impl Iterator<Item = &'a RecordedPair> + Clone,
        with_moves: bool,
    ) -> anyhow::Result<()> {
        if pairs.clone().next().is_none() {
            self.remove(WAITING_GAMES)?;
            return self.remove(WAITING_MOVES);
        }
        if with_moves {
            let moves = csv_lines(pairs.clone().flat_map(|pair| &pair.moves), true)?;
            write_whole(&self.file(WAITING_MOVES), &moves)?;
        }
        let games = csv_lines(pairs.flat_map(|pair| &pair.games), true)?;
        write_whole(&self.file(WAITING_GAMES), &games)
    }

    /// The pairs that wait for their turn. A pair of which something is missing
    /// is not among them.
    pub fn waiting(&self, with_moves: bool) -> anyhow::Result<Pairs> {
        if !self.file(WAITING_GAMES).exists() {
            return Ok(Pairs::new());
        }
        let mut moves = MovesByGame::new();
        if with_moves && self.file(WAITING_MOVES).exists() {
            let mut file = CsvFile::open(self.file(WAITING_MOVES), MoveRow::COLUMNS)?;
            moves_from(&mut file, 0, &mut moves)?;
        }
        let mut rows = Vec::new();
        CsvFile::open(self.file(WAITING_GAMES), GameRow::COLUMNS)?.read(|row| {
            rows.push(row);
            Ok(true)
        })?;
        Ok(pairs(rows, &mut moves)
            .filter(|pair| !with_moves || pair.has_all_moves())
            .map(|pair| (pair.id(), pair))
            .collect())
    }

    /// Takes back every void pair, to be played again: `games.csv` ends before
    /// the first of them, and the good ones behind it wait for their turn.
    pub fn take_back_void(&self, with_moves: bool) -> anyhow::Result<()> {
        let mut games = self.games_file()?;
        let mut rows: Vec<GameRow> = Vec::new();
        let mut met_void = false;
        let whole = games.read(|row: GameRow| {
            met_void |= row.winner == Winner::None;
            rows.push(row);
            let is_good = rows.len() == 2 && !met_void;
            if is_good {
                rows.clear();
            }
            Ok(is_good)
        })?;
        let first = rows.first().map_or(u64::MAX, |first| first.game_id);
        let mut moves = MovesByGame::new();
        let mut moves_file = None;
        if with_moves {
            let mut file = self.moves_file()?;
            let whole = moves_from(&mut file, first, &mut moves)?;
            moves_file = Some((file, whole));
        }
        let mut waiting = self.waiting(with_moves)?;
        waiting.extend(pairs(rows, &mut moves).map(|pair| (pair.id(), pair)));
        waiting.retain(|_, pair| !pair.is_void());
        self.keep_waiting(waiting.values(), with_moves)?;
        for (mut file, whole) in moves_file.into_iter().chain([(games, whole)]) {
            file.shorten(whole)
                .with_context(|| format!("cannot cut {}", file.path().display()))?;
        }
        Ok(())
    }
}

type MovesByGame = HashMap<u64, Vec<MoveRow>>;

/// Takes the rows of `moves.csv` from a game on; returns how many bytes are
/// before them.
fn moves_from(file: &mut CsvFile, first: u64, moves: &mut MovesByGame) -> anyhow::Result<u64> {
    file.read(|row: MoveRow| {
        let is_before = row.game_id < first;
        if !is_before {
            moves.entry(row.game_id).or_default().push(row);
        }
        Ok(is_before)
    })
}

/// Rows two by two, with their moves; a row without its twin is left out.
fn pairs(rows: Vec<GameRow>, moves: &mut MovesByGame) -> impl Iterator<Item = RecordedPair> {
    let mut rows = rows.into_iter().peekable();
    std::iter::from_fn(move || {
        loop {
            let first = rows.next()?;
            let Some(second) = rows.next_if(|second| second.pair_id == first.pair_id) else {
                continue;
            };
            let games = [first, second];
            let of_game = |game: &GameRow| moves.remove(&game.game_id).unwrap_or_default();
            let moves = games.iter().flat_map(of_game).collect();
            return Some(RecordedPair { games, moves });
        }
    })
}

/// How many bytes of `moves.csv` are the moves of these games, of which none
/// may be missing.
fn whole_moves(file: &mut CsvFile, games: &[Searched]) -> anyhow::Result<u64> {
    let all = |game: &Searched| {
        let id = game.game_id;
        game.plies.clone().map(move |ply| (id, ply))
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

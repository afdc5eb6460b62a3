//! A pair of games with their moves, on its way to the files and back.

use super::game_row::{GameRow, Winner};
use super::move_row::MoveRow;

/// The two games of a pair.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedPair {
    /// The rows of `games.csv`.
    pub games: [GameRow; 2],
    /// The rows of `moves.csv`, if they were asked for.
    pub moves: Vec<MoveRow>,
}

impl RecordedPair {
    /// Number in the schedule, from 1.
    pub fn id(&self) -> u64 {
        self.games[0].pair_id
    }

    /// Whether a game of it is void, so that it counts in no statistic.
    pub fn is_void(&self) -> bool {
        self.games.iter().any(|game| game.winner == Winner::None)
    }

    /// Whether `moves` holds every search of both games.
    pub(super) fn has_all_moves(&self) -> bool {
        let expected = self.games.iter().flat_map(|game| {
            let searched = game.searched();
            searched.plies.map(move |ply| (searched.game_id, ply))
        });
        let found = self.moves.iter().map(|row| (row.game_id, row.ply));
        expected.eq(found)
    }
}

//! Which move to look at first.

use crate::game::{Move, MoveList};
use crate::knowledge::Knowledge;

/// Moves that cut the search off elsewhere at the same ply.
#[derive(Default)]
pub struct Ordering {
    killers: Vec<[Option<Move>; 2]>,
}

impl Ordering {
    /// Sorts by: the table's move, the killers, then the game's own guess.
    pub fn sort<G: Knowledge>(
        &self,
        position: &G,
        moves: &mut MoveList,
        from_table: Option<Move>,
        ply: u32,
    ) {
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        moves.sort_by_cached_key(|&mv| {
            let rank = if Some(mv) == from_table {
                0
            } else if killers.contains(&Some(mv)) {
                1
            } else {
                2
            };
            (rank, -position.promise(mv))
        });
    }

    /// Remembers a move that refuted its predecessor.
    pub fn cut(&mut self, mv: Move, ply: u32) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(mv) {
            (*first, *second) = (Some(mv), *first);
        }
    }
}

//! Which move to look at first.

use super::parts::{Part, Without};
use crate::game::{Color, Move, MoveList};
use crate::knowledge::Knowledge;
use crate::moves::MOST_MOVES;

/// What cut the search off elsewhere.
pub struct Ordering {
    without: Without,
    /// By ply, the last two moves that did.
    killers: Vec<[Option<Move>; 2]>,
    /// By color and point, how often a stone there did, deeper searches counting more.
    history: [Vec<u32>; 2],
}

impl Ordering {
    pub fn new(without: Without) -> Ordering {
        Ordering {
            without,
            killers: Vec::new(),
            history: [0, 1].map(|_| vec![0; MOST_MOVES]),
        }
    }

    /// Sorts by: the table's move, the killers, then the game's own guess; where that
    /// says the same of two moves, what was learned of them.
    pub fn sort<G: Knowledge>(
        &self,
        position: &G,
        moves: &mut MoveList,
        from_table: Option<Move>,
        ply: u32,
    ) {
        if self.without.has(Part::Ordering) {
            return;
        }
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let history = &self.history[position.to_move().index()];
        moves.sort_by_cached_key(|&mv| {
            let rank = if Some(mv) == from_table {
                0
            } else if killers.contains(&Some(mv)) {
                1
            } else {
                2
            };
            let learned = mv.point().map_or(0, |point| history[point]);
            (rank, -position.promise(mv), u32::MAX - learned)
        });
    }

    /// Remembers a move that refuted its predecessor.
    pub fn cut(&mut self, color: Color, mv: Move, depth: u32, ply: u32) {
        if !self.without.has(Part::Killers) {
            self.add_killer(mv, ply as usize);
        }
        if let Some(point) = mv.point().filter(|_| !self.without.has(Part::History)) {
            let history = &mut self.history[color.index()][point];
            *history = history.saturating_add(depth * depth);
        }
    }

    fn add_killer(&mut self, mv: Move, ply: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(mv) {
            (*first, *second) = (Some(mv), *first);
        }
    }
}

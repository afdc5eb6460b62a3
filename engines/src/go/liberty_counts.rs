//! Exact numbers of liberties, kept from move to move.

use arrayvec::ArrayVec;

use super::board::Board;
use super::per_cell::PerCell;
use super::sides;
use crate::game::Color;

/// Cells whose stones a move takes off.
pub type Removed = ArrayVec<u16, { super::CELLS_19 }>;

/// The number of liberties of every chain, at its head.
#[derive(Clone)]
pub struct LibertyCounts<const CELLS: usize>(PerCell<u16, CELLS>);

impl<const CELLS: usize> LibertyCounts<CELLS> {
    /// Counts the liberties on a board.
    pub fn of(board: &Board<CELLS>) -> LibertyCounts<CELLS> {
        let mut counts = LibertyCounts(PerCell::of(0));
        for cell in board.grid().cells() {
            if board.stone(cell).is_some() && board.head(cell) == cell {
                counts.0[cell] = board.count_liberties(cell) as u16;
            }
        }
        counts
    }

    /// Liberties of the chain of a stone.
    pub fn get(&self, board: &Board<CELLS>, stone: usize) -> usize {
        self.0[board.head(stone)].into()
    }

    /// Plays as [`Board::play`], and keeps the counts: the stone takes a
    /// liberty from each chain around it, and a stone that is taken off leaves
    /// one to each. Only where chains become one are the liberties counted
    /// anew, for they may have shared some. Appends to `removed`.
    #[inline]
    pub fn play(
        &mut self,
        board: &mut Board<CELLS>,
        cell: usize,
        color: Color,
        removed: &mut Removed,
    ) {
        let (heads, chains) = board.chains_by_side(cell);
        for (side, head) in heads.into_iter().enumerate() {
            self.0[head] = self.0[head].wrapping_sub((chains >> side & 1) as u16);
        }
        let mut friends = sides::on(chains & board.stones_around(cell, color), heads);
        let friend = friends.next();
        let joins = friends.next().is_some();
        let gained = board.liberties_beyond(cell, friend) as u16;

        board.play(cell, color, |gone| removed.push(gone as u16));
        let head = board.head(cell);
        self.0[head] = gained + friend.map_or(0, |friend| self.0[friend]);
        for &gone in removed.iter() {
            for head in board.chains_around(gone.into()) {
                self.0[head] += 1;
            }
        }
        if joins && board.stone(cell).is_some() {
            self.0[head] = board.count_liberties(cell) as u16;
        }
    }
}

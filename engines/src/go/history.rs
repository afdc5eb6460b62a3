//! What superko needs of the past.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::grid::Cell;

/// The keys of all positions so far.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// A bit for each key, by its low end: most questions end here.
    seen: [u64; 8],
    last: Chain,
}

/// A chain of blocks that positions of one game share, so that copying a
/// position copies one pointer.
#[derive(Clone, Debug, Default)]
struct Chain(Option<Arc<Block>>);

/// Keys that follow each other; 30 of them fill four cache lines.
#[derive(Debug)]
struct Block {
    keys: ArrayVec<u64, 30>,
    before: Chain,
}

impl History {
    /// This history and one more position.
    pub fn push(&mut self, key: u64) {
        let (word, bit) = Self::place(key);
        self.seen[word] |= bit;
        self.last.push(key);
    }

    /// Whether a position occurred.
    pub fn contains(&self, key: u64) -> bool {
        let (word, bit) = Self::place(key);
        self.seen[word] & bit != 0 && self.last.contains(key)
    }

    fn place(key: u64) -> (usize, u64) {
        ((key >> 6 & 7) as usize, 1 << (key & 63))
    }
}

impl Chain {
    fn push(&mut self, key: u64) {
        let own = self.0.as_mut().and_then(Arc::get_mut);
        if own.is_none_or(|block| block.keys.try_push(key).is_err()) {
            let before = Chain(self.0.take());
            let keys = ArrayVec::from_iter([key]);
            self.0 = Some(Arc::new(Block { keys, before }));
        }
    }

    fn contains(&self, key: u64) -> bool {
        let mut current = self;
        while let Some(block) = &current.0 {
            if block.keys.contains(&key) {
                return true;
            }
            current = &block.before;
        }
        false
    }
}

/// A long chain must not be dropped by recursion.
impl Drop for Chain {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut block) = next.and_then(Arc::into_inner) {
            next = block.before.0.take();
        }
    }
}

/// The points from which a stone was ever taken. A stone on any other point
/// makes a position that never was: superko needs to look no further.
#[derive(Clone, Debug, Default)]
pub struct Vacated([u64; 7]);

impl Vacated {
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }
}

/// Numbers of the stones, by color and cell.
static STONES: [[u64; super::CELLS_19]; 2] = [crate::zobrist::table(1), crate::zobrist::table(2)];

/// The number that a stone adds to a board's key.
pub fn stone_key(stone: Cell, cell: usize) -> u64 {
    STONES[stone as usize][cell]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_share_their_past() {
        let mut trunk = History::default();
        trunk.push(1);
        let mut branch = trunk.clone();
        branch.push(2);
        trunk.push(3);
        assert!(branch.contains(1) && branch.contains(2) && !branch.contains(3));
        assert!(trunk.contains(1) && trunk.contains(3) && !trunk.contains(2));
    }

    #[test]
    fn a_very_long_history_is_dropped() {
        let mut history = History::default();
        for key in 0..1_000_000 {
            history.push(key);
        }
    }
}

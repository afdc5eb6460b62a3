//! What is known to be no win.

use std::collections::TryReserveError;

/// A hash table of fixed size: positions where the side to move does not win with so
/// many fours. A new one takes the place of an old one.
pub(super) struct Disproofs(Vec<u64>);

/// Enough fours for any board: as many as do not fit on the largest.
pub const ANY: u32 = 255;

/// The bits of an entry that say how many fours; the others are the key's.
const FOURS: u64 = 0xff;

impl Disproofs {
    /// A table of at most so many bytes, but at least one entry; an error if there is
    /// no memory for it.
    pub fn new(bytes: usize) -> Result<Disproofs, TryReserveError> {
        let count = (bytes / size_of::<u64>()).max(1);
        let mut entries = Vec::new();
        entries.try_reserve_exact(count)?;
        entries.resize(count, 0);
        Ok(Disproofs(entries))
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.0.len() as u128) >> 64) as usize
    }

    /// Whether so many fours are known not to be enough.
    #[inline]
    pub fn contains(&self, key: u64, fours: u32) -> bool {
        let entry = self.0[self.index(key)];
        (entry ^ key) <= FOURS && entry & FOURS >= u64::from(fours)
    }

    pub fn insert(&mut self, key: u64, fours: u32) {
        let index = self.index(key);
        self.0[index] = key & !FOURS | u64::from(fours);
    }
}

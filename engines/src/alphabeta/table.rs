//! The transposition table.

use std::collections::TryReserveError;

use super::{KNOWN, Value};
use crate::game::Move;

/// What a stored value says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Bound {
    /// What a fail-soft result means after a search of (`alpha`, `beta`).
    pub fn of(value: Value, alpha: Value, beta: Value) -> Bound {
        if value >= beta {
            Bound::AtLeast
        } else if value <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Known results count their plies from the position, not from the root.
    value: Value,
    pub best: Move,
    depth: u8,
    bound: Bound,
}

impl Entry {
    pub fn new(best: Move, value: Value, bound: Bound, depth: u32, ply: u32) -> Entry {
        let ply = ply as Value;
        let value = match value {
            _ if value >= KNOWN => value + ply,
            _ if value <= -KNOWN => value - ply,
            _ => value,
        };
        Entry {
            value,
            best,
            depth: depth as u8,
            bound,
        }
    }

    /// The stored value, if it settles a search of this depth and window.
    pub fn cutoff(&self, depth: u32, ply: u32, alpha: Value, beta: Value) -> Option<Value> {
        let ply = ply as Value;
        let value = match self.value {
            value if value >= KNOWN => value - ply,
            value if value <= -KNOWN => value + ply,
            value => value,
        };
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        (settles && u32::from(self.depth) >= depth).then_some(value)
    }
}

/// A hash table of fixed size. A new position takes the place of an old one; a
/// position's own entry is kept if it came from a deeper search.
pub struct Table {
    slots: Vec<Option<(u64, Entry)>>,
}

impl Table {
    /// A table of at most so many bytes, but at least one slot; an error if
    /// there is no memory for it.
    pub fn new(bytes: usize) -> Result<Table, TryReserveError> {
        let count = (bytes / size_of::<Option<(u64, Entry)>>()).max(1);
        let mut slots = Vec::new();
        slots.try_reserve_exact(count)?;
        slots.resize(count, None);
        Ok(Table { slots })
    }

    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        self.slots[self.slot(key)]
            .filter(|&(stored, _)| stored == key)
            .map(|(_, entry)| entry)
    }

    pub fn put(&mut self, key: u64, entry: Entry) {
        let slot = self.slot(key);
        let deeper = |&(stored, old): &(u64, Entry)| stored == key && old.depth > entry.depth;
        if !self.slots[slot].as_ref().is_some_and(deeper) {
            self.slots[slot] = Some((key, entry));
        }
    }
}

const _: () = assert!(size_of::<Option<(u64, Entry)>>() == 16);

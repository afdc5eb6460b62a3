//! The transposition table.

use std::collections::TryReserveError;

use super::value::{self, Value};
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
    key: u64,
    /// Known results count their plies from the position, not from the root.
    value: Value,
    pub best: Move,
    /// 0 where nothing is stored: no search to depth 0 is.
    depth: u8,
    /// The lowest two bits; the search that stored it above.
    bound_and_age: u8,
}

const _: () = assert!(size_of::<Entry>() == 16);

const NOTHING: Entry = Entry {
    key: 0,
    value: 0,
    best: Move::PASS,
    depth: 0,
    bound_and_age: 0,
};

impl Entry {
    pub fn new(key: u64, best: Move, value: Value, bound: Bound, depth: u32, ply: u32) -> Entry {
        Entry {
            key,
            value: value::from_root(value, ply),
            best,
            depth: depth as u8,
            bound_and_age: bound as u8,
        }
    }

    fn bound(&self) -> Bound {
        match self.bound_and_age & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        }
    }

    /// The stored value, if it settles a search of this depth and window.
    pub fn cutoff(&self, depth: u32, ply: u32, alpha: Value, beta: Value) -> Option<Value> {
        let value = value::to_root(self.value, ply);
        let settles = match self.bound() {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        (settles && u32::from(self.depth) >= depth).then_some(value)
    }
}

/// Entries that share a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A hash table of fixed size. A new entry takes the place of the position's own or,
/// in its bucket, of the one that is worth least: from the oldest search, of the
/// smallest depth.
pub struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of at most so many bytes, but at least one bucket; an error if there is
    /// no memory for it.
    pub fn new(bytes: usize) -> Result<Table, TryReserveError> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize(count, Bucket([NOTHING; 4]));
        Ok(Table { buckets, age: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket([NOTHING; 4]));
        self.age = 0;
    }

    /// From now on, what is there already is older.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(4);
    }

    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket(key)].0;
        let found = bucket
            .iter()
            .find(|entry| entry.key == key && entry.depth > 0);
        found.copied()
    }

    pub fn put(&mut self, mut entry: Entry) {
        let (bucket, age) = (self.bucket(entry.key), self.age);
        entry.bound_and_age |= age;
        let bucket = &mut self.buckets[bucket].0;
        let own = |old: &&mut Entry| old.key == entry.key && old.depth > 0;
        if let Some(own) = bucket.iter_mut().find(own) {
            // What is known of the position already may be from a deeper search.
            if entry.depth >= own.depth || entry.bound() == Bound::Exact {
                *own = entry;
            }
            return;
        }
        let worth = |old: &&mut Entry| {
            let years = age.wrapping_sub(old.bound_and_age & !3) / 4;
            i32::from(old.depth) - 8 * i32::from(years)
        };
        if let Some(least) = bucket.iter_mut().min_by_key(worth) {
            *least = entry;
        }
    }
}

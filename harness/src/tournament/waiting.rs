//! Pairs that ended before their turn.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::records::{Folder, Pairs, RecordedPair};

/// What an earlier run left of pairs that ended before their turn, for workers
/// who take such a pair.
pub struct Kept(Mutex<Pairs>);

impl Kept {
    pub fn new(pairs: Pairs) -> Kept {
        Kept(Mutex::new(pairs))
    }

    pub fn take(&self, pair_id: u64) -> Option<RecordedPair> {
        self.lock().remove(&pair_id)
    }

    fn lock(&self) -> MutexGuard<'_, Pairs> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Pairs that wait for an earlier one, in memory and on the disk.
pub struct Waiting<'a> {
    /// Those of an earlier run whom no worker has taken.
    kept: &'a Kept,
    /// Boxed, for a map moves its values when others come and go.
    pairs: BTreeMap<u64, Box<RecordedPair>>,
    with_moves: bool,
    /// Those on the disk, as far as this run has written them.
    saved: Option<HashSet<u64>>,
    /// Those that waited when it was last looked.
    seen: HashSet<u64>,
}

impl<'a> Waiting<'a> {
    /// Nobody waits but those that are kept.
    pub fn new(kept: &'a Kept, with_moves: bool) -> Waiting<'a> {
        Waiting {
            saved: None,
            kept,
            pairs: BTreeMap::new(),
            with_moves,
            seen: HashSet::new(),
        }
    }

    pub fn insert(&mut self, pair: RecordedPair) {
        self.pairs.insert(pair.id(), Box::new(pair));
    }

    pub fn take(&mut self, pair_id: u64) -> Option<Box<RecordedPair>> {
        self.pairs.remove(&pair_id)
    }

    /// Nobody waits any more: their turn will not come.
    pub fn forget(&mut self) {
        self.kept.lock().clear();
        self.pairs.clear();
    }

    /// Writes those that wait, if one of them has waited for a while: short
    /// games come and go before they are worth it.
    pub fn keep_old(&mut self, folder: &Folder) -> anyhow::Result<()> {
        let now: HashSet<u64> = self.pairs.keys().copied().collect();
        let is_worth_it = now.is_empty() || !self.seen.is_disjoint(&now);
        self.seen = now;
        if is_worth_it {
            self.keep_all(folder)?;
        }
        Ok(())
    }

    /// Writes those that wait, in the place of what was written before.
    pub fn keep_all(&mut self, folder: &Folder) -> anyhow::Result<()> {
        let kept = self.kept.lock();
        let now: HashSet<u64> = self.pairs.keys().chain(kept.keys()).copied().collect();
        if self.saved.as_ref() == Some(&now) {
            return Ok(());
        }
        let pairs = self.pairs.values().map(|pair| &**pair);
        let pairs = pairs.chain(kept.values());
        folder.keep_waiting(pairs, self.with_moves)?;
        self.saved = Some(now);
        Ok(())
    }
}

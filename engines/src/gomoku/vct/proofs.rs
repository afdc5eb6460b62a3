//! How near positions are to being proven or disproven.

use std::collections::TryReserveError;

/// How many positions, at least, must still be proven to prove this one a win of the
/// attacker, and disproven to disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

/// What cannot be done.
pub(super) const NEVER: u32 = u32::MAX / 4;

impl Numbers {
    /// Of a position where the attacker does not win.
    pub const DISPROVEN: Numbers = Numbers::new(NEVER, 0);

    /// Bounds that only a result reaches.
    pub const UNBOUNDED: Numbers = Numbers::new(NEVER, NEVER);

    pub const fn new(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof }
    }

    pub fn is_proven(self) -> bool {
        self.proof == 0
    }

    /// Whether one of them is as large as that bound.
    pub fn reach(self, bounds: Numbers) -> bool {
        self.proof >= bounds.proof || self.disproof >= bounds.disproof
    }

    /// The number for what the side to move wants, which one of its choices gives, and the
    /// other one, to which all add.
    pub fn of_mover(self, is_attack: bool) -> (u32, u32) {
        match is_attack {
            true => (self.proof, self.disproof),
            false => (self.disproof, self.proof),
        }
    }

    /// The numbers whose [`Numbers::of_mover`] these are.
    pub fn of_choices(is_attack: bool, one: u32, all: u32) -> Numbers {
        match is_attack {
            true => Numbers::new(one, all),
            false => Numbers::new(all, one),
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: u64,
    proof: u32,
    /// The plies to the end if the position is proven.
    disproof: u32,
}

impl Entry {
    /// No position has both numbers at 0.
    fn is_of(&self, key: u64) -> bool {
        self.key == key && (self.proof, self.disproof) != (0, 0)
    }
}

/// A hash table of fixed size. Of two entries in one place, a new one takes that of the
/// older.
pub(super) struct Proofs(Vec<[Entry; 2]>);

impl Proofs {
    /// A table of at most so many bytes, but at least one place; an error if there is no
    /// memory for it.
    pub fn new(bytes: usize) -> Result<Proofs, TryReserveError> {
        let count = (bytes / size_of::<[Entry; 2]>()).max(1);
        let mut places = Vec::new();
        places.try_reserve_exact(count)?;
        places.resize(count, Default::default());
        Ok(Proofs(places))
    }

    pub fn clear(&mut self) {
        self.0.fill(Default::default());
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.0.len() as u128) >> 64) as usize
    }

    fn get(&self, key: u64) -> Option<&Entry> {
        let entries = &self.0[self.place(key)];
        entries.iter().find(|entry| entry.is_of(key))
    }

    /// The numbers of a position, if they are known.
    pub fn numbers(&self, key: u64) -> Option<Numbers> {
        let entry = self.get(key)?;
        Some(match entry.proof {
            0 => Numbers::new(0, NEVER),
            proof => Numbers::new(proof, entry.disproof),
        })
    }

    /// The plies to the end of a position that is known to be proven.
    pub fn plies(&self, key: u64) -> Option<u32> {
        let entry = self.get(key)?;
        (entry.proof == 0).then_some(entry.disproof)
    }

    /// Stores the numbers of a position that is not proven.
    pub fn insert(&mut self, key: u64, numbers: Numbers) {
        self.put(Entry {
            key,
            proof: numbers.proof,
            disproof: numbers.disproof,
        });
    }

    /// Stores that a position is proven, and the plies to the end, at least one.
    pub fn insert_proven(&mut self, key: u64, plies: u32) {
        self.put(Entry {
            key,
            proof: 0,
            disproof: plies,
        });
    }

    fn put(&mut self, new: Entry) {
        let place = self.place(new.key);
        let [newer, older] = &mut self.0[place];
        if newer.key != new.key {
            *older = *newer;
        }
        *newer = new;
    }
}

//! What was found out about positions.

use std::collections::TryReserveError;

use super::discs::Discs;
use super::selective::Level;

/// No square.
pub const NOWHERE: u8 = u8::MAX;

/// Between which numbers the score of a position lies, and which moves were the
/// best there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    pub lower: i8,
    pub upper: i8,
    /// The latest first; [`NOWHERE`] where there is none.
    pub best: [u8; 2],
    /// How sure the numbers are.
    pub level: Level,
}

impl Known {
    const NOTHING: Known = Known {
        lower: i8::MIN,
        upper: i8::MAX,
        best: [NOWHERE; 2],
        level: Level::Guess,
    };

    /// The score as far as it is known surely enough, if that tells on which side
    /// of `alpha` it is.
    #[inline(always)]
    pub fn verdict(&self, alpha: i32, level: Level) -> Option<i32> {
        if self.level < level {
            return None;
        }
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower > alpha {
            Some(lower)
        } else {
            (upper <= alpha).then_some(upper)
        }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    discs: Discs,
    known: Known,
    /// How large the searches were that found it: the logarithm of their nodes.
    cost: u8,
    /// The search that used it last.
    age: u8,
}

const BLANK: Entry = Entry {
    // No position: a square has one disc.
    discs: Discs {
        own: u64::MAX,
        opponent: u64::MAX,
    },
    known: Known::NOTHING,
    cost: 0,
    age: 0,
};

/// A line of the cache. A position takes the place of the one that is worth
/// less.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// A hash table of fixed size. Whole positions are compared, so that no two are
/// ever taken for one.
pub struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of at most so many bytes, but at least one bucket; an error if
    /// there is no memory for it.
    pub fn new(bytes: usize) -> Result<Table, TryReserveError> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize(count, Bucket([BLANK; 2]));
        Ok(Table { buckets, age: 0 })
    }

    pub fn clear(&mut self) {
        self.buckets.fill(Bucket([BLANK; 2]));
    }

    /// What earlier searches left may go first from here on.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn get(&self, discs: Discs) -> Option<Known> {
        let Bucket(entries) = &self.buckets[self.place(discs)];
        let entry = entries.iter().find(|entry| entry.discs == discs);
        entry.map(|entry| entry.known)
    }

    /// Takes in that a search of so many nodes found the score to be above
    /// `alpha`, and at least `score`; or not above it, and at most `score`.
    pub fn put(
        &mut self,
        discs: Discs,
        (score, alpha): (i32, i32),
        level: Level,
        best: usize,
        nodes: u64,
    ) {
        let (place, age) = (self.place(discs), self.age);
        let Bucket(entries) = &mut self.buckets[place];
        let rank = |entry: &Entry| (entry.age == age, entry.cost);
        let entry = match entries.iter().position(|entry| entry.discs == discs) {
            Some(index) => &mut entries[index],
            None => {
                let [first, second] = entries;
                let entry = if rank(first) < rank(second) {
                    first
                } else {
                    second
                };
                *entry = Entry { discs, ..BLANK };
                entry
            }
        };
        entry.age = age;
        entry.cost = entry.cost.max(nodes.ilog2() as u8);
        let known = &mut entry.known;
        if known.level < level {
            *known = Known {
                best: known.best,
                level,
                ..Known::NOTHING
            };
        }
        // What is less sure must not narrow what is surer.
        if known.level == level {
            if score > alpha {
                known.lower = known.lower.max(score as i8);
            } else {
                known.upper = known.upper.min(score as i8);
            }
        }
        let best = best as u8;
        if known.best[0] != best {
            known.best = [best, known.best[0]];
        }
    }

    #[inline(always)]
    fn place(&self, discs: Discs) -> usize {
        // Both halves of a product hang on all bits of both factors.
        let own = discs.own ^ 0x9e37_79b9_7f4a_7c15;
        let opponent = discs.opponent ^ 0xd1b5_4a32_d192_ed03;
        let product = u128::from(own) * u128::from(opponent);
        let hash = (product >> 64) as u64 ^ product as u64;
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISCS: Discs = Discs {
        own: 1,
        opponent: 2,
    };

    #[test]
    fn what_is_less_sure_does_not_narrow_what_is_surer() {
        let mut table = Table::new(0).unwrap();
        table.put(DISCS, (10, 11), Level::Likely, 5, 1);
        table.put(DISCS, (4, 3), Level::Exact, 6, 1);
        table.put(DISCS, (2, 3), Level::Guess, 7, 1);
        let known = table.get(DISCS).unwrap();
        assert_eq!((known.lower, known.upper), (4, i8::MAX));
        assert_eq!(known.best, [7, 6]);
        assert_eq!(known.verdict(3, Level::Exact), Some(4));
        assert_eq!(known.verdict(4, Level::Guess), None);
    }

    #[test]
    fn an_unsure_answer_is_none_to_who_wants_to_be_sure() {
        let mut table = Table::new(0).unwrap();
        table.put(DISCS, (10, 11), Level::Likely, 5, 1);
        let known = table.get(DISCS).unwrap();
        assert_eq!(known.verdict(11, Level::Guess), Some(10));
        assert_eq!(known.verdict(11, Level::Exact), None);
    }

    #[test]
    fn the_older_and_the_cheaper_make_room() {
        let mut table = Table::new(0).unwrap();
        let place = |own| Discs { own, opponent: 0 };
        table.put(place(1), (0, 0), Level::Exact, 0, 1 << 20);
        table.put(place(2), (0, 0), Level::Exact, 0, 1 << 10);
        table.put(place(4), (0, 0), Level::Exact, 0, 1 << 5);
        assert!(table.get(place(2)).is_none());
        assert!(table.get(place(1)).is_some());
        table.grow_older();
        table.put(place(8), (0, 0), Level::Exact, 0, 1);
        table.put(place(16), (0, 0), Level::Exact, 0, 1);
        assert!(table.get(place(1)).is_none());
    }
}

//! The positions of any number of games, in bounded memory.

use rayon::prelude::*;

use super::samples::{Count, Samples};
use super::scratch_file::{ScratchError, ScratchFile};

/// Labeled positions in blocks of whole games, each of about so many positions. What
/// does not fit into memory is in a file, and is read again in every pass.
#[derive(Debug)]
pub struct SampleStore<C> {
    blocks: Vec<Block<C>>,
    /// Where the positions of a block begin and, behind them, where the last ends.
    begins: Vec<usize>,
    /// The block that is being filled.
    last: Samples<C>,
    games: usize,
    /// Bytes that may still be taken of memory.
    room: usize,
    scratch: Option<ScratchFile>,
}

#[derive(Debug)]
enum Block<C> {
    Kept(Samples<C>),
    /// Where its bytes begin, and how many they are.
    Written(u64, usize),
}

/// Positions of a block: few enough that one is small beside the caches of a machine,
/// and the same everywhere, so that sums over blocks are.
const POSITIONS: usize = 4_096;

/// What a store may take of memory.
const ROOM: usize = 128 << 20;

impl<C> Default for SampleStore<C> {
    fn default() -> Self {
        SampleStore::with_room(ROOM)
    }
}

impl<C> SampleStore<C> {
    /// An empty store that takes so many bytes of memory, and a block for each thread.
    pub fn with_room(bytes: usize) -> SampleStore<C> {
        SampleStore {
            blocks: Vec::new(),
            begins: vec![0],
            last: Samples::default(),
            games: 0,
            room: bytes,
            scratch: None,
        }
    }
}

impl<C: Count> SampleStore<C> {
    /// Adds games behind the others.
    pub fn add(&mut self, games: &Samples<C>) -> Result<(), ScratchError> {
        self.last.append(games);
        self.games += games.games();
        match self.last.positions() < POSITIONS {
            true => Ok(()),
            false => self.close(),
        }
    }

    /// Puts the last block to the others.
    fn close(&mut self) -> Result<(), ScratchError> {
        let block = std::mem::take(&mut self.last);
        self.begins
            .push(self.begins[self.blocks.len()] + block.positions());
        let size = block.bytes();
        let block = match size <= self.room {
            true => {
                self.room -= size;
                Block::Kept(block)
            }
            false => self.written(&block)?,
        };
        self.blocks.push(block);
        Ok(())
    }

    fn written(&mut self, block: &Samples<C>) -> Result<Block<C>, ScratchError> {
        let scratch = match &mut self.scratch {
            Some(scratch) => scratch,
            None => self.scratch.insert(ScratchFile::new()?),
        };
        let mut bytes = Vec::with_capacity(block.bytes());
        block.write(&mut bytes);
        Ok(Block::Written(scratch.append(&bytes)?, bytes.len()))
    }

    /// Games with a position.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Positions of all games.
    pub fn positions(&self) -> usize {
        self.begins[self.blocks.len()] + self.last.positions()
    }

    /// Takes in all blocks in their order, with how many positions are before each: in
    /// at most so many runs side by side, the same ones on every machine. Returns what
    /// became of each.
    pub fn fold<T: Send>(
        &self,
        most: usize,
        start: impl Fn() -> T + Sync,
        take_in: impl Fn(&mut T, usize, &Samples<C>) + Sync,
    ) -> Result<Vec<T>, ScratchError> {
        let count = self.blocks.len() + usize::from(self.last.positions() > 0);
        let runs = most.min(count);
        let bound = |run: usize| count * run / runs;
        let of_run = |run: usize| {
            let (mut so_far, mut space) = (start(), Space::default());
            for block in bound(run)..bound(run + 1) {
                let samples = self.block(block, &mut space)?;
                take_in(&mut so_far, self.begins[block], samples);
            }
            Ok(so_far)
        };
        (0..runs).into_par_iter().map(of_run).collect()
    }

    /// Hands over all blocks in their order.
    pub fn for_each(&self, mut each: impl FnMut(&Samples<C>)) -> Result<(), ScratchError> {
        let mut space = Space::default();
        let count = self.blocks.len() + usize::from(self.last.positions() > 0);
        (0..count).try_for_each(|block| {
            each(self.block(block, &mut space)?);
            Ok(())
        })
    }

    fn block<'a>(
        &'a self,
        block: usize,
        space: &'a mut Space<C>,
    ) -> Result<&'a Samples<C>, ScratchError> {
        match self.blocks.get(block) {
            None => Ok(&self.last),
            Some(block) => block.samples(self.scratch.as_ref(), space),
        }
    }

    /// Changes all samples, block by block.
    pub fn change(
        &mut self,
        other: impl Fn(&Samples<C>) -> Samples<C> + Sync,
    ) -> Result<(), ScratchError> {
        let mut changed = SampleStore::with_room(self.whole_room());
        let old = std::mem::take(self);
        let mut space = Space::default();
        for block in old.blocks {
            let block = block.samples(old.scratch.as_ref(), &mut space)?;
            changed.add(&other(block))?;
        }
        changed.add(&other(&old.last))?;
        *self = changed;
        Ok(())
    }

    /// Other samples of the same games, made block by block.
    pub fn map<D: Count>(
        &self,
        other: impl Fn(&Samples<C>) -> Samples<D> + Sync,
    ) -> Result<SampleStore<D>, ScratchError> {
        const AT_ONCE: usize = 32;
        let mut all = SampleStore::with_room(self.whole_room());
        let count = self.blocks.len() + usize::from(self.last.positions() > 0);
        for begin in (0..count).step_by(AT_ONCE) {
            let blocks = begin..count.min(begin + AT_ONCE);
            let made: Result<Vec<_>, _> = blocks
                .into_par_iter()
                .map(|block| Ok(other(self.block(block, &mut Space::default())?)))
                .collect();
            for samples in made? {
                all.add(&samples)?;
            }
        }
        Ok(all)
    }

    /// What it was made with.
    fn whole_room(&self) -> usize {
        let kept = self.blocks.iter().map(|block| match block {
            Block::Kept(samples) => samples.bytes(),
            Block::Written(..) => 0,
        });
        self.room + kept.sum::<usize>()
    }

    /// In how many games each of `features` is on.
    pub fn games_with(&self, features: usize) -> Result<Vec<usize>, ScratchError> {
        let mut games_with = vec![0; features];
        self.for_each(|samples| samples.count_games_with(&mut games_with))?;
        Ok(games_with)
    }
}

impl<C: Count> Block<C> {
    fn samples<'a>(
        &'a self,
        scratch: Option<&ScratchFile>,
        space: &'a mut Space<C>,
    ) -> Result<&'a Samples<C>, ScratchError> {
        match self {
            Block::Kept(samples) => Ok(samples),
            &Block::Written(begin, length) => {
                let scratch = scratch.expect("it was written to");
                space.bytes.resize(length, 0);
                scratch.read(begin, &mut space.bytes)?;
                space.samples.read(&space.bytes);
                Ok(&space.samples)
            }
        }
    }
}

/// Where a block is read into.
struct Space<C> {
    bytes: Vec<u8>,
    samples: Samples<C>,
}

impl<C> Default for Space<C> {
    fn default() -> Self {
        Space {
            bytes: Vec::new(),
            samples: Samples::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of three positions each; the features are their numbers.
    fn store(games: u32, room: usize) -> SampleStore<i16> {
        let mut store = SampleStore::with_room(room);
        for game in 0..games {
            let mut samples = Samples::default();
            for position in 0..3 {
                let target = f64::from(position) / 2.0;
                samples.push_beside(f64::from(game), target, [(game, 1), (game + 1, -7)]);
            }
            samples.end_game();
            store.add(&samples).unwrap();
        }
        store
    }

    /// Every position in words, game after game.
    fn all(store: &SampleStore<i16>) -> Vec<String> {
        let mut all = Vec::new();
        store
            .for_each(|samples| {
                for game in 0..samples.games() {
                    let rows = samples.positions_of(game).map(|at| samples.row(at));
                    all.extend(rows.map(|row| format!("{game}: {row:?}")));
                }
            })
            .unwrap();
        all
    }

    #[test]
    fn what_is_written_is_read_again() {
        for games in [0, 1, 1_365, 1_366, 5_000] {
            let kept = store(games, usize::MAX);
            for room in [0, 300_000] {
                let other = store(games, room);
                let least_written = if room == 0 { 1_366 } else { 5_000 };
                assert_eq!(other.scratch.is_some(), games >= least_written);
                assert_eq!(other.games(), kept.games());
                assert_eq!(other.positions(), kept.positions());
                assert_eq!(all(&other), all(&kept));
                let [found, expected] =
                    [&other, &kept].map(|store| store.games_with(games as usize + 1).unwrap());
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn runs_cover_all_blocks_once_and_in_order() {
        for games in [0, 1, 4_000, 9_000] {
            let store = store(games, 200_000);
            for most in [1, 2, 5, 100] {
                let runs = store.fold(most, Vec::new, |seen: &mut Vec<usize>, before, samples| {
                    seen.extend((0..samples.positions()).map(|at| before + at));
                });
                let runs = runs.unwrap();
                assert!(runs.len() <= most);
                assert_eq!(runs.concat(), Vec::from_iter(0..store.positions()));
            }
        }
    }

    #[test]
    fn what_is_made_of_them_stays_in_bounds() {
        let store = store(5_000, 200_000);
        let mut same = store.map(Samples::clone).unwrap();
        for _ in 0..2 {
            assert_eq!(all(&same), all(&store));
            assert!(same.scratch.is_some());
            assert_eq!(same.whole_room(), 200_000);
            same.change(Samples::clone).unwrap();
        }
    }
}

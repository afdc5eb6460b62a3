//! The weights of patterns and counts, where a search finds them at once.

#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::counts::{self, Counts};
use super::index_space::IndexSpace;
use super::lanes::{self, LANES};
use super::shapes::SHAPES;
use super::{FAMILIES, PHASES, members, phase};
use crate::othello::kernel::{Kernel, Portable};
use crate::othello::knowledge::{CLASSES, MOBILITY, class_of, classes};
use crate::othello::{Othello, bitboard};

/// Weights that any `u16` finds.
type Page = [i16; 1 << 16];

/// Where the weights of a family are: from `start` on in a page of each phase.
#[derive(Clone, Copy)]
struct Place {
    page: usize,
    start: u16,
}

/// One after the other, a page while there is room.
const PLACES: [Place; FAMILIES] = {
    let mut places = [Place { page: 0, start: 0 }; FAMILIES];
    let (mut page, mut start) = (0, 0);
    let mut family = 0;
    while family < FAMILIES {
        if start + members(family) > size_of::<Page>() / size_of::<i16>() {
            (page, start) = (page + 1, 0);
        }
        places[family] = Place {
            page,
            start: start as u16,
        };
        start += members(family);
        family += 1;
    }
    places
};

/// Pages of a phase.
const PAGES: usize = PLACES[FAMILIES - 1].page + 1;

const LANE_STARTS: [u16; lanes::WIDTH] = {
    let mut starts = [0; lanes::WIDTH];
    let mut lane = 0;
    while lane < lanes::COUNT {
        starts[lane] = PLACES[LANES[lane].shape].start;
        lane += 1;
    }
    starts
};

/// The first lane of each page and, behind them, the end of all.
const LANES_OF_PAGES: [usize; PAGES + 1] = {
    let mut first = [lanes::COUNT; PAGES + 1];
    let mut lane = lanes::COUNT;
    while lane > 0 {
        lane -= 1;
        first[PLACES[LANES[lane].shape].page] = lane;
    }
    first
};

/// The weights of all features of the 8×8 board, by configuration as it is found
/// there; those of the plain features are part of them.
#[derive(Clone, Debug)]
pub struct Tables {
    phases: Box<[[Page; PAGES]; PHASES]>,
}

impl Tables {
    /// From the weights of all features in index order; a feature past the last
    /// weighs 0. `None` if one does not fit.
    pub fn new(weights: &[i32]) -> Option<Tables> {
        let space = IndexSpace::get();
        let weight = |feature: usize| i64::from(weights.get(feature).copied().unwrap_or(0));
        let mut phases = blank();
        for (family, place) in PLACES.iter().enumerate() {
            let parts = plain_parts(family, &weight);
            for (phase, pages) in phases.iter_mut().enumerate() {
                let table = &mut pages[place.page][place.start.into()..];
                for (member, (entry, part)) in table.iter_mut().zip(&parts).enumerate() {
                    let sum = part + weight(space.feature(phase, family, member));
                    // Memory that is never written to is never there.
                    if sum != 0 {
                        *entry = sum.try_into().ok()?;
                    }
                }
            }
        }
        Some(Tables { phases })
    }

    /// The sum of the weights of all features that are on in a position on the
    /// 8×8 board.
    pub fn sum(&self, position: &Othello) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(sum) = avx2::sum(self, position) {
            return sum;
        }
        self.sum_with(Portable, position)
    }

    #[inline(always)]
    pub(super) fn sum_with(&self, kernel: impl Kernel, position: &Othello) -> i32 {
        let (own, opponent) = (position.own, position.opponent);
        let pages = &self.phases[phase((own | opponent).count_ones())];

        let at = lanes::configurations(own, opponent, LANE_STARTS);
        let mut sum = 0;
        for (page, bounds) in pages.iter().zip(LANES_OF_PAGES.windows(2)) {
            for &at in &at[bounds[0]..bounds[1]] {
                sum += i32::from(page[usize::from(at)]);
            }
        }
        let their_moves = kernel.moves(opponent, own, bitboard::board(8));
        let counts = Counts::new(own, opponent, [position.moves, their_moves]);
        for (number, place) in counts.0.into_iter().zip(&PLACES[SHAPES.len()..]) {
            sum += i32::from(pages[place.page][usize::from(place.start + number as u16)]);
        }
        sum
    }
}

/// Weights of 0, too large for the stack.
fn blank() -> Box<[[Page; PAGES]; PHASES]> {
    let phases = vec![[[0; _]; _]; PHASES].try_into();
    phases.unwrap_or_else(|_| unreachable!("as many as there are phases"))
}

/// What the plain features give to each member of a family.
fn plain_parts(family: usize, weight: &impl Fn(usize) -> i64) -> Vec<i64> {
    let times = |factor: i64| (0..members(family) as i64).map(move |number| number * factor);
    match family.checked_sub(SHAPES.len()) {
        None => disc_parts(family, weight),
        Some(counts::OWN_MOVES) => times(weight(MOBILITY)).collect(),
        Some(counts::THEIR_MOVES) => times(-weight(MOBILITY)).collect(),
        Some(_) => times(0).collect(),
    }
}

/// Square by square, all that may stand on the squares so far.
fn disc_parts(shape: usize, weight: &impl Fn(usize) -> i64) -> Vec<i64> {
    let disc = |at| match class(shape, at) {
        class if CARRIERS[class] == shape => weight(class),
        _ => 0,
    };
    let discs = (0..SHAPES[shape].size).map(disc);
    discs.fold(vec![0], |parts, disc| {
        let with_square = parts
            .iter()
            .flat_map(|part| [*part, part + disc, part - disc]);
        with_square.collect()
    })
}

/// The class of a square of a shape.
const fn class(shape: usize, at: usize) -> usize {
    class_of(SHAPES[shape].square(at, 0), 8)
}

/// By class of squares, a shape whose places cover each of them once.
const CARRIERS: [usize; CLASSES] = {
    let mut carriers = [SHAPES.len(); CLASSES];
    let mut shape = SHAPES.len();
    while shape > 0 {
        shape -= 1;
        let mut of_class = 0;
        while of_class < CLASSES {
            if covers_once(shape, of_class) {
                carriers[of_class] = shape;
            }
            of_class += 1;
        }
    }
    carriers
};

const fn covers_once(shape: usize, of_class: usize) -> bool {
    let mut covered = 0;
    let mut at = 0;
    while at < SHAPES[shape].size {
        if class(shape, at) == of_class {
            covered += lanes::places(shape);
        }
        at += 1;
    }
    covered == CLASS_SETS[of_class].count_ones() as usize
}

const CLASS_SETS: [u64; CLASSES] = classes(8);

const _: () = {
    let mut of_class = 0;
    while of_class < CLASSES {
        assert!(CARRIERS[of_class] < SHAPES.len());
        of_class += 1;
    }
};

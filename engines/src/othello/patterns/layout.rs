//! Where the weights of a phase lie in memory.

use super::lanes::{self, LANES};
use super::{FAMILIES, members};

/// Weights that any `u16` finds.
pub type Page = [i16; 1 << 16];

/// Where the weights of a family are: from `start` on in a page of each phase.
#[derive(Clone, Copy)]
pub struct Slot {
    pub page: usize,
    pub start: u16,
}

/// One after the other, a page while there is room.
pub const SLOTS: [Slot; FAMILIES] = {
    let mut slots = [Slot { page: 0, start: 0 }; FAMILIES];
    let (mut page, mut start) = (0, 0);
    let mut family = 0;
    while family < FAMILIES {
        if start + members(family) > size_of::<Page>() / size_of::<i16>() {
            (page, start) = (page + 1, 0);
        }
        slots[family] = Slot {
            page,
            start: start as u16,
        };
        start += members(family);
        family += 1;
    }
    slots
};

/// Pages of a phase.
pub const PAGES: usize = SLOTS[FAMILIES - 1].page + 1;

/// Where the weights of each lane start.
pub const LANE_STARTS: [u16; lanes::WIDTH] = {
    let mut starts = [0; lanes::WIDTH];
    let mut lane = 0;
    while lane < lanes::COUNT {
        starts[lane] = SLOTS[LANES[lane].shape].start;
        lane += 1;
    }
    starts
};

/// The first lane of each page and, behind them, the end of all.
pub const LANES_OF_PAGES: [usize; PAGES + 1] = {
    let mut first = [lanes::COUNT; PAGES + 1];
    let mut lane = lanes::COUNT;
    while lane > 0 {
        lane -= 1;
        first[SLOTS[LANES[lane].shape].page] = lane;
    }
    first
};

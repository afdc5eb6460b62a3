//! Sixteen numbers side by side, on which the same is done at once.

use std::ops::{Add, BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr, Sub};

/// How many.
pub const LANES: usize = 16;

/// A number a lane; a mask has all bits of a lane or none. Loops over so many
/// `u16` become single instructions wherever the processor has wide ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(32))]
pub struct Lanes(pub [u16; LANES]);

impl Lanes {
    pub const ZERO: Lanes = Lanes([0; LANES]);

    /// The same number in every lane.
    #[inline(always)]
    pub const fn all(value: u16) -> Lanes {
        Lanes([value; LANES])
    }

    /// A mask of the first lanes.
    pub fn first(count: usize) -> Lanes {
        Lanes(std::array::from_fn(|lane| {
            u16::from(lane < count).wrapping_neg()
        }))
    }

    #[inline(always)]
    fn map(mut self, f: impl Fn(u16) -> u16) -> Lanes {
        for lane in &mut self.0 {
            *lane = f(*lane);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Lanes, f: impl Fn(u16, u16) -> u16) -> Lanes {
        for (lane, other) in self.0.iter_mut().zip(other.0) {
            *lane = f(*lane, other);
        }
        self
    }

    /// A mask of the lanes that are not zero.
    #[inline(always)]
    pub fn is_some(self) -> Lanes {
        self.map(|lane| u16::from(lane != 0).wrapping_neg())
    }

    /// A mask of the lanes that are less than in `other`; both below 2^15.
    #[inline(always)]
    pub fn is_less(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| {
            u16::from((a as i16) < b as i16).wrapping_neg()
        })
    }

    /// Bits that are not in `other`.
    #[inline(always)]
    pub fn minus(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub fn count_ones(self) -> Lanes {
        self.map(|lane| lane.count_ones() as u16)
    }

    /// The lowest bit of each lane.
    #[inline(always)]
    pub fn lowest(self) -> Lanes {
        self.map(|lane| lane & lane.wrapping_neg())
    }

    #[inline(always)]
    pub fn without_lowest(self) -> Lanes {
        self.map(|lane| lane & lane.wrapping_sub(1))
    }

    /// One less, but not less than zero.
    #[inline(always)]
    pub fn countdown(self) -> Lanes {
        self.map(|lane| lane.saturating_sub(1))
    }

    /// Whether every lane is zero.
    #[inline(always)]
    pub fn is_zero(self) -> bool {
        self.0.iter().fold(0, |any, lane| any | lane) == 0
    }
}

macro_rules! lane_by_lane {
    ($($trait:ident $method:ident $f:expr;)*) => {
        $(impl $trait for Lanes {
            type Output = Lanes;
            #[inline(always)]
            fn $method(self, other: Lanes) -> Lanes {
                self.zip(other, $f)
            }
        })*
    };
}

lane_by_lane! {
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
    BitXor bitxor |a, b| a ^ b;
    Add add u16::wrapping_add;
    Sub sub u16::wrapping_sub;
}

impl BitOrAssign for Lanes {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Lanes) {
        *self = *self | other;
    }
}

impl Not for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn not(self) -> Lanes {
        self.map(|lane| !lane)
    }
}

impl Shl<u32> for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn shl(self, by: u32) -> Lanes {
        self.map(|lane| lane << by)
    }
}

impl Shr<u32> for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn shr(self, by: u32) -> Lanes {
        self.map(|lane| lane >> by)
    }
}

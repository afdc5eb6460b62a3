//! Sixteen numbers side by side, on which the same is done at once.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitOrAssign, BitXor, Not, Sub};

/// How many.
pub const LANES: usize = 16;

/// A number of 16 bits a lane; a mask has all bits of a lane or none.
pub trait Lanes:
    Copy
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
    /// Zero in every lane.
    const ZERO: Self;

    fn as_array(&self) -> &[u16; LANES];

    fn as_array_mut(&mut self) -> &mut [u16; LANES];

    /// The same number in every lane.
    fn all(value: u16) -> Self;

    /// Twice as much.
    fn shifted_left(self) -> Self;

    /// Half as much.
    fn shifted_right(self) -> Self;

    /// Bits that are not in `other`.
    fn minus(self, other: Self) -> Self;

    /// A mask of the lanes that are not zero.
    fn is_some(self) -> Self;

    /// A mask of the lanes that are less than in `other`; both below 2^15.
    fn is_less(self, other: Self) -> Self;

    fn count_ones(self) -> Self;

    /// One less, but not less than zero.
    fn countdown(self) -> Self;

    /// Whether every lane is zero.
    fn is_zero(self) -> bool;

    /// Without the lowest bit of each lane.
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & (self - Self::all(1))
    }

    /// The lowest bit of each lane.
    #[inline(always)]
    fn lowest(self) -> Self {
        self & (Self::ZERO - self)
    }
}

/// Lanes for any processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Portable([u16; LANES]);

impl Portable {
    #[inline(always)]
    fn map(mut self, f: impl Fn(u16) -> u16) -> Portable {
        for lane in &mut self.0 {
            *lane = f(*lane);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Portable, f: impl Fn(u16, u16) -> u16) -> Portable {
        for (lane, other) in self.0.iter_mut().zip(other.0) {
            *lane = f(*lane, other);
        }
        self
    }
}

impl Lanes for Portable {
    const ZERO: Portable = Portable([0; LANES]);

    #[inline(always)]
    fn as_array(&self) -> &[u16; LANES] {
        &self.0
    }

    #[inline(always)]
    fn as_array_mut(&mut self) -> &mut [u16; LANES] {
        &mut self.0
    }

    #[inline(always)]
    fn all(value: u16) -> Portable {
        Portable([value; LANES])
    }

    #[inline(always)]
    fn shifted_left(self) -> Portable {
        self.map(|lane| lane << 1)
    }

    #[inline(always)]
    fn shifted_right(self) -> Portable {
        self.map(|lane| lane >> 1)
    }

    #[inline(always)]
    fn minus(self, other: Portable) -> Portable {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn is_some(self) -> Portable {
        self.map(|lane| u16::from(lane != 0).wrapping_neg())
    }

    #[inline(always)]
    fn is_less(self, other: Portable) -> Portable {
        self.zip(other, |a, b| {
            u16::from((a as i16) < b as i16).wrapping_neg()
        })
    }

    #[inline(always)]
    fn count_ones(self) -> Portable {
        self.map(|lane| lane.count_ones() as u16)
    }

    #[inline(always)]
    fn countdown(self) -> Portable {
        self.map(|lane| lane.saturating_sub(1))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |any, lane| any | lane) == 0
    }
}

impl BitAnd for Portable {
    type Output = Portable;
    #[inline(always)]
    fn bitand(self, other: Portable) -> Portable {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Portable {
    type Output = Portable;
    #[inline(always)]
    fn bitor(self, other: Portable) -> Portable {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign for Portable {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Portable) {
        *self = *self | other;
    }
}

impl BitXor for Portable {
    type Output = Portable;
    #[inline(always)]
    fn bitxor(self, other: Portable) -> Portable {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Portable {
    type Output = Portable;
    #[inline(always)]
    fn not(self) -> Portable {
        self.map(|lane| !lane)
    }
}

impl Add for Portable {
    type Output = Portable;
    #[inline(always)]
    fn add(self, other: Portable) -> Portable {
        self.zip(other, u16::wrapping_add)
    }
}

impl Sub for Portable {
    type Output = Portable;
    #[inline(always)]
    fn sub(self, other: Portable) -> Portable {
        self.zip(other, u16::wrapping_sub)
    }
}

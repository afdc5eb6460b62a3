//! A position without its history: the discs of both sides.

use crate::othello::kernel::Node;

/// Discs, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Discs {
    pub own: u64,
    pub opponent: u64,
}

impl Discs {
    /// After a disc of the side to move on `square`, which turns `flips` over.
    #[inline(always)]
    pub fn after(self, square: usize, flips: u64) -> Discs {
        Discs {
            own: self.opponent & !flips,
            opponent: self.own | flips | 1 << square,
        }
    }

    /// After a pass.
    #[inline(always)]
    pub fn passed(self) -> Discs {
        Discs {
            own: self.opponent,
            opponent: self.own,
        }
    }

    /// All of them.
    #[inline(always)]
    pub fn all(self) -> u64 {
        self.own | self.opponent
    }

    /// With what a search must know besides.
    #[inline(always)]
    pub fn node(self, squares: u64, empties: u32, alpha: i32) -> Node {
        Node {
            own: self.own,
            opponent: self.opponent,
            squares,
            empties,
            alpha,
        }
    }
}

impl From<&Node> for Discs {
    #[inline(always)]
    fn from(node: &Node) -> Discs {
        Discs {
            own: node.own,
            opponent: node.opponent,
        }
    }
}

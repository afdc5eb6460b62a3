//! Unconditional life: what no sequence of moves can take.
//!
//! D. B. Benson, "Life in the game of Go", Information Sciences 10 (1976).
//! The parts of the board without stones of a color are that color's
//! *regions*. A region is *vital* to a chain if every empty point of it is a
//! liberty of the chain: the opponent cannot fill the last of them without
//! being left there without a liberty. A set of chains lives if each has two
//! vital regions, and these border chains of the set alone.
//!
//! The theorem assumes that suicide is forbidden. Where it is allowed, the
//! opponent's stones may leave a region that they fill, and points that were
//! beyond the chain's reach under them become empty. There, a region is vital
//! only if every point of it, stone or not, is next to the chain.

use super::point_set::PointSet;

/// What one color holds for good, even if it passes from now on.
///
/// ```
/// use engines::go::{CELLS_9, Go, GoRules, PointSet, Preset};
/// use engines::{Color, diagram};
///
/// let game: Go<CELLS_9> = diagram::parse(
///     &GoRules::new(Preset::Cgos, 5, 5),
///     ". X . X O
///      X X X X O
///      O O O X O
///      . O . O O
///      O O O O .",
///     Color::White,
/// )
/// .unwrap();
/// // Two eyes: White can play in neither.
/// let black = game.life(Color::Black);
/// assert_eq!(black.stones, PointSet::from_rows([0b01010, 0b01111, 0b01000]));
/// assert_eq!(black.territory, PointSet::from_rows([0b00101]));
/// // White's stones are one chain with three.
/// let white = game.life(Color::White);
/// assert_eq!(white.stones, game.board().stones(Color::White));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Life {
    /// Stones that cannot be captured.
    pub stones: PointSet,
    /// Points in whose place the opponent can never live: all points of the
    /// regions that only those stones border, and in which at most one point
    /// is out of their reach, where two eyes would need two. Stones that the
    /// opponent has there are dead.
    pub territory: PointSet,
}

impl Life {
    /// What the color of the stones `own` holds on a board whose other points
    /// are `others`; `empty` are those without a stone.
    pub(super) fn of(own: &PointSet, others: &PointSet, empty: &PointSet, suicide: bool) -> Life {
        let regions: Vec<PointSet> = others.parts().collect();
        let must_reach = if suicide { others } else { empty };
        let stones = alive(own, &regions, must_reach);
        if stones.is_empty() {
            return Life::default();
        }
        let reach = stones.grown();
        let is_settled = |region: &&PointSet| {
            region.grown().and(own).minus(&stones).is_empty() && region.minus(&reach).count() <= 1
        };
        let settled = regions.iter().filter(is_settled);
        Life {
            stones,
            territory: settled.fold(PointSet::default(), |all, region| all.or(region)),
        }
    }
}

/// Benson's algorithm: takes away chains with fewer than two vital regions,
/// and regions that border a chain taken away, until nothing changes. A
/// region's points in `must_reach` decide what it is vital to.
fn alive(own: &PointSet, regions: &[PointSet], must_reach: &PointSet) -> PointSet {
    let out_of_reach = must_reach.minus(&own.grown());
    let mut regions: Vec<PointSet> = regions
        .iter()
        .copied()
        .filter(|region| region.and(&out_of_reach).is_empty())
        .collect();
    let mut chains: Vec<PointSet> = own.parts().collect();
    loop {
        let before = chains.len();
        chains.retain(|chain| {
            let reach = chain.grown();
            let is_vital = |region: &&PointSet| region.and(must_reach).minus(&reach).is_empty();
            regions.iter().filter(is_vital).nth(1).is_some()
        });
        let stones = chains.iter().fold(PointSet::default(), |all, c| all.or(c));
        if chains.len() == before {
            return stones;
        }
        let lost = own.minus(&stones).grown();
        regions.retain(|region| region.and(&lost).is_empty());
    }
}

//! Patterns: what stands on the squares of an edge, a corner, a row or a
//! diagonal, taken together. On the 8×8 board each configuration is a feature
//! in each phase of the game, and so are a few counts.
//!
//! A weight for each configuration, and to fit them all to recorded games, are
//! Michael Buro's ideas, and the shapes are those of his Logistello: "Improving
//! heuristic mini-max search by supervised learning" (2002), "The evolution of
//! strong Othello programs" (2003). As in Richard Delorme's Edax, a position is
//! seen from the side to move, so that one table serves both colors.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod counts;
mod folding;
mod index_space;
mod lanes;
mod layout;
mod plain_parts;
mod shapes;
mod tables;

pub use index_space::IndexSpace;
pub use tables::Tables;

use super::Othello;
use counts::{COUNTS, Counts};
use lanes::LANES;
use shapes::SHAPES;

/// Phases of a game.
const PHASES: usize = 12;

/// The phase of a board by its discs: a new one begins every five plies.
fn phase(discs: u32) -> usize {
    (discs.saturating_sub(4) as usize / 5).min(PHASES - 1)
}

/// The shapes, then the counts: what is a feature for each of its members, the
/// configurations or numbers, in each phase.
const FAMILIES: usize = SHAPES.len() + COUNTS.len();

/// How many members a family has.
const fn members(family: usize) -> usize {
    if family < SHAPES.len() {
        SHAPES[family].configurations()
    } else {
        COUNTS[family - SHAPES.len()].values
    }
}

fn family_name(family: usize) -> &'static str {
    match SHAPES.get(family) {
        Some(shape) => shape.name,
        None => COUNTS[family - SHAPES.len()].name,
    }
}

/// Calls `visit(feature)` for each place of a pattern and each count of a
/// position on the 8×8 board: the plain twin of [`Tables::sum`].
pub fn features(position: &Othello, visit: &mut impl FnMut(usize)) {
    let space = IndexSpace::get();
    let (own, opponent) = (position.own, position.opponent);
    let phase = phase((own | opponent).count_ones());
    for lane in &LANES {
        let configuration = lane.configuration(own, opponent);
        visit(space.feature(phase, lane.shape, configuration));
    }
    for (family, number) in (SHAPES.len()..).zip(Counts::of(position).0) {
        visit(space.feature(phase, family, number));
    }
}

//! What stands on the four sides of a cell.

use crate::game::Color;

/// A set of sides: bit `i` is the `i`-th of `Grid::neighbors`.
pub type Sides = u32;

/// All four.
pub const ALL: Sides = 0b1111;

/// The side on which a cell lies, seen from the neighbor on a side of it.
const fn opposite(side: usize) -> usize {
    3 - side
}

/// The sides where Black stands, and those where White does. The border is
/// both, so that "nothing but Black around" is one comparison anywhere on the
/// board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings(u8);

impl Surroundings {
    /// Puts the border on a side.
    pub fn close(&mut self, side: usize) {
        self.0 |= 0b0001_0001 << side;
    }

    /// The surroundings of the neighbor on a side: a stone of `color` comes to
    /// stand in between, or goes.
    pub fn toggle_from(&mut self, side: usize, color: Color) {
        self.0 ^= (1 << opposite(side)) << (4 * color.index());
    }

    /// Where `color` or the border stands.
    pub fn held_by(self, color: Color) -> Sides {
        Sides::from(self.0 >> (4 * color.index())) & ALL
    }

    /// Where `color` stands.
    pub fn stones(self, color: Color) -> Sides {
        self.held_by(color) & !self.held_by(!color)
    }

    /// Where nothing stands.
    pub fn empty(self) -> Sides {
        ALL & !Sides::from(self.0 | self.0 >> 4)
    }
}

/// The sides whose cells `is_one` names, without a branch for each: it would
/// be a coin toss.
pub fn sides_where(cells: [usize; 4], is_one: impl Fn(usize) -> bool) -> Sides {
    cells
        .into_iter()
        .enumerate()
        .map(|(side, cell)| Sides::from(is_one(cell)) << side)
        .sum()
}

/// The sides on which no value stands that stands on an earlier one.
pub fn first_of_each([a, b, c, d]: [usize; 4]) -> Sides {
    let first = [
        true,
        b != a,
        (c != a) & (c != b),
        (d != a) & (d != b) & (d != c),
    ];
    first
        .into_iter()
        .rfold(0, |sides, first| sides << 1 | Sides::from(first))
}

/// The cells on some of the sides.
pub fn on(mut sides: Sides, cells: [usize; 4]) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (sides != 0).then(|| {
            let side = sides.trailing_zeros() as usize & 3;
            sides &= sides - 1;
            cells[side]
        })
    })
}

//! The shapes of patterns.

/// The most squares of a shape.
pub const MOST_SQUARES: usize = 10;

/// Squares that are looked at together, in one of the places where they may
/// lie: the others are its turned and mirrored views.
///
/// A configuration is a number in base 3, a digit a square, the first square
/// being the highest digit: 0 for an empty square, 1 for a disc of the side to
/// move, 2 for one of the opponent.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// As features are named.
    pub name: &'static str,
    /// How many squares it has.
    pub size: usize,
    squares: [usize; MOST_SQUARES],
}

/// The text of a configuration has the same order of squares.
pub const SHAPES: [Shape; 11] = [
    shape("2x5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
    shape("edge", "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"),
    shape("3x3", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    shape("row2", "a2 b2 c2 d2 e2 f2 g2 h2"),
    shape("row3", "a3 b3 c3 d3 e3 f3 g3 h3"),
    shape("row4", "a4 b4 c4 d4 e4 f4 g4 h4"),
    shape("diag8", "a1 b2 c3 d4 e5 f6 g7 h8"),
    shape("diag7", "a2 b3 c4 d5 e6 f7 g8"),
    shape("diag6", "a3 b4 c5 d6 e7 f8"),
    shape("diag5", "a4 b5 c6 d7 e8"),
    shape("diag4", "a5 b6 c7 d8"),
];

const fn shape(name: &'static str, text: &str) -> Shape {
    let text = text.as_bytes();
    let size = text.len().div_ceil(3);
    let mut squares = [0; MOST_SQUARES];
    let mut i = 0;
    while i < size {
        let (column, row) = (text[3 * i] - b'a', text[3 * i + 1] - b'1');
        squares[i] = 8 * row as usize + column as usize;
        i += 1;
    }
    Shape {
        name,
        size,
        squares,
    }
}

/// Ways to turn and mirror the board.
pub const SYMMETRIES: usize = 8;

/// Where a square goes.
const fn turned(square: usize, symmetry: usize) -> usize {
    let (mut x, mut y) = (square % 8, square / 8);
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    if symmetry & 2 != 0 {
        x = 7 - x;
    }
    if symmetry & 1 != 0 {
        y = 7 - y;
    }
    8 * y + x
}

impl Shape {
    /// How many configurations there are.
    pub const fn configurations(&self) -> usize {
        3_usize.pow(self.size as u32)
    }

    /// What the digit of a square is worth.
    pub const fn place_value(&self, square: usize) -> usize {
        3_usize.pow((self.size - 1 - square) as u32)
    }

    /// Where one of its squares lies in one of its views.
    pub const fn square(&self, square: usize, symmetry: usize) -> usize {
        turned(self.squares[square], symmetry)
    }

    /// The squares of one of its views, as a set.
    pub const fn set(&self, symmetry: usize) -> u64 {
        let mut set = 0;
        let mut i = 0;
        while i < self.size {
            set |= 1 << self.square(i, symmetry);
            i += 1;
        }
        set
    }

    /// Whether no view before this one covers the same squares.
    pub const fn is_new(&self, symmetry: usize) -> bool {
        let mut before = 0;
        while before < symmetry {
            if self.set(before) == self.set(symmetry) {
                return false;
            }
            before += 1;
        }
        true
    }
}

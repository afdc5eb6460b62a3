//! Discs that nobody can turn over any more.

use std::sync::LazyLock;

use super::lines::{COLUMN, column, from_column, ternary};
use crate::othello::bitboard::{STEPS, squares};

/// What is the same in all positions on boards of one size.
pub struct Stability {
    board: u64,
    /// For each direction, the squares where a line of it ends.
    ends: [u64; 4],
    /// The discs that are stable on an edge, by what stands there.
    edges: &'static Edges,
}

type Edges = [u8; 3_usize.pow(8)];

impl Stability {
    pub fn new(board: u64) -> Stability {
        static EDGES: LazyLock<Box<Edges>> = LazyLock::new(stable_edges);
        let ends =
            STEPS.map(|step| board & !(beside_above(board, step) & beside_below(board, step)));
        Stability {
            board,
            ends,
            edges: &EDGES,
        }
    }

    /// Discs of `own` that will stay: some of them, and none else.
    #[inline(always)]
    pub fn stable(&self, own: u64, opponent: u64) -> u64 {
        let full = full_lines(own | opponent | !self.board);
        let [a, b, c, d] = [0, 1, 2, 3].map(|direction| full[direction] | self.ends[direction]);
        let mut stable = a & b & c & d & own;
        if self.board == u64::MAX {
            stable |= self.stable_on_edges(own, opponent);
        }
        loop {
            // What goes around an edge comes to where a line ends.
            let beside = |step: u32| stable << step | stable >> step;
            let grown = own & (a | beside(1)) & (b | beside(7)) & (c | beside(8)) & (d | beside(9));
            if grown & !stable == 0 {
                return stable;
            }
            stable |= grown;
        }
    }

    #[inline(always)]
    fn stable_on_edges(&self, own: u64, opponent: u64) -> u64 {
        let edge = |own: u8, opponent: u8| u64::from(self.edges[ternary(own, opponent)]);
        edge(own as u8, opponent as u8)
            | edge((own >> 56) as u8, (opponent >> 56) as u8) << 56
            | from_column(edge(column(own, 0), column(opponent, 0)))
            | from_column(edge(column(own, 7), column(opponent, 7))) << 7
    }
}

/// The squares whose neighbor toward higher bits is on the board.
fn beside_above(board: u64, step: u64) -> u64 {
    board >> step
        & match step {
            1 | 9 => !(COLUMN << 7),
            7 => !COLUMN,
            _ => u64::MAX,
        }
}

/// The squares whose neighbor toward lower bits is on the board.
fn beside_below(board: u64, step: u64) -> u64 {
    board << step
        & match step {
            1 | 9 => !COLUMN,
            7 => !(COLUMN << 7),
            _ => u64::MAX,
        }
}

/// The squares whose whole line is filled, for each direction.
#[inline(always)]
fn full_lines(filled: u64) -> [u64; 4] {
    let mut rows = filled & filled >> 4;
    rows &= rows >> 2;
    rows &= rows >> 1;
    rows = (rows & COLUMN).wrapping_mul(0xff);
    let mut columns = filled & filled.rotate_left(32);
    columns &= columns.rotate_left(16);
    columns &= columns.rotate_left(8);
    [
        rows,
        diagonals::<7>(filled),
        columns,
        diagonals::<9>(filled),
    ]
}

/// Those of the diagonals on which neighbors are `STEP` bits apart.
#[inline(always)]
fn diagonals<const STEP: u32>(filled: u64) -> u64 {
    let (mut up, mut down) = (filled, filled);
    for (distance, ends) in [1, 2, 4].into_iter().zip(const { Ends::of(STEP) }) {
        up &= up >> (distance * STEP) | ends.up;
        down &= down << (distance * STEP) | ends.down;
    }
    up & down
}

/// The squares of the whole board from where so many steps lead off it.
#[derive(Clone, Copy)]
struct Ends {
    up: u64,
    down: u64,
}

impl Ends {
    /// For one, two and four steps.
    const fn of(step: u32) -> [Ends; 3] {
        let dx = if step == 7 { -1 } else { 1 };
        let mut ends = [Ends { up: 0, down: 0 }; 3];
        let mut square = 0;
        while square < 64 {
            let mut power = 0;
            while power < 3 {
                let distance = 1 << power;
                let (x, y) = (square % 8, square / 8);
                if !is_on_board(x + dx * distance, y + distance) {
                    ends[power].up |= 1 << square;
                }
                if !is_on_board(x - dx * distance, y - distance) {
                    ends[power].down |= 1 << square;
                }
                power += 1;
            }
            square += 1;
        }
        ends
    }
}

const fn is_on_board(x: i32, y: i32) -> bool {
    0 <= x && x < 8 && 0 <= y && y < 8
}

/// For all that may stand on an edge, the discs of `own` that are left whatever
/// is played there.
fn stable_edges() -> Box<Edges> {
    let mut stable = Box::new([0; _]);
    // Fuller edges first.
    let mut sets: Vec<u8> = (0..=u8::MAX).collect();
    sets.sort_by_key(|filled| filled.count_zeros());
    for filled in sets {
        let mut own = filled;
        loop {
            let opponent = filled & !own;
            let mut left = own;
            for square in squares(u64::from(!filled)) {
                let disc = 1 << square;
                let flips = edge_flips(own, opponent, square);
                left &= stable[ternary(own | flips | disc, opponent & !flips)];
                let flips = edge_flips(opponent, own, square);
                left &= stable[ternary(own & !flips, opponent | flips | disc)];
            }
            stable[ternary(own, opponent)] = left;
            if own == 0 {
                break;
            }
            own = (own - 1) & filled;
        }
    }
    stable
}

fn edge_flips(own: u8, opponent: u8, square: usize) -> u8 {
    // One row of the board is like an edge.
    crate::othello::bitboard::flips(own.into(), opponent.into(), square) as u8
}

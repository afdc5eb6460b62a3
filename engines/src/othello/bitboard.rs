//! Sets of squares as the bits of a `u64`: where discs may go and what they
//! turn over.
//!
//! Square `8 * y + x` is bit `8 * y + x`, a1 being bit 0, on boards of every
//! size: a smaller board is the top left corner of the whole one. Its own edges
//! need no care, because the squares beyond them are always empty, so that no
//! run of discs ends there; only new discs must be kept inside [`board`].

/// The squares of a board with `size` rows and columns.
pub const fn board(size: u8) -> u64 {
    match size {
        4 => 0x0f0f_0f0f,
        6 => 0x3f3f_3f3f_3f3f,
        _ => u64::MAX,
    }
}

/// The squares of a set, in reading order.
pub fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}

/// The square of a set that has `n` squares of it before it in reading order.
pub fn nth_square(mut set: u64, n: u32) -> usize {
    for _ in 0..n {
        set &= set - 1;
    }
    set.trailing_zeros() as usize
}

/// All columns but the outer ones: no run passes through those, but for one
/// along them.
pub const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares of `board` where a disc of `own` turns discs of
/// `opponent` over.
///
/// Without a branch, so that a loop over many boards can be vectorized.
#[inline(always)]
pub fn moves(own: u64, opponent: u64, board: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    // To the right, neighbors are neighboring bits: a carry runs through.
    let right = inner.wrapping_add(inner & (own << 1));
    let left = ends_below(own, inner, inner & (inner >> 1), 1);
    let ends = right
        | left
        | ends_of_runs(own, opponent, 8)
        | ends_of_runs(own, inner, 7)
        | ends_of_runs(own, inner, 9);
    ends & board & !(own | opponent)
}

/// The squares just past a run of `through`, one to six squares long, that
/// begins beside a square of `from`; in both directions of the line on which
/// neighbors are `step` bits apart.
#[inline(always)]
fn ends_of_runs(from: u64, through: u64, step: u32) -> u64 {
    let pairs = through & (through << step);
    ends_above(from, through, pairs, step) | ends_below(from, through, pairs >> step, step)
}

/// Those toward higher bits. `pairs` are squares of `through` that follow
/// another one.
#[inline(always)]
fn ends_above(from: u64, through: u64, pairs: u64, step: u32) -> u64 {
    let mut run = through & (from << step);
    run |= through & (run << step);
    run |= pairs & (run << (2 * step));
    run |= pairs & (run << (2 * step));
    run << step
}

/// Those toward lower bits.
#[inline(always)]
fn ends_below(from: u64, through: u64, pairs: u64, step: u32) -> u64 {
    let mut run = through & (from >> step);
    run |= through & (run >> step);
    run |= pairs & (run >> (2 * step));
    run |= pairs & (run >> (2 * step));
    run >> step
}

/// What a disc of `own` on the empty `square` turns over.
pub fn flips(own: u64, opponent: u64, square: usize) -> u64 {
    let Rays { up, down } = &RAYS[square];
    let mut flips = 0;
    for &ray in up {
        let end = lowest(ray & !opponent) & own;
        let before_end = end.saturating_sub(1);
        flips |= ray & before_end;
    }
    for &ray in down {
        let end = highest(ray & !opponent) & own;
        let before_end = (end << 1).wrapping_neg();
        flips |= ray & before_end;
    }
    flips
}

/// The lowest square of a set, as a set; empty of the empty set.
const fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// The highest square of a set, as a set; empty of the empty set.
const fn highest(set: u64) -> u64 {
    (1_u64 << 63).unbounded_shr(set.leading_zeros())
}

/// How many bits apart neighbors are in the directions of [`Rays`].
pub const STEPS: [u64; 4] = [1, 7, 8, 9];

/// All squares seen from one square, a set for each direction. One line of the
/// cache holds them.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Rays {
    /// Toward higher bits: right, and the three directions below.
    pub up: [u64; 4],
    /// Toward lower bits: left, and the three directions above.
    pub down: [u64; 4],
}

pub static RAYS: [Rays; 64] = {
    const UP: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut rays = [Rays {
        up: [0; 4],
        down: [0; 4],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (dx, dy) = UP[direction];
            rays[square].up[direction] = ray(square, dx, dy);
            rays[square].down[direction] = ray(square, -dx, -dy);
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// The squares seen from `square` in the direction (`dx`, `dy`).
const fn ray(square: usize, dx: i32, dy: i32) -> u64 {
    let mut x = square as i32 % 8 + dx;
    let mut y = square as i32 / 8 + dy;
    let mut ray = 0;
    while 0 <= x && x < 8 && 0 <= y && y < 8 {
        ray |= 1 << (8 * y + x);
        x += dx;
        y += dy;
    }
    ray
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares that a drawing marks with `letter`.
    fn marked(drawing: &str, letter: char) -> u64 {
        drawing
            .chars()
            .filter(|c| !c.is_whitespace())
            .enumerate()
            .filter(|&(_, c)| c == letter)
            .fold(0, |set, (square, _)| set | 1 << square)
    }

    /// `*` is where X may go.
    #[test]
    fn moves_in_all_directions() {
        let drawing = "
            * . . * . . * .
            . O . O . O . .
            . . O O O . . .
            * O O X O O O *
            . . O O O . . .
            . O . O . O . .
            * . . O . . O .
            . . . * . . . *";
        let (own, opponent) = (marked(drawing, 'X'), marked(drawing, 'O'));
        let expected = marked(drawing, '*');
        assert_eq!(moves(own, opponent, board(8)), expected);
        for square in 0..64 {
            let empty = (own | opponent) & 1 << square == 0;
            let legal = empty && flips(own, opponent, square) != 0;
            assert_eq!(legal, expected & 1 << square != 0, "square {square}");
        }
    }

    /// The move goes to `*`; lower-case discs are turned over.
    #[test]
    fn flips_in_all_directions() {
        let drawing = "
            X . . X . . X .
            . o . o . o . .
            . . o o o . . .
            X o o * o o o X
            . . o o O . . .
            . o . o . O . .
            X . . o . . O .
            . . . X . . . O";
        let turned = marked(drawing, 'o');
        let opponent = turned | marked(drawing, 'O');
        let square = marked(drawing, '*').trailing_zeros() as usize;
        assert_eq!(flips(marked(drawing, 'X'), opponent, square), turned);
    }

    #[test]
    fn runs_do_not_go_around_the_edge() {
        let drawing = "
            . . . . . . . O
            X . . . . . O O
            O . . . . . O X
            O . . . . . . .
            . . . . . . . O
            . . . . . . . O
            O . . . . . . O
            O X . . . . . O";
        let (own, opponent) = (marked(drawing, 'X'), marked(drawing, 'O'));
        let expected = marked(
            "
            . . . . . * . .
            . . . . . . . .
            . . . . . * . .
            . . . . . . . .
            * . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .",
            '*',
        );
        assert_eq!(moves(own, opponent, board(8)), expected);
    }

    /// `+` is beyond the smaller board.
    #[test]
    fn a_smaller_board_has_its_own_edges() {
        let drawing = "
            X O * . . . . .
            O O . . . . . .
            * . X O + . . .
            . . O O . . . .
            . . + . + . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .";
        let (own, opponent) = (marked(drawing, 'X'), marked(drawing, 'O'));
        let (inside, beyond) = (marked(drawing, '*'), marked(drawing, '+'));
        assert_eq!(moves(own, opponent, board(4)), inside);
        assert_eq!(moves(own, opponent, board(8)), inside | beyond);
    }

    #[test]
    fn squares_come_in_reading_order() {
        assert!(squares(0).next().is_none());
        assert!(squares(1 << 63 | 1 << 8 | 1).eq([0, 8, 63]));
        assert!(squares(u64::MAX).eq(0..64));

        let set = 0x8000_0400_0070_0011;
        for (n, square) in squares(set).enumerate() {
            assert_eq!(nth_square(set, n as u32), square);
        }
    }
}

//! The operations on bitboards that take the time, for one board and for many,
//! on whatever the machine at hand is best at.
//!
//! A set of squares is a `u64`; square `8 * y + x` is bit `8 * y + x`, on boards
//! of every size. `own` are the discs of the side to move, `opponent` those of
//! the other; no disc is beyond `board`, the squares of the board.
//!
//! [`Portable`] runs anywhere and says what each operation means; a kernel for
//! one kind of machine gives the same answers.

#[cfg(target_arch = "x86_64")]
pub use super::avx2::Avx2;
use super::bitboard::{self, squares};
pub use super::boards::Boards;

/// Runs an expression with the fastest kernel of this machine, and returns its
/// value from the function around it.
macro_rules! with_fastest {
    (|$kernel:ident| $body:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some($kernel) = $crate::othello::avx2::Avx2::detect() {
            return $body;
        }
        let $kernel = $crate::othello::kernel::Portable;
        $body
    }};
}
pub(super) use with_fastest;

/// As [`Kernel::moves`].
pub(super) fn moves(own: u64, opponent: u64, board: u64) -> u64 {
    with_fastest!(|kernel| kernel.moves(own, opponent, board))
}

/// As [`Kernel::flips`].
pub(super) fn flips(own: u64, opponent: u64, square: usize) -> u64 {
    with_fastest!(|kernel| kernel.flips(own, opponent, square))
}

/// As [`Kernel::place`].
pub(super) fn place(own: u64, opponent: u64, square: usize, board: u64) -> (u64, u64) {
    with_fastest!(|kernel| kernel.place(own, opponent, square, board))
}

/// What a search stands at.
pub struct Node {
    /// The discs of the side to move.
    pub own: u64,
    /// Those of the other.
    pub opponent: u64,
    /// The squares that the routine is to look at.
    pub squares: u64,
    /// How many are empty.
    pub empties: u32,
    /// What is the score to be compared with?
    pub alpha: i32,
}

/// What is done at the nodes of a search, all calls of kernels included. Only a
/// routine that is inlined everywhere is compiled for the kernel's machine.
pub trait Routine<S> {
    /// Does it, and returns what there is to say of the score.
    fn run(state: &mut S, node: Node) -> i32;
}

/// What a search or a count does all the time.
pub trait Kernel: Copy {
    /// Runs a routine, compiled for the machine that the kernel is for together
    /// with what the kernel does in it.
    #[inline(always)]
    fn run<R: Routine<S>, S>(self, state: &mut S, node: Node) -> i32 {
        R::run(state, node)
    }

    /// The empty squares where a disc of `own` turns others over.
    #[inline(always)]
    fn moves(self, own: u64, opponent: u64, board: u64) -> u64 {
        bitboard::moves(own, opponent, board)
    }

    /// What a disc of `own` on the empty `square` turns over.
    #[inline(always)]
    fn flips(self, own: u64, opponent: u64, square: usize) -> u64 {
        bitboard::flips(own, opponent, square)
    }

    /// Puts a disc of `own` on a square where it may go. Gives what it turns
    /// over, and the moves of the other side.
    #[inline(always)]
    fn place(self, own: u64, opponent: u64, square: usize, board: u64) -> (u64, u64) {
        let flips = self.flips(own, opponent, square);
        let replies = self.moves(opponent & !flips, own | flips | 1 << square, board);
        (flips, replies)
    }

    /// Adds the boards after each of `moves`, which must be moves of `own`.
    /// There must be room for whole fours.
    #[inline(always)]
    fn add_children<const N: usize>(
        self,
        own: u64,
        opponent: u64,
        moves: u64,
        children: &mut Boards<N>,
    ) {
        for square in squares(moves) {
            let flips = self.flips(own, opponent, square);
            children.push(opponent & !flips, own | flips | 1 << square);
        }
    }

    /// The moves on every board; past the last one, anything.
    #[inline(always)]
    fn find_moves<const N: usize>(self, boards: &Boards<N>, board: u64) -> [u64; N] {
        let mut moves = [0; N];
        // Whole fours, because a register holds four.
        let boards = boards.first(boards.len().next_multiple_of(4).min(N));
        for (moves, (own, opponent)) in moves.iter_mut().zip(boards) {
            *moves = bitboard::moves(own, opponent, board);
        }
        moves
    }

    /// The number of moves on the first `n` boards together, and whether one of
    /// them has none.
    #[inline(always)]
    fn count_moves<const N: usize>(self, boards: &Boards<N>, n: usize, board: u64) -> (u64, bool) {
        let mut count = 0;
        let mut stuck = 0;
        for (own, opponent) in boards.first(n) {
            let moves = bitboard::moves(own, opponent, board);
            count += u64::from(moves.count_ones());
            stuck |= u64::from(moves == 0);
        }
        (count, stuck != 0)
    }
}

/// Plain operations on `u64`.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Kernel for Portable {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A board and its children, in whole fours.
    const BOARDS: usize = 68;

    /// What a disc on the empty `square` turns over, by walking.
    fn plain_flips(own: u64, opponent: u64, square: usize) -> u64 {
        let (x, y) = (square as i32 % 8, square as i32 / 8);
        let mut flips = 0;
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let seen: Vec<u64> = (1..8)
                .map(|distance| (x + distance * dx, y + distance * dy))
                .take_while(|(x, y)| (0..8).contains(x) && (0..8).contains(y))
                .map(|(x, y)| 1 << (8 * y + x))
                .collect();
            let run = seen.iter().take_while(|&&disc| opponent & disc != 0);
            let length = run.clone().count();
            if seen.get(length).is_some_and(|end| own & end != 0) {
                flips |= run.sum::<u64>();
            }
        }
        flips
    }

    fn plain_moves(own: u64, opponent: u64, board: u64) -> u64 {
        squares(board & !(own | opponent))
            .filter(|&square| plain_flips(own, opponent, square) != 0)
            .fold(0, |moves, square| moves | 1 << square)
    }

    /// Compares one kernel with the plain twin, on one board and its children.
    fn check(kernel: impl Kernel, own: u64, opponent: u64, board: u64) {
        let moves = plain_moves(own, opponent, board);
        assert_eq!(kernel.moves(own, opponent, board), moves);
        for square in squares(board & !(own | opponent)) {
            let flips = plain_flips(own, opponent, square);
            assert_eq!(kernel.flips(own, opponent, square), flips, "{square}");
        }

        let mut children = Boards::<BOARDS>::default();
        children.push(own, opponent);
        kernel.add_children(own, opponent, moves, &mut children);
        let mut expected = vec![(own, opponent, moves)];
        for square in squares(moves) {
            let flips = plain_flips(own, opponent, square);
            let (to_move, waiting) = (opponent & !flips, own | flips | 1 << square);
            let replies = plain_moves(to_move, waiting, board);
            let placed = kernel.place(own, opponent, square, board);
            assert_eq!(placed, (flips, replies), "{square}");
            expected.push((to_move, waiting, replies));
        }
        let replies = kernel.find_moves(&children, board);
        let found = children.iter().zip(replies);
        let found: Vec<_> = found.map(|((a, b), moves)| (a, b, moves)).collect();
        assert_eq!(found, expected);

        for n in 0..=expected.len() {
            let moves = expected[..n].iter().map(|&(_, _, moves)| moves);
            let count = moves.clone().map(|moves| u64::from(moves.count_ones()));
            let expected = (count.sum(), moves.clone().any(|moves| moves == 0));
            assert_eq!(kernel.count_moves(&children, n, board), expected, "{n}");
        }
    }

    /// Any discs, few or many of them.
    fn discs() -> impl Strategy<Value = (u64, u64, u64)> {
        let size = prop::sample::select(&[4_u8, 6, 8]);
        (size, 0..3, any::<[u64; 3]>()).prop_map(|(size, density, [a, b, c])| {
            let board = bitboard::board(size);
            let taken = board
                & match density {
                    0 => a & b,
                    1 => a,
                    _ => a | b,
                };
            (taken & c, taken & !c, board)
        })
    }

    proptest! {
        #[test]
        fn the_portable_kernel_does_as_the_plain_twin((own, opponent, board) in discs()) {
            check(Portable, own, opponent, board);
        }
    }

    #[cfg(target_arch = "x86_64")]
    mod avx2 {
        use super::*;
        use crate::othello::avx2::Avx2;

        proptest! {
            #[test]
            fn the_kernel_does_as_the_plain_twin((own, opponent, board) in discs()) {
                match Avx2::detect() {
                    Some(kernel) => check(kernel, own, opponent, board),
                    None => eprintln!("skipped: this processor has no AVX2"),
                }
            }
        }
    }
}

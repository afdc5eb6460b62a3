//! Counting move sequences on bare bitboards.
//!
//! The boards before the last move are not looked at one by one, but gathered
//! from all over the tree: what counts their moves works on several at once.

use super::boards::Boards;
use super::kernel::Kernel;
use crate::perft::Convention;

/// More than the most moves of one board: both sides have a disc.
const MOST_MOVES: usize = 64;

/// How many boards are gathered before their moves are counted. They fit the
/// first cache, and there is none left over when they are taken by fours.
const BATCH: usize = 192;

/// As [`crate::perft::perft`], for the side that `own` is.
pub fn perft<K: Kernel>(
    kernel: K,
    (own, opponent): (u64, u64),
    board: u64,
    depth: u32,
    convention: Convention,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut counter = Counter {
        kernel,
        board,
        convention,
        last: Boards::default(),
        count: 0,
    };
    let moves = kernel.moves(own, opponent, board);
    counter.walk(own, opponent, moves, depth);
    counter.count_last(counter.last.len());
    counter.count
}

struct Counter<K> {
    kernel: K,
    board: u64,
    convention: Convention,
    /// Boards with one ply to go.
    last: Boards<{ BATCH + MOST_MOVES }>,
    count: u64,
}

impl<K: Kernel> Counter<K> {
    /// Counts what begins with one of all `moves` of a board, now or later.
    fn walk(&mut self, own: u64, opponent: u64, moves: u64, depth: u32) {
        if moves == 0 {
            return self.walk_without_moves(own, opponent, depth);
        }
        match depth {
            1 => self.count += u64::from(moves.count_ones()),
            2 => self.gather(own, opponent, moves),
            _ => {
                let mut children = Boards::<MOST_MOVES>::default();
                self.kernel
                    .add_children(own, opponent, moves, &mut children);
                let replies = self.kernel.find_moves(&children, self.board);
                for ((own, opponent), &moves) in children.iter().zip(&replies) {
                    // Most boards are these: a call less.
                    if depth == 3 && moves != 0 {
                        self.gather(own, opponent, moves);
                    } else {
                        self.walk(own, opponent, moves, depth - 1);
                    }
                }
            }
        }
    }

    /// Takes a board with two plies to go.
    #[inline(always)]
    fn gather(&mut self, own: u64, opponent: u64, moves: u64) {
        self.kernel
            .add_children(own, opponent, moves, &mut self.last);
        if self.last.len() >= BATCH {
            self.count_last(BATCH);
        }
    }

    #[cold]
    fn walk_without_moves(&mut self, own: u64, opponent: u64, depth: u32) {
        let replies = self.kernel.moves(opponent, own, self.board);
        if replies == 0 {
            self.count += u64::from(self.convention.counts_finished());
            return;
        }
        match depth - self.convention.plies_of_pass() {
            0 => self.count += 1,
            left => self.walk(opponent, own, replies, left),
        }
    }

    /// Counts the moves of the first `n` boards that were gathered.
    #[inline(never)]
    fn count_last(&mut self, n: usize) {
        let (moves, stuck) = self.kernel.count_moves(&self.last, n, self.board);
        self.count += moves;
        if stuck {
            self.count_stuck(n);
        }
        self.last.drop_first(n);
    }

    #[cold]
    fn count_stuck(&mut self, n: usize) {
        for index in 0..n {
            let (own, opponent) = self.last.get(index);
            if self.kernel.moves(own, opponent, self.board) == 0 {
                self.walk_without_moves(own, opponent, 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::{Color, Game, MoveList};
    use crate::othello::kernel::Portable;
    use crate::othello::{Othello, OthelloSpec};
    use crate::rng::Rng;

    const CONVENTIONS: [Convention; 3] = [Convention::A, Convention::B, Convention::N];

    /// Compares every count with the one by the moves of the game.
    fn check(kernel: impl Kernel, game: &Othello) {
        // Wide trees to fill a batch, deep ones to reach the end.
        let deepest = if game.board().count_ones() == 64 {
            4
        } else {
            6
        };
        for depth in 0..=deepest {
            for convention in CONVENTIONS {
                let sides = (game.own, game.opponent);
                let count = perft(kernel, sides, game.board(), depth, convention);
                let expected = crate::perft::perft(game, depth, convention);
                assert_eq!(count, expected, "{depth} {convention:?}\n{game}");
            }
        }
    }

    /// A position of a random game, or any discs at all.
    fn positions() -> impl Strategy<Value = Othello> {
        let size = prop::sample::select(&[4_i64, 6, 8]);
        (size, any::<bool>(), any::<u64>()).prop_map(|(size, reachable, seed)| {
            let spec = OthelloSpec {
                size,
                ..OthelloSpec::default()
            };
            let rules = spec.rules().unwrap();
            let mut rng = Rng::new(seed);
            if reachable {
                random_position(Othello::initial(&rules), &mut rng)
            } else {
                let stones: Vec<_> = (0..size * size)
                    .map(|_| [None, Some(Color::Black), Some(Color::White)][rng.below(3) as usize])
                    .collect();
                Othello::from_stones(&rules, &stones, Color::Black).unwrap()
            }
        })
    }

    fn random_position(mut game: Othello, rng: &mut Rng) -> Othello {
        let plies = rng.below(game.board().count_ones());
        for _ in 0..plies {
            let mut moves = MoveList::new();
            game.legal_moves(&mut moves);
            let Some(mv) = rng.choose(&moves) else { break };
            game.play(mv);
        }
        game
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn counts_are_those_of_the_rules(game in positions()) {
            check(Portable, &game);
        }
    }

    #[cfg(target_arch = "x86_64")]
    mod avx2 {
        use super::*;
        use crate::othello::avx2::Avx2;

        proptest! {
            #![proptest_config(ProptestConfig::with_cases(64))]

            #[test]
            fn counts_are_those_of_the_rules(game in positions()) {
                match Avx2::detect() {
                    Some(kernel) => check(kernel, &game),
                    None => eprintln!("skipped: this processor has no AVX2"),
                }
            }
        }
    }
}

//! Othello's operations on bitboards, by each kernel that this machine can run:
//! one board at a time, and many together as perft uses them; against walks
//! over an array. And the evaluation with all features.
//!
//! The rate is boards a second for mobility and evaluation, and moves a second
//! for flips. No answer waits for the one before.

mod cycles;
mod medians;
mod settings;
#[expect(dead_code, reason = "other groups ask them for more")]
mod twins;

use std::hint::black_box;

use engines::evaluator::{Evaluator, Sparse};
#[cfg(target_arch = "x86_64")]
use engines::othello::kernel::Avx2;
use engines::othello::kernel::{Boards, Kernel, Portable};
use engines::othello::{Othello, OthelloEvaluator, OthelloRules};
use engines::{Color, Game, Knowledge, MoveList, Rng};

use medians::{Group, Medians};
use twins::othello::ArrayOthello;

const TEXTBOOK: &str = "array board";

/// How many positions are asked about: all of them fit the cache.
const POSITIONS: usize = 512;

/// Room for the children of any of them.
const CHILDREN: usize = 40;

/// The discs of both sides, and where the side to move may go.
#[derive(Clone, Copy)]
struct Position {
    own: u64,
    opponent: u64,
    moves: u64,
}

impl Position {
    fn new(game: &Othello) -> Position {
        let discs = |color: Color| {
            (0..64)
                .filter(|&point| game.at(point) == Some(color))
                .fold(0, |discs, point| discs | 1 << point)
        };
        Position {
            own: discs(game.to_move()),
            opponent: discs(!game.to_move()),
            moves: legal_moves(game)
                .iter()
                .filter_map(|mv| mv.point())
                .fold(0, |moves, point| moves | 1 << point),
        }
    }
}

/// All positions of random games in which there is a move.
fn games() -> Vec<Othello> {
    let mut positions = Vec::new();
    let mut rng = Rng::new(1);
    while positions.len() < POSITIONS {
        let mut game = Othello::initial(&OthelloRules::default());
        while let Some(mv) = rng.choose(&legal_moves(&game)) {
            if !mv.is_pass() {
                positions.push(game);
            }
            game.play(mv);
        }
    }
    positions.truncate(POSITIONS);
    positions
}

fn legal_moves(game: &Othello) -> MoveList {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    moves
}

/// One of each position's moves.
fn one_each(positions: &[Position]) -> Vec<usize> {
    let mut rng = Rng::new(2);
    let square = |position: &Position| {
        let squares: Vec<usize> = (0..64)
            .filter(|square| position.moves & 1 << square != 0)
            .collect();
        rng.choose(&squares).expect("a move")
    };
    positions.iter().map(square).collect()
}

fn moves_by_array(twin: &ArrayOthello) -> u64 {
    twin.squares_to_move()
        .fold(0, |moves, square| moves | 1 << square)
}

fn flips_by_array(twin: &ArrayOthello, square: usize) -> u64 {
    let mut flips = 0;
    twin.flips(square, |flipped| flips |= 1 << flipped);
    flips
}

fn mobility(group: &mut Group<'_>, name: &str, kernel: impl Kernel, positions: &[Position]) {
    for position in positions {
        let moves = kernel.moves(position.own, position.opponent, u64::MAX);
        assert_eq!(moves, position.moves);
    }
    group.row(&format!("{name}, one by one"), || {
        for position in black_box(positions) {
            black_box(kernel.moves(position.own, position.opponent, u64::MAX));
        }
    });

    let mut boards = Boards::<POSITIONS>::default();
    for position in positions {
        boards.push(position.own, position.opponent);
    }
    group.row(&format!("{name}, together"), || {
        kernel.count_moves(black_box(&boards), POSITIONS, u64::MAX)
    });
}

fn flips(
    group: &mut Group<'_>,
    name: &str,
    kernel: impl Kernel,
    positions: &[Position],
    twins: &[ArrayOthello],
) {
    let asked: Vec<(Position, usize)> =
        positions.iter().copied().zip(one_each(positions)).collect();
    for (&(position, square), twin) in asked.iter().zip(twins) {
        let flips = kernel.flips(position.own, position.opponent, square);
        assert_eq!(flips, flips_by_array(twin, square));
    }
    group.count(POSITIONS as u64);
    group.row(&format!("{name}, one by one"), || {
        for &(position, square) in black_box(&asked) {
            black_box(kernel.flips(position.own, position.opponent, square));
        }
    });

    let moves = positions.iter().map(|position| position.moves.count_ones());
    group.count(u64::from(moves.sum::<u32>()));
    group.row(&format!("{name}, all moves of a board"), || {
        for position in black_box(positions) {
            let mut children = Boards::<CHILDREN>::default();
            kernel.add_children(
                position.own,
                position.opponent,
                position.moves,
                &mut children,
            );
            black_box(&children);
        }
    });
}

/// With weights for all features, feature by feature and from tables; and with
/// hand weights, which only the plain features have.
fn evaluation(group: &mut Group<'_>, games: &[Othello]) {
    let mut rng = Rng::new(3);
    let all: Vec<i32> = (0..Othello::feature_count())
        .map(|_| rng.below(201) as i32 - 100)
        .collect();
    let hand = Othello::FEATURES.iter().map(|feature| feature.hand_weight);
    let hand: Vec<i32> = hand.collect();

    let sparse: Sparse = Evaluator::<Othello>::new(&all);
    let tables = OthelloEvaluator::new(&all);
    for game in games {
        assert_eq!(sparse.of_position(game), tables.of_position(game));
    }
    sums(group, "feature by feature", &sparse, games);
    sums(group, "from tables", &tables, games);
    sums(group, "hand weights", &OthelloEvaluator::new(&hand), games);
}

fn sums(group: &mut Group<'_>, name: &str, evaluator: &impl Evaluator<Othello>, games: &[Othello]) {
    group.row(name, || {
        for game in black_box(games) {
            black_box(evaluator.of_position(game));
        }
    });
}

fn main() {
    let mut criterion = settings::criterion();
    let medians = Medians::default();
    let games = games();
    let positions = games.iter().map(Position::new);
    let positions: Vec<Position> = positions.collect();
    let twins: Vec<ArrayOthello> = games.iter().map(ArrayOthello::from).collect();
    println!(
        "The core makes {:.2} cycles a nanosecond",
        cycles::a_nanosecond()
    );

    let name = "mobility/othello 8x8".to_string();
    let mut group = medians.group(&mut criterion, name, POSITIONS as u64);
    for (position, twin) in positions.iter().zip(&twins) {
        assert_eq!(moves_by_array(twin), position.moves);
    }
    group.row(TEXTBOOK, || {
        for twin in black_box(&twins) {
            black_box(moves_by_array(twin));
        }
    });
    mobility(&mut group, "portable", Portable, &positions);
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        mobility(&mut group, "AVX2", avx2, &positions);
    }
    drop(group);

    let name = "flips/othello 8x8".to_string();
    let mut group = medians.group(&mut criterion, name, POSITIONS as u64);
    let asked = one_each(&positions);
    group.row(TEXTBOOK, || {
        for (twin, &square) in black_box(&twins).iter().zip(&asked) {
            black_box(flips_by_array(twin, square));
        }
    });
    flips(&mut group, "portable", Portable, &positions, &twins);
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        flips(&mut group, "AVX2", avx2, &positions, &twins);
    }
    drop(group);

    let name = "evaluation/othello 8x8".to_string();
    let mut group = medians.group(&mut criterion, name, POSITIONS as u64);
    evaluation(&mut group, &games);
    drop(group);
    criterion.final_summary();
    medians.print();
}

//! Othello's operations on bitboards, by each kernel that this machine can run:
//! one board at a time, and many together as perft uses them.
//!
//! The rate is boards a second for mobility, and moves a second for flips. No
//! answer waits for the one before.

mod cycles;
mod settings;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Throughput};
#[cfg(target_arch = "x86_64")]
use engines::othello::kernel::Avx2;
use engines::othello::kernel::{Boards, Kernel, Portable};
use engines::othello::{Othello, OthelloRules};
use engines::{Color, Game, MoveList, Rng};

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
    fn new(game: &Othello, moves: &MoveList) -> Position {
        let discs = |color: Color| {
            (0..64)
                .filter(|&point| game.at(point) == Some(color))
                .fold(0, |discs, point| discs | 1 << point)
        };
        Position {
            own: discs(game.to_move()),
            opponent: discs(!game.to_move()),
            moves: moves
                .iter()
                .filter_map(|mv| mv.point())
                .fold(0, |moves, point| moves | 1 << point),
        }
    }
}

/// All positions of random games in which there is a move.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    let mut rng = Rng::new(1);
    while positions.len() < POSITIONS {
        let mut game = Othello::initial(&OthelloRules::default());
        loop {
            let mut moves = MoveList::new();
            game.legal_moves(&mut moves);
            let Some(mv) = rng.choose(&moves) else { break };
            if !mv.is_pass() {
                positions.push(Position::new(&game, &moves));
            }
            game.play(mv);
        }
    }
    positions.truncate(POSITIONS);
    positions
}

fn mobility(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    kernel: impl Kernel,
    positions: &[Position],
) {
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function(format!("{name}, one by one"), |bencher| {
        bencher.iter(|| {
            for position in black_box(positions) {
                black_box(kernel.moves(position.own, position.opponent, u64::MAX));
            }
        });
    });

    let mut boards = Boards::<POSITIONS>::default();
    for position in positions {
        boards.push(position.own, position.opponent);
    }
    group.bench_function(format!("{name}, together"), |bencher| {
        bencher.iter(|| kernel.count_moves(black_box(&boards), POSITIONS, u64::MAX));
    });
}

fn flips(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    kernel: impl Kernel,
    positions: &[Position],
) {
    let mut rng = Rng::new(2);
    let one_each: Vec<(Position, usize)> = positions
        .iter()
        .map(|&position| {
            let squares: Vec<usize> = (0..64)
                .filter(|square| position.moves & 1 << square != 0)
                .collect();
            (position, rng.choose(&squares).expect("a move"))
        })
        .collect();
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function(format!("{name}, one by one"), |bencher| {
        bencher.iter(|| {
            for &(position, square) in black_box(&one_each) {
                black_box(kernel.flips(position.own, position.opponent, square));
            }
        });
    });

    let moves = positions.iter().map(|position| position.moves.count_ones());
    group.throughput(Throughput::Elements(u64::from(moves.sum::<u32>())));
    group.bench_function(format!("{name}, all moves of a board"), |bencher| {
        bencher.iter(|| {
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
    });
}

fn main() {
    let mut criterion = settings::criterion();
    let positions = positions();
    println!(
        "The core makes {:.2} cycles a nanosecond",
        cycles::a_nanosecond()
    );

    let mut group = criterion.benchmark_group("mobility/othello 8x8");
    mobility(&mut group, "portable", Portable, &positions);
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        mobility(&mut group, "AVX2", avx2, &positions);
    }
    group.finish();

    let mut group = criterion.benchmark_group("flips/othello 8x8");
    flips(&mut group, "portable", Portable, &positions);
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        flips(&mut group, "AVX2", avx2, &positions);
    }
    group.finish();
    criterion.final_summary();
}

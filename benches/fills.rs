//! Flood fill and counting of liberties in Go, against the recursive fill that
//! textbooks show.
//!
//! All rows of a group answer the same questions about the same positions, and
//! give the same answers: that is checked before anything is timed.

mod medians;
mod positions;
mod settings;
mod textbook;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use engines::go::{Board, CELLS_9, CELLS_19, Go, PointSet};
use engines::{Color, Game, HalfPoints};

use medians::Medians;
use textbook::Textbook;

const RECURSIVE: &str = "recursive fill";
const BITBOARD: &str = "bitboard fill";
const INCREMENTAL: &str = "incremental";

/// A position on every kind of board.
struct Position<const CELLS: usize> {
    game: Go<CELLS>,
    textbook: Textbook,
    stones: [PointSet; 2],
    empty: PointSet,
}

impl<const CELLS: usize> Position<CELLS> {
    fn new(game: Go<CELLS>) -> Position<CELLS> {
        let stones = Color::BOTH.map(|color| game.board().stones(color));
        let all = PointSet::all(game.width(), game.height());
        Position {
            textbook: Textbook::of(&game),
            empty: all.minus(&stones[0]).minus(&stones[1]),
            stones,
            game,
        }
    }

    /// The points that hold a stone, or that hold none.
    fn points(&self, with_stone: bool) -> Vec<usize> {
        (0..self.game.width() * self.game.height())
            .filter(|&point| self.game.at(point).is_some() == with_stone)
            .collect()
    }

    fn single(&self, point: usize) -> PointSet {
        let (x, y) = (point % self.game.width(), point / self.game.width());
        PointSet::from_rows((0..=y).map(|row| u32::from(row == y) << x))
    }

    fn liberties_by_bitboard(&self, point: usize) -> usize {
        let color = self.textbook.stones[point].expect("a stone");
        self.single(point)
            .liberties(&self.stones[color.index()], &self.empty)
            .count() as usize
    }

    fn liberties_kept(&self, point: usize) -> usize {
        let board = self.game.board();
        board.count_liberties(board.cell(point))
    }

    fn region_by_bitboard(&self, point: usize) -> usize {
        self.single(point).fill_within(&self.empty).count() as usize
    }
}

/// Positions of one board size and fill level, and the points to ask about.
struct Questions<const CELLS: usize> {
    name: String,
    /// Its name in the lines at the end.
    summary: String,
    boards: Vec<(Position<CELLS>, Vec<usize>)>,
}

impl<const CELLS: usize> Questions<CELLS> {
    /// About every stone, or every empty point.
    fn new(size: u8, percent: usize, with_stone: bool) -> Questions<CELLS> {
        let boards = positions::filled(size, percent)
            .into_iter()
            .map(|game| {
                let board = Position::new(game);
                let points = board.points(with_stone);
                (board, points)
            })
            .collect();
        Questions {
            name: format!("{size}x{size} {percent}%"),
            summary: format!("liberties, {size}x{size} {percent}%"),
            boards,
        }
    }

    fn count(&self) -> u64 {
        self.boards
            .iter()
            .map(|(_, points)| points.len() as u64)
            .sum()
    }

    /// The sum of all answers.
    fn ask(&self, answer: impl Fn(&Position<CELLS>, usize) -> usize) -> usize {
        let mut sum = 0;
        for (board, points) in &self.boards {
            let board = black_box(board);
            for &point in points {
                sum += black_box(answer(board, black_box(point)));
            }
        }
        sum
    }

    /// Times one way to answer, after checking it against the plain one.
    fn time(
        &self,
        group: &mut BenchmarkGroup<'_, WallTime>,
        medians: &Medians,
        name: &str,
        expected: impl Fn(&Position<CELLS>, usize) -> usize,
        answer: impl Fn(&Position<CELLS>, usize) -> usize,
    ) {
        for (board, points) in &self.boards {
            for &point in points {
                let (found, expected) = (answer(board, point), expected(board, point));
                assert_eq!(found, expected, "{name} of {point}\n{}", board.game);
            }
        }
        group.throughput(Throughput::Elements(self.count()));
        group.bench_function(name, |bencher| {
            medians.time(bencher, &self.summary, name, || self.ask(&answer));
        });
    }
}

/// The liberties of the chain of every stone, asked once for every stone.
fn liberties<const CELLS: usize>(criterion: &mut Criterion, medians: &Medians, size: u8) {
    for percent in [25, 50, 75, 95] {
        let questions = Questions::<CELLS>::new(size, percent, true);
        let mut group = criterion.benchmark_group(format!("liberties/{}", questions.name));
        let plain = |board: &Position<CELLS>, point| board.textbook.liberties(point);
        questions.time(&mut group, medians, RECURSIVE, plain, plain);
        let bitboard = Position::liberties_by_bitboard;
        questions.time(&mut group, medians, BITBOARD, plain, bitboard);
        let kept = Position::liberties_kept;
        questions.time(&mut group, medians, INCREMENTAL, plain, kept);
        group.finish();
    }
}

/// The price of keeping chains: whole games are played, and after every move
/// the liberties of the chain just played are counted.
fn liberties_in_play<const CELLS: usize>(criterion: &mut Criterion, medians: &Medians, size: u8) {
    let games = positions::games::<CELLS>(size);
    let name = format!("{size}x{size} in play");
    let summary = format!("liberties, {name}");
    let side = usize::from(size);

    let by_textbook = || -> Vec<usize> {
        games
            .iter()
            .map(|game| {
                let mut board = Textbook::empty(side, side);
                let mut sum = 0;
                for &(point, color) in black_box(game) {
                    board.play(point, color);
                    sum += black_box(board.liberties(point));
                }
                sum
            })
            .collect()
    };
    let by_board = || -> Vec<usize> {
        games
            .iter()
            .map(|game| {
                let mut board = Board::<CELLS>::new(side, side);
                let mut sum = 0;
                for &(point, color) in black_box(game) {
                    let cell = board.cell(point);
                    board.play(cell, color, |_| {});
                    sum += black_box(board.count_liberties(cell));
                }
                sum
            })
            .collect()
    };
    assert_eq!(by_textbook(), by_board());

    let moves = games.iter().map(|game| game.len() as u64).sum();
    let mut group = criterion.benchmark_group(format!("liberties/{name}"));
    group.throughput(Throughput::Elements(moves));
    group.bench_function(RECURSIVE, |bencher| {
        medians.time(bencher, &summary, RECURSIVE, by_textbook);
    });
    group.bench_function(INCREMENTAL, |bencher| {
        medians.time(bencher, &summary, INCREMENTAL, by_board);
    });
    group.finish();
}

/// The size of the empty region around every empty point.
fn flood_fill<const CELLS: usize>(criterion: &mut Criterion, medians: &Medians, size: u8) {
    for percent in [25, 50, 75] {
        let mut questions = Questions::<CELLS>::new(size, percent, false);
        let mut group = criterion.benchmark_group(format!("flood_fill/{}", questions.name));
        questions.summary = format!("regions, {}", questions.name);
        let plain = |board: &Position<CELLS>, point| board.textbook.region_size(point);
        questions.time(&mut group, medians, RECURSIVE, plain, plain);
        let bitboard = Position::region_by_bitboard;
        questions.time(&mut group, medians, BITBOARD, plain, bitboard);
        group.finish();
    }
}

/// The whole board's area, once a position.
fn area_score<const CELLS: usize>(criterion: &mut Criterion, medians: &Medians, size: u8) {
    for percent in [50, 75, 95] {
        let mut questions = Questions::<CELLS>::new(size, percent, true);
        for (_, points) in &mut questions.boards {
            points.truncate(1);
        }
        let mut group = criterion.benchmark_group(format!("area_score/{}", questions.name));
        questions.summary = format!("area, {}", questions.name);
        // A number without a sign, as answers have none.
        let points = |score: i32| (score + 1000) as usize;
        let plain = |board: &Position<CELLS>, _| points(board.textbook.area());
        questions.time(&mut group, medians, RECURSIVE, plain, plain);
        let bitboard = |board: &Position<CELLS>, _| {
            let HalfPoints(halves) = board.game.score(&PointSet::default()) + board.game.komi();
            points(halves / 2)
        };
        questions.time(&mut group, medians, BITBOARD, plain, bitboard);
        group.finish();
    }
}

fn main() {
    let mut criterion = settings::criterion();
    let medians = Medians::default();
    liberties::<CELLS_9>(&mut criterion, &medians, 9);
    liberties::<CELLS_19>(&mut criterion, &medians, 19);
    liberties_in_play::<CELLS_9>(&mut criterion, &medians, 9);
    liberties_in_play::<CELLS_19>(&mut criterion, &medians, 19);
    flood_fill::<CELLS_9>(&mut criterion, &medians, 9);
    flood_fill::<CELLS_19>(&mut criterion, &medians, 19);
    area_score::<CELLS_9>(&mut criterion, &medians, 9);
    area_score::<CELLS_19>(&mut criterion, &medians, 19);
    criterion.final_summary();
    medians.print_against(RECURSIVE, "; % of the points hold a stone");
}

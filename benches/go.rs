//! Flood fill and counting of liberties in Go, against the recursive fill that
//! textbooks show.
//!
//! All rows of a group answer the same questions about the same positions, and
//! give the same answers: that is checked before anything is timed. Percent are
//! the points that hold a stone.

mod filled;
mod medians;
#[expect(dead_code, reason = "other groups ask for more")]
mod positions;
mod settings;
#[expect(dead_code, reason = "other groups ask them for more")]
mod twins;

use std::hint::black_box;

use criterion::Criterion;
use engines::go::{CELLS_9, CELLS_19, Go, PointSet};
use engines::{Color, Game, HalfPoints, Move};

use medians::{Group, Medians};
use twins::Twin;
use twins::go::ArrayGo;

const RECURSIVE: &str = "recursive fill";
const SCAN_LINE: &str = "scan-line fill";
const BITBOARD: &str = "bitboard fill";
const WALK: &str = "walk along the chain";
const INCREMENTAL: &str = "incremental";

/// A position on every kind of board.
struct Position<const CELLS: usize> {
    game: Go<CELLS>,
    array: ArrayGo,
    stones: [PointSet; 2],
    empty: PointSet,
}

impl<const CELLS: usize> Position<CELLS> {
    fn new(game: Go<CELLS>) -> Position<CELLS> {
        let stones = Color::BOTH.map(|color| game.board().stones(color));
        let all = PointSet::all(game.width(), game.height());
        Position {
            array: ArrayGo::from(&game),
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
        let color = self.array.stones[point].expect("a stone");
        self.single(point)
            .liberties(&self.stones[color.index()], &self.empty)
            .count() as usize
    }

    fn liberties_by_walk(&self, point: usize) -> usize {
        let board = self.game.board();
        board.count_liberties(board.cell(point))
    }

    fn liberties_kept(&self, point: usize) -> usize {
        self.game.liberties(self.game.board().cell(point))
    }

    fn region_by_bitboard(&self, point: usize) -> usize {
        self.single(point).fill_within(&self.empty).count() as usize
    }
}

/// Positions of one board size and fill level, and the points to ask about.
struct Questions<const CELLS: usize> {
    boards: Vec<(Position<CELLS>, Vec<usize>)>,
}

impl<const CELLS: usize> Questions<CELLS> {
    /// About every stone, or every empty point.
    fn new(size: u8, percent: usize, with_stone: bool) -> Questions<CELLS> {
        let boards = filled::filled(size, percent)
            .into_iter()
            .map(|game| {
                let board = Position::new(game);
                let points = board.points(with_stone);
                (board, points)
            })
            .collect();
        Questions { boards }
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
        group: &mut Group<'_>,
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
        group.row(name, || self.ask(&answer));
    }
}

/// The liberties of the chain of every stone, asked once for every stone.
fn liberties<const CELLS: usize>(criterion: &mut Criterion, medians: &Medians, size: u8) {
    for percent in [25, 50, 75, 95] {
        let questions = Questions::<CELLS>::new(size, percent, true);
        let name = format!("liberties/{size}x{size} {percent}%");
        let mut group = medians.group(criterion, name, questions.count());
        let plain = |board: &Position<CELLS>, point| board.array.liberties(point);
        let scan_line = |board: &Position<CELLS>, point| board.array.liberties_by_scan_line(point);
        questions.time(&mut group, RECURSIVE, plain, plain);
        questions.time(&mut group, SCAN_LINE, plain, scan_line);
        questions.time(&mut group, BITBOARD, plain, Position::liberties_by_bitboard);
        questions.time(&mut group, WALK, plain, Position::liberties_by_walk);
        questions.time(&mut group, INCREMENTAL, plain, Position::liberties_kept);
    }
}

/// The price of keeping the numbers: whole games are played in place, and after
/// every move the liberties of the chain just played are asked for.
fn liberties_in_play<const CELLS: usize>(criterion: &mut Criterion, medians: &Medians, size: u8) {
    let games = filled::games::<CELLS>(size);
    let start = filled::start::<CELLS>(size);
    let empty = ArrayGo::from(&start);

    let by_array = || -> Vec<usize> {
        let play = |game: &Vec<Move>| {
            let mut board = empty.clone();
            let mut sum = 0;
            for &mv in black_box(game) {
                board.play(mv);
                sum += mv.point().map_or(0, |point| board.liberties(point));
            }
            sum
        };
        games.iter().map(play).collect()
    };
    let by_game = || -> Vec<usize> {
        let play = |game: &Vec<Move>| {
            let mut position = start.clone();
            let mut sum = 0;
            for &mv in black_box(game) {
                position.play(mv);
                sum += mv
                    .point()
                    .map_or(0, |point| position.liberties(position.board().cell(point)));
            }
            sum
        };
        games.iter().map(play).collect()
    };
    assert_eq!(by_array(), by_game());

    let moves = games.iter().map(|game| game.len() as u64).sum();
    let mut group = medians.group(criterion, format!("liberties/{size}x{size} in play"), moves);
    group.row(RECURSIVE, by_array);
    group.row(INCREMENTAL, by_game);
}

/// The size of the empty region around every empty point.
fn flood_fill<const CELLS: usize>(criterion: &mut Criterion, medians: &Medians, size: u8) {
    for percent in [25, 50, 75] {
        let questions = Questions::<CELLS>::new(size, percent, false);
        let name = format!("flood_fill/{size}x{size} {percent}%");
        let mut group = medians.group(criterion, name, questions.count());
        let plain = |board: &Position<CELLS>, point| board.array.region_size(point);
        let scan_line =
            |board: &Position<CELLS>, point| board.array.region_size_by_scan_line(point);
        questions.time(&mut group, RECURSIVE, plain, plain);
        questions.time(&mut group, SCAN_LINE, plain, scan_line);
        questions.time(&mut group, BITBOARD, plain, Position::region_by_bitboard);
    }
}

/// The whole board's area, once a position.
fn area_score<const CELLS: usize>(criterion: &mut Criterion, medians: &Medians, size: u8) {
    for percent in [50, 75, 95] {
        let mut questions = Questions::<CELLS>::new(size, percent, true);
        for (_, points) in &mut questions.boards {
            points.truncate(1);
        }
        let name = format!("area_score/{size}x{size} {percent}%");
        let mut group = medians.group(criterion, name, questions.count());
        // A number without a sign, as answers have none.
        let points = |score: i32| (score + 1000) as usize;
        let plain = |board: &Position<CELLS>, _| points(board.array.area());
        let bitboard = |board: &Position<CELLS>, _| {
            let HalfPoints(halves) = board.game.score(&PointSet::default()) + board.game.komi();
            points(halves / 2)
        };
        questions.time(&mut group, RECURSIVE, plain, plain);
        questions.time(&mut group, BITBOARD, plain, bitboard);
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
    medians.print();
}

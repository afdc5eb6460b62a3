//! Gomoku's shapes, kept while stones are placed and taken back, and what they
//! make of Renju: the forbidden points of a whole board, against a plain walk
//! along its lines.

mod medians;
#[expect(dead_code, reason = "the tests ask it for more")]
#[path = "../engines/tests/gomoku/plain.rs"]
mod plain;
mod settings;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use engines::gomoku::{Gomoku, GomokuRules, Point, ShapeBoard, Variant};
use engines::{Color, Game, Knowledge, MoveList, Rng};

use medians::Medians;
use plain::Plain;

const PLAIN: &str = "plain walk";
const KEPT: &str = "kept shapes";

const VARIANTS: [Variant; 5] = [
    Variant::Freestyle,
    Variant::Standard,
    Variant::Renju,
    Variant::Caro,
    Variant::CaroOverline,
];

/// Where in a game the positions stand, in percent of its length.
const STAGES: [(&str, usize); 3] = [("opening", 20), ("middle game", 50), ("late", 95)];

/// Positions a stage, each of another game.
const POSITIONS: u64 = 16;

/// A game of players who mostly take the most promising point, and else any
/// that a search would look at.
fn game(rules: &GomokuRules, seed: u64) -> Vec<Gomoku> {
    let mut rng = Rng::new(seed);
    let mut game = Gomoku::initial(rules);
    let mut all = Vec::new();
    loop {
        let mut moves = MoveList::new();
        game.candidates(&mut moves);
        if rng.below(4) > 0 {
            game.keep_most_promising(1, &mut moves);
        }
        let Some(mv) = rng.choose(&moves) else {
            return all;
        };
        all.push(game);
        game.play(mv);
    }
}

fn at_stage(rules: Variant, percent: usize) -> Vec<Gomoku> {
    let rules = GomokuRules {
        rules,
        ..GomokuRules::default()
    };
    (0..POSITIONS)
        .map(|seed| {
            let mut game = game(&rules, seed);
            game.swap_remove(game.len() * percent / 100)
        })
        .collect()
}

/// A position's stones with their shapes, who is to move, and where.
struct Pairs {
    shapes: ShapeBoard,
    color: Color,
    points: Vec<Point>,
}

impl Pairs {
    fn of(game: &Gomoku) -> Pairs {
        let width = game.width();
        let mut empty: Vec<usize> = (0..width * game.height())
            .filter(|&point| game.at(point).is_none())
            .collect();
        // Neighbors do not follow each other in a search.
        let mut rng = Rng::new(1);
        for i in (1..empty.len()).rev() {
            empty.swap(i, rng.below(i as u32 + 1) as usize);
        }
        let point = |index| Point {
            x: (index % width) as u8,
            y: (index / width) as u8,
        };
        Pairs {
            shapes: *game.shape_board(),
            color: game.to_move(),
            points: empty.into_iter().map(point).collect(),
        }
    }

    fn run(&mut self) {
        for &point in &self.points {
            let shapes = black_box(&mut self.shapes);
            let placed = shapes.place(self.color, black_box(point));
            black_box(&mut self.shapes).undo(placed);
        }
    }
}

/// A stone is placed and taken back on every empty point; the shapes are up to
/// date in between and after. The rate is such pairs a second.
fn make_undo(criterion: &mut Criterion) {
    for rules in VARIANTS {
        let mut group = criterion.benchmark_group(format!("make_undo/{rules} 15x15, {KEPT}"));
        for (stage, percent) in STAGES {
            let mut positions: Vec<Pairs> =
                at_stage(rules, percent).iter().map(Pairs::of).collect();
            let pairs = positions
                .iter()
                .map(|pairs| pairs.points.len() as u64)
                .sum();
            group.throughput(Throughput::Elements(pairs));
            group.bench_function(BenchmarkId::from_parameter(stage), |bencher| {
                bencher.iter(|| positions.iter_mut().for_each(Pairs::run));
            });
        }
        group.finish();
    }
}

/// The points of a whole board that are forbidden to Black. The rate is boards
/// a second.
fn renju(criterion: &mut Criterion, medians: &Medians) {
    for (stage, percent) in STAGES {
        let positions = at_stage(Variant::Renju, percent);
        let twins: Vec<Plain> = positions.iter().map(plain_twin).collect();
        for (game, twin) in positions.iter().zip(&twins) {
            let found = game.forbidden_points().iter().count();
            assert_eq!(found, forbidden_by_walk(twin), "{game}");
        }
        let mut group = criterion.benchmark_group(format!("renju/{stage}"));
        let summary = format!("forbidden points, {stage}");
        group.throughput(Throughput::Elements(POSITIONS));
        group.bench_function(PLAIN, |bencher| {
            medians.time(bencher, &summary, PLAIN, || {
                let twins = black_box(&twins).iter();
                twins.map(forbidden_by_walk).sum::<usize>()
            });
        });
        group.bench_function(KEPT, |bencher| {
            medians.time(bencher, &summary, KEPT, || {
                for game in &positions {
                    black_box(black_box(game).forbidden_points());
                }
            });
        });
        group.finish();
    }
}

fn plain_twin(game: &Gomoku) -> Plain {
    let mut twin = Plain::new(*game.rules());
    for (point, stone) in twin.stones.iter_mut().enumerate() {
        *stone = game.at(point);
    }
    twin
}

fn forbidden_by_walk(twin: &Plain) -> usize {
    (0..twin.stones.len())
        .filter(|&point| twin.stones[point].is_none() && twin.forbidden(point).is_some())
        .count()
}

fn main() {
    let mut criterion = settings::criterion();
    let medians = Medians::default();
    make_undo(&mut criterion);
    renju(&mut criterion, &medians);
    criterion.final_summary();
    medians.print_against(PLAIN, "both find the same points");
}

//! Perft: how fast each game counts, against a textbook board, and against its
//! own moves listed and played one by one.
//!
//! The rate is positions a second: those at full depth, as perft counts them.
//! All rows of a group count the same; that is checked before anything is timed.

mod array_othello;
mod medians;
mod settings;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use engines::Game;
use engines::othello::{Othello, OthelloRules};
use engines::perft::{Convention, perft};

use array_othello::ArrayOthello;
use medians::Medians;

const TEXTBOOK: &str = "array board";
const BY_THE_RULES: &str = "by the rules";
const PERFT: &str = "perft";

/// One game, counted to `depth` in three ways.
fn compare<G: Game>(
    criterion: &mut Criterion,
    medians: &Medians,
    game: &str,
    start: &G,
    (depth, convention): (u32, Convention),
    textbook: impl Fn() -> u64,
) {
    let by_the_rules = || perft(black_box(start), black_box(depth), convention);
    let own_way = || black_box(start).perft(black_box(depth), convention);
    let count = textbook();
    assert_eq!(by_the_rules(), count);
    assert_eq!(own_way(), count);

    let mut group = criterion.benchmark_group(format!("perft/{game}"));
    group.throughput(Throughput::Elements(count));
    group.bench_function(TEXTBOOK, |bencher| {
        medians.time(bencher, game, TEXTBOOK, &textbook);
    });
    group.bench_function(BY_THE_RULES, |bencher| {
        medians.time(bencher, game, BY_THE_RULES, by_the_rules);
    });
    group.bench_function(PERFT, |bencher| {
        medians.time(bencher, game, PERFT, own_way);
    });
    group.finish();
}

fn othello(criterion: &mut Criterion, medians: &Medians) {
    const DEPTH: u32 = 8;
    let start = Othello::initial(&OthelloRules::default());
    let textbook = || black_box(ArrayOthello::of(&start)).perft(black_box(DEPTH));
    let how = (DEPTH, Convention::A);
    compare(criterion, medians, "othello 8x8", &start, how, textbook);
}

fn main() {
    let mut criterion = settings::criterion();
    let medians = Medians::default();
    othello(&mut criterion, &medians);
    criterion.final_summary();
    medians.print_against(TEXTBOOK, "all count the same positions");
}

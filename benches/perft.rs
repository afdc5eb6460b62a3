//! Perft: how fast each game counts, against a textbook board, and in Othello
//! also against its own moves listed and played one by one.
//!
//! The rate is positions a second: those at full depth, as perft counts them.
//! All rows of a group count the same; that is checked before anything is timed.

mod medians;
#[expect(dead_code, reason = "the tests ask it for more")]
#[path = "../engines/tests/go/plain.rs"]
mod plain;
mod settings;
#[expect(dead_code, reason = "other groups ask them for more")]
mod twins;

use std::hint::black_box;

use criterion::Criterion;
use engines::go::{CELLS_9, Go, GoRules, Preset};
use engines::gomoku::{Gomoku, GomokuRules};
use engines::othello::{Othello, OthelloRules};
use engines::perft::{Convention, perft};
use engines::{Color, Game, Move};

use medians::{Group, Medians};
use plain::PlainGo;
use twins::Twin;
use twins::gomoku::Plain;
use twins::othello::ArrayOthello;

const TEXTBOOK: &str = "array board";
const BY_THE_RULES: &str = "by the rules";
const PERFT: &str = "perft";

impl Twin for PlainGo {
    fn at(&self, point: usize) -> Option<Color> {
        self.stones[point]
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.is_over() {
            return Vec::new();
        }
        (0..self.stones.len())
            .filter(|&point| self.is_legal(point))
            .map(Move::at)
            .chain([Move::PASS])
            .collect()
    }

    fn play(&mut self, mv: Move) {
        PlainGo::play(self, mv.point());
    }
}

/// One game, counted to `depth` by a twin and by its rules.
fn compare<'a>(
    criterion: &'a mut Criterion,
    medians: &'a Medians,
    name: &str,
    (game, twin): (&impl Game, &impl Twin),
    (depth, convention): (u32, Convention),
) -> Group<'a> {
    let by_twin = || twins::perft(black_box(twin), black_box(depth), convention);
    let by_the_rules = || perft(black_box(game), black_box(depth), convention);
    let count = by_twin();
    assert_eq!(by_the_rules(), count);
    let mut group = medians.group(criterion, format!("perft/{name}"), count);
    group.row(TEXTBOOK, by_twin);
    group.row(BY_THE_RULES, by_the_rules);
    group
}

/// With positional superko.
fn go(criterion: &mut Criterion, medians: &Medians) {
    let rules = GoRules::new(Preset::Cgos, 5, 5);
    let pair = (&Go::<CELLS_9>::initial(&rules), &PlainGo::new(&rules));
    compare(criterion, medians, "go 5x5", pair, (4, Convention::B));
}

fn gomoku(criterion: &mut Criterion, medians: &Medians) {
    let start = Gomoku::initial(&GomokuRules::default());
    let pair = (&start, &Plain::from(&start));
    compare(criterion, medians, "gomoku 15x15", pair, (3, Convention::A));
}

fn othello(criterion: &mut Criterion, medians: &Medians) {
    const HOW: (u32, Convention) = (8, Convention::A);
    let start = Othello::initial(&OthelloRules::default());
    let pair = (&start, &ArrayOthello::from(&start));
    let own_way = || black_box(&start).perft(black_box(HOW.0), HOW.1);
    assert_eq!(own_way(), perft(&start, HOW.0, HOW.1));
    let mut group = compare(criterion, medians, "othello 8x8", pair, HOW);
    group.row(PERFT, own_way);
}

fn main() {
    let mut criterion = settings::criterion();
    let medians = Medians::default();
    go(&mut criterion, &medians);
    gomoku(&mut criterion, &medians);
    othello(&mut criterion, &medians);
    criterion.final_summary();
    medians.print();
}

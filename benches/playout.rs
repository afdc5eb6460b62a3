//! Games to the end by uniformly random moves. The rate is playouts a second.
//!
//! All rows of a group play the same kind of games: before anything is timed,
//! their lengths are checked to agree on average.

mod medians;
#[expect(dead_code, reason = "other groups ask for more")]
mod positions;
mod settings;
#[expect(dead_code, reason = "other groups ask them for more")]
mod twins;

use std::hint::black_box;

use criterion::Criterion;
use engines::go::{CELLS_9, CELLS_13, CELLS_19, Go, GoRules, Preset};
use engines::gomoku::{Gomoku, GomokuRules, Variant};
use engines::othello::{Othello, OthelloRules};
use engines::{Game, Knowledge, Move, Rng};

use medians::Medians;
use twins::Twin;
use twins::go::ArrayGo;
use twins::gomoku::Plain;
use twins::othello::ArrayOthello;

const TEXTBOOK: &str = "array board";
const BY_THE_RULES: &str = "by the rules";
const PLAYOUT: &str = "playout";
const INCREMENTAL: &str = "incremental";
const SIDE_BY_SIDE: &str = "side by side";

/// How far means may be apart, in standard errors of their difference.
const TOLERANCE: f64 = 4.0;

/// Plays so many games and returns their lengths in moves.
type Player<'a> = &'a dyn Fn(usize, &mut Rng) -> Vec<u64>;

/// A mean, and the square of its standard error.
fn mean(lengths: &[u64]) -> (f64, f64) {
    let count = lengths.len() as f64;
    let mean = lengths.iter().sum::<u64>() as f64 / count;
    let squares = lengths.iter().map(|&length| (length as f64 - mean).powi(2));
    (mean, squares.sum::<f64>() / count / (count - 1.0))
}

/// Times each row, `count` playouts a call; checks the lengths of as many.
fn compare(
    criterion: &mut Criterion,
    medians: &Medians,
    game: &str,
    count: usize,
    rows: &[(&str, Player<'_>)],
) {
    let means: Vec<(f64, f64)> = (1..)
        .zip(rows)
        .map(|(seed, (_, play))| mean(&play(count, &mut Rng::new(seed))))
        .collect();
    for ((name, _), found) in rows.iter().zip(&means) {
        let error = (means[0].1 + found.1).sqrt();
        let difference = (means[0].0 - found.0).abs();
        assert!(difference <= TOLERANCE * error, "{game}, {name}: {means:?}");
    }
    let mut group = medians.group(criterion, format!("playout/{game}"), count as u64);
    for (name, play) in rows {
        group.row(name, || play(black_box(count), &mut Rng::new(1)));
    }
}

/// Draws empty points until one will do: legal, and no own eye.
fn random_go_move(board: &ArrayGo, rng: &mut Rng) -> Move {
    let mut empty: Vec<usize> = (0..board.points())
        .filter(|&point| board.stones[point].is_none())
        .collect();
    while !empty.is_empty() {
        let drawn = rng.below(empty.len() as u32) as usize;
        let point = empty.swap_remove(drawn);
        if !board.is_eye(point) && board.is_legal(point) {
            return Move::at(point);
        }
    }
    Move::PASS
}

/// Until two passes; ended after three moves a point, as the core's are.
fn go_by_array(mut board: ArrayGo, rng: &mut Rng) -> u64 {
    let limit = 3 * board.points() as u64;
    let (mut moves, mut passes) = (0, 0);
    while passes < 2 && moves < limit {
        let mv = random_go_move(&board, rng);
        passes = if mv.is_pass() { passes + 1 } else { 0 };
        board.play(mv);
        moves += 1;
    }
    moves
}

fn by_array(mut board: impl Twin, rng: &mut Rng) -> u64 {
    let mut length = 0;
    while let Some(mv) = rng.choose(&board.legal_moves()) {
        board.play(mv);
        length += 1;
    }
    length
}

fn by_the_rules<G: Knowledge>(mut game: G, rng: &mut Rng) -> u64 {
    let mut length = 0;
    while let Some(mv) = positions::random_move(&game, rng) {
        game.play(mv);
        length += 1;
    }
    length
}

/// Plays one game after the other.
fn each(play: impl Fn(&mut Rng) -> u64) -> impl Fn(usize, &mut Rng) -> Vec<u64> {
    move |count, rng| (0..count).map(|_| play(rng)).collect()
}

fn go<const CELLS: usize>(criterion: &mut Criterion, medians: &Medians, size: u8, count: usize) {
    let start = Go::<CELLS>::initial(&GoRules::new(Preset::Chinese, size, size));
    let twin = ArrayGo::from(&start);
    let by_array = each(|rng| go_by_array(black_box(&twin).clone(), rng));
    let by_the_rules = each(|rng| by_the_rules(black_box(&start).clone(), rng));
    let incremental = each(|rng| black_box(&start).clone().playout(rng).1);
    let side_by_side = |count, rng: &mut Rng| {
        let ends = black_box(&start).play_out_many(count, rng);
        ends.iter().map(|end| end.moves).collect()
    };
    let rows: [(&str, Player<'_>); 4] = [
        (TEXTBOOK, &by_array),
        (BY_THE_RULES, &by_the_rules),
        (INCREMENTAL, &incremental),
        (SIDE_BY_SIDE, &side_by_side),
    ];
    // The largest board's games are played one by one.
    let rows = if size <= 13 { &rows[..] } else { &rows[..3] };
    compare(
        criterion,
        medians,
        &format!("go {size}x{size}"),
        count,
        rows,
    );
}

/// A game whose playouts are its random legal moves.
fn random_moves<G: Knowledge>(
    criterion: &mut Criterion,
    medians: &Medians,
    game: &str,
    start: &G,
    twin: Option<impl Twin>,
) {
    let by_array = twin.map(|twin| each(move |rng| by_array(black_box(&twin).clone(), rng)));
    let by_the_rules = each(|rng| by_the_rules(black_box(start).clone(), rng));
    let playout = each(|rng| black_box(start).clone().playout(rng).1);
    let mut rows: Vec<(&str, Player<'_>)> = Vec::new();
    if let Some(by_array) = &by_array {
        rows.push((TEXTBOOK, by_array));
    }
    rows.push((BY_THE_RULES, &by_the_rules));
    rows.push((PLAYOUT, &playout));
    compare(criterion, medians, game, 64, &rows);
}

fn gomoku(criterion: &mut Criterion, medians: &Medians, rules: Variant) {
    let start = Gomoku::initial(&GomokuRules {
        rules,
        ..GomokuRules::default()
    });
    // Renju from its definitions takes too long for whole games.
    let twin = (rules != Variant::Renju).then(|| Plain::from(&start));
    random_moves(
        criterion,
        medians,
        &format!("gomoku {rules} 15x15"),
        &start,
        twin,
    );
}

fn othello(criterion: &mut Criterion, medians: &Medians) {
    let start = Othello::initial(&OthelloRules::default());
    let twin = Some(ArrayOthello::from(&start));
    random_moves(criterion, medians, "othello 8x8", &start, twin);
}

fn main() {
    let mut criterion = settings::criterion();
    let medians = Medians::default();
    go::<CELLS_9>(&mut criterion, &medians, 9, 256);
    go::<CELLS_13>(&mut criterion, &medians, 13, 128);
    go::<CELLS_19>(&mut criterion, &medians, 19, 32);
    gomoku(&mut criterion, &medians, Variant::Freestyle);
    gomoku(&mut criterion, &medians, Variant::Renju);
    othello(&mut criterion, &medians);
    criterion.final_summary();
    medians.print();
}

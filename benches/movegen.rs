//! Listing the legal moves of a position. The rate is positions a second.

mod medians;
mod positions;
mod settings;
#[expect(dead_code, reason = "other groups ask them for more")]
mod twins;

use std::hint::black_box;

use criterion::Criterion;
use engines::go::{CELLS_9, CELLS_13, CELLS_19, Go, GoRules, Preset};
use engines::gomoku::{Gomoku, GomokuRules, Variant};
use engines::othello::{Othello, OthelloRules};
use engines::{Knowledge, MoveList};

use medians::Medians;
use twins::Twin;
use twins::go::ArrayGo;
use twins::gomoku::Plain;
use twins::othello::ArrayOthello;

const TEXTBOOK: &str = "array board";
const OURS: &str = "legal_moves";

fn movegen<G, T>(criterion: &mut Criterion, medians: &Medians, name: &str, rules: &G::Rules)
where
    G: Knowledge,
    T: Twin + for<'a> From<&'a G>,
{
    for (stage, percent) in positions::STAGES {
        let positions = positions::at_stage::<G>(rules, percent);
        let twins: Vec<T> = positions.iter().map(T::from).collect();
        for (game, twin) in positions.iter().zip(&twins) {
            twins::assert_same_moves(game, twin);
        }
        let count = positions.len() as u64;
        let mut group = medians.group(criterion, format!("movegen/{name} {stage}"), count);
        group.row(TEXTBOOK, || {
            for twin in &twins {
                black_box(black_box(twin).legal_moves());
            }
        });
        group.row(OURS, || {
            for position in &positions {
                let mut moves = MoveList::new();
                black_box(position).legal_moves(&mut moves);
                black_box(&moves);
            }
        });
    }
}

fn main() {
    let mut criterion = settings::criterion();
    let criterion = &mut criterion;
    let medians = &Medians::default();
    let go = |size| GoRules::new(Preset::Chinese, size, size);
    movegen::<Go<CELLS_9>, ArrayGo>(criterion, medians, "go 9x9", &go(9));
    movegen::<Go<CELLS_13>, ArrayGo>(criterion, medians, "go 13x13", &go(13));
    movegen::<Go<CELLS_19>, ArrayGo>(criterion, medians, "go 19x19", &go(19));
    let gomoku = |rules| GomokuRules {
        rules,
        ..GomokuRules::default()
    };
    let freestyle = gomoku(Variant::Freestyle);
    movegen::<Gomoku, Plain>(criterion, medians, "gomoku freestyle 15x15", &freestyle);
    let renju = gomoku(Variant::Renju);
    movegen::<Gomoku, Plain>(criterion, medians, "gomoku renju 15x15", &renju);
    let othello = OthelloRules::default();
    movegen::<Othello, ArrayOthello>(criterion, medians, "othello 8x8", &othello);
    criterion.final_summary();
    medians.print();
}

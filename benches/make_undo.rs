//! Making each legal move of a position and taking it back, as a search does:
//! a copy is played on and dropped. Gomoku's shapes are also kept in place, by
//! placing a stone and taking it off. The rate is moves a second.
//!
//! An array of stones is little to copy. What the core keeps besides is paid for
//! here, and pays in the other groups.

mod medians;
mod positions;
mod settings;
#[expect(dead_code, reason = "other groups ask them for more")]
mod twins;

use std::hint::black_box;

use criterion::Criterion;
use engines::go::{CELLS_9, CELLS_13, CELLS_19, Go, GoRules, Preset};
use engines::gomoku::{Gomoku, GomokuRules, Point, Variant};
use engines::othello::{Othello, OthelloRules};
use engines::{Game, Knowledge, Move, MoveList, Rng};

use medians::{Group, Medians};
use twins::Twin;
use twins::go::ArrayGo;
use twins::gomoku::Plain;
use twins::othello::ArrayOthello;

const TEXTBOOK: &str = "array board";
const COPIED: &str = "copy and play";
const IN_PLACE: &str = "shapes, place and undo";

/// The legal moves in random order: a search does not try neighbors in turn.
fn shuffled_moves(game: &impl Game) -> MoveList {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    let mut rng = Rng::new(1);
    for i in (1..moves.len()).rev() {
        moves.swap(i, rng.below(i as u32 + 1) as usize);
    }
    moves
}

fn copy_and_play<G: Game>(game: &G, mv: Move) -> G {
    let mut after = game.clone();
    after.play(mv);
    after
}

fn copy_and_play_twin<T: Twin>(twin: &T, mv: Move) -> T {
    let mut after = twin.clone();
    after.play(mv);
    after
}

/// `more` adds a game's own rows.
fn make_undo<G, T>(
    criterion: &mut Criterion,
    medians: &Medians,
    name: &str,
    rules: &G::Rules,
    more: impl Fn(&mut Group<'_>, &[(G, MoveList)]),
) where
    G: Knowledge,
    T: Twin + for<'a> From<&'a G>,
{
    for (stage, percent) in positions::STAGES {
        let positions: Vec<(G, MoveList)> = positions::at_stage::<G>(rules, percent)
            .into_iter()
            .map(|game| {
                let moves = shuffled_moves(&game);
                (game, moves)
            })
            .collect();
        let twins: Vec<T> = positions.iter().map(|(game, _)| T::from(game)).collect();
        for ((game, moves), twin) in positions.iter().zip(&twins) {
            for &mv in moves {
                let after = copy_and_play(game, mv);
                twins::assert_same_stones(&after, &copy_and_play_twin(twin, mv));
            }
        }

        let count = positions.iter().map(|(_, moves)| moves.len() as u64).sum();
        let mut group = medians.group(criterion, format!("make_undo/{name} {stage}"), count);
        group.row(TEXTBOOK, || {
            for ((_, moves), twin) in positions.iter().zip(&twins) {
                for &mv in moves {
                    black_box(copy_and_play_twin(black_box(twin), black_box(mv)));
                }
            }
        });
        group.row(COPIED, || {
            for (game, moves) in &positions {
                for &mv in moves {
                    black_box(copy_and_play(black_box(game), black_box(mv)));
                }
            }
        });
        more(&mut group, &positions);
    }
}

/// The shapes are up to date after the stone is placed, and after it is off.
fn shapes_in_place(group: &mut Group<'_>, positions: &[(Gomoku, MoveList)]) {
    let mut positions: Vec<_> = positions
        .iter()
        .map(|(game, moves)| {
            let point = |index| Point {
                x: (index % game.width()) as u8,
                y: (index / game.width()) as u8,
            };
            let points = moves.iter().filter_map(|mv| mv.point());
            let points: Vec<Point> = points.map(point).collect();
            (*game.shape_board(), game.to_move(), points)
        })
        .collect();
    group.row(IN_PLACE, || {
        for (shapes, color, points) in &mut positions {
            for &point in &*points {
                let placed = black_box(&mut *shapes).place(*color, black_box(point));
                black_box(&mut *shapes).undo(placed);
            }
        }
    });
}

fn go<const CELLS: usize>(criterion: &mut Criterion, medians: &Medians, size: u8) {
    let rules = GoRules::new(Preset::Chinese, size, size);
    let name = format!("go {size}x{size}");
    make_undo::<Go<CELLS>, ArrayGo>(criterion, medians, &name, &rules, |_, _| {});
}

fn gomoku(criterion: &mut Criterion, medians: &Medians, rules: Variant) {
    let name = format!("gomoku {rules} 15x15");
    let rules = GomokuRules {
        rules,
        ..GomokuRules::default()
    };
    make_undo::<Gomoku, Plain>(criterion, medians, &name, &rules, shapes_in_place);
}

fn othello(criterion: &mut Criterion, medians: &Medians) {
    let rules = OthelloRules::default();
    make_undo::<Othello, ArrayOthello>(criterion, medians, "othello 8x8", &rules, |_, _| {});
}

fn main() {
    let mut criterion = settings::criterion();
    let medians = Medians::default();
    go::<CELLS_9>(&mut criterion, &medians, 9);
    go::<CELLS_13>(&mut criterion, &medians, 13);
    go::<CELLS_19>(&mut criterion, &medians, 19);
    for rules in [Variant::Freestyle, Variant::Renju, Variant::Caro] {
        gomoku(&mut criterion, &medians, rules);
    }
    othello(&mut criterion, &medians);
    criterion.final_summary();
    medians.print();
}

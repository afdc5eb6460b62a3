//! Every lane against a game that keeps the rules, step for step.

use super::*;
use crate::game::{Game, IllegalMove, Move, MoveList};
use crate::go::lockstep::lanes::Portable;
use crate::go::{CELLS_13, Go, GoRules, PointSet, Preset, scoring};
use crate::knowledge::Knowledge;
use crate::rng::Rng;

type Twin = Go<CELLS_13>;

/// A game some random moves on.
fn begun(width: u8, height: u8, moves: u32, rng: &mut Rng) -> Twin {
    let mut game = Twin::initial(&GoRules::new(Preset::Chinese, width, height));
    for _ in 0..moves {
        let mut sensible = MoveList::new();
        game.sensible_moves(&mut sensible);
        match rng.choose(&sensible) {
            Some(mv) if !mv.is_pass() => game.play(mv),
            _ => break,
        }
    }
    game
}

/// The points of a lane, as the twin numbers them.
fn points<const N: usize>(rows: &Rows<Portable, N>, lane: usize) -> PointSet {
    PointSet::from_rows(
        rows[1..N - 1]
            .iter()
            .map(|row| u32::from(row.as_array()[lane]) >> 1),
    )
}

fn only_point(points: &PointSet, width: usize) -> Move {
    assert_eq!(points.count(), 1);
    let (y, row) = points
        .rows()
        .iter()
        .enumerate()
        .find(|(_, row)| **row != 0)
        .expect("a point");
    Move::at(y * width + row.trailing_zeros() as usize)
}

/// What a lane did in a step, done again by the twin.
fn follow<const N: usize>(
    twin: &mut Twin,
    before: &Games<Portable, N>,
    after: &Games<Portable, N>,
    lane: usize,
) {
    let width = twin.width();
    if before.moves.as_array()[lane] == after.moves.as_array()[lane] {
        let refused = points(&after.refused, lane).minus(&points(&before.refused, lane));
        let refused = only_point(&refused, width);
        assert_eq!(twin.check(refused), Err(IllegalMove::Suicide), "{twin}");
        return;
    }
    let mover = twin.to_move();
    let mut sensible = MoveList::new();
    twin.sensible_moves(&mut sensible);
    // After a move the sides have changed their places.
    let new = points(&after.theirs, lane).minus(&points(&before.own, lane));
    let mv = if new.is_empty() {
        Move::PASS
    } else {
        only_point(&new, width)
    };
    assert!(sensible.contains(&mv), "{mv:?} in\n{twin}");
    twin.play(mv);
    assert_eq!(points(&after.theirs, lane), twin.board().stones(mover));
    assert_eq!(points(&after.own, lane), twin.board().stones(!mover));
    assert_eq!(
        after.black.as_array()[lane] != 0,
        twin.to_move() == Color::Black
    );
    let ko = twin
        .board()
        .ko()
        .map(|cell| Move::at(twin.board().point(cell)));
    let refused = points(&after.refused, lane);
    match ko {
        Some(ko) => assert_eq!(only_point(&refused, width), ko),
        None => assert!(refused.is_empty(), "{twin}"),
    }
}

fn all_lanes_keep_the_rules<const N: usize>(width: u8, height: u8, moves: u32, seed: u64) {
    let mut rng = Rng::new(seed);
    let begin = begun(width, height, moves, &mut rng);
    let start = begin.start::<N>();
    let mut games = Games::<Portable, _>::new(&start);
    let mut twins: Vec<Twin> = vec![begin.clone(); LANES];
    let mut draw = Draw::new(&mut rng);
    let limit = 3 * u64::from(width) * u64::from(height);
    for _ in 0..5 * u32::from(width) * u32::from(height) {
        let before = games.clone();
        let over = games.step(&mut draw);
        for (lane, twin) in twins.iter_mut().enumerate() {
            follow(twin, &before, &games, lane);
            let end = games.ends()[lane];
            assert_eq!(
                over.as_array()[lane] != 0,
                twin.outcome().is_some() || end.moves == limit
            );
            if over.as_array()[lane] != 0 {
                if twin.outcome().is_some() {
                    let area = scoring::area(twin.board(), &PointSet::default());
                    assert_eq!(end.area, area, "{twin}");
                }
                games.begin(lane, &start);
                *twin = begin.clone();
            }
        }
    }
}

#[test]
fn lanes_play_by_the_rules_and_pass_only_when_they_must() {
    for (width, height) in [
        (1, 1),
        (2, 1),
        (2, 2),
        (3, 2),
        (4, 7),
        (7, 4),
        (9, 9),
        (5, 9),
    ] {
        for moves in [0, 3, 20, 60] {
            let seed = u64::from(moves) + 100 * u64::from(width);
            all_lanes_keep_the_rules::<11>(width, height, moves, seed);
        }
    }
    for (width, height) in [(13, 13), (12, 10), (10, 13)] {
        all_lanes_keep_the_rules::<15>(width, height, 80, 1);
    }
}

#[test]
fn every_sensible_move_is_as_likely_as_the_others() {
    let start = begun(3, 3, 0, &mut Rng::new(1)).start::<11>();
    let mut draw = Draw::new(&mut Rng::new(2));
    let mut counts = [0_u32; 9];
    let steps = 2_000;
    for _ in 0..steps {
        let mut games = Games::<Portable, _>::new(&start);
        games.step(&mut draw);
        for lane in 0..LANES {
            let Some(point) = only_point(&points(&games.theirs, lane), 3).point() else {
                panic!("a pass on an empty board");
            };
            counts[point] += 1;
        }
    }
    // Chi-squared with eight degrees of freedom: 26.1 is the 0.1 % point.
    let expected = f64::from(steps) * LANES as f64 / 9.0;
    let chi: f64 = counts
        .iter()
        .map(|&n| (f64::from(n) - expected).powi(2) / expected)
        .sum();
    assert!(chi < 26.1, "{counts:?}");
}

//! What Gomoku's shapes make of Renju: the forbidden points of a whole board,
//! against a plain walk along its lines. The rate is boards a second.

mod medians;
mod settings;
#[expect(dead_code, reason = "other groups ask them for more")]
mod twins;

use std::hint::black_box;

use criterion::Criterion;
use engines::gomoku::{Gomoku, GomokuRules, Variant};
use engines::{Game, Knowledge, MoveList, Rng};

use medians::Medians;
use twins::gomoku::Plain;

const PLAIN: &str = "plain walk";
const KEPT: &str = "kept shapes";

/// Where in a game the positions stand, in percent of its length.
const STAGES: [(&str, usize); 3] = [("opening", 20), ("middle game", 50), ("late", 95)];

/// Positions a stage, each of another game.
const POSITIONS: u64 = 16;

/// A game of Renju by players who mostly take the most promising point, and else any
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

fn at_stage(percent: usize) -> Vec<Gomoku> {
    let rules = GomokuRules {
        rules: Variant::Renju,
        ..GomokuRules::default()
    };
    (0..POSITIONS)
        .map(|seed| {
            let mut game = game(&rules, seed);
            game.swap_remove(game.len() * percent / 100)
        })
        .collect()
}

fn renju(criterion: &mut Criterion, medians: &Medians) {
    for (stage, percent) in STAGES {
        let positions = at_stage(percent);
        let twins: Vec<Plain> = positions.iter().map(Plain::from).collect();
        for (game, twin) in positions.iter().zip(&twins) {
            let found = game.forbidden_points().iter().count();
            assert_eq!(found, forbidden_by_walk(twin), "{game}");
        }
        let mut group = medians.group(criterion, format!("renju/{stage}"), POSITIONS);
        group.row(PLAIN, || {
            let twins = black_box(&twins).iter();
            twins.map(forbidden_by_walk).sum::<usize>()
        });
        group.row(KEPT, || {
            for game in &positions {
                black_box(black_box(game).forbidden_points());
            }
        });
    }
}

fn forbidden_by_walk(twin: &Plain) -> usize {
    (0..twin.stones.len())
        .filter(|&point| twin.stones[point].is_none() && twin.forbidden(point).is_some())
        .count()
}

fn main() {
    let mut criterion = settings::criterion();
    let medians = Medians::default();
    renju(&mut criterion, &medians);
    criterion.final_summary();
    medians.print();
}

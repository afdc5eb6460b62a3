//! What a tournament adds to its engines. The rate is games a second, of two
//! `random` players at Go 9×9: all rows of a group play the same games.

mod medians;
mod settings;

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use criterion::Criterion;
use engines::go::{CELLS_9, Go, GoRules};
use engines::random::{Random, RandomSpec};
use engines::rng::mix;
use engines::{Budget, Color, Engine, Game};
use harness::tournament::{Adjudication, Conditions, Seat, play_game};

use medians::Medians;

/// Games a call: the first ones, by seed.
const GAMES: Range<u64> = 0..50;

type Go9 = Go<CELLS_9>;
type Engines = [Box<dyn Engine<Go9>>; 2];

/// Engines and rules, and nothing else. Returns the number of plies.
fn bare(rules: &GoRules, engines: &mut Engines, seed: u64) -> usize {
    let mut position = Go9::initial(rules);
    for color in Color::BOTH {
        engines[color.index()].new_game(mix(seed, color.index() as u64));
    }
    let (budget, stop) = (Budget::default(), AtomicBool::new(false));
    let mut plies = 0;
    // The random games of the group end long before they are too long.
    while position.outcome().is_none() {
        let engine = &mut engines[position.to_move().index()];
        position.play(engine.search(&position, &budget, &stop).best);
        plies += 1;
    }
    plies
}

fn in_a_tournament(rules: &GoRules, engines: &mut Engines, seed: u64) -> usize {
    let conditions = Conditions {
        rules,
        adjudication: &Adjudication::default(),
        record_searches: false,
        stop: &AtomicBool::new(false),
    };
    let budget = Budget::default();
    let seats = engines.each_mut().map(|engine| Seat { engine, budget });
    let game = play_game(&conditions, &[], seats, seed).expect("nobody stops it");
    game.moves.len()
}

fn game(criterion: &mut Criterion, medians: &Medians) {
    let rules = GoRules::default();
    let random = || -> Box<dyn Engine<Go9>> { Box::new(Random::new(&RandomSpec {})) };
    let mut engines = [random(), random()];
    for seed in GAMES {
        let plies = bare(&rules, &mut engines, seed);
        assert_eq!(plies, in_a_tournament(&rules, &mut engines, seed));
    }
    let mut group = medians.group(criterion, "game".to_string(), GAMES.end);
    group.row("bare loop", || {
        GAMES
            .map(|seed| bare(&rules, &mut engines, seed))
            .sum::<usize>()
    });
    group.row("play_game", || {
        GAMES
            .map(|seed| in_a_tournament(&rules, &mut engines, seed))
            .sum::<usize>()
    });
}

fn main() {
    let mut criterion = settings::criterion();
    let medians = Medians::default();
    game(&mut criterion, &medians);
    criterion.final_summary();
    medians.print();
}

//! The endgame solver against known answers and against plain negamax.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engines::engine::Meter;
use engines::othello::{Endgame, Othello, OthelloRules, Scoring};
use engines::{Budget, Color, Game, Rng, Solution, Solver};
use proptest::prelude::*;

use super::endgames::{Problem, problems};
use super::{SCORINGS, SIZES, after, final_score, legal_moves, rules, solve};

/// Room for one bucket, and for many.
const TABLES: [usize; 2] = [0, 1 << 20];

fn solution(solver: &mut Endgame, position: &Othello) -> Solution {
    let stop = AtomicBool::new(false);
    let mut meter = Meter::start(&Budget::default(), &stop);
    solver.solve(position, &mut meter).expect("no limit")
}

/// What a solution says of the score of the side to move, once its line has been
/// played out to that score.
fn checked_score(position: &Othello, solution: &Solution) -> i32 {
    let mut end = *position;
    for &mv in &solution.variation {
        assert_eq!(end.try_play(mv), Ok(()), "{position}{solution:?}");
    }
    assert_eq!(end.outcome(), Some(solution.outcome), "{position}");
    let score = final_score(&end).unwrap();
    match end.to_move() == position.to_move() {
        true => score,
        false => -score,
    }
}

/// Positions 1 to 21 of the FFO suite.
#[test]
fn endgames_have_their_score_and_a_best_move() {
    for bytes in [1 << 10, 1 << 24] {
        let mut solver = Endgame::new(bytes).unwrap();
        for Problem { id, game, scores } in problems() {
            let solution = solution(&mut solver, &game);
            let best = *scores.iter().map(|(_, score)| score).max().unwrap();
            assert_eq!(checked_score(&game, &solution), best, "{id}");
            assert!(scores.contains(&(solution.variation[0], best)), "{id}");
        }
    }
}

#[test]
fn small_boards_are_solved_from_the_start() {
    for bytes in TABLES {
        let mut solver = Endgame::new(bytes).unwrap();
        for (scoring, score) in [(Scoring::EmptiesToWinner, -10), (Scoring::Raw, -8)] {
            let start = Othello::initial(&rules(4, scoring));
            let solution = solution(&mut solver, &start);
            assert_eq!(checked_score(&start, &solution), score);
            assert_eq!(solution.outcome.winner, Some(Color::White));
        }
    }
}

#[test]
fn nothing_is_played_in_a_finished_game() {
    let full = [Some(Color::White); 64];
    let over = Othello::from_stones(&OthelloRules::default(), &full, Color::Black).unwrap();
    let solution = solution(&mut Endgame::new(0).unwrap(), &over);
    assert_eq!(Some(solution.outcome), over.outcome());
    assert_eq!(solution.variation, []);
}

/// A random game up to the point where so many squares are empty, or to its end.
fn played_until(empties: usize, size: i64, scoring: Scoring, rng: &mut Rng) -> Othello {
    let mut game = Othello::initial(&rules(size, scoring));
    while game.empty_points() > empties {
        let Some(mv) = rng.choose(&legal_moves(&game)) else {
            break;
        };
        game.play(mv);
    }
    game
}

/// Any discs, with so many squares empty: passes and wipe-outs are common.
fn thrown(empties: usize, size: i64, scoring: Scoring, rng: &mut Rng) -> Othello {
    let count = (size * size) as usize;
    let lopsided = 2 + rng.below(5);
    let mut stones: Vec<_> = (0..count)
        .map(|_| Some(Color::BOTH[usize::from(rng.below(lopsided) == 0)]))
        .collect();
    let mut left = empties.min(count);
    while left > 0 {
        let point = rng.below(count as u32) as usize;
        left -= usize::from(stones[point].take().is_some());
    }
    let to_move = Color::BOTH[rng.below(2) as usize];
    Othello::from_stones(&rules(size, scoring), &stones, to_move).unwrap()
}

fn check_against_negamax(position: &Othello, solver: &mut Endgame) {
    let solution = solution(solver, position);
    let expected = solve(position);
    assert_eq!(checked_score(position, &solution), expected, "{position}");
    if let Some(&mv) = solution.variation.first() {
        assert_eq!(-solve(&after(position, mv)), expected, "{position}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn scores_are_those_of_plain_negamax(
        size in prop::sample::select(&SIZES),
        scoring in prop::sample::select(&SCORINGS),
        empties in 0_usize..=8,
        seed: u64,
    ) {
        let mut rng = Rng::new(seed);
        for bytes in TABLES {
            let mut solver = Endgame::new(bytes).unwrap();
            let played = played_until(empties, size, scoring, &mut rng);
            check_against_negamax(&played, &mut solver);
            let thrown = thrown(empties, size, scoring, &mut rng);
            check_against_negamax(&thrown, &mut solver);
        }
    }
}

/// What was found in one position must not mislead in the next: neither in the
/// same game, backward, nor under other rules.
#[test]
fn a_solver_may_be_used_again() {
    let mut rng = Rng::new(1);
    let mut used = Endgame::new(1 << 20).unwrap();
    for round in 0..4 {
        let size = SIZES[1 + rng.below(2) as usize];
        let mut game = played_until(17, size, SCORINGS[round % 2], &mut rng);
        let mut positions = vec![game];
        while let Some(mv) = rng.choose(&legal_moves(&game)) {
            game.play(mv);
            positions.push(game);
        }
        for position in positions.iter().rev() {
            let fresh = solution(&mut Endgame::new(1 << 20).unwrap(), position);
            let again = solution(&mut used, position);
            assert_eq!(again.outcome, fresh.outcome, "{position}");
            checked_score(position, &again);
        }
    }
}

#[test]
fn a_meter_ends_the_search_soon() {
    let start = Othello::initial(&OthelloRules::default());
    let nodes = Budget {
        nodes: Some(10_000),
        ..Budget::default()
    };
    let time = Budget {
        time: Some(Duration::from_millis(10)),
        ..Budget::default()
    };
    let mut solver = Endgame::new(1 << 20).unwrap();
    for (budget, stop) in [(nodes, false), (time, false), (Budget::default(), true)] {
        let stop = AtomicBool::new(stop);
        let mut meter = Meter::start(&budget, &stop);
        assert_eq!(solver.solve(&start, &mut meter), None);
        if budget == nodes {
            assert!(
                (10_000..50_000).contains(&meter.nodes()),
                "{}",
                meter.nodes()
            );
        }
    }
    // Nothing wrong was left behind.
    let Problem { game, scores, .. } = problems().next().unwrap();
    let best = scores.iter().map(|&(_, score)| score).max();
    assert_eq!(
        Some(checked_score(&game, &solution(&mut solver, &game))),
        best
    );
}

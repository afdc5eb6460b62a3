//! Games decided before their end: whoever has won still wins, whatever comes.

use engines::go::{CELLS_9, Go, GoRules, Ko, Scoring};
use engines::{Color, Game, HalfPoints, Knowledge, Move, MoveList, Rng, diagram};
use proptest::prelude::*;

use super::games::after;
use super::life::{Boards, for_all_positions};
use super::rules;

fn choose(game: &Go<CELLS_9>, list: fn(&Go<CELLS_9>, &mut MoveList), rng: &mut Rng) -> Move {
    let mut moves = MoveList::new();
    list(game, &mut moves);
    rng.choose(&moves).unwrap()
}

/// What the side that has won does at random, as long as it does not give back
/// what it has.
fn careful_move(game: &Go<CELLS_9>, rng: &mut Rng) -> Move {
    let mv = choose(game, Go::sensible_moves, rng);
    match after(game, mv).decided() == game.decided() {
        true => mv,
        false => Move::PASS,
    }
}

/// Plays on at random: the winner carefully or not at all, its opponent
/// anything that is legal.
fn play_on(mut game: Go<CELLS_9>, winner: Color, passes_only: bool, rng: &mut Rng) {
    for _ in 0..200 {
        assert_eq!(game.outcome_by_length().winner, Some(winner), "{game:?}");
        assert_eq!(game.decided(), Some(winner), "{game:?}");
        if let Some(outcome) = game.outcome() {
            assert_eq!(outcome.winner, Some(winner), "{game:?}");
            return;
        }
        let mv = match (game.to_move() == winner, passes_only) {
            (true, true) => Move::PASS,
            (true, false) => careful_move(&game, rng),
            // A pass too soon shows little.
            (false, _) => match choose(&game, Go::legal_moves, rng) {
                Move::PASS => choose(&game, Go::legal_moves, rng),
                mv => mv,
            },
        };
        game.play(mv);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_winner_never_changes(
        width in 1_u8..=9,
        height in 1_u8..=9,
        suicide: bool,
        ko in prop::sample::select(vec![Ko::Simple, Ko::Positional, Ko::Situational]),
        komi in -20..20,
        seed: u64,
    ) {
        let rules = GoRules {
            komi: HalfPoints(komi),
            ..rules(width, height, ko, suicide)
        };
        let mut rng = Rng::new(seed);
        let mut game = Go::<CELLS_9>::initial(&rules);
        for _ in 0..3 * usize::from(width) * usize::from(height) {
            if let Some(winner) = game.decided() {
                for passes_only in [false, true] {
                    play_on(game.clone(), winner, passes_only, &mut rng);
                }
            }
            if game.outcome().is_some() {
                break;
            }
            let mv = choose(&game, Go::sensible_moves, &mut rng);
            game.play(mv);
        }
    }
}

/// On all boards of a size: no moves of the opponent's bring the score below
/// what is kept.
#[test]
fn nobody_takes_what_is_kept() {
    for (width, height) in [(1, 6), (7, 1), (2, 3), (4, 2), (3, 3)] {
        for suicide in [false, true] {
            let rules = GoRules {
                komi: HalfPoints(0),
                ..rules(width, height, Ko::Simple, suicide)
            };
            for owner in Color::BOTH {
                let boards = Boards::of(&rules, !owner);
                for (start, game) in boards.games.iter().enumerate() {
                    let kept = game.kept(owner) as i32;
                    let least = 2 * kept - i32::from(width * height);
                    if kept > 0 {
                        let all = boards.reachable(start).into_iter();
                        let score = all.map(|board| score(&boards.games[board], owner));
                        assert!(score.min().unwrap() >= HalfPoints::whole(least), "{game:?}");
                    }
                }
            }
        }
    }
}

fn score(game: &Go<CELLS_9>, color: Color) -> HalfPoints {
    let black = game.score(&Default::default());
    match color {
        Color::Black => black,
        Color::White => -black,
    }
}

/// Black keeps eight stones and two eyes; the corner on the right, two points,
/// is open to White's stones. White keeps ten stones and three eyes.
#[test]
fn komi_decides() {
    let drawn = |komi, scoring| {
        let rules = GoRules {
            komi: HalfPoints(komi),
            scoring,
            ..rules(5, 5, Ko::Positional, false)
        };
        let text = ". X . X .
                    X X X X .
                    O O O X X
                    . O . O O
                    O O O O .";
        diagram::parse::<Go<CELLS_9>>(&rules, text, Color::White).unwrap()
    };
    let game = drawn(0, Scoring::Area);
    assert_eq!(game.kept(Color::Black), 10);
    assert_eq!(game.kept(Color::White), 13);
    // White wins by at least 13 - 12 points, Black loses by at most 15 - 10.
    for (komi, winner) in [
        (0, Some(Color::White)),
        (-1, Some(Color::White)),
        (-2, None),
        (-10, None),
        (-11, Some(Color::Black)),
    ] {
        assert_eq!(drawn(komi, Scoring::Area).decided(), winner, "{komi}");
        assert_eq!(drawn(komi, Scoring::Territory).decided(), None);
    }
}

/// At the start, nothing is decided but by komi alone.
#[test]
fn empty_boards_are_undecided() {
    for_all_positions(&rules(1, 1, Ko::Positional, false), |game| {
        assert_eq!(game.kept(Color::Black), 0);
        assert_eq!(game.decided(), Some(Color::White), "{game:?}");
    });
    let game = Go::<CELLS_9>::initial(&GoRules::default());
    assert_eq!(game.decided(), None);
}

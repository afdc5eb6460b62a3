//! Othello against known answers and against a plain twin.
//!
//! The numbers in `data/othello` were published by several programs that agree
//! (for 8×8: the tables of Bik, Egaroucid, magpie and Edax); the edge cases
//! name their sources.

#[path = "othello/endgames.rs"]
mod endgames;
#[path = "othello/features.rs"]
mod features;
#[path = "othello/plain.rs"]
mod plain;
#[path = "othello/solver.rs"]
mod solver;
#[path = "othello/wthor.rs"]
mod wthor;

use engines::diagram::parse_stones;
use engines::othello::{Othello, OthelloRules, OthelloSpec, Scoring};
use engines::perft::{Convention, perft, perft_after};
use engines::{
    Color, Ending, Game, HalfPoints, IllegalMove, Knowledge, Move, MoveList, Outcome, Rng,
};
use plain::PlainOthello;
use proptest::prelude::*;

const SIZES: [i64; 3] = [4, 6, 8];
const SCORINGS: [Scoring; 2] = [Scoring::EmptiesToWinner, Scoring::Raw];

fn rules(size: i64, score: Scoring) -> OthelloRules {
    OthelloSpec { size, score }.rules().unwrap()
}

fn initial(size: i64) -> Othello {
    Othello::initial(&rules(size, Scoring::default()))
}

fn legal_moves(game: &Othello) -> MoveList {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    moves
}

fn stones(game: &Othello) -> Vec<Option<Color>> {
    (0..game.width() * game.height())
        .map(|point| game.at(point))
        .collect()
}

/// Black's points minus White's, as the outcome has it.
fn score(outcome: Outcome) -> HalfPoints {
    let margin = outcome.margin.unwrap();
    match outcome.winner {
        Some(Color::White) => -margin,
        _ => margin,
    }
}

fn after(game: &Othello, mv: Move) -> Othello {
    let mut game = *game;
    game.play(mv);
    game
}

fn check_perft(size: i64, convention: Convention, column: usize) {
    let mut checked = 0;
    for line in include_str!("data/othello/perft.tsv").lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        if cells[0] == size.to_string() && !cells[column].is_empty() {
            let depth = cells[1].parse().unwrap();
            let leaves = initial(size).perft(depth, convention);
            assert_eq!(leaves.to_string(), cells[column], "depth {depth}");
            checked += 1;
        }
    }
    assert!(checked >= 9);
}

#[test]
fn perft_a() {
    check_perft(8, Convention::A, 2);
}

#[test]
fn perft_b() {
    check_perft(8, Convention::B, 3);
}

#[test]
fn perft_n() {
    check_perft(8, Convention::N, 4);
}

#[test]
fn perft_on_6x6() {
    check_perft(6, Convention::B, 3);
}

/// By the moves of the game one by one, and by the game's own way to count.
#[test]
fn perft_of_each_move() {
    let start = initial(8);
    for convention in [Convention::A, Convention::B, Convention::N] {
        let plain = perft(&start, 9, convention);
        assert_eq!(start.perft(9, convention), plain);
        let moves = legal_moves(&start);
        let parts = moves
            .iter()
            .map(|&mv| perft_after(&start, mv, 9, convention));
        assert_eq!(parts.sum::<u64>(), plain);
    }
}

/// All games from here on, and how many of them end in a wipe-out.
fn complete_games(game: &Othello) -> (u64, u64) {
    let moves = legal_moves(game);
    if moves.is_empty() {
        let alive = |color| stones(game).contains(&Some(color));
        let wiped_out = !alive(Color::Black) || !alive(Color::White);
        return (1, u64::from(wiped_out));
    }
    moves
        .iter()
        .map(|&mv| complete_games(&after(game, mv)))
        .fold((0, 0), |(games, wiped), (g, w)| (games + g, wiped + w))
}

#[test]
fn all_games_on_4x4() {
    assert_eq!(complete_games(&initial(4)), (60_060, 5_576));
}

/// What a finished game is worth to the side to move.
fn final_score(game: &Othello) -> Option<i32> {
    let black = score(game.outcome()?).0 / 2;
    Some(match game.to_move() {
        Color::Black => black,
        Color::White => -black,
    })
}

/// The best score for the side to move, by plain negamax.
fn solve(game: &Othello) -> i32 {
    final_score(game).unwrap_or_else(|| {
        let replies = legal_moves(game).into_iter().map(|mv| after(game, mv));
        replies.map(|reply| -solve(&reply)).max().unwrap()
    })
}

#[test]
fn perfect_play_on_4x4() {
    assert_eq!(solve(&Othello::initial(&rules(4, Scoring::Raw))), -8);
    let empties_to_winner = rules(4, Scoring::EmptiesToWinner);
    assert_eq!(solve(&Othello::initial(&empties_to_winner)), -10);
}

#[test]
fn edge_cases() {
    for line in include_str!("data/othello/edge_cases.tsv").lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [name, moves, with_passes, board, to_move, state] = cells[..6] else {
            panic!("{line}");
        };
        let mut game = initial(8);
        let mut transcript = Vec::new();
        for text in moves.as_bytes().chunks(2) {
            let text = str::from_utf8(text).unwrap();
            if game.try_play(Move::PASS).is_ok() {
                transcript.push("--");
            }
            let mv = game.parse_move(text).unwrap();
            assert_eq!(game.try_play(mv), Ok(()), "{name}, {text}");
            assert_eq!(game.move_to_text(mv), text);
            transcript.push(text);
        }
        assert_eq!(transcript.join(" "), with_passes, "{name}");
        assert_eq!(stones(&game), parse_stones(board).unwrap(), "{name}");
        assert_eq!(game.to_move().letter().to_string(), to_move, "{name}");

        let moves = legal_moves(&game);
        let found = match moves.as_slice() {
            [] => "over",
            [Move::PASS] => "pass",
            _ => "play",
        };
        assert_eq!(found, state, "{name}");

        // Boards that are not over have a score in the table, but no outcome.
        if let Some(outcome) = game.outcome() {
            let points = score(outcome).to_string();
            assert_eq!(points, cells[9], "{name}");
            assert_eq!(outcome.ending, Ending::Score, "{name}");
        }
    }
}

#[test]
fn games_start_in_the_center() {
    let start = "\
        . . . . . .\n\
        . . . . . .\n\
        . . O X . .\n\
        . . X O . .\n\
        . . . . . .\n\
        . . . . . .\n";
    assert_eq!(initial(6).to_string(), start);

    let game = initial(8);
    for (text, color) in [
        ("d4", Color::White),
        ("e5", Color::White),
        ("e4", Color::Black),
        ("d5", Color::Black),
    ] {
        let point = game.parse_move(text).unwrap().point().unwrap();
        assert_eq!(game.at(point), Some(color), "{text}");
    }
    assert_eq!(game.to_move(), Color::Black);
}

#[test]
fn stones_must_fill_the_board() {
    let error = Othello::from_stones(&rules(4, Scoring::Raw), &[None; 64], Color::Black);
    let message = "the board has 16 points, but 64 were given";
    assert_eq!(error.unwrap_err().to_string(), message);
}

#[test]
fn illegal_moves_are_told_why() {
    let mut game = initial(8);
    let check = |game: &Othello, text| game.check(game.parse_move(text).unwrap());
    assert_eq!(check(&game, "d3"), Ok(()));
    assert_eq!(check(&game, "pass"), Err(IllegalMove::Pass));
    assert_eq!(check(&game, "e4"), Err(IllegalMove::Occupied));
    assert_eq!(check(&game, "e3"), Err(IllegalMove::NoFlip));
    assert_eq!(game.check(Move::at(64)), Err(IllegalMove::OffBoard));

    // The shortest game: White is wiped out.
    for text in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
        game.try_play(game.parse_move(text).unwrap()).unwrap();
    }
    for text in ["a1", "e4", "pass"] {
        assert_eq!(check(&game, text), Err(IllegalMove::GameOver));
    }
}

/// Plays at random, and compares everything after every ply with the twin.
fn compare_with_plain(
    mut game: Othello,
    mut plain: PlainOthello,
    rules: &OthelloRules,
    rng: &mut Rng,
) {
    loop {
        let moves = legal_moves(&game);
        assert_eq!(moves.as_slice(), plain.legal_moves(), "{game}");
        assert_eq!(stones(&game), plain.squares, "{game}");
        assert_eq!(game.to_move(), plain.to_move, "{game}");

        for mv in (0..=plain.squares.len()).map(Move::at).chain([Move::PASS]) {
            assert_eq!(game.check(mv).is_ok(), moves.contains(&mv), "{game}{mv:?}");
        }

        let rebuilt = Othello::from_stones(rules, &plain.squares, plain.to_move).unwrap();
        assert_eq!(game, rebuilt, "{game}");
        assert_eq!(game.key(), rebuilt.key(), "{game}");

        let outcome = moves
            .is_empty()
            .then(|| Outcome::from_score(plain.score(rules.score()), Ending::Score));
        assert_eq!(game.outcome(), outcome, "{game}");

        let Some(mv) = rng.choose(&moves) else { break };
        game.play(mv);
        plain.play(mv);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn games_go_as_in_the_plain_twin(
        size in prop::sample::select(&SIZES),
        scoring in prop::sample::select(&SCORINGS),
        seed: u64,
    ) {
        let rules = rules(size, scoring);
        let plain = PlainOthello::initial(size as i32);
        compare_with_plain(Othello::initial(&rules), plain, &rules, &mut Rng::new(seed));
    }

    /// From positions that no game reaches, too.
    #[test]
    fn any_stones_go_as_in_the_plain_twin(
        size in prop::sample::select(&SIZES),
        scoring in prop::sample::select(&SCORINGS),
        empty_of_four in 0..4_u32,
        seed: u64,
    ) {
        let mut rng = Rng::new(seed);
        let squares: Vec<_> = (0..size * size)
            .map(|_| {
                let color = Color::BOTH[rng.below(2) as usize];
                (rng.below(4) >= empty_of_four).then_some(color)
            })
            .collect();
        let to_move = Color::BOTH[rng.below(2) as usize];
        let rules = rules(size, scoring);
        let game = Othello::from_stones(&rules, &squares, to_move).unwrap();
        let plain = PlainOthello::new(size as i32, squares, to_move);
        compare_with_plain(game, plain, &rules, &mut rng);
    }

    /// The same draws on the public board: same result, and every move counted.
    #[test]
    fn playouts_are_counted(size in prop::sample::select(&SIZES), seed: u64) {
        let mut game = initial(size);
        let (value, made) = game.playout(&mut Rng::new(seed));

        let mut rng = Rng::new(seed);
        let mut counted = 0;
        while game.outcome().is_none() {
            let mv = match legal_moves(&game).as_slice() {
                [Move::PASS] => Move::PASS,
                moves => rng.choose(moves).unwrap(),
            };
            game.play(mv);
            counted += 1;
        }
        prop_assert_eq!(made, counted);
        prop_assert_eq!(value, game.outcome().unwrap().value_for(Color::Black));
    }
}

#[test]
fn positions_that_differ_have_different_keys() {
    let start = initial(8);
    let others = [
        Othello::initial(&rules(8, Scoring::Raw)),
        initial(6),
        Othello::from_stones(&rules(8, Scoring::default()), &stones(&start), Color::White).unwrap(),
    ];
    for other in others {
        assert_ne!(start, other);
        assert_ne!(start.key(), other.key());
    }
}

//! Go against known answers and against a plain twin.
//!
//! Counts: Tromp's numbers of legal positions (OEIS A094777); move counts under
//! superko from the test suite of the board-game crate and recounted.

#[path = "go/decided.rs"]
mod decided;
#[path = "go/features.rs"]
mod features;
#[path = "go/games.rs"]
mod games;
#[path = "go/life.rs"]
mod life;
#[path = "go/plain.rs"]
mod plain;
#[path = "go/scoring.rs"]
mod scoring;

use std::thread;

use engines::diagram::parse_stones;
use engines::go::{CELLS_9, CELLS_19, Go, GoRules, Ko, PointSet, Preset, Scoring};
use engines::perft::{Convention, perft};
use engines::{
    Color, Ending, Game, HalfPoints, IllegalMove, InvalidPosition, Knowledge, Move, MoveList, Rng,
    diagram,
};
use plain::PlainGo;
use proptest::prelude::*;

fn rules(width: u8, height: u8, ko: Ko, suicide: bool) -> GoRules {
    GoRules {
        ko,
        suicide,
        ..GoRules::new(Preset::Cgos, width, height)
    }
}

/// Counts the boards on which every chain has a liberty by flood fill, among
/// all assignments of the points.
fn count_legal_positions(width: usize, height: usize) -> u64 {
    let rows: Vec<[u32; 3]> = (0..3_u32.pow(width as u32))
        .map(|code| {
            let mut row = [0; 3];
            for x in 0..width {
                row[(code / 3_u32.pow(x as u32) % 3) as usize] |= 1 << x;
            }
            row
        })
        .collect();
    let mut board = Vec::new();
    count_completions(&rows, height, &mut board)
}

/// Completes a board row by row.
fn count_completions(rows: &[[u32; 3]], height: usize, board: &mut Vec<[u32; 3]>) -> u64 {
    if board.len() == height {
        let points = |content: usize| PointSet::from_rows(board.iter().map(|row| row[content]));
        let [empty, black, white] = [points(0), points(1), points(2)];
        return u64::from(black.all_have_liberties(&empty) && white.all_have_liberties(&empty));
    }
    rows.iter()
        .map(|&row| {
            board.push(row);
            let count = count_completions(rows, height, board);
            board.pop();
            count
        })
        .sum()
}

#[test]
fn legal_positions_by_flood_fill() {
    for (width, height, expected) in [
        (1, 1, 1),
        (2, 1, 5),
        (3, 1, 15),
        (9, 1, 6649),
        (2, 2, 57),
        (2, 3, 489),
        (4, 2, 4125),
        (3, 3, 12_675),
        (3, 4, 321_689),
        (4, 4, 24_318_165),
    ] {
        let counted = count_legal_positions(width, height);
        assert_eq!(counted, expected, "{width}×{height}");
    }
}

#[test]
fn known_move_counts() {
    thread::scope(|scope| {
        for line in include_str!("data/go/perft.tsv").lines().skip(1) {
            scope.spawn(|| check_line(line));
        }
    });
}

fn check_line(line: &str) {
    let fields: Vec<&str> = line.split('\t').collect();
    let [width, height, stones, to_move, ko, suicide, counts] = fields[..] else {
        panic!("{line}");
    };
    assert_eq!(ko, "positional");
    let to_move = if to_move == "black" {
        Color::Black
    } else {
        Color::White
    };
    for allowed in [false, true] {
        if suicide != "both" && suicide != allowed.to_string() {
            continue;
        }
        let (width, height) = (width.parse().unwrap(), height.parse().unwrap());
        let rules = rules(width, height, Ko::Positional, allowed);
        let expected = counts.split(' ').map(|count| count.parse::<u64>().unwrap());
        if width > 9 {
            check_counts::<CELLS_19>(&rules, stones, to_move, expected, line);
        } else {
            check_counts::<CELLS_9>(&rules, stones, to_move, expected, line);
        }
    }
}

fn check_counts<const CELLS: usize>(
    rules: &GoRules,
    stones: &str,
    to_move: Color,
    expected: impl Iterator<Item = u64>,
    line: &str,
) {
    let game = match stones {
        "-" => Go::<CELLS>::initial(rules),
        _ => diagram::parse(rules, stones, to_move).unwrap(),
    };
    for (depth, expected) in (1..).zip(expected) {
        assert_eq!(
            perft(&game, depth, Convention::B),
            expected,
            "depth {depth} of {line}"
        );
    }
}

/// Plays a random game on both implementations; returns the number of plies.
fn compare_random_game<const CELLS: usize>(rules: &GoRules, seed: u64, plies: usize) -> usize {
    let mut rng = Rng::new(seed);
    let mut game = Go::<CELLS>::initial(rules);
    let mut plain = PlainGo::new(rules);
    let points = usize::from(rules.width) * usize::from(rules.height);
    for ply in 0..plies {
        let mut moves = MoveList::new();
        game.legal_moves(&mut moves);
        let mut expected: Vec<Move> = (0..points)
            .filter(|&point| plain.is_legal(point))
            .map(Move::at)
            .collect();
        if !plain.is_over() {
            expected.push(Move::PASS);
        }
        assert_eq!(
            moves[..],
            expected[..],
            "{rules}, seed {seed}, ply {ply}\n{game:?}"
        );
        for point in 0..points {
            assert_eq!(
                game.check(Move::at(point)).is_ok(),
                moves.contains(&Move::at(point))
            );
        }
        compare_boards(&game, &plain);
        if moves.is_empty() {
            let outcome = game.outcome().unwrap();
            let score = plain.score_in_halves();
            assert_eq!(outcome.margin, Some(HalfPoints(score.abs())));
            assert_eq!(outcome.winner == Some(Color::Black), score > 0);
            return ply;
        }
        // A pass once in a while: often enough to meet what it resets.
        let stones = &moves[..moves.len() - 1];
        let mv = match rng.choose(stones) {
            Some(mv) if rng.below(12) > 0 => mv,
            _ => Move::PASS,
        };
        game.play(mv);
        plain.play(mv.point());
    }
    plies
}

fn compare_boards<const CELLS: usize>(game: &Go<CELLS>, plain: &PlainGo) {
    for (point, &stone) in plain.stones.iter().enumerate() {
        assert_eq!(game.at(point), stone);
        if stone.is_some() {
            let cell = game.board().cell(point);
            let liberties = plain.liberties(point);
            assert_eq!(game.board().count_liberties(cell), liberties);
            assert_eq!(game.liberties(cell), liberties);
            assert_eq!(game.board().chain_size(cell), plain.chain_size(point));
        }
    }
    assert_eq!(game.to_move(), plain.to_move);
    assert_eq!(game.prisoners(Color::Black), plain.prisoners[0]);
    assert_eq!(game.prisoners(Color::White), plain.prisoners[1]);
    let score = game.score(&PointSet::default());
    assert_eq!(score, HalfPoints(plain.score_in_halves()));
    let empties = game.board().empties().len();
    assert_eq!(
        empties,
        plain.stones.iter().filter(|stone| stone.is_none()).count()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_games_agree_with_the_plain_twin(
        width in 1_u8..=7,
        height in 1_u8..=7,
        ko in prop_oneof![Just(Ko::Simple), Just(Ko::Positional), Just(Ko::Situational)],
        suicide: bool,
        territory: bool,
        seed: u64,
    ) {
        let mut rules = rules(width, height, ko, suicide);
        if territory {
            rules.scoring = Scoring::Territory;
        }
        compare_random_game::<CELLS_9>(&rules, seed, 120);
    }

    /// The incremental key depends on the position alone: a game that reaches
    /// the same stones has the same key as one that starts from them.
    #[test]
    fn keys_agree_with_recomputation(width in 2_u8..=9, height in 2_u8..=9, seed: u64) {
        let rules = rules(width, height, Ko::Simple, true);
        let mut rng = Rng::new(seed);
        let mut game = Go::<CELLS_9>::initial(&rules);
        for _ in 0..200 {
            let mut moves = MoveList::new();
            game.legal_moves(&mut moves);
            let Some(mv) = rng.choose(&moves) else { break };
            game.play(mv);
            let stones: Vec<Option<Color>> =
                (0..game.width() * game.height()).map(|point| game.at(point)).collect();
            let rebuilt = Go::<CELLS_9>::from_stones(&rules, &stones, game.to_move()).unwrap();
            prop_assert_eq!(game.board_key(), rebuilt.board_key());
            let same_future = game.board().ko().is_none() && !mv.is_pass();
            prop_assert_eq!(game == rebuilt, same_future);
            prop_assert_eq!(game.key() == rebuilt.key(), same_future);
        }
    }
}

#[test]
fn large_boards_agree_with_the_plain_twin() {
    for (width, height, seed) in [(19, 19, 1), (13, 13, 2), (19, 5, 3), (1, 19, 4)] {
        let rules = rules(width, height, Ko::Positional, true);
        compare_random_game::<CELLS_19>(&rules, seed, 70);
    }
}

#[test]
fn a_stone_without_liberties_is_no_position() {
    let rules = rules(3, 1, Ko::Simple, false);
    let stones = parse_stones("XOX").unwrap();
    let error = Go::<CELLS_9>::from_stones(&rules, &stones, Color::Black).unwrap_err();
    assert_eq!(
        error,
        InvalidPosition::NoLiberty {
            at: "A1".to_string()
        }
    );
    let error = Go::<CELLS_9>::from_stones(&rules, &stones[..2], Color::Black).unwrap_err();
    assert_eq!(
        error,
        InvalidPosition::WrongSize {
            expected: 3,
            found: 2
        }
    );
}

#[test]
fn every_refusal_says_why() {
    let rules = rules(5, 5, Ko::Positional, false);
    let drawn = ". X O . .
                 X O . O .
                 . X O . .
                 . . . . .
                 . . . . .";
    let mut game: Go<CELLS_9> = diagram::parse(&rules, drawn, Color::Black).unwrap();
    let point = |game: &Go<CELLS_9>, text| game.parse_move(text).unwrap();
    assert_eq!(game.check(point(&game, "B5")), Err(IllegalMove::Occupied));
    assert_eq!(game.check(Move::at(25)), Err(IllegalMove::OffBoard));
    game.try_play(point(&game, "C4")).unwrap();
    assert_eq!(game.check(point(&game, "B4")), Err(IllegalMove::Ko));
    assert_eq!(game.check(point(&game, "A5")), Err(IllegalMove::Suicide));
    game.play(Move::PASS);
    game.play(Move::PASS);
    assert_eq!(game.check(Move::PASS), Err(IllegalMove::GameOver));
    assert_eq!(game.outcome().unwrap().ending, Ending::Score);
}

#[test]
fn handicap_stones_give_white_the_move() {
    let rules = GoRules {
        handicap: vec![20, 60],
        ..GoRules::default()
    };
    let game = Go::<CELLS_9>::initial(&rules);
    assert_eq!(game.to_move(), Color::White);
    assert_eq!(
        (game.at(20), game.at(60)),
        (Some(Color::Black), Some(Color::Black))
    );
}

/// Where prisoners are points, two boards that look alike differ by them.
#[test]
fn prisoners_are_part_of_a_position_where_they_count() {
    for scoring in [Scoring::Area, Scoring::Territory] {
        let rules = GoRules {
            scoring,
            ..rules(3, 2, Ko::Simple, true)
        };
        // White's suicide and White's pass leave the same board to Black.
        let [with, without] = ["A1", "pass"].map(|last| {
            let mut game = Go::<CELLS_9>::initial(&rules);
            for text in ["A2", "pass", "B1", last, "C2"] {
                game.try_play(game.parse_move(text).unwrap()).unwrap();
            }
            game
        });
        assert_eq!(with.to_string(), without.to_string());
        let more = with.outcome_by_length().margin != without.outcome_by_length().margin;
        assert_eq!(more, scoring == Scoring::Territory);
        assert_eq!(with != without, more);
        assert_eq!(with.key() != without.key(), more);
    }
}

/// Lists are appended to, also when every point is an eye.
#[test]
fn a_pass_is_appended_to_a_list_with_moves() {
    let game: Go<CELLS_9> =
        diagram::parse(&rules(3, 1, Ko::Simple, false), ". X .", Color::Black).unwrap();
    for list in [Go::sensible_moves, Go::candidates] {
        let mut moves = MoveList::from_iter([Move::at(0)]);
        list(&game, &mut moves);
        assert_eq!(moves[..], [Move::at(0), Move::PASS]);
    }
}

/// Whoever builds rules by hand learns at once what is wrong with them.
#[test]
fn unsound_rules_are_no_game() {
    let begins =
        |rules: GoRules| std::panic::catch_unwind(move || Go::<CELLS_9>::initial(&rules)).is_ok();
    let handicap = |points: &[u16]| GoRules {
        handicap: points.to_vec(),
        ..GoRules::default()
    };
    assert!(begins(handicap(&[3, 4])));
    assert!(!begins(handicap(&[3, 3])));
    assert!(!begins(handicap(&[81])));
    for (width, height) in [(0, 0), (1, 0), (20, 1), (1, 20), (19, 19)] {
        assert!(!begins(GoRules::new(Preset::Cgos, width, height)));
    }
}

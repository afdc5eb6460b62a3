//! Gomoku against known answers, and against a second implementation of its
//! rules in random games.

use std::collections::{BTreeMap, BTreeSet};

use engines::gomoku::{Gomoku, GomokuRules, GomokuSpec, Point, Variant};
use engines::{Color, Ending, Game, IllegalMove, Knowledge, Move, MoveList, Rng, diagram};

#[path = "gomoku/forced_wins.rs"]
mod forced_wins;
#[path = "gomoku/mnk.rs"]
mod mnk;
#[path = "gomoku/plain.rs"]
mod plain;
#[path = "gomoku/quiet.rs"]
mod quiet;
#[path = "gomoku/shapes.rs"]
mod shapes;

use plain::Plain;

const ALL_VARIANTS: [Variant; 5] = [
    Variant::Freestyle,
    Variant::Standard,
    Variant::Renju,
    Variant::Caro,
    Variant::CaroOverline,
];

fn board(width: u8, height: u8, rules: Variant) -> GomokuRules {
    GomokuRules {
        width,
        height,
        rules,
        win: 5,
    }
}

fn legal(game: &Gomoku) -> MoveList {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    moves
}

fn candidates(game: &Gomoku) -> MoveList {
    let mut moves = MoveList::new();
    game.candidates(&mut moves);
    moves
}

/// The rows of a table below its header.
fn table(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .skip(1)
        .map(|line| line.split('\t').collect::<Vec<_>>())
}

fn reason(label: &str) -> IllegalMove {
    match label {
        "3" => IllegalMove::DoubleThree,
        "4" => IllegalMove::DoubleFour,
        "6" => IllegalMove::Overline,
        _ => panic!("unknown label {label}"),
    }
}

#[test]
fn renju_forbids_what_referees_forbid() {
    let rules = board(15, 15, Variant::Renju);
    let empty = Gomoku::initial(&rules);
    let point = |text: &str| empty.parse_move(text).unwrap().point().unwrap();
    let mut rows = 0;
    for row in table(include_str!("data/gomoku/renju_forbidden.tsv")) {
        let [id, _, black, white, probe, expected, all] = row[..] else {
            panic!("{row:?}");
        };
        let mut stones = [None; 225];
        for (names, color) in [(black, Color::Black), (white, Color::White)] {
            for name in names.split_whitespace() {
                stones[point(name)] = Some(color);
            }
        }
        let game = Gomoku::from_stones(&rules, &stones, Color::Black).unwrap();
        let found: BTreeMap<usize, IllegalMove> = (0..225)
            .filter(|&index| stones[index].is_none())
            .filter_map(|index| Some((index, game.forbidden(index)?)))
            .collect();
        let expected_points: BTreeMap<usize, IllegalMove> = all
            .split_whitespace()
            .filter(|&entry| entry != "-")
            .map(|entry| {
                let (name, label) = entry.split_once(':').unwrap();
                (point(name), reason(label))
            })
            .collect();
        assert!(
            found.keys().eq(expected_points.keys()),
            "{id}\n{game}{found:?} {expected_points:?}"
        );
        let points = game.forbidden_points();
        assert!(
            points.iter().map(index_in(&game)).eq(found.keys().copied()),
            "{id}\n{game}"
        );
        for (&index, &label) in &expected_points {
            let name = game.move_to_text(Move::at(index));
            assert_eq!(found[&index], label, "{id} {name}\n{game}");
        }
        if probe != "*" {
            assert_eq!(
                game.check(Move::at(point(probe))).is_ok(),
                expected == "legal",
                "{id} {probe}\n{game}"
            );
        }
        rows += 1;
    }
    assert_eq!(rows, 105);
}

#[test]
fn rows_win_under_the_rules_that_say_so() {
    let mut rows = 0;
    for row in table(include_str!("data/gomoku/rule_outcomes.tsv")) {
        let [id, _, rule, size, black, white, mover, mv, expected] = row[..] else {
            panic!("{row:?}");
        };
        let size: u8 = size.parse().unwrap();
        let rules = board(
            size,
            size,
            match rule {
                "FREESTYLE" => Variant::Freestyle,
                "STANDARD" => Variant::Standard,
                "RENJU" => Variant::Renju,
                "CARO5" => Variant::Caro,
                "CARO6" => Variant::CaroOverline,
                _ => panic!("unknown rule {rule}"),
            },
        );
        let point = |text: &str| {
            let (x, y) = text.split_once(',').unwrap();
            let (x, y): (usize, usize) = (x.parse().unwrap(), y.parse().unwrap());
            y * usize::from(size) + x
        };
        let mut stones = vec![None; usize::from(size) * usize::from(size)];
        for (points, color) in [(black, Color::Black), (white, Color::White)] {
            for text in points.split_whitespace() {
                stones[point(text)] = Some(color);
            }
        }
        assert_eq!(mover, "X");
        let mut game = Gomoku::from_stones(&rules, &stones, Color::Black).unwrap();
        let played = game.try_play(Move::at(point(mv)));
        let outcome = game
            .outcome()
            .map(|outcome| (outcome.winner, outcome.ending));
        match expected {
            "CROSS_WIN" => assert_eq!(
                outcome,
                Some((Some(Color::Black), Ending::Five)),
                "{id} {mv}\n{game}"
            ),
            "UNKNOWN" => assert_eq!((played, outcome), (Ok(()), None), "{id} {mv}\n{game}"),
            "CIRCLE_WIN" => assert_eq!(played, Err(IllegalMove::Overline), "{id} {mv}\n{game}"),
            _ => panic!("unknown outcome {expected}"),
        }
        rows += 1;
    }
    assert_eq!(rows, 57);
}

fn index_in(game: &Gomoku) -> impl Fn(Point) -> usize {
    let width = game.width();
    move |point| usize::from(point.y) * width + usize::from(point.x)
}

/// Everything that the two implementations can be asked about a position.
fn assert_agreement(game: &Gomoku, plain: &Plain) {
    let points = plain.stones.len();
    let verdicts = plain.verdicts();
    let stones: Vec<_> = (0..points).map(|index| game.at(index)).collect();
    assert_eq!(stones, plain.stones, "{game}");
    assert_eq!(game.outcome(), plain.outcome(&verdicts), "{game}");
    assert_eq!(game.to_move(), plain.to_move);

    for (index, &verdict) in verdicts.iter().enumerate() {
        assert_eq!(game.check(Move::at(index)), verdict, "{index}\n{game}");
    }
    let forbidden: Vec<usize> = game.forbidden_points().iter().map(index_in(game)).collect();
    let expected: Vec<usize> = (0..points)
        .filter(|&index| plain.stones[index].is_none() && plain.forbidden(index).is_some())
        .collect();
    assert_eq!(forbidden, expected, "{game}");
    let over = game.outcome().is_some();
    let elsewhere = [
        (points, IllegalMove::OffBoard),
        (1000, IllegalMove::OffBoard),
    ]
    .map(|(index, why)| (Move::at(index), why));
    for (mv, why) in [(Move::PASS, IllegalMove::Pass)]
        .into_iter()
        .chain(elsewhere)
    {
        let why = if over { IllegalMove::GameOver } else { why };
        assert_eq!(game.check(mv), Err(why));
    }
    let expected: Vec<Move> = (0..points)
        .filter(|&index| verdicts[index].is_ok())
        .map(Move::at)
        .collect();
    assert_eq!(legal(game)[..], expected, "{game}");

    let rebuilt = Gomoku::from_stones(&plain.rules, &stones, plain.to_move).unwrap();
    assert_eq!(rebuilt, *game);
    assert_eq!(rebuilt.key(), game.key());
}

fn assert_same_shapes(game: &Gomoku, plain: &Plain) {
    for color in Color::BOTH {
        assert_eq!(game.shapes(color), plain.shapes(color), "{color}\n{game}");
    }
    let mut found = [0; Gomoku::FEATURES.len()];
    game.position_features(&mut |feature, count| found[feature] += count);
    let own = plain.shapes(plain.to_move);
    let theirs = plain.shapes(!plain.to_move);
    let expected: Vec<i32> = own[..6].iter().chain(&theirs).copied().collect();
    assert_eq!(found[..13], expected, "{game}");
}

fn assert_candidates(game: &Gomoku, plain: &Plain) {
    let found: BTreeSet<usize> = candidates(game)
        .iter()
        .filter_map(|mv| mv.point())
        .collect();
    let legal: BTreeSet<usize> = legal(game).iter().filter_map(|mv| mv.point()).collect();
    assert!(found.is_subset(&legal), "{game}");
    assert_eq!(found.is_empty(), legal.is_empty(), "{game}");
    if legal.is_empty() {
        return;
    }
    let wins = plain.winning_points(plain.to_move);
    if !wins.is_empty() {
        assert_eq!(found, wins, "{game}");
        return;
    }
    let threats = plain.winning_points(!plain.to_move);
    let blocks: BTreeSet<usize> = legal
        .iter()
        .copied()
        .filter(|&index| {
            let mut after = plain.clone();
            after.play(Move::at(index));
            !threats.is_subset(&after.winning_points(after.to_move))
        })
        .collect();
    if !blocks.is_empty() {
        assert!(blocks.is_subset(&found), "{game}{found:?} {blocks:?}");
        if !matches!(plain.rules.rules, Variant::Caro | Variant::CaroOverline) {
            assert_eq!(found, blocks, "{game}");
        }
        return;
    }
    let near: BTreeSet<usize> = legal
        .iter()
        .copied()
        .filter(|&index| {
            let (x, y) = plain.point(index);
            (0..plain.stones.len()).any(|other| {
                let (u, v) = plain.point(other);
                plain.stones[other].is_some() && (x - u).abs() <= 2 && (y - v).abs() <= 2
            })
        })
        .collect();
    if !near.is_empty() {
        assert_eq!(found, most_promising(game, &near, 20), "{game}");
    }
}

fn most_promising(game: &Gomoku, points: &BTreeSet<usize>, most: usize) -> BTreeSet<usize> {
    let mut points: Vec<usize> = points.iter().copied().collect();
    points.sort_by_key(|&point| -game.promise(Move::at(point)));
    points.into_iter().take(most).collect()
}

/// A random legal move, more often than not beside a stone, so that shapes
/// arise.
fn choose(game: &Gomoku, rng: &mut Rng) -> Option<Move> {
    let moves = legal(game);
    let width = game.width();
    let beside = |mv: &Move| {
        let point = mv.point().unwrap();
        let (x, y) = (point % width, point / width);
        (0..width * game.height()).any(|other| {
            game.at(other) == Some(game.to_move())
                && (other % width).abs_diff(x) <= 1
                && (other / width).abs_diff(y) <= 1
        })
    };
    if rng.below(4) > 0 {
        let close: Vec<Move> = moves.iter().copied().filter(beside).collect();
        if !close.is_empty() {
            return rng.choose(&close);
        }
    }
    rng.choose(&moves)
}

/// Plays a random game and calls `visit` before every move and at the end.
fn random_game(rules: GomokuRules, rng: &mut Rng, mut visit: impl FnMut(&Gomoku, &Plain)) {
    let mut game = Gomoku::initial(&rules);
    let mut plain = Plain::new(rules);
    loop {
        visit(&game, &plain);
        let Some(mv) = choose(&game, rng) else {
            assert!(game.outcome().is_some());
            return;
        };
        game.play(mv);
        plain.play(mv);
    }
}

#[test]
fn random_games_agree_with_the_plain_rules() {
    let mut rng = Rng::new(1);
    for (width, height, games) in [
        (3, 3, 2),
        (3, 20, 2),
        (5, 5, 5),
        (9, 5, 5),
        (5, 11, 5),
        (8, 8, 5),
        (15, 15, 1),
        (20, 20, 1),
    ] {
        for rules in ALL_VARIANTS {
            for _ in 0..games {
                random_game(board(width, height, rules), &mut rng, assert_agreement);
            }
        }
    }
}

#[test]
fn other_lengths_agree_with_the_plain_rules() {
    let mut rng = Rng::new(2);
    for rules in [Variant::Freestyle, Variant::Standard] {
        for win in [3, 4, 6, 7, 20] {
            for (width, height) in [(3, 3), (7, 4), (4, 7), (8, 8), (20, 3)] {
                let rules = GomokuRules {
                    win,
                    ..board(width, height, rules)
                };
                random_game(rules, &mut rng, |game, plain| {
                    assert_agreement(game, plain);
                    assert_candidates(game, plain);
                    if width * height <= 49 {
                        assert_same_shapes(game, plain);
                    }
                });
            }
        }
    }
}

#[test]
fn shapes_and_candidates_agree_with_plain_scans() {
    let mut rng = Rng::new(3);
    for rules in ALL_VARIANTS {
        for (width, height) in [(3, 3), (7, 7), (9, 6)] {
            for _ in 0..2 {
                random_game(board(width, height, rules), &mut rng, |game, plain| {
                    assert_same_shapes(game, plain);
                    assert_candidates(game, plain);
                });
            }
        }
    }
}

/// Random boards have more shapes for Black than games, which end.
#[test]
fn forbidden_points_of_random_boards() {
    let mut rng = Rng::new(4);
    let mut reasons = BTreeMap::new();
    for round in 0..200 {
        let size = 8 + round % 5;
        let rules = board(size, size, Variant::Renju);
        let mut plain = Plain::new(rules);
        let share = 12 + rng.below(20);
        for stone in &mut plain.stones {
            *stone = match rng.below(100) {
                n if n < share => Some(Color::Black),
                n if n < share + 8 => Some(Color::White),
                _ => None,
            };
        }
        let game = Gomoku::from_stones(&rules, &plain.stones, Color::Black).unwrap();
        let points: BTreeSet<usize> = game
            .forbidden_points()
            .iter()
            .map(index_in(&game))
            .collect();
        for index in 0..plain.stones.len() {
            if plain.stones[index].is_none() {
                let found = game.forbidden(index);
                assert_eq!(points.contains(&index), found.is_some(), "{index}\n{game}");
                assert_eq!(found, plain.forbidden(index), "{index}\n{game}");
                *reasons.entry(format!("{found:?}")).or_insert(0) += 1;
            }
        }
    }
    assert!(reasons.values().all(|&count| count > 50), "{reasons:?}");
    assert_eq!(reasons.len(), 4, "{reasons:?}");
}

#[test]
fn playouts_count_their_moves() {
    let mut rng = Rng::new(5);
    for rules in ALL_VARIANTS {
        for (width, height) in [(3, 3), (6, 5), (15, 15)] {
            let start = Gomoku::initial(&board(width, height, rules));
            for _ in 0..20 {
                let mut twin_rng = rng.clone();
                let found = start.playout(&mut rng);
                assert_eq!(found, counted_playout(start, &mut twin_rng));
            }
        }
    }
}

/// A playout that asks the rules for everything.
fn counted_playout(mut game: Gomoku, rng: &mut Rng) -> (f64, u64) {
    let mut moves = 0;
    let mut empty: Vec<Move> = (0..game.width() * game.height()).map(Move::at).collect();
    loop {
        if let Some(outcome) = game.outcome() {
            return (outcome.value_for(Color::Black), moves);
        }
        let mut untried = empty.len();
        loop {
            let index = rng.below(untried as u32) as usize;
            if game.try_play(empty[index]).is_ok() {
                empty.swap_remove(index);
                moves += 1;
                break;
            }
            untried -= 1;
            empty.swap(index, untried);
        }
    }
}

#[test]
fn playouts_are_fair() {
    let start = Gomoku::initial(&board(15, 15, Variant::Freestyle));
    let mut rng = Rng::new(6);
    let wins: f64 = (0..2000).map(|_| start.playout(&mut rng).0).sum();
    assert!((0.47..0.57).contains(&(wins / 2000.0)), "{wins}");
}

#[test]
fn only_forbidden_points_left_is_a_draw() {
    let game: Gomoku = diagram::parse(
        &board(7, 3, Variant::Renju),
        "O X O X O X O
         X X X . X X X
         O X O O X O O",
        Color::Black,
    )
    .unwrap();
    assert_eq!(game.forbidden(10), Some(IllegalMove::Overline));
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.ending, Ending::OnlyForbidden);
    assert_eq!(outcome.winner, None);
    assert_eq!(game.check(Move::at(10)), Err(IllegalMove::GameOver));
    assert!(legal(&game).is_empty() && candidates(&game).is_empty());
    assert_eq!(game.playout(&mut Rng::new(1)), (0.5, 0));
}

#[test]
fn white_may_play_what_is_forbidden_to_black() {
    let game: Gomoku = diagram::parse(
        &board(7, 3, Variant::Renju),
        "O X O X O X O
         X X X . X X X
         O X O O X O O",
        Color::White,
    )
    .unwrap();
    assert_eq!(game.outcome(), None);
    assert_eq!(legal(&game)[..], [Move::at(10)]);
}

#[test]
fn a_board_that_is_full_is_a_draw() {
    let mut game: Gomoku = diagram::parse(
        &board(5, 3, Variant::Freestyle),
        "X O X O X
         O X O X O
         X O X O .",
        Color::White,
    )
    .unwrap();
    game.play(game.parse_move("e1").unwrap());
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.ending), (None, Ending::FullBoard));
}

#[test]
fn stones_that_were_set_up_can_have_won() {
    let text = "O O O O O
                X X X X .
                . . . . .";
    for to_move in Color::BOTH {
        let game: Gomoku = diagram::parse(&board(5, 3, Variant::Standard), text, to_move).unwrap();
        assert_eq!(game.outcome().unwrap().winner, Some(Color::White));
    }
    let short = [None; 14];
    assert!(Gomoku::from_stones(&board(5, 3, Variant::Caro), &short, Color::Black).is_err());
}

#[test]
fn notation() {
    let game = Gomoku::initial(&GomokuSpec::default().rules().unwrap());
    for (text, point) in [("a15", 0), ("h8", 112), ("i8", 113), ("o1", 224)] {
        assert_eq!(game.parse_move(text), Ok(Move::at(point)));
        assert_eq!(game.move_to_text(Move::at(point)), text);
    }
    for text in ["pass", "p1", "a16", "a0"] {
        assert!(game.parse_move(text).is_err());
    }
}

/// The most promising of the legal moves.
fn favorite(text: &str, to_move: Color) -> String {
    let game: Gomoku = diagram::parse(&board(9, 9, Variant::Freestyle), text, to_move).unwrap();
    let moves = legal(&game);
    let best = moves.iter().max_by_key(|&&mv| game.promise(mv)).unwrap();
    game.move_to_text(*best)
}

#[test]
fn five_goes_before_stopping_five() {
    let text = ". . . . . . . . .
                . . . . . . . . .
                . . O O O O X . .
                . . . . . . . . .
                X . . . . . . . .
                X . . . . . . . .
                X . . . . . . . .
                X . . . . . . . .
                O . . . . . . . .";
    assert_eq!(favorite(text, Color::Black), "a6");
    assert_eq!(favorite(text, Color::White), "b7");
}

#[test]
fn stopping_five_goes_before_an_open_four() {
    let text = ". . . . . . . . .
                . . . . . . . . .
                . . O O O O X . .
                . . . . . . . . .
                . . . . . . . . .
                . . . X X X . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .";
    assert_eq!(favorite(text, Color::Black), "b7");
}

#[test]
fn an_open_four_goes_before_stopping_one() {
    let text = ". . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . O O O . . . .
                . . . . . . . . .
                . . . X X X . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .";
    assert!(["c4", "g4"].contains(&favorite(text, Color::Black).as_str()));
    assert!(["b6", "f6"].contains(&favorite(text, Color::White).as_str()));
}

#[test]
fn two_open_threes_go_before_one() {
    let text = ". . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . X . . . .
                . . . . X . . . .
                . . X X . . . . .
                . . . . . O . . .
                . . . . . . . O .
                . . . . . . . . .";
    assert_eq!(favorite(text, Color::Black), "e4");
    assert_eq!(favorite(text, Color::White), "e4");
}

#[test]
#[should_panic = "a winning row of 6 stones does not go with renju"]
fn renju_is_played_with_five() {
    Gomoku::initial(&GomokuRules {
        rules: Variant::Renju,
        win: 6,
        ..GomokuRules::default()
    });
}

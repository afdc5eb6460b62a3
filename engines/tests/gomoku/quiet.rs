//! The features of quiet positions, counted point by point.

use std::collections::BTreeMap;

use engines::gomoku::{Gomoku, GomokuRules, Shape, Variant};
use engines::{Color, Game, Knowledge, Move, Rng, diagram};

use super::plain::Plain;
use super::{ALL_VARIANTS, board, random_game};

type Features = BTreeMap<String, i32>;

/// The features that are on, but for the 13 of the position as it stands.
fn found(game: &Gomoku) -> Features {
    let mut found = BTreeMap::new();
    game.position_features(&mut |feature, count| {
        let name = Gomoku::feature_name(feature).to_string();
        assert_ne!(count, 0, "{name}");
        if name.starts_with("quiet-") {
            assert_eq!(found.insert(name, count), None);
        }
    });
    found
}

fn expected(plain: &Plain) -> Features {
    if plain.winner.is_some() {
        return BTreeMap::new();
    }
    let mut quiet = plain.clone();
    let mut sign = 1;
    loop {
        let (own, their) = (quiet.to_move, !quiet.to_move);
        let answers = quiet.winning_points(their);
        if !quiet.winning_points(own).is_empty() {
            return named([("own-five", sign)]);
        }
        if answers.len() > 1 {
            return named([("their-five", sign)]);
        }
        let Some(&answer) = answers.first() else {
            return named(
                open(&quiet)
                    .into_iter()
                    .map(|(name, count)| (name, sign * count)),
            );
        };
        quiet.play(Move::at(answer));
        sign = -sign;
    }
}

fn named<'a>(counts: impl IntoIterator<Item = (&'a str, i32)>) -> Features {
    let on = counts.into_iter().filter(|&(_, count)| count != 0);
    on.map(|(name, count)| (format!("quiet-{name}"), count))
        .collect()
}

/// What a stone on each point would make, from the best line to the worst.
fn made(plain: &Plain, color: Color) -> Vec<[Option<Shape>; 4]> {
    let empty = (0..plain.stones.len()).filter(|&index| plain.stones[index].is_none());
    let made = empty.map(|index| {
        let mut made = plain.made_by(color, index);
        made.sort_by(|a, b| b.cmp(a));
        made
    });
    made.collect()
}

fn open(plain: &Plain) -> Vec<(&'static str, i32)> {
    let four = Some(Shape::Four);
    let three = Some(Shape::OpenThree);
    let (own_lines, their_lines) = (plain.shapes(plain.to_move), plain.shapes(!plain.to_move));
    let (own, their) = (made(plain, plain.to_move), made(plain, !plain.to_move));
    let count = |made: &[[Option<Shape>; 4]], is: &dyn Fn(&[Option<Shape>; 4]) -> bool| {
        made.iter().filter(|made| is(made)).count() as i32
    };
    let fours = |points: &[_]| count(points, &|made| made[0] >= four);
    let double_fours = |points: &[_]| count(points, &|made| made[1] >= four);
    let threes = |points: &[_]| count(points, &|made| made[0] == three);
    let double_threes = |points: &[_]| count(points, &|made| made[0] == three && made[1] == three);
    let four_threes = |points: &[_]| count(points, &|made| made[0] >= four && made[1] == three);

    if own_lines[Shape::OpenThree as usize] > 0 || double_fours(&own) > 0 {
        return vec![("own-open-four", 1)];
    }
    let open_threes = their_lines[Shape::OpenThree as usize];
    let is_threatened = open_threes > 0 || double_fours(&their) > 0;
    vec![
        ("move", 1),
        ("own-two", own_lines[Shape::Two as usize]),
        ("own-open-two", own_lines[Shape::OpenTwo as usize]),
        ("own-three", own_lines[Shape::Three as usize]),
        ("own-four-points", fours(&own)),
        ("own-open-three-points", threes(&own)),
        ("own-four-three", four_threes(&own).min(1)),
        (
            "own-double-three",
            if is_threatened {
                0
            } else {
                double_threes(&own).min(1)
            },
        ),
        ("their-two", their_lines[Shape::Two as usize]),
        ("their-open-two", their_lines[Shape::OpenTwo as usize]),
        ("their-three", their_lines[Shape::Three as usize]),
        ("their-four-points", fours(&their)),
        ("their-open-three-points", threes(&their)),
        ("their-four-three", four_threes(&their).min(1)),
        ("their-double-three", double_threes(&their).min(1)),
        ("their-open-four", is_threatened.into()),
        ("their-open-fours", (open_threes > 1).into()),
        (
            "own-counter-fours",
            if is_threatened { fours(&own) } else { 0 },
        ),
    ]
}

/// In random games stones seldom threaten anything, on random boards they often do.
#[test]
fn every_point_is_counted() {
    let mut rng = Rng::new(11);
    for rules in ALL_VARIANTS {
        for (width, height, games) in [(3, 3, 1), (5, 12, 2), (9, 6, 3)] {
            for _ in 0..games {
                random_game(board(width, height, rules), &mut rng, |game, plain| {
                    assert_eq!(found(game), expected(plain), "{game}");
                });
            }
        }
    }
    for (win, width, height) in [(3, 5, 4), (4, 7, 6), (7, 20, 5)] {
        let rules = GomokuRules {
            win,
            ..board(width, height, Variant::Standard)
        };
        random_game(rules, &mut rng, |game, plain| {
            assert_eq!(found(game), expected(plain), "{game}");
        });
    }
}

#[test]
fn random_boards_have_every_feature() {
    let mut rng = Rng::new(12);
    let mut seen = Features::new();
    for round in 0..500 {
        let rules = board(11, 10, ALL_VARIANTS[round % 5]);
        let plain = random_board(rules, &mut rng);
        let game = Gomoku::from_stones(&rules, &plain.stones, plain.to_move).unwrap();
        let features = found(&game);
        assert_eq!(features, expected(&plain), "{game}");
        seen.extend(features);
    }
    let all = Gomoku::FEATURES
        .iter()
        .map(|feature| feature.name)
        .filter(|name| name.starts_with("quiet-"));
    for name in all {
        assert!(seen.contains_key(name), "{name}");
    }
}

/// Few stones, near each other, none of which has won.
fn random_board(rules: GomokuRules, rng: &mut Rng) -> Plain {
    loop {
        let mut plain = Plain::new(rules);
        let density = 3 + rng.below(4);
        for stone in &mut plain.stones {
            *stone = match rng.below(20) {
                number if number < density => Some(Color::Black),
                number if number < 2 * density => Some(Color::White),
                _ => None,
            };
        }
        plain.to_move = Color::BOTH[rng.below(2) as usize];
        let has_won = |color| plain.shapes(color)[Shape::Five as usize] > 0;
        if !Color::BOTH.into_iter().any(has_won) {
            return plain;
        }
    }
}

#[test]
fn alike_positions_have_the_same_features() {
    let mut rng = Rng::new(13);
    let size = 9;
    let rules = board(size, size, Variant::Freestyle);
    let side = usize::from(size);
    for _ in 0..50 {
        let plain = random_board(rules, &mut rng);
        let features = |stones: &[Option<Color>]| {
            let game = Gomoku::from_stones(&rules, stones, plain.to_move).unwrap();
            let mut counts = vec![0; Gomoku::FEATURES.len()];
            game.position_features(&mut |feature, count| counts[feature] += count);
            counts
        };
        let mut turned = plain.stones.clone();
        for turn in 0..8 {
            let source = turned.clone();
            for (index, stone) in turned.iter_mut().enumerate() {
                let (x, y) = (index % side, index / side);
                *stone = match turn {
                    3 => source[x * side + y],
                    _ => source[x * side + side - 1 - y],
                };
            }
            assert_eq!(features(&turned), features(&plain.stones));
        }
    }
}

fn features_of(drawing: &str, to_move: Color) -> Features {
    let rules = board(9, 7, Variant::Freestyle);
    let game: Gomoku = diagram::parse(&rules, drawing, to_move).unwrap();
    found(&game)
}

/// White has to answer the four, which leaves Black to move with an open three.
#[test]
fn fours_are_answered_first() {
    let drawing = "
        . . . . . . . . .
        O X X X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X X X . .
        . . O . . . . . .
        . . . . O . . . .";
    let soon = features_of(drawing, Color::White);
    assert_eq!(soon, named([("own-open-four", -1)]));
    let now = features_of(drawing, Color::Black);
    assert_eq!(now, named([("own-five", 1)]));
}

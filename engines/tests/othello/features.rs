//! Patterns and counts: their names, and the fast sum of their weights beside
//! plain ones.

use std::collections::HashMap;

use engines::evaluator::{Evaluator, Sparse};
use engines::othello::{Othello, OthelloEvaluator, OthelloRules};
use engines::symmetry::Symmetry;
use engines::{Color, Game, Knowledge, Rng, diagram};
use proptest::prelude::*;

use super::{initial, legal_moves, stones};

/// The squares of each shape in the order of its text, and how many places it
/// has on the board.
const SHAPES: [(&str, &str, usize); 11] = [
    ("2x5", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2", 8),
    ("edge", "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2", 4),
    ("3x3", "a1 b1 c1 a2 b2 c2 a3 b3 c3", 4),
    ("row2", "a2 b2 c2 d2 e2 f2 g2 h2", 4),
    ("row3", "a3 b3 c3 d3 e3 f3 g3 h3", 4),
    ("row4", "a4 b4 c4 d4 e4 f4 g4 h4", 4),
    ("diag8", "a1 b2 c3 d4 e5 f6 g7 h8", 2),
    ("diag7", "a2 b3 c4 d5 e6 f7 g8", 4),
    ("diag6", "a3 b4 c5 d6 e7 f8", 4),
    ("diag5", "a4 b5 c6 d7 e8", 4),
    ("diag4", "a5 b6 c7 d8", 4),
];

/// The position that random moves reach.
fn after_plies(plies: usize, seed: u64) -> Othello {
    let mut rng = Rng::new(seed);
    let mut game = initial(8);
    for _ in 0..plies {
        let Some(mv) = rng.choose(&legal_moves(&game)) else {
            break;
        };
        game.play(mv);
    }
    game
}

/// How often each feature is on, by name.
fn named_features(position: &Othello) -> HashMap<String, i32> {
    let mut counts = HashMap::new();
    position.position_features(&mut |feature, count| {
        *counts
            .entry(Othello::feature_name(feature).into())
            .or_default() += count;
    });
    counts.retain(|_, &mut count| count != 0);
    counts
}

/// The same as the names say, from the board alone.
fn plain_named_features(position: &Othello) -> HashMap<String, i32> {
    let phase = (stones(position).iter().flatten().count().max(4) - 4) / 5;
    let phase = phase.min(11);
    let mut counts: HashMap<String, i32> = HashMap::new();
    let mut add = |name: String| *counts.entry(name).or_default() += 1;
    for (name, squares, _) in SHAPES {
        let mut places: HashMap<Vec<usize>, Vec<String>> = HashMap::new();
        for symmetry in Symmetry::of_board(8, 8) {
            let squares = squares.split(' ').map(|square| {
                let point = position.parse_move(square).unwrap().point().unwrap();
                symmetry.point(point)
            });
            let squares: Vec<usize> = squares.collect();
            let letter = |&square: &usize| match position.at(square) {
                None => '.',
                Some(color) if color == position.to_move() => 'X',
                Some(_) => 'O',
            };
            let text = squares.iter().map(letter).collect();
            let mut place = squares;
            place.sort_unstable();
            places.entry(place).or_default().push(text);
        }
        for texts in places.into_values() {
            let order = |text: &&String| text.replace('.', "0").replace('X', "1").replace('O', "2");
            let least = texts.iter().min_by_key(order).unwrap();
            add(format!("{name}/{phase}/{least}"));
        }
    }
    let (x_moves, o_moves) = (moves_of(position, true), moves_of(position, false));
    add(format!("own-moves/{phase}/{x_moves}"));
    add(format!("their-moves/{phase}/{o_moves}"));
    let own = position.to_move();
    add(format!("own-potential/{phase}/{}", beside(position, !own)));
    add(format!("their-potential/{phase}/{}", beside(position, own)));
    let empties = stones(position)
        .iter()
        .filter(|stone| stone.is_none())
        .count();
    add(format!("odd/{phase}/{}", empties % 2));
    counts
}

/// The moves of the side to move, or of the other.
fn moves_of(position: &Othello, is_own: bool) -> usize {
    let mover = if is_own {
        position.to_move()
    } else {
        !position.to_move()
    };
    let seen = Othello::from_stones(&OthelloRules::default(), &stones(position), mover).unwrap();
    legal_moves(&seen).iter().filter(|mv| !mv.is_pass()).count()
}

/// Empty squares that touch a disc of a color.
fn beside(position: &Othello, color: Color) -> usize {
    let touches = |&point: &usize| {
        let (x, y) = (point as i32 % 8, point as i32 / 8);
        (0..64).any(|other| {
            let (dx, dy) = (other % 8 - x, other / 8 - y);
            dx.abs() <= 1 && dy.abs() <= 1 && position.at(other as usize) == Some(color)
        })
    };
    let empties = (0..64).filter(|&point| position.at(point).is_none());
    empties.filter(touches).count()
}

/// Weights of all features, most of them not 0.
fn random_weights(seed: u64, most: u32) -> Vec<i32> {
    let mut rng = Rng::new(seed);
    (0..Othello::feature_count())
        .map(|_| rng.below(2 * most + 1) as i32 - most as i32)
        .collect()
}

fn plain_sum(weights: &[i32], position: &Othello) -> i64 {
    let mut sum = 0;
    position.position_features(&mut |feature, count| {
        sum += i64::from(weights[feature]) * i64::from(count);
    });
    sum
}

/// The same board under all symmetries, and each of them with the colors
/// exchanged, the side to move as well.
fn views(position: &Othello) -> Vec<Othello> {
    let view = |symmetry: &Symmetry, swapped: bool| {
        let mut turned = vec![None; 64];
        for (point, stone) in stones(position).into_iter().enumerate() {
            turned[symmetry.point(point)] = stone.map(|color| if swapped { !color } else { color });
        }
        let to_move = position.to_move();
        let to_move = if swapped { !to_move } else { to_move };
        Othello::from_stones(&OthelloRules::default(), &turned, to_move).unwrap()
    };
    let symmetries = Symmetry::of_board(8, 8);
    let pairs = symmetries
        .iter()
        .flat_map(|symmetry| [(symmetry, false), (symmetry, true)]);
    pairs
        .map(|(symmetry, swapped)| view(symmetry, swapped))
        .collect()
}

proptest! {
    #[test]
    fn features_are_what_their_names_say(plies in 0..61_usize, seed: u64) {
        let position = after_plies(plies, seed);
        let mut found = named_features(&position);
        found.retain(|name, _| name.contains('/'));
        prop_assert_eq!(found, plain_named_features(&position));
    }
}

#[test]
fn the_fast_sum_is_the_plain_sum() {
    // The last are too large for the tables.
    for (seed, most) in [(1, 1), (2, 300), (3, 3_000), (4, 1_000_000_000)] {
        let weights = random_weights(seed, most);
        let fast = OthelloEvaluator::new(&weights);
        let sparse: Sparse = Evaluator::<Othello>::new(&weights);
        for game in 0..60 {
            for plies in [game, 60 - game / 10] {
                let position = after_plies(plies, 1_000 * seed + game as u64);
                let expected = plain_sum(&weights, &position);
                for view in views(&position) {
                    assert_eq!(plain_sum(&weights, &view), expected, "{view:?}");
                    assert_eq!(fast.of_position(&view), expected, "{view:?}");
                    assert_eq!(sparse.of_position(&view), expected, "{view:?}");
                }
                for mv in legal_moves(&position) {
                    let after = super::after(&position, mv);
                    let value = fast.of_move(&position, mv, &after);
                    assert_eq!(value, -plain_sum(&weights, &after));
                }
            }
        }
    }
}

#[test]
fn any_stones_have_a_sum() {
    let weights = random_weights(5, 300);
    let fast = OthelloEvaluator::new(&weights);
    let mut rng = Rng::new(6);
    for full in 0..=4 {
        for _ in 0..100 {
            let mut stone = || match rng.below(4) {
                what if what >= full => None,
                what if what % 2 == 0 => Some(Color::Black),
                _ => Some(Color::White),
            };
            let stones: Vec<_> = (0..64).map(|_| stone()).collect();
            for color in Color::BOTH {
                let rules = OthelloRules::default();
                let position = Othello::from_stones(&rules, &stones, color).unwrap();
                assert_eq!(fast.of_position(&position), plain_sum(&weights, &position));
            }
        }
    }
}

#[test]
fn a_small_board_has_the_plain_features_alone() {
    let weights = random_weights(7, 300);
    let fast = OthelloEvaluator::new(&weights);
    for size in [4, 6] {
        let mut rng = Rng::new(8);
        let mut game = initial(size);
        while let Some(mv) = rng.choose(&legal_moves(&game)) {
            game.position_features(&mut |feature, _| {
                assert!(feature < Othello::FEATURES.len());
            });
            assert_eq!(fast.of_position(&game), plain_sum(&weights, &game));
            game.play(mv);
        }
    }
}

#[test]
fn weights_that_are_missing_at_the_end_are_zero() {
    let mut weights = random_weights(9, 300);
    let half = weights.len() / 2;
    let fast = OthelloEvaluator::new(&weights[..half]);
    weights[half..].fill(0);
    for plies in 0..60 {
        let position = after_plies(plies, 10);
        assert_eq!(fast.of_position(&position), plain_sum(&weights, &position));
    }
}

#[test]
fn each_feature_has_a_name_of_its_own() {
    let count = Othello::feature_count();
    // 3ⁿ configurations of n squares, of which those that look the same when
    // they are mirrored are counted once.
    let folded = |squares: u32, mirrored: u32| (3_usize.pow(squares) + 3_usize.pow(mirrored)) / 2;
    let configurations = 3_usize.pow(10)
        + folded(10, 5)
        + folded(9, 6)
        + 4 * folded(8, 4)
        + folded(7, 4)
        + folded(6, 3)
        + folded(5, 3)
        + folded(4, 2);
    let by_phase = configurations + 4 * 64 + 2;
    assert_eq!(count, Othello::FEATURES.len() + 12 * by_phase);
    for feature in 0..count {
        let name = Othello::feature_name(feature);
        assert_eq!(Othello::feature_index(&name), Ok(feature), "{name}");
    }
}

#[test]
fn a_start_has_these_features() {
    let start: Othello = diagram::parse(
        &OthelloRules::default(),
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . O X . . .
         . . . X O . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
        Color::Black,
    )
    .unwrap();
    let features = named_features(&start);
    for (name, count) in [
        ("edge/0/..........", 4),
        ("2x5/0/..........", 8),
        ("row4/0/...XO...", 4),
        ("diag8/0/...XX...", 1),
        ("diag8/0/...OO...", 1),
        ("diag7/0/...X...", 2),
        ("diag7/0/...O...", 2),
        ("own-moves/0/4", 1),
        ("their-moves/0/4", 1),
        ("own-potential/0/10", 1),
        ("odd/0/0", 1),
    ] {
        assert_eq!(features.get(name), Some(&count), "{name}: {features:?}");
    }
    let places: i32 = features.values().sum();
    let of_shapes: usize = SHAPES.iter().map(|&(_, _, places)| places).sum();
    assert_eq!(places, of_shapes as i32 + 5, "{features:?}");
}

#[test]
fn mistakes_in_names_are_told() {
    for (name, expected) in [
        (
            "edge",
            "`edge` is no feature of this game; it has disc-a1, ",
        ),
        (
            "edge/5",
            "`edge/5` is no feature of this game; it has disc-a1, ",
        ),
        (
            "ege/5/..........",
            "by phase, as in `diag4/5/.XO.` or `odd/5/1`: 2x5, edge, ",
        ),
        (
            "edge/12/..........",
            "`edge/12/..........` is no feature: phases are 0 to 11",
        ),
        ("edge/05/..........", "phases are 0 to 11"),
        ("edge/+5/..........", "phases are 0 to 11"),
        ("edge//..........", "phases are 0 to 11"),
        (
            "edge/5/.........",
            ": it takes 10 squares, each `.`, `X` or `O`",
        ),
        (
            "edge/5/...........",
            ": it takes 10 squares, each `.`, `X` or `O`",
        ),
        ("diag4/5/.x..", ": it takes 4 squares, each `.`, `X` or `O`"),
        ("diag4/5/.é.", ": it takes 4 squares, each `.`, `X` or `O`"),
        ("diag4/5/X...", ": mirrored, it is `diag4/5/...X`"),
        (
            "3x3/5/..X......",
            "`3x3/5/..X......` is no feature: mirrored, it is `3x3/5/......X..`",
        ),
        (
            "own-moves/5/64",
            "`own-moves/5/64` is no feature: numbers are 0 to 63",
        ),
        ("odd/5/2", "numbers are 0 to 1"),
        ("odd/5/01", "numbers are 0 to 1"),
        ("odd/5/1/", "numbers are 0 to 1"),
    ] {
        let error = Othello::feature_index(name).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

//! The shapes that are kept, against plain scans of every line.

use engines::gomoku::{Gomoku, GomokuRules, Placed, Point, Shape, ShapeBoard, Variant};
use engines::{Color, Game, Rng};

use super::plain::Plain;
use super::{ALL_VARIANTS, board, choose};

fn points(rules: &GomokuRules) -> impl Iterator<Item = Point> {
    let GomokuRules { width, height, .. } = *rules;
    (0..height).flat_map(move |y| (0..width).map(move |x| Point { x, y }))
}

/// The shapes that a stone on any empty point makes, and the lists of points
/// and lines by shape.
fn assert_shapes(shapes: &ShapeBoard, plain: &Plain) {
    for color in Color::BOTH {
        let mut made = Vec::new();
        for (index, point) in points(&plain.rules).enumerate() {
            let found = shapes.made_by(color, point);
            if plain.stones[index].is_none() {
                let expected = plain.made_by(color, index);
                assert_eq!(found, expected, "{color} {point:?} {plain:?}");
            } else {
                assert_eq!(found, [None; 4], "{color} {point:?} {plain:?}");
            }
            made.push((point, found));
        }
        for shape in Shape::ALL {
            let expected = made.iter().filter(|(_, made)| made.contains(&Some(shape)));
            let expected: Vec<Point> = expected.map(|&(point, _)| point).collect();
            let found: Vec<Point> = shapes.points_making(color, shape).iter().collect();
            assert_eq!(found, expected, "{color} {shape:?} {plain:?}");
        }
        let lines = Shape::ALL.map(|shape| shapes.lines_with(color, shape) as i32);
        assert_eq!(lines, plain.shapes(color), "{color} {plain:?}");
    }
}

/// Plays a random game, looks at the shapes every few plies, and takes all
/// moves back.
fn play_and_take_back(rules: GomokuRules, rng: &mut Rng, every: usize) {
    let mut game = Gomoku::initial(&rules);
    let mut plain = Plain::new(rules);
    let mut shapes = ShapeBoard::empty(&rules);
    let mut past: Vec<(ShapeBoard, Placed)> = Vec::new();
    loop {
        assert_eq!(shapes, *game.shape_board());
        if past.len().is_multiple_of(every) {
            assert_shapes(&shapes, &plain);
        }
        let Some(mv) = choose(&game, rng) else {
            break;
        };
        let (x, y) = plain.point(mv.point().unwrap());
        let point = Point {
            x: x as u8,
            y: y as u8,
        };
        let before = shapes;
        past.push((before, shapes.place(game.to_move(), point)));
        game.play(mv);
        plain.play(mv);
    }
    assert_shapes(&shapes, &plain);
    while let Some((before, placed)) = past.pop() {
        shapes.undo(placed);
        assert_eq!(shapes, before);
    }
}

#[test]
fn shapes_are_kept_in_every_variant() {
    let mut rng = Rng::new(7);
    for rules in ALL_VARIANTS {
        for (width, height, every) in [(3, 3, 1), (7, 7, 1), (9, 6, 2), (5, 12, 2), (15, 15, 20)] {
            play_and_take_back(board(width, height, rules), &mut rng, every);
        }
    }
}

#[test]
fn shapes_are_kept_in_rows_of_any_length() {
    let mut rng = Rng::new(8);
    for rules in [Variant::Freestyle, Variant::Standard] {
        for (win, width, height) in [
            (3, 3, 3),
            (3, 6, 5),
            (4, 7, 6),
            (6, 8, 8),
            (7, 20, 3),
            (12, 3, 20),
            (19, 20, 4),
            (20, 20, 4),
        ] {
            let rules = GomokuRules {
                win,
                ..board(width, height, rules)
            };
            play_and_take_back(rules, &mut rng, 5);
        }
    }
}

/// Random boards have more shapes than games, which end with the first five.
#[test]
fn shapes_of_random_boards() {
    let mut rng = Rng::new(9);
    for round in 0..60 {
        let rules = board(10, 5, ALL_VARIANTS[round % 5]);
        let mut plain = Plain::new(rules);
        let mut shapes = ShapeBoard::empty(&rules);
        for (index, point) in points(&rules).enumerate() {
            let color = match rng.below(10) {
                0..4 => Color::Black,
                4..6 => Color::White,
                _ => continue,
            };
            plain.stones[index] = Some(color);
            let _ = shapes.place(color, point);
        }
        assert_shapes(&shapes, &plain);
    }
}

/// Lines as long as they can be, full but for one point: nothing of one
/// color's row may reach the other's.
#[test]
fn long_rows_keep_to_their_color() {
    for win in 3..=20 {
        let rules = GomokuRules {
            win,
            ..board(20, 3, Variant::Standard)
        };
        for color in Color::BOTH {
            let mut plain = Plain::new(rules);
            for index in (0..60).filter(|index| index % 20 != usize::from(win) % 20) {
                let is_middle = index / 20 == 1;
                plain.stones[index] = Some(if is_middle { !color } else { color });
            }
            let game = Gomoku::from_stones(&rules, &plain.stones, color).unwrap();
            assert_shapes(game.shape_board(), &plain);
        }
    }
}

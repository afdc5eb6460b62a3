//! Drawn positions and what they count: territory, dead stones, seki.

use engines::go::{CELLS_9, Go, GoRules, Ko, PointSet, Scoring};
use engines::{Color, HalfPoints, diagram};

use super::games::{after, stones_to_play};
use super::rules;

/// A drawn position without komi.
fn drawn(text: &str, scoring: Scoring, to_move: Color) -> Go<CELLS_9> {
    let width = text.lines().next().unwrap().split_whitespace().count() as u8;
    let height = text.lines().count() as u8;
    let rules = GoRules {
        scoring,
        komi: HalfPoints(0),
        ..rules(width, height, Ko::Simple, false)
    };
    diagram::parse(&rules, text, to_move).unwrap()
}

/// Black's area minus White's, and Black's territory and prisoners minus
/// White's.
fn counted(text: &str, dead: &PointSet) -> (i32, i32) {
    let score = |scoring| drawn(text, scoring, Color::Black).score(dead).0 / 2;
    (score(Scoring::Area), score(Scoring::Territory))
}

/// Wherever a side plays, its own stones can be captured next.
fn assert_nobody_plays_on(text: &str) {
    for to_move in Color::BOTH {
        let game = drawn(text, Scoring::Area, to_move);
        for mv in stones_to_play(&game) {
            let after = after(&game, mv);
            let cell = after.board().cell(mv.point().unwrap());
            assert!(after.liberties(cell) == 1, "{game:?}\n{after:?}");
        }
    }
}

#[test]
fn points_that_both_touch_are_nobodys() {
    let text = ". X O . O
                X X O O .
                . X X O O
                O X . X O
                . X X X O";
    // Black has 10 stones and 1 + 1 points, White 9 stones and 2 points; the
    // points around A2 touch both.
    assert_eq!(counted(text, &PointSet::default()), (12 - 11, 2 - 2));
    // With the stone on A2 dead, the left side is Black's.
    let dead = PointSet::from_rows([0, 0, 0, 1, 0]);
    assert_eq!(counted(text, &dead), (15 - 10, 6 - 2));
}

#[test]
fn dead_stones_of_both_colors() {
    let text = ". . X O .
                . O X O X
                X X X O .
                X O O O .
                X O . . .";
    // Nobody's points are surrounded as long as B4 and E4 live.
    assert_eq!(counted(text, &PointSet::default()), (8 - 8, 0));
    // B4 is a point and a prisoner; the stone itself was a point of area.
    let one = PointSet::from_rows([0, 0b00010]);
    assert_eq!(counted(text, &one), (12 - 7, 4 + 1));
    let both = PointSet::from_rows([0, 0b10010]);
    assert_eq!(counted(text, &both), (11 - 14, (4 + 1) - (7 + 1)));
}

/// Stones in what the opponent holds for good are dead.
#[test]
fn stones_in_settled_territory() {
    let text = ". X . O X O O
                X X . . X O .
                X X X X X O O
                O O O O O O .";
    let game = drawn(text, Scoring::Area, Color::White);
    let [dead_white, dead_black] = Color::BOTH.map(|color| {
        let territory = game.life(color).territory;
        territory.and(&game.board().stones(!color))
    });
    assert_eq!(dead_white, PointSet::from_rows([0b0001000]));
    assert!(dead_black.is_empty());
    assert_eq!(counted(text, &PointSet::default()), (11 - 14, 1 - 2));
    assert_eq!(counted(text, &dead_white), (15 - 13, (5 + 1) - 2));
}

#[test]
fn a_seki_by_shared_liberties() {
    let text = "X X . O O
                X X . O O";
    assert_nobody_plays_on(text);
    assert_eq!(counted(text, &PointSet::default()), (4 - 4, 0));
}

#[test]
fn a_seki_with_an_eye_each() {
    let text = ". X . O .
                X X X O O";
    assert_nobody_plays_on(text);
    // C2 is nobody's, A2 and E2 are eyes.
    assert_eq!(counted(text, &PointSet::default()), (5 - 4, 1 - 1));
}

/// The chains in the middle have no eyes; those around them have two each.
#[test]
fn a_seki_among_living_stones() {
    let text = ". O X . O X .
                O O X . O X X
                . O X X O X .
                O O O O X X X";
    assert_nobody_plays_on(text);
    assert_eq!(counted(text, &PointSet::default()), (13 - 13, 2 - 2));
    let game = drawn(text, Scoring::Area, Color::Black);
    let black = game.life(Color::Black);
    let around = PointSet::from_rows([0b0100000, 0b1100000, 0b0100000, 0b1110000]);
    assert_eq!(black.stones, around);
    assert_eq!(
        black.territory,
        PointSet::from_rows([0b1000000, 0, 0b1000000])
    );
}

#[test]
fn an_empty_board_is_nobodys_and_one_stone_has_it_all() {
    let empty = ". . .\n. . .";
    assert_eq!(counted(empty, &PointSet::default()), (0, 0));
    let one = ". . .\n. O .";
    assert_eq!(counted(one, &PointSet::default()), (-6, -5));
    let dead = PointSet::from_rows([0, 0b010]);
    assert_eq!(counted(one, &dead), (0, 1));
}

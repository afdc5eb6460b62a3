//! What a position comes to once all fours are answered.
//!
//! A four has one answer or none, so that what follows takes no search: the answers
//! are played, and the features are those of the quiet position that is there then.

use super::Gomoku;
use super::knowledge::SHAPES;
use super::shape_board::ShapeBoard;
use super::shapes::Shape;
use super::threats::Answer;
use crate::game::Color;

/// The features: one of the first three alone where somebody wins soon, else the
/// others. Own is what the side to move in the quiet position has; it has no open
/// three then, which would have won.
pub(super) const NAMES: [&str; 21] = [
    "quiet-own-five",
    "quiet-their-five",
    "quiet-own-open-four",
    // The move itself.
    "quiet-move",
    // Lines.
    "quiet-own-two",
    "quiet-own-open-two",
    "quiet-own-three",
    // Points that make so much at best.
    "quiet-own-four-points",
    "quiet-own-open-three-points",
    // Whether a point makes as much on two lines: two open threes come to nothing
    // where the opponent threatens an open four.
    "quiet-own-four-three",
    "quiet-own-double-three",
    "quiet-their-two",
    "quiet-their-open-two",
    "quiet-their-three",
    "quiet-their-four-points",
    "quiet-their-open-three-points",
    "quiet-their-four-three",
    "quiet-their-double-three",
    // Whether the opponent threatens an open four or two fours with one stone, whether
    // an open four on several lines, and with how many points one can make fours first.
    "quiet-their-open-four",
    "quiet-their-open-fours",
    "quiet-own-counter-fours",
];

/// The side to move can make five.
const OWN_FIVE: usize = 0;

/// The opponent will make five, whatever is played.
const THEIR_FIVE: usize = 1;

/// The side to move can make an open four, or two fours with one stone.
const OWN_OPEN_FOUR: usize = 2;

/// The features where nobody wins so soon begin here.
const OPEN: usize = 3;

impl Gomoku {
    /// Visits the features of the quiet position, counted for the side that is to move
    /// now: negative where the other one is to move then. A game that is over has none.
    #[inline]
    pub(super) fn quiet_features(&self, visit: &mut impl FnMut(usize, i32)) {
        if self.winner.is_none() {
            answer_fours(&self.shapes, self.to_move, 1, visit);
        }
    }
}

fn answer_fours(
    shapes: &ShapeBoard,
    to_move: Color,
    sign: i32,
    visit: &mut impl FnMut(usize, i32),
) {
    if shapes.has_four(to_move) {
        return visit(SHAPES + OWN_FIVE, sign);
    }
    match shapes.answer_to(!to_move) {
        Answer::Lost => visit(SHAPES + THEIR_FIVE, sign),
        Answer::Only(point) => {
            let mut after = *shapes;
            let _ = after.place(to_move, point);
            answer_fours(&after, !to_move, -sign, visit);
        }
        Answer::Free => match open_features(shapes, to_move) {
            None => visit(SHAPES + OWN_OPEN_FOUR, sign),
            Some(counts) => {
                for (feature, count) in (SHAPES + OPEN..).zip(counts) {
                    visit(feature, sign * count);
                }
            }
        },
    }
}

/// The counts where nobody has a four, if the side to move cannot win by the next one.
fn open_features(shapes: &ShapeBoard, to_move: Color) -> Option<[i32; NAMES.len() - OPEN]> {
    let lines = |color, shape| shapes.lines_with(color, shape) as i32;
    if lines(to_move, Shape::OpenThree) > 0 {
        return None;
    }
    let threats = shapes.threats();
    let [own, their] = [to_move, !to_move].map(|color| threats[color.index()]);
    if own.double_four {
        return None;
    }
    let open_threes = lines(!to_move, Shape::OpenThree);
    let is_threatened = open_threes > 0 || their.double_four;
    let counter_fours = if is_threatened { own.fours } else { 0 };
    Some([
        1,
        lines(to_move, Shape::Two),
        lines(to_move, Shape::OpenTwo),
        lines(to_move, Shape::Three),
        own.fours as i32,
        own.open_threes as i32,
        own.four_three.into(),
        (own.double_three && !is_threatened).into(),
        lines(!to_move, Shape::Two),
        lines(!to_move, Shape::OpenTwo),
        lines(!to_move, Shape::Three),
        their.fours as i32,
        their.open_threes as i32,
        their.four_three.into(),
        their.double_three.into(),
        is_threatened.into(),
        (open_threes > 1).into(),
        counter_fours as i32,
    ])
}

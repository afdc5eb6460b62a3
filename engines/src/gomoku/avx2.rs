//! A stone placed on x86-64 machines with AVX2, where the four lines through it
//! fit a register.

#![expect(
    unsafe_code,
    reason = "a function that needs AVX2 is called only where the processor has it"
)]

use super::point::Point;
use super::shape_board::{Placed, ShapeBoard};
use crate::game::Color;

/// As [`ShapeBoard::place`], if this processor can.
#[inline(always)]
pub(super) fn place(board: &mut ShapeBoard, color: Color, point: Point) -> Option<Placed> {
    is_x86_feature_detected!("avx2").then(|| unsafe { place_with_avx2(board, color, point) })
}

/// What the plain loops say: the compiler puts four lines in a register.
#[target_feature(enable = "avx2")]
fn place_with_avx2(board: &mut ShapeBoard, color: Color, point: Point) -> Placed {
    board.place_portably(color, point)
}

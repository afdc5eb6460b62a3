//! The games in all lanes, and a step of each.

use super::Start;
use super::draw::Draw;
use super::lanes::{LANES, Lanes};
use super::points::{Rows, beside, columns, has_liberty, nth, without_liberty};
use crate::game::{Color, HalfPoints};
use crate::go::playout::PlayoutEnd;

/// What the boards of all lanes have in common.
#[derive(Clone)]
struct Shape<const N: usize> {
    board: [u16; N],
    edge: [u16; N],
    points: u16,
}

impl<const N: usize> Shape<N> {
    fn new(width: usize, height: usize) -> Shape<N> {
        let row = ((2u32 << width) - 2) as u16;
        let ends = 1 << width | 2;
        let mut shape = Shape {
            board: [0; N],
            edge: [0; N],
            points: (width * height) as u16,
        };
        shape.board[1..=height].fill(row);
        shape.edge[1..=height].fill(ends);
        shape.edge[1] = row;
        shape.edge[height] = row;
        shape
    }
}

#[derive(Clone)]
pub struct Games<const N: usize> {
    shape: Shape<N>,
    /// Stones of the side to move.
    own: Rows<N>,
    theirs: Rows<N>,
    /// Points that the side to move may not take: a ko, or suicide.
    refused: Rows<N>,
    /// A mask: whether Black is to move.
    black: Lanes,
    passes: Lanes,
    moves: Lanes,
}

impl<const N: usize> Games<N> {
    pub fn new(start: &Start<N>) -> Games<N> {
        let mut games = Games {
            shape: Shape::new(start.width, start.height),
            own: [Lanes::ZERO; N],
            theirs: [Lanes::ZERO; N],
            refused: [Lanes::ZERO; N],
            black: Lanes::ZERO,
            passes: Lanes::ZERO,
            moves: Lanes::ZERO,
        };
        for lane in 0..LANES {
            games.begin(lane, start);
        }
        games
    }

    pub fn begin(&mut self, lane: usize, start: &Start<N>) {
        let (own, theirs) = (start.to_move.index(), (!start.to_move).index());
        for y in 0..N {
            self.own[y].0[lane] = start.stones[own][y];
            self.theirs[y].0[lane] = start.stones[theirs][y];
            self.refused[y].0[lane] = start.ko[y];
        }
        self.black.0[lane] = u16::from(start.to_move == Color::Black).wrapping_neg();
        self.passes.0[lane] = start.passes.into();
        self.moves.0[lane] = 0;
    }

    /// The points all of whose neighbors hold `stones` or are off the board.
    #[inline(always)]
    fn enclosed(&self, stones: &Rows<N>, y: usize) -> Lanes {
        let walled = |y: usize| stones[y] | Lanes::all(!self.shape.board[y]);
        let here = walled(y);
        here << 1 & here >> 1 & walled(y - 1) & walled(y + 1)
    }

    /// Where an enclosed point is no eye: the opponent holds two diagonal
    /// points, or one at the edge.
    #[inline(always)]
    fn cut(&self, y: usize) -> Lanes {
        let (above, below) = (self.theirs[y - 1], self.theirs[y + 1]);
        let (a, b, c, d) = (above << 1, above >> 1, below << 1, below >> 1);
        let (any_above, any_below) = (a | b, c | d);
        let two = a & b | c & d | any_above & any_below;
        two | (any_above | any_below) & Lanes::all(self.shape.edge[y])
    }

    #[inline(always)]
    fn empty(&self, y: usize) -> Lanes {
        Lanes::all(self.shape.board[y]).minus(self.own[y] | self.theirs[y])
    }

    /// One move a lane, or an attempt at one. Returns a mask of the lanes whose
    /// game is over.
    #[inline(always)]
    pub fn step(&mut self, draw: &mut Draw) -> Lanes {
        let mut empty = [Lanes::ZERO; N];
        let mut candidates = [Lanes::ZERO; N];
        let mut counts = [Lanes::ZERO; N];
        let mut total = Lanes::ZERO;
        for y in 1..N - 1 {
            empty[y] = self.empty(y);
            let eyes = self.enclosed(&self.own, y).minus(self.cut(y));
            candidates[y] = empty[y].minus(eyes | self.refused[y]);
            counts[y] = candidates[y].count_ones();
            total = total + counts[y];
        }
        let stone = nth(&candidates, &counts, draw.below(total));

        let mut near = [Lanes::ZERO; N];
        let mut own = [Lanes::ZERO; N];
        for y in 1..N - 1 {
            near[y] = beside(&stone, y);
            own[y] = self.own[y] | stone[y];
            empty[y] = empty[y].minus(stone[y]);
        }
        let in_their_eye = !columns::<N>(|y| near[y] & (own[y] | empty[y])).is_some();
        let captured = without_liberty(&self.theirs, &empty, &near);
        for y in 1..N - 1 {
            empty[y] |= captured[y];
        }
        let passed = !total.is_some();
        let played = has_liberty(&own, &empty, &near, passed).minus(passed);
        let moved = played | passed;
        let ko = in_their_eye.minus(are_several(&captured));

        for y in 1..N - 1 {
            let after_own = self.own[y] | stone[y] & played;
            let after_theirs = self.theirs[y].minus(captured[y]);
            let swapped = (after_own ^ after_theirs) & moved;
            self.own[y] = after_own ^ swapped;
            self.theirs[y] = after_theirs ^ swapped;
            self.refused[y] = (self.refused[y] | stone[y]).minus(moved) | captured[y] & ko;
        }
        self.black = self.black ^ moved;
        self.moves = self.moves - moved;
        self.passes = (self.passes - passed).minus(played);
        let limit = Lanes::all(3 * self.shape.points - 1);
        Lanes::all(1).is_less(self.passes) | limit.is_less(self.moves)
    }

    /// How the game in a lane ended.
    pub fn end(&self, lane: usize) -> PlayoutEnd {
        let mut area = 0;
        for y in 1..N - 1 {
            let points = |stones: &Rows<N>| {
                let eyes = self.empty(y).0[lane] & self.enclosed(stones, y).0[lane];
                (stones[y].0[lane].count_ones() + eyes.count_ones()) as i32
            };
            area += points(&self.own) - points(&self.theirs);
        }
        let sign = if self.black.0[lane] != 0 { 1 } else { -1 };
        PlayoutEnd {
            area: HalfPoints::whole(sign * area),
            moves: self.moves.0[lane].into(),
        }
    }
}

/// A mask of the lanes with more than one point in a set.
#[inline(always)]
fn are_several<const N: usize>(points: &Rows<N>) -> Lanes {
    let (mut once, mut twice) = (Lanes::ZERO, Lanes::ZERO);
    for row in points {
        twice |= once & *row;
        once |= *row;
    }
    (twice | once.without_lowest()).is_some()
}

#[cfg(test)]
mod tests;

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
pub struct Games<L, const N: usize> {
    shape: Shape<N>,
    /// Stones of the side to move.
    own: Rows<L, N>,
    theirs: Rows<L, N>,
    /// Points that the side to move may not take: a ko, or suicide.
    refused: Rows<L, N>,
    /// A mask: whether Black is to move.
    black: L,
    passes: L,
    moves: L,
}

impl<L: Lanes, const N: usize> Games<L, N> {
    pub fn new(start: &Start<N>) -> Games<L, N> {
        let mut games = Games {
            shape: Shape::new(start.width, start.height),
            own: [L::ZERO; N],
            theirs: [L::ZERO; N],
            refused: [L::ZERO; N],
            black: L::ZERO,
            passes: L::ZERO,
            moves: L::ZERO,
        };
        for lane in 0..LANES {
            games.begin(lane, start);
        }
        games
    }

    pub fn begin(&mut self, lane: usize, start: &Start<N>) {
        let (own, theirs) = (start.to_move.index(), (!start.to_move).index());
        for y in 0..N {
            self.own[y].as_array_mut()[lane] = start.stones[own][y];
            self.theirs[y].as_array_mut()[lane] = start.stones[theirs][y];
            self.refused[y].as_array_mut()[lane] = start.ko[y];
        }
        let black = start.to_move == Color::Black;
        self.black.as_array_mut()[lane] = u16::from(black).wrapping_neg();
        self.passes.as_array_mut()[lane] = start.passes.into();
        self.moves.as_array_mut()[lane] = 0;
    }

    /// The points all of whose neighbors hold `stones` or are off the board.
    #[inline(always)]
    fn enclosed(&self, stones: &Rows<L, N>, y: usize) -> L {
        let walled = |y: usize| stones[y] | L::all(!self.shape.board[y]);
        let here = walled(y);
        here.shifted_left() & here.shifted_right() & walled(y - 1) & walled(y + 1)
    }

    /// Where an enclosed point is no eye: the opponent holds two diagonal
    /// points, or one at the edge.
    #[inline(always)]
    fn cut(&self, y: usize) -> L {
        let (above, below) = (self.theirs[y - 1], self.theirs[y + 1]);
        let (a, b) = (above.shifted_left(), above.shifted_right());
        let (c, d) = (below.shifted_left(), below.shifted_right());
        let (any_above, any_below) = (a | b, c | d);
        let two = a & b | c & d | any_above & any_below;
        two | (any_above | any_below) & L::all(self.shape.edge[y])
    }

    #[inline(always)]
    fn empty(&self, y: usize) -> L {
        L::all(self.shape.board[y]).minus(self.own[y] | self.theirs[y])
    }

    /// One move a lane, or an attempt at one. Returns a mask of the lanes whose
    /// game is over.
    #[inline(always)]
    pub fn step(&mut self, draw: &mut Draw) -> L {
        let mut empty = [L::ZERO; N];
        let mut candidates = [L::ZERO; N];
        let mut counts = [L::ZERO; N];
        let mut total = L::ZERO;
        for y in 1..N - 1 {
            empty[y] = self.empty(y);
            let eyes = self.enclosed(&self.own, y).minus(self.cut(y));
            candidates[y] = empty[y].minus(eyes | self.refused[y]);
            counts[y] = candidates[y].count_ones();
            total = total + counts[y];
        }
        let stone = nth(&candidates, &counts, draw.below(total));

        let mut near = [L::ZERO; N];
        let mut own = [L::ZERO; N];
        for y in 1..N - 1 {
            near[y] = beside(&stone, y);
            own[y] = self.own[y] | stone[y];
            empty[y] = empty[y].minus(stone[y]);
        }
        let in_their_eye = !columns::<L, N>(|y| near[y] & (own[y] | empty[y])).is_some();
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
        let limit = L::all(3 * self.shape.points - 1);
        L::all(1).is_less(self.passes) | limit.is_less(self.moves)
    }

    /// How many points of a row are stones or enclosed by them.
    #[inline(always)]
    fn area(&self, stones: &Rows<L, N>, y: usize) -> L {
        (stones[y] | self.empty(y) & self.enclosed(stones, y)).count_ones()
    }

    /// How the games in all lanes would end, if they ended now.
    #[inline(always)]
    pub fn ends(&self) -> [PlayoutEnd; LANES] {
        let (mut own, mut theirs) = (L::ZERO, L::ZERO);
        for y in 1..N - 1 {
            own = own + self.area(&self.own, y);
            theirs = theirs + self.area(&self.theirs, y);
        }
        // The sign changes where White is to move.
        let area = ((own - theirs) ^ !self.black) - !self.black;
        std::array::from_fn(|lane| PlayoutEnd {
            area: HalfPoints::whole((area.as_array()[lane] as i16).into()),
            moves: self.moves.as_array()[lane].into(),
        })
    }
}

/// A mask of the lanes with more than one point in a set.
#[inline(always)]
fn are_several<L: Lanes, const N: usize>(points: &Rows<L, N>) -> L {
    let (mut once, mut twice) = (L::ZERO, L::ZERO);
    for row in points {
        twice |= once & *row;
        once |= *row;
    }
    (twice | once.without_lowest()).is_some()
}

#[cfg(test)]
mod tests;

//! Stones that come and go.

use super::{Board, NOWHERE};
use crate::game::Color;
use crate::go::grid::Cell;
use crate::go::liberties::Liberties;
use crate::go::sides::{self, Sides, Surroundings};
use crate::rng::Rng;

impl<const CELLS: usize> Board<CELLS> {
    /// Plays on an empty cell, uniformly chosen among those that are legal
    /// (simple ko, no suicide) and no eye of `color`. Plays nothing and returns
    /// false if there is none.
    ///
    /// Rejected cells are set aside, so that the draw ends.
    #[inline(always)]
    pub(in crate::go) fn play_at_random(&mut self, color: Color, rng: &mut Rng) -> bool {
        let mut left = self.empty_count;
        while left > 0 {
            let drawn = rng.below(left.into()) as u16;
            let cell = usize::from(self.empties[usize::from(drawn)]);
            if self.play_if_sensible(cell, color) {
                return true;
            }
            left -= 1;
            self.swap_empties(drawn, left);
        }
        false
    }

    /// Plays on an empty cell if that is legal and no eye of `color`.
    #[inline(always)]
    fn play_if_sensible(&mut self, cell: usize, color: Color) -> bool {
        let around = self.around[cell];
        if around.held_by(color) == sides::ALL {
            if !self.is_cut(cell, color) {
                return false;
            }
        } else if around.held_by(!color) == sides::ALL
            && (usize::from(self.ko) == cell || !self.connects_or_captures(cell, color))
        {
            return false;
        }
        // Suicide of more than one stone is rare: what finds it is needed
        // anyway, and taken back when it is found.
        let heads = self.heads_around(cell);
        let last = self.close_in(cell, heads);
        let captives = around.stones(!color) & last;
        let has_liberty = around.empty() | captives | around.stones(color) & !last != 0;
        if has_liberty {
            self.place(cell, color, around, heads);
            self.capture(cell, color, around, captives, &mut |_| {});
        } else {
            self.back_off(cell, heads);
        }
        has_liberty
    }

    fn swap_empties(&mut self, one: u16, other: u16) {
        self.empties.swap(one.into(), other.into());
        for place in [one, other] {
            self.place[usize::from(self.empties[usize::from(place)])] = place;
        }
    }

    /// Puts a stone on an empty cell, takes captured chains off, and, if the
    /// stone's own chain is left without a liberty, takes that off too
    /// (suicide). Calls `removed` for every stone that leaves the board.
    ///
    /// Neither ko nor suicide is refused here.
    #[inline]
    pub fn play(&mut self, cell: usize, color: Color, mut removed: impl FnMut(usize)) {
        debug_assert!(self.cells[cell] == Cell::Empty);
        let around = self.around[cell];
        let heads = self.heads_around(cell);
        let captives = around.stones(!color) & self.close_in(cell, heads);
        self.place(cell, color, around, heads);
        self.capture(cell, color, around, captives, &mut removed);
        if self.liberties[self.head(cell)].is_none() {
            self.take_off(cell, &mut removed);
        }
    }

    /// Takes a liberty from the chains around a cell. Returns on which sides it
    /// was the last.
    #[inline(always)]
    fn close_in(&mut self, cell: usize, heads: [usize; 4]) -> Sides {
        for head in heads {
            self.liberties[head].remove(Liberties::of(cell));
        }
        sides::sides_where(heads, |head| self.liberties[head].is_none())
    }

    /// Gives it back.
    fn back_off(&mut self, cell: usize, heads: [usize; 4]) {
        for head in heads {
            self.liberties[head].add(Liberties::of(cell));
        }
    }

    /// Puts a stone on a cell and unites it with its neighbors, whose liberties
    /// know of it.
    #[inline(always)]
    fn place(&mut self, cell: usize, color: Color, around: Surroundings, heads: [usize; 4]) {
        self.remove_empty(cell);
        self.cells[cell] = color.into();
        let neighbors = self.grid.neighbors(cell);
        for (side, neighbor) in neighbors.into_iter().enumerate() {
            self.around[neighbor].toggle_from(side, color);
        }
        // A stone alone joins the chain of its own cell, which is empty so far:
        // whether there is a friend is not worth a branch.
        self.next[cell] = cell as u16;
        self.size[cell] = 0;
        self.liberties[cell] = Liberties::default();
        let friends = around.stones(color);
        let head = (0..4).fold(cell, |head, side| {
            if friends >> side & 1 == 1 {
                heads[side]
            } else {
                head
            }
        });
        let liberties = Liberties::on_sides(around.empty(), cell, self.grid.stride());
        self.attach(cell, head, liberties);
        let others = friends & sides::sides_where(heads, |other| other != head);
        for friend in sides::on(others, neighbors) {
            self.join(cell, friend);
        }
    }

    /// Makes a stone one of a chain.
    fn attach(&mut self, stone: usize, head: usize, liberties: Liberties) {
        self.head[stone] = head as u16;
        self.next[stone] = self.next[head];
        self.next[head] = stone as u16;
        self.size[head] += 1;
        self.liberties[head].add(liberties);
    }

    /// Unites the chains of two stones; the larger one keeps its head.
    fn join(&mut self, one: usize, other: usize) {
        let (mut kept, mut lost) = (self.head(one), self.head(other));
        if kept == lost {
            return;
        }
        if self.size[kept] < self.size[lost] {
            (kept, lost) = (lost, kept);
        }
        let mut member = lost;
        loop {
            self.head[member] = kept as u16;
            member = usize::from(self.next[member]);
            if member == lost {
                break;
            }
        }
        self.next.swap(kept, lost);
        self.size[kept] += self.size[lost];
        let liberties = self.liberties[lost];
        self.liberties[kept].add(liberties);
    }

    /// Takes off the chains on some sides of a stone just placed; two may be
    /// of one.
    #[inline(always)]
    fn capture(
        &mut self,
        cell: usize,
        color: Color,
        around: Surroundings,
        captives: Sides,
        removed: &mut impl FnMut(usize),
    ) {
        self.ko = NOWHERE;
        if captives != 0 {
            let may_be_ko = around.held_by(!color) == sides::ALL && captives.is_power_of_two();
            for captive in sides::on(captives, self.grid.neighbors(cell)) {
                if may_be_ko && self.chain_size(captive) == 1 {
                    self.ko = captive as u16;
                }
                self.take_off(captive, removed);
            }
        }
    }

    /// Takes a chain off the board, if the stone is still there.
    fn take_off(&mut self, stone: usize, removed: &mut impl FnMut(usize)) {
        let Some(color) = self.cells[stone].color() else {
            return;
        };
        let mut member = stone;
        loop {
            self.cells[member] = Cell::Empty;
            self.head[member] = member as u16;
            self.add_empty(member);
            let pair = Liberties::of(member);
            for (side, neighbor) in self.grid.neighbors(member).into_iter().enumerate() {
                self.around[neighbor].toggle_from(side, color);
                let head = self.head(neighbor);
                self.liberties[head].add(pair);
            }
            removed(member);
            member = usize::from(self.next[member]);
            if member == stone {
                break;
            }
        }
    }

    pub(super) fn add_empty(&mut self, cell: usize) {
        self.place[cell] = self.empty_count;
        self.empties[usize::from(self.empty_count)] = cell as u16;
        self.empty_count += 1;
    }

    fn remove_empty(&mut self, cell: usize) {
        self.empty_count -= 1;
        let moved = self.empties[usize::from(self.empty_count)];
        let place = self.place[cell];
        self.empties[usize::from(place)] = moved;
        self.place[usize::from(moved)] = place;
    }
}

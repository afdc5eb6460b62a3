//! Filling by spans: along a row first, and one step on only for each span of
//! the rows above and below.

use engines::Color;

use super::{ArrayGo, MAX};

/// A fill on its way.
struct ScanLine<'a, F> {
    board: &'a ArrayGo,
    /// What the filled points hold.
    what: Option<Color>,
    filled: [bool; MAX],
    /// Called with what is beside a span and holds something else: a point may
    /// be beside several.
    border: F,
}

impl<F: FnMut(usize)> ScanLine<'_, F> {
    /// Fills what is connected with `seed`, and counts its points.
    fn fill(&mut self, seed: usize) -> usize {
        let stones = &self.board.stones;
        let width = self.board.width;
        let row = seed - seed % width;
        let (mut left, mut right) = (seed, seed + 1);
        while left > row && stones[left - 1] == self.what {
            left -= 1;
        }
        while right < row + width && stones[right] == self.what {
            right += 1;
        }
        self.filled[left..right].fill(true);

        if left > row {
            (self.border)(left - 1);
        }
        if right < row + width {
            (self.border)(right);
        }
        let mut count = right - left;
        if row > 0 {
            count += self.fill_beside(left - width, right - width);
        }
        if row + width < self.board.points() {
            count += self.fill_beside(left + width, right + width);
        }
        count
    }

    /// Goes on from the part of a row that is next to a span.
    fn fill_beside(&mut self, left: usize, right: usize) -> usize {
        let mut count = 0;
        for point in left..right {
            if self.board.stones[point] != self.what {
                (self.border)(point);
            } else if !self.filled[point] {
                count += self.fill(point);
            }
        }
        count
    }
}

impl ArrayGo {
    fn scan(&self, point: usize, border: impl FnMut(usize)) -> usize {
        let mut scan = ScanLine {
            board: self,
            what: self.stones[point],
            filled: [false; MAX],
            border,
        };
        scan.fill(point)
    }

    /// As [`ArrayGo::liberties`].
    pub fn liberties_by_scan_line(&self, point: usize) -> usize {
        let mut counted = [false; MAX];
        let mut liberties = 0;
        self.scan(point, |beside| {
            if self.stones[beside].is_none() && !counted[beside] {
                counted[beside] = true;
                liberties += 1;
            }
        });
        liberties
    }

    /// As [`ArrayGo::region_size`].
    pub fn region_size_by_scan_line(&self, point: usize) -> usize {
        self.scan(point, |_| {})
    }
}

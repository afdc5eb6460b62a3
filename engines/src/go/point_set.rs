//! Sets of points as rows of bits, and flood fill on them.

use crate::go::grid::Grid;

/// The largest number of rows, and of points in one.
pub(super) const MAX: usize = 19;

/// A set of points of a Go board: bit `x` of row `y`.
///
/// ```
/// use engines::go::PointSet;
///
/// // .##.     the fill of the point marked @ within # is the chain it is in
/// // .@..
/// // ...#
/// let stones = PointSet::from_rows([0b0110, 0b0010, 0b1000]);
/// let chain = PointSet::from_rows([0, 0b0010, 0]).fill_within(&stones);
/// assert_eq!(chain, PointSet::from_rows([0b0110, 0b0010, 0]));
/// assert_eq!(chain.count(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PointSet([u32; MAX]);

impl PointSet {
    /// The set with these rows, from the top; missing ones are empty.
    pub fn from_rows(rows: impl IntoIterator<Item = u32>) -> PointSet {
        let mut set = PointSet::default();
        for (row, bits) in set.0.iter_mut().zip(rows) {
            *row = bits;
        }
        set
    }

    /// The rows, from the top.
    pub(super) fn rows(&self) -> &[u32; MAX] {
        &self.0
    }

    /// Every point of a board, at most 19 points a side.
    pub fn all(width: usize, height: usize) -> PointSet {
        PointSet::from_rows(std::iter::repeat_n((1 << width) - 1, height))
    }

    pub(super) fn single(grid: Grid, cell: usize) -> PointSet {
        let (x, y) = grid.coordinates(cell);
        let mut set = PointSet::default();
        set.0[y] = 1 << x;
        set
    }

    /// The set of these points, each `y * width + x`.
    pub fn of_points(points: impl IntoIterator<Item = usize>, width: usize) -> PointSet {
        let mut set = PointSet::default();
        for point in points {
            set.0[point / width] |= 1 << (point % width);
        }
        set
    }

    /// The points of a board of this width, each `y * width + x`, in order.
    pub fn points(&self, width: usize) -> impl Iterator<Item = usize> {
        let on = move |(y, row): (usize, u32)| {
            (0..width)
                .filter(move |x| row >> x & 1 == 1)
                .map(move |x| y * width + x)
        };
        self.0.into_iter().enumerate().flat_map(on)
    }

    /// Whether there is no point in the set.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MAX]
    }

    /// Number of points.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    fn zip(&self, other: &PointSet, op: impl Fn(u32, u32) -> u32) -> PointSet {
        PointSet(std::array::from_fn(|y| op(self.0[y], other.0[y])))
    }

    /// Points in both.
    pub fn and(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & b)
    }

    /// Points in either.
    pub fn or(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a | b)
    }

    /// Points here that are not in `other`.
    pub fn minus(&self, other: &PointSet) -> PointSet {
        self.zip(other, |a, b| a & !b)
    }

    /// The points of the set and their neighbors. May reach beyond the board:
    /// meet it with the points that matter.
    pub fn grown(&self) -> PointSet {
        PointSet(std::array::from_fn(|y| {
            let above = if y > 0 { self.0[y - 1] } else { 0 };
            let below = if y + 1 < MAX { self.0[y + 1] } else { 0 };
            self.0[y] | self.0[y] << 1 | self.0[y] >> 1 | above | below
        }))
    }

    /// Flood fill: the points of `area` that are connected with the set
    /// through `area`. Fills the runs of the set's rows, then sweeps down and
    /// up, a row further each time one is reached, until none reaches a new run
    /// of the next.
    pub fn fill_within(&self, area: &PointSet) -> PointSet {
        let mut filled = self.and(area);
        let Some((mut top, mut bottom)) = filled.span() else {
            return filled;
        };
        for y in top..=bottom {
            filled.0[y] = fill_row(filled.0[y], area.0[y]);
        }
        loop {
            let mut changed = false;
            for y in top + 1..MAX {
                if filled.spread(y - 1, y, area) {
                    changed = true;
                    bottom = bottom.max(y);
                } else if y > bottom {
                    break;
                }
            }
            for y in (0..bottom).rev() {
                if filled.spread(y + 1, y, area) {
                    changed = true;
                    top = top.min(y);
                } else if y < top {
                    break;
                }
            }
            if !changed {
                return filled;
            }
        }
    }

    /// Fills the runs of row `to` that row `from` touches; whether there were
    /// new ones.
    fn spread(&mut self, from: usize, to: usize, area: &PointSet) -> bool {
        let reached = self.0[from] & area.0[to] & !self.0[to];
        if reached != 0 {
            self.0[to] |= fill_row(reached, area.0[to]);
        }
        reached != 0
    }

    /// The first and the last row that hold a point.
    fn span(&self) -> Option<(usize, usize)> {
        let top = self.0.iter().position(|&row| row != 0)?;
        let bottom = self.0.iter().rposition(|&row| row != 0)?;
        Some((top, bottom))
    }

    /// The connected parts of the set.
    pub fn parts(self) -> impl Iterator<Item = PointSet> {
        let mut left = self;
        std::iter::from_fn(move || {
            let part = left.first()?.fill_within(&left);
            left = left.minus(&part);
            Some(part)
        })
    }

    /// The set of the first point alone.
    fn first(&self) -> Option<PointSet> {
        let y = self.0.iter().position(|&row| row != 0)?;
        let mut first = PointSet::default();
        first.0[y] = self.0[y] & self.0[y].wrapping_neg();
        Some(first)
    }

    /// The liberties of the chains of `stones` that contain a point of the
    /// set: empty points next to them.
    pub fn liberties(&self, stones: &PointSet, empty: &PointSet) -> PointSet {
        self.fill_within(stones).grown().and(empty)
    }

    /// Whether every chain of these stones has a liberty.
    pub fn all_have_liberties(&self, empty: &PointSet) -> bool {
        empty.grown().fill_within(self) == *self
    }
}

/// The runs of ones in `area` that contain a bit of `seeds`, a part of `area`.
///
/// Upwards, adding a seed to its run carries to the run's end and leaves zeros
/// where it passed. Downwards, the filled part doubles with each step (as in
/// Kogge and Stone's adder); five steps are enough for 32 bits.
fn fill_row(seeds: u32, area: u32) -> u32 {
    let mut filled = seeds | area & !area.wrapping_add(seeds);
    let mut open = area;
    for step in [1, 2, 4, 8, 16] {
        filled |= open & filled >> step;
        open &= open >> step;
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// The plain recursive fill.
    fn fill_plainly(set: &mut PointSet, area: &PointSet, x: i32, y: i32) {
        let on_board = (0..MAX as i32).contains(&x) && (0..MAX as i32).contains(&y);
        if !on_board || area.0[y as usize] >> x & 1 == 0 || set.0[y as usize] >> x & 1 == 1 {
            return;
        }
        set.0[y as usize] |= 1 << x;
        for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            fill_plainly(set, area, x + dx, y + dy);
        }
    }

    #[test]
    fn fill_agrees_with_the_plain_one() {
        let mut rng = Rng::new(3);
        for round in 0..2_000 {
            let mut row = || {
                let (a, b) = (rng.next_u64() as u32, rng.next_u64() as u32);
                let dense = if round % 3 == 0 { a | b } else { a };
                dense & ((1 << MAX) - 1)
            };
            let area = PointSet::from_rows((0..MAX).map(|_| row()));
            let (x, y) = (rng.below(19), rng.below(19));
            let mut seed = PointSet::default();
            seed.0[y as usize] = 1 << x;
            let mut plain = PointSet::default();
            fill_plainly(&mut plain, &area, x as i32, y as i32);
            assert_eq!(seed.fill_within(&area), plain);
        }
    }
}

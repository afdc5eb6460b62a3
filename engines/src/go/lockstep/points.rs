//! Sets of points a lane, and flood fill on them.

use super::lanes::Lanes;

/// A set of points a lane: a word a row, with an empty row beyond each edge.
/// Bit `x + 1` is column `x`, so that there is a bit beyond each edge too.
pub type Rows<L, const N: usize> = [L; N];

/// All rows of a set put on top of each other.
#[inline(always)]
pub fn columns<L: Lanes, const N: usize>(row: impl Fn(usize) -> L) -> L {
    (1..N - 1).fold(L::ZERO, |all, y| all | row(y))
}

/// The points of a row that are next to some.
#[inline(always)]
pub fn beside<L: Lanes, const N: usize>(points: &Rows<L, N>, y: usize) -> L {
    points[y].shifted_left() | points[y].shifted_right() | points[y - 1] | points[y + 1]
}

/// The `n`-th point of a set whose rows have so many; nothing if there are not
/// as many.
#[inline(always)]
pub fn nth<L: Lanes, const N: usize>(
    points: &Rows<L, N>,
    counts: &Rows<L, N>,
    mut n: L,
) -> Rows<L, N> {
    let mut line = L::ZERO;
    let mut left = L::ZERO;
    let mut open = L::all(u16::MAX);
    let mut within = [L::ZERO; N];
    for y in 1..N - 1 {
        within[y] = n.is_less(counts[y]) & open;
        open = open.minus(within[y]);
        line |= points[y] & within[y];
        left |= n & within[y];
        n = n - counts[y];
    }
    for _ in 1..N - 2 {
        let keep = left.is_some();
        line = line.without_lowest() & keep | line.minus(keep);
        left = left.countdown();
    }
    let point = line.lowest();
    for row in &mut within {
        *row = *row & point;
    }
    within
}

/// Adds to a set what of `within` is next to it, going down the rows and up
/// again. Returns what was added on the way up; if that is nothing, there is no
/// more to add.
#[inline(always)]
fn grow<L: Lanes, const N: usize>(points: &mut Rows<L, N>, within: &Rows<L, N>) -> L {
    for y in 1..N - 1 {
        points[y] |= within[y] & beside(points, y);
    }
    let mut added = L::ZERO;
    for y in (1..N - 1).rev() {
        let before = points[y];
        points[y] |= within[y] & beside(points, y);
        added |= before ^ points[y];
    }
    added
}

/// The stones whose chains have no liberty, given that all chains but those
/// with a stone on a point in `near` have one.
#[inline(always)]
pub fn without_liberty<L: Lanes, const N: usize>(
    stones: &Rows<L, N>,
    empty: &Rows<L, N>,
    near: &Rows<L, N>,
) -> Rows<L, N> {
    let mut alive = [L::ZERO; N];
    for y in 1..N - 1 {
        alive[y] = stones[y] & beside(empty, y);
    }
    loop {
        if columns::<L, N>(|y| (stones[y] & near[y]).minus(alive[y])).is_zero() {
            return [L::ZERO; N];
        }
        if grow(&mut alive, stones).is_zero() {
            for y in 1..N - 1 {
                alive[y] = stones[y].minus(alive[y]);
            }
            return alive;
        }
    }
}

/// A mask of the lanes in which a new stone among `stones`, next to the points
/// in `near`, is in a chain with a liberty. What is said of the lanes in
/// `skipped` means nothing.
#[inline(always)]
pub fn has_liberty<L: Lanes, const N: usize>(
    stones: &Rows<L, N>,
    empty: &Rows<L, N>,
    near: &Rows<L, N>,
    skipped: L,
) -> L {
    let mut found = skipped | columns::<L, N>(|y| near[y] & empty[y]).is_some();
    let mut chain = [L::ZERO; N];
    for y in 1..N - 1 {
        chain[y] = near[y] & stones[y];
    }
    let mut grown = L::all(u16::MAX);
    while !grown.minus(found).is_zero() {
        grown = grow(&mut chain, stones);
        found |= columns::<L, N>(|y| beside(&chain, y) & empty[y]).is_some();
    }
    found
}

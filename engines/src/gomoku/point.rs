//! Points of the board, where they stand on its lines, and sets of them.

/// Points a side of the largest board.
pub(super) const MAX_SIDE: usize = 20;

/// Rows, columns, and diagonals either way.
pub(super) const LINES: usize = 4 * MAX_SIDE + 2 * (MAX_SIDE - 1);

/// Where each direction begins among the lines.
pub(super) const COLUMNS: usize = MAX_SIDE;
pub(super) const FALLING: usize = 2 * MAX_SIDE;
pub(super) const RISING: usize = FALLING + 2 * MAX_SIDE - 1;

/// A place on the board: column and row, from the top left, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// Column.
    pub x: u8,
    /// Row.
    pub y: u8,
}

/// A bit of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub line: usize,
    pub bit: u32,
}

impl Point {
    /// The point with this number on a board of this width.
    pub fn from_index(index: usize, width: u8) -> Point {
        let (index, width) = (index as u16, u16::from(width));
        Point {
            x: (index % width) as u8,
            y: (index / width) as u8,
        }
    }

    /// Its number on a board of this width.
    pub fn index(self, width: u8) -> usize {
        usize::from(self.y) * usize::from(width) + usize::from(self.x)
    }

    /// The point in the four lines through it: row, column, falling and
    /// rising diagonal. On a diagonal the column is the bit.
    #[inline]
    pub(super) fn places(self) -> [Place; 4] {
        let (x, y) = (usize::from(self.x), usize::from(self.y));
        let bit = u32::from(self.x);
        [
            Place { line: y, bit },
            Place {
                line: COLUMNS + x,
                bit: u32::from(self.y),
            },
            Place {
                line: FALLING + MAX_SIDE - 1 + x - y,
                bit,
            },
            Place {
                line: RISING + x + y,
                bit,
            },
        ]
    }
}

impl Place {
    /// The point at this place.
    pub fn point(self) -> Point {
        let line = self.line;
        let bit = self.bit as usize;
        let (x, y) = match line {
            0..COLUMNS => (bit, line),
            COLUMNS..FALLING => (line - COLUMNS, bit),
            FALLING..RISING => (bit, FALLING + MAX_SIDE - 1 + bit - line),
            _ => (bit, line - RISING - bit),
        };
        Point {
            x: x as u8,
            y: y as u8,
        }
    }
}

/// A set of points: a word for each row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PointSet(pub(super) [u32; MAX_SIDE]);

impl PointSet {
    /// Adds a point of a board at most 20 points a side.
    pub fn insert(&mut self, point: Point) {
        self.0[usize::from(point.y)] |= 1 << point.x;
    }

    /// Takes out such a point.
    pub fn remove(&mut self, point: Point) {
        self.0[usize::from(point.y)] &= !(1 << point.x);
    }

    /// Whether such a point is in it.
    pub fn contains(&self, point: Point) -> bool {
        self.0[usize::from(point.y)] >> point.x & 1 == 1
    }

    /// Whether no point is in it.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MAX_SIDE]
    }

    /// The points in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(y, &row)| {
            bits(row).map(move |x| Point {
                x: x as u8,
                y: y as u8,
            })
        })
    }

    /// The points in both sets.
    pub fn and(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|y| self.0[y] & other.0[y]))
    }

    /// The points in either set.
    pub fn or(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|y| self.0[y] | other.0[y]))
    }

    /// The points that are not in the other set.
    pub fn minus(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|y| self.0[y] & !other.0[y]))
    }

    /// The points at most `distance` columns and rows from one of the set,
    /// those beyond the board's right and bottom edge included. The distance is
    /// at most the longest side.
    pub fn within(&self, distance: usize) -> PointSet {
        let mut wide = self.0;
        for row in &mut wide {
            let near = *row;
            for step in 1..=distance {
                *row |= near << step | near >> step;
            }
        }
        PointSet(std::array::from_fn(|y| {
            let last = (y + distance).min(MAX_SIDE - 1);
            wide[y.saturating_sub(distance)..=last]
                .iter()
                .fold(0, |all, row| all | row)
        }))
    }
}

/// The numbers of the bits that are set, from the lowest.
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back_to_their_point() {
        for y in 0..MAX_SIDE as u8 {
            for x in 0..MAX_SIDE as u8 {
                let point = Point { x, y };
                assert_eq!(Point::from_index(point.index(20), 20), point);
                for place in point.places() {
                    assert!(place.line < LINES);
                    assert_eq!(place.point(), point);
                }
            }
        }
    }

    #[test]
    fn neighborhoods() {
        let mut set = PointSet::default();
        set.insert(Point { x: 0, y: 0 });
        set.insert(Point { x: 9, y: 19 });
        let near: Vec<(u8, u8)> = set.within(1).iter().map(|p| (p.x, p.y)).collect();
        assert_eq!(
            near,
            [
                (0, 0),
                (1, 0),
                (0, 1),
                (1, 1),
                (8, 18),
                (9, 18),
                (10, 18),
                (8, 19),
                (9, 19),
                (10, 19)
            ]
        );
    }
}

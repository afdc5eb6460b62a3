//! Where points lie in a padded array.
//!
//! A row of border cells above and below and one border column, shared by the
//! right edge of a row and the left edge of the next, give every point eight
//! neighbors without a test for the edge.

use crate::game::Color;

/// Cells of a padded `width` × `height` board.
pub const fn cells(width: usize, height: usize) -> usize {
    (height + 2) * (width + 1) + 1
}

/// Size of a board, and the way between points and cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    width: u8,
    height: u8,
}

impl Grid {
    pub fn new(width: usize, height: usize) -> Grid {
        Grid {
            width: width as u8,
            height: height as u8,
        }
    }

    pub fn width(self) -> usize {
        usize::from(self.width)
    }

    pub fn height(self) -> usize {
        usize::from(self.height)
    }

    pub fn points(self) -> usize {
        self.width() * self.height()
    }

    /// The distance between a cell and the one below it.
    pub fn stride(self) -> usize {
        self.width() + 1
    }

    pub fn cell(self, point: usize) -> usize {
        point + point / self.width() + self.stride() + 1
    }

    pub fn point(self, cell: usize) -> usize {
        let row = (cell - 1) / self.stride() - 1;
        cell - self.stride() - 1 - row
    }

    /// Column and row of a cell, from the top left.
    pub fn coordinates(self, cell: usize) -> (usize, usize) {
        ((cell - 1) % self.stride(), (cell - 1) / self.stride() - 1)
    }

    /// The four cells next to a point's.
    pub fn neighbors(self, cell: usize) -> [usize; 4] {
        let stride = self.stride();
        [cell - stride, cell - 1, cell + 1, cell + stride]
    }

    /// The four cells diagonally next to a point's.
    pub fn diagonals(self, cell: usize) -> [usize; 4] {
        let stride = self.stride();
        [
            cell - stride - 1,
            cell - stride + 1,
            cell + stride - 1,
            cell + stride + 1,
        ]
    }

    /// Distance from the nearest edge; 0 on the first line.
    pub fn line(self, cell: usize) -> usize {
        let (x, y) = self.coordinates(cell);
        x.min(y)
            .min(self.width() - 1 - x)
            .min(self.height() - 1 - y)
    }

    /// The cells of all points, in reading order.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        let stride = self.stride();
        (1..=self.height()).flat_map(move |row| row * stride + 1..(row + 1) * stride)
    }
}

/// What a cell of the padded board holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Cell {
    Black,
    White,
    Empty,
    Border,
}

impl Cell {
    pub fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Border => None,
        }
    }
}

impl From<Color> for Cell {
    fn from(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_cells_agree() {
        for width in 1..=19 {
            for height in 1..=19 {
                let grid = Grid::new(width, height);
                let listed: Vec<usize> = grid.cells().collect();
                let computed: Vec<usize> = (0..grid.points()).map(|p| grid.cell(p)).collect();
                assert_eq!(listed, computed);
                for (point, &cell) in listed.iter().enumerate() {
                    assert_eq!(grid.point(cell), point);
                    assert_eq!(grid.coordinates(cell), (point % width, point / width));
                    assert!(cell + grid.stride() + 1 < cells(width, height));
                }
            }
        }
    }
}

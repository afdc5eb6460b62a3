//! Stones, chains and simple ko, kept up to date move by move.

mod play;

use super::grid::{Cell, Grid};
use super::liberties::Liberties;
use super::per_cell::PerCell;
use super::point_set::PointSet;
use super::sides::{self, Sides, Surroundings};
use crate::game::Color;

/// No cell: index 0 is a border cell on every board.
const NOWHERE: u16 = 0;

/// A Go board that plays in place, at a few nanoseconds a move.
///
/// Points are given as *cells* of the padded board; [`Board::cell`] and
/// [`Board::point`] translate. The board knows simple ko, but nothing of turns,
/// superko or passes.
///
/// Chains are circular lists under a head; each head has the pseudo-liberties
/// of its chain (see the module `liberties`). Border cells belong to one dummy
/// chain, so that the four neighbors of a stone are treated alike.
#[derive(Clone, Debug)]
pub struct Board<const CELLS: usize> {
    grid: Grid,
    ko: u16,
    empty_count: u16,
    cells: PerCell<Cell, CELLS>,
    around: PerCell<Surroundings, CELLS>,
    /// The head of a stone's chain; an empty cell is its own, so that what is
    /// added to the liberties of its "chain" is lost.
    head: PerCell<u16, CELLS>,
    next: PerCell<u16, CELLS>,
    size: PerCell<u16, CELLS>,
    liberties: PerCell<Liberties, CELLS>,
    /// The empty cells in no order, and where each stands in that list.
    empties: PerCell<u16, CELLS>,
    place: PerCell<u16, CELLS>,
}

impl<const CELLS: usize> Board<CELLS> {
    /// An empty board.
    ///
    /// # Panics
    ///
    /// If a side is not 1 to 19 points long, or the board needs more than
    /// `CELLS` cells.
    pub fn new(width: usize, height: usize) -> Board<CELLS> {
        let sides = 1..=super::point_set::MAX;
        assert!(
            sides.contains(&width)
                && sides.contains(&height)
                && super::grid::cells(width, height) <= CELLS,
            "a Go board of {width} by {height} points does not fit {CELLS} cells"
        );
        let grid = Grid::new(width, height);
        let mut board = Board {
            grid,
            ko: NOWHERE,
            empty_count: 0,
            cells: PerCell::of(Cell::Border),
            around: PerCell::of(Surroundings::default()),
            head: PerCell::of(NOWHERE),
            next: PerCell::of(NOWHERE),
            size: PerCell::of(0),
            liberties: PerCell::of(Liberties::default()),
            empties: PerCell::of(NOWHERE),
            place: PerCell::of(NOWHERE),
        };
        for cell in grid.cells() {
            board.cells[cell] = Cell::Empty;
            board.head[cell] = cell as u16;
            board.add_empty(cell);
        }
        for cell in grid.cells() {
            for (side, neighbor) in grid.neighbors(cell).into_iter().enumerate() {
                if board.cells[neighbor] == Cell::Border {
                    board.around[cell].close(side);
                }
            }
        }
        board
    }

    /// Points in a row.
    pub fn width(&self) -> usize {
        self.grid.width()
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.grid.height()
    }

    pub(super) fn grid(&self) -> Grid {
        self.grid
    }

    /// The cell of a point.
    pub fn cell(&self, point: usize) -> usize {
        self.grid.cell(point)
    }

    /// The point of a cell.
    pub fn point(&self, cell: usize) -> usize {
        self.grid.point(cell)
    }

    pub(super) fn at(&self, cell: usize) -> Cell {
        self.cells[cell]
    }

    /// Whether two boards hold the same stones.
    pub(super) fn has_stones_of(&self, other: &Board<CELLS>) -> bool {
        self.grid == other.grid && self.cells == other.cells
    }

    /// Stones of a color.
    pub(super) fn stone_count(&self, color: Color) -> usize {
        let stone = Cell::from(color);
        self.cells
            .as_slice()
            .iter()
            .filter(|&&cell| cell == stone)
            .count()
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: usize) -> Option<Color> {
        self.cells[cell].color()
    }

    /// The cell that simple ko forbids to the next player.
    pub fn ko(&self) -> Option<usize> {
        (self.ko != NOWHERE).then_some(usize::from(self.ko))
    }

    /// Forgets the ko: somebody passed.
    pub fn clear_ko(&mut self) {
        self.ko = NOWHERE;
    }

    /// The empty cells, in no order.
    pub fn empties(&self) -> &[u16] {
        &self.empties.as_slice()[..usize::from(self.empty_count)]
    }

    /// Whether all four neighbors are `color`'s stones or the border.
    pub fn is_enclosed(&self, cell: usize, color: Color) -> bool {
        self.around[cell].held_by(color) == sides::ALL
    }

    /// Whether an empty cell is a single-point eye of `color`: enclosed, and
    /// the opponent holds fewer than two of its diagonal points (at the edge,
    /// none).
    pub fn is_eye(&self, cell: usize, color: Color) -> bool {
        self.is_enclosed(cell, color) && !self.is_cut(cell, color)
    }

    /// Whether the opponent holds enough diagonal points to make an eye false.
    fn is_cut(&self, cell: usize, color: Color) -> bool {
        let theirs = Cell::from(!color);
        let mut held = 0;
        let mut at_edge = 0;
        for diagonal in self.grid.diagonals(cell) {
            held += u8::from(self.cells[diagonal] == theirs);
            at_edge |= u8::from(self.cells[diagonal] == Cell::Border);
        }
        held + at_edge >= 2
    }

    /// Whether a neighbor is empty.
    pub(super) fn has_empty_neighbor(&self, cell: usize) -> bool {
        self.around[cell].empty() != 0
    }

    /// Whether a stone on an empty cell would have a liberty, by itself, by
    /// its chain or by a capture: the move is no suicide.
    pub fn has_liberty_after(&self, cell: usize, color: Color) -> bool {
        self.has_empty_neighbor(cell) || self.connects_or_captures(cell, color)
    }

    /// Whether a stone on an empty cell would join a chain that has another
    /// liberty, or take the last one of the opponent's.
    fn connects_or_captures(&self, cell: usize, color: Color) -> bool {
        let around = self.around[cell];
        let last = sides::sides_where(self.heads_around(cell), |head| {
            self.liberties[head].are_all(cell)
        });
        around.stones(color) & !last | around.stones(!color) & last != 0
    }

    /// The heads of the chains around a cell.
    fn heads_around(&self, cell: usize) -> [usize; 4] {
        self.grid
            .neighbors(cell)
            .map(|neighbor| self.head(neighbor))
    }

    pub(super) fn head(&self, stone: usize) -> usize {
        usize::from(self.head[stone])
    }

    /// The heads of the chains next to a cell, each once.
    pub(super) fn chains_around(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (heads, sides) = self.chains_by_side(cell);
        sides::on(sides, heads)
    }

    /// The heads of what is next to a cell, and the sides on which a chain is
    /// that is on no earlier one.
    pub(super) fn chains_by_side(&self, cell: usize) -> ([usize; 4], Sides) {
        let heads = self.heads_around(cell);
        let around = self.around[cell];
        let stones = around.stones(Color::Black) | around.stones(Color::White);
        (heads, stones & sides::first_of_each(heads))
    }

    /// The sides of a cell on which `color` stands.
    pub(super) fn stones_around(&self, cell: usize, color: Color) -> Sides {
        self.around[cell].stones(color)
    }

    /// Empty points next to an empty cell that are no liberties of a chain.
    pub(super) fn liberties_beyond(&self, cell: usize, chain: Option<usize>) -> usize {
        sides::on(self.around[cell].empty(), self.grid.neighbors(cell))
            .filter(|&next| chain.is_none_or(|head| !self.heads_around(next).contains(&head)))
            .count()
    }

    /// Stones in the chain of a stone.
    pub fn chain_size(&self, stone: usize) -> usize {
        usize::from(self.size[self.head(stone)])
    }

    /// The cells of a stone's chain.
    pub fn chain(&self, stone: usize) -> impl Iterator<Item = usize> {
        let mut current = stone;
        (0..self.chain_size(stone)).map(move |_| {
            current = usize::from(self.next[current]);
            current
        })
    }

    /// The number of liberties of a stone's chain.
    pub fn count_liberties(&self, stone: usize) -> usize {
        let mut seen = [0u64; 7];
        let mut count = 0;
        let mut pairs_left = self.liberties[self.head(stone)].pairs();
        for member in self.chain(stone) {
            if pairs_left == 0 {
                break;
            }
            for neighbor in self.grid.neighbors(member) {
                if self.cells[neighbor] == Cell::Empty {
                    let bit = 1 << (neighbor % 64);
                    count += usize::from(seen[neighbor / 64] & bit == 0);
                    seen[neighbor / 64] |= bit;
                    pairs_left -= 1;
                }
            }
        }
        count
    }

    /// The stones of a color.
    pub fn stones(&self, color: Color) -> PointSet {
        self.points_of(Cell::from(color))
    }

    pub(super) fn points_of(&self, wanted: Cell) -> PointSet {
        let stride = self.grid.stride();
        PointSet::from_rows((1..=self.height()).map(|row| {
            let cells = &self.cells.as_slice()[row * stride + 1..(row + 1) * stride];
            cells
                .iter()
                .enumerate()
                .map(|(x, &cell)| u32::from(cell == wanted) << x)
                .sum()
        }))
    }
}

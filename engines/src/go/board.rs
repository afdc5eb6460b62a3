//! Stones, chains and simple ko, kept up to date move by move.

use super::grid::{Cell, Grid};
use super::liberties::Liberties;
use super::per_cell::PerCell;
use super::point_set::PointSet;
use crate::game::Color;
use crate::rng::Rng;

/// Colors around a cell, in three nibbles: Black, White, empty. A border cell
/// counts as Black and White both, so that "nothing but Black around" is one
/// comparison anywhere on the board.
type Surroundings = u16;

const fn surrounding(cell: Cell) -> Surroundings {
    match cell {
        Cell::Black => 0x001,
        Cell::White => 0x010,
        Cell::Border => 0x011,
        Cell::Empty => 0x100,
    }
}

/// The mask and the value of "four neighbors of this color".
const FULL: [(Surroundings, Surroundings); 2] = [(0x00f, 0x004), (0x0f0, 0x040)];

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
    stone_count: [u16; 2],
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
    /// If the board needs more than `CELLS` cells.
    pub fn new(width: usize, height: usize) -> Board<CELLS> {
        assert!(super::grid::cells(width, height) <= CELLS);
        let grid = Grid::new(width, height);
        let mut board = Board {
            grid,
            ko: NOWHERE,
            empty_count: 0,
            stone_count: [0; 2],
            cells: PerCell::of(Cell::Border),
            around: PerCell::of(0),
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
            board.around[cell] = grid
                .neighbors(cell)
                .into_iter()
                .map(|neighbor| surrounding(board.cells[neighbor]))
                .sum();
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
        self.stone_count[color.index()].into()
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
        let (mask, full) = FULL[color.index()];
        self.around[cell] & mask == full
    }

    /// Whether an empty cell is a single-point eye of `color`: enclosed, and
    /// the opponent holds fewer than two of its diagonal points (at the edge,
    /// none).
    pub fn is_eye(&self, cell: usize, color: Color) -> bool {
        if !self.is_enclosed(cell, color) {
            return false;
        }
        let theirs = Cell::from(!color);
        let mut held = 0;
        let mut at_edge = 0;
        for diagonal in self.grid.diagonals(cell) {
            held += u8::from(self.cells[diagonal] == theirs);
            at_edge |= u8::from(self.cells[diagonal] == Cell::Border);
        }
        held + at_edge < 2
    }

    /// Whether a neighbor is empty.
    pub(super) fn has_empty_neighbor(&self, cell: usize) -> bool {
        self.around[cell] & 0xf00 != 0
    }

    /// Whether a stone on an empty cell would have a liberty, by itself, by
    /// its chain or by a capture: the move is no suicide.
    pub fn has_liberty_after(&self, cell: usize, color: Color) -> bool {
        if self.has_empty_neighbor(cell) {
            return true;
        }
        // Without short cuts: a branch for each neighbor would be a coin toss.
        let (ours, theirs) = (Cell::from(color), Cell::from(!color));
        self.grid
            .neighbors(cell)
            .into_iter()
            .fold(false, |found, neighbor| {
                let stone = self.cells[neighbor];
                let in_atari = self.in_atari(neighbor);
                found | (stone == ours) & !in_atari | (stone == theirs) & in_atari
            })
    }

    /// Whether the chain of a stone has just one liberty.
    pub fn in_atari(&self, stone: usize) -> bool {
        self.liberties[self.head(stone)].is_single()
    }

    pub(super) fn head(&self, stone: usize) -> usize {
        usize::from(self.head[stone])
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
        let counted = self.liberties[self.head(stone)];
        if counted.is_single() {
            return 1;
        }
        let mut seen = [0u64; 7];
        let mut count = 0;
        let mut pairs_left = counted.pairs();
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

    /// A uniform choice among the empty cells that `accept` takes: rejected
    /// ones are set aside, so that the draw ends.
    pub(super) fn choose_empty(
        &mut self,
        rng: &mut Rng,
        accept: impl Fn(&Board<CELLS>, usize) -> bool,
    ) -> Option<usize> {
        let mut left = self.empty_count;
        while left > 0 {
            let drawn = rng.below(left.into()) as u16;
            let cell = self.empties[usize::from(drawn)];
            if accept(self, cell.into()) {
                return Some(cell.into());
            }
            left -= 1;
            self.swap_empties(drawn, left);
        }
        None
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
        let in_their_eye = self.is_enclosed(cell, !color);
        self.place_stone(cell, color);
        self.ko = NOWHERE;

        // Two masks of neighbors, found without branches.
        let neighbors = self.grid.neighbors(cell);
        let (ours, theirs) = (Cell::from(color), Cell::from(!color));
        let (mut friends, mut captives) = (0_u32, 0_u32);
        for (index, neighbor) in neighbors.into_iter().enumerate() {
            let found = self.cells[neighbor];
            let is_captive = (found == theirs) & self.liberties[self.head(neighbor)].is_none();
            friends |= u32::from(found == ours) << index;
            captives |= u32::from(is_captive) << index;
        }
        while friends != 0 {
            self.join(cell, neighbors[friends.trailing_zeros() as usize & 3]);
            friends &= friends - 1;
        }
        if captives != 0 {
            let captured = captives.trailing_zeros() as usize & 3;
            if in_their_eye
                && captives.is_power_of_two()
                && self.chain_size(neighbors[captured]) == 1
            {
                self.ko = neighbors[captured] as u16;
            }
            self.capture(neighbors, theirs, captives, &mut removed);
        } else if self.liberties[self.head(cell)].is_none() {
            self.take_off(cell, &mut removed);
        }
    }

    /// Takes off the chains of the neighbors in the mask; two may be of one.
    fn capture(
        &mut self,
        neighbors: [usize; 4],
        theirs: Cell,
        captives: u32,
        removed: &mut impl FnMut(usize),
    ) {
        for (index, neighbor) in neighbors.into_iter().enumerate() {
            if captives >> index & 1 == 1 && self.cells[neighbor] == theirs {
                self.take_off(neighbor, removed);
            }
        }
    }

    /// Makes `cell` a chain of one stone.
    fn place_stone(&mut self, cell: usize, color: Color) {
        self.remove_empty(cell);
        self.stone_count[color.index()] += 1;
        self.cells[cell] = color.into();
        self.next[cell] = cell as u16;
        self.size[cell] = 1;

        let change = surrounding(color.into()).wrapping_sub(surrounding(Cell::Empty));
        let mut liberties = Liberties::default();
        for neighbor in self.grid.neighbors(cell) {
            self.around[neighbor] = self.around[neighbor].wrapping_add(change);
            liberties.add_if(self.cells[neighbor] == Cell::Empty, Liberties::of(neighbor));
            let head = self.head(neighbor);
            self.liberties[head].remove(Liberties::of(cell));
        }
        self.liberties[cell] = liberties;
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

    /// Takes a chain off the board.
    fn take_off(&mut self, stone: usize, removed: &mut impl FnMut(usize)) {
        let change = surrounding(Cell::Empty).wrapping_sub(surrounding(self.cells[stone]));
        self.stone_count[self.cells[stone] as usize & 1] -= self.size[self.head(stone)];
        let mut member = stone;
        loop {
            self.cells[member] = Cell::Empty;
            self.head[member] = member as u16;
            self.add_empty(member);
            for neighbor in self.grid.neighbors(member) {
                self.around[neighbor] = self.around[neighbor].wrapping_add(change);
                let head = self.head(neighbor);
                self.liberties[head].add(Liberties::of(member));
            }
            removed(member);
            member = usize::from(self.next[member]);
            if member == stone {
                break;
            }
        }
    }

    fn add_empty(&mut self, cell: usize) {
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

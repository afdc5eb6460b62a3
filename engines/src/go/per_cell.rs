//! Arrays with a value for every cell of a padded board.

use std::ops::{Index, IndexMut};

/// A value a cell. The length is a power of two: masking the index proves to
/// the compiler that it is within bounds, which is cheaper than asking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerCell<T, const CELLS: usize>([T; CELLS]);

impl<T: Copy, const CELLS: usize> PerCell<T, CELLS> {
    const IS_POWER_OF_TWO: () = assert!(CELLS.is_power_of_two());

    /// The same value everywhere.
    pub fn of(value: T) -> PerCell<T, CELLS> {
        let () = Self::IS_POWER_OF_TWO;
        PerCell([value; CELLS])
    }

    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    pub fn swap(&mut self, one: usize, other: usize) {
        (self[one], self[other]) = (self[other], self[one]);
    }
}

impl<T, const CELLS: usize> Index<usize> for PerCell<T, CELLS> {
    type Output = T;

    #[inline]
    fn index(&self, cell: usize) -> &T {
        debug_assert!(cell < CELLS);
        &self.0[cell & (CELLS - 1)]
    }
}

impl<T, const CELLS: usize> IndexMut<usize> for PerCell<T, CELLS> {
    #[inline]
    fn index_mut(&mut self, cell: usize) -> &mut T {
        debug_assert!(cell < CELLS);
        &mut self.0[cell & (CELLS - 1)]
    }
}

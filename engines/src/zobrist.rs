//! Random numbers for hashing positions (Zobrist 1970), fixed at compile time.

use crate::rng::split_mix;

/// The `index`-th number of the stream called `stream`.
pub const fn number(stream: u64, index: usize) -> u64 {
    split_mix(split_mix(stream << 32 | index as u64).1).1
}

/// A table of `N` numbers.
pub const fn table<const N: usize>(stream: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = number(stream, index);
        index += 1;
    }
    numbers
}

//! Which games a fit does not see.

use super::sample_store::SampleStore;
use super::samples::{Count, Samples};
use super::scratch_file::ScratchError;

/// Positions to fit to, and positions to judge the fit by, from other games.
#[derive(Debug)]
pub struct Data<C> {
    /// The names, in the order of the numbers.
    pub features: Vec<String>,
    /// Fitted to.
    pub training: SampleStore<C>,
    /// Not seen by the fit.
    pub held_out: SampleStore<C>,
}

impl<C: Count> Data<C> {
    /// No position yet.
    pub fn new(features: Vec<String>) -> Data<C> {
        Data {
            features,
            training: SampleStore::default(),
            held_out: SampleStore::default(),
        }
    }

    /// Adds a game on the side where it belongs.
    pub fn add(&mut self, game: &Samples<C>, is_held_out: bool) -> Result<(), ScratchError> {
        let side = match is_held_out {
            true => &mut self.held_out,
            false => &mut self.training,
        };
        side.add(game)
    }
}

/// Whether a fit does not see the game with this id: about one in five, always
/// the same, whatever else is in the file.
pub fn is_held_out(id: &str) -> bool {
    fnv1a(id.as_bytes()).is_multiple_of(5)
}

/// The 64-bit FNV-1a hash (G. Fowler, L. C. Noll & K.-P. Vo).
fn fnv1a(bytes: &[u8]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    bytes.iter().fold(OFFSET, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the hash's authors.
    #[test]
    fn known_hashes() {
        for (text, hash) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(fnv1a(text.as_bytes()), hash);
        }
    }
}

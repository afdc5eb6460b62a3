//! Random numbers for all lanes at once.

use std::array;

use super::lanes::{LANES, Lanes};
use crate::rng::Rng;

/// Each serves two lanes.
const GENERATORS: usize = LANES / 2;

/// The states of as many xoshiro256++ generators (see [`Rng`]).
pub struct Draw([[u64; GENERATORS]; 4]);

impl Draw {
    pub fn new(rng: &mut Rng) -> Draw {
        Draw(array::from_fn(|_| array::from_fn(|_| rng.next_u64())))
    }

    /// 64 random bits a generator.
    #[inline(always)]
    fn next(&mut self) -> [u64; GENERATORS] {
        let [a, b, c, d] = &mut self.0;
        let mut values = [0; GENERATORS];
        for (i, value) in values.iter_mut().enumerate() {
            *value = a[i].wrapping_add(d[i]).rotate_left(23).wrapping_add(a[i]);
            let shifted = b[i] << 17;
            c[i] ^= a[i];
            d[i] ^= b[i];
            b[i] ^= c[i];
            a[i] ^= d[i];
            c[i] ^= shifted;
            d[i] = d[i].rotate_left(45);
        }
        values
    }

    /// A number below each bound, 0 where that is 0. Bounds are at most 2^8, so
    /// that no number's share is off by more than 2^-24 of it.
    #[inline(always)]
    pub fn below<L: Lanes>(&mut self, bounds: L) -> L {
        let values = self.next();
        let mut drawn = bounds;
        for (lane, number) in drawn.as_array_mut().iter_mut().enumerate() {
            let bits = (values[lane / 2] >> (32 * (lane % 2))) as u32;
            *number = ((u64::from(bits) * u64::from(*number)) >> 32) as u16;
        }
        drawn
    }
}

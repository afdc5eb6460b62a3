//! Own random numbers, so that a printed seed gives the same games for ever.
//!
//! xoshiro256++ 1.0 (Blackman and Vigna 2019), seeded by SplitMix64 (Steele,
//! Lea and Flood 2014), as their authors recommend.

/// One step of SplitMix64: the next state, and a well-mixed value of it.
pub const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

/// A value that depends on every bit of both arguments: seeds of parts from
/// the seed of the whole.
pub const fn mix(seed: u64, part: u64) -> u64 {
    let (state, value) = split_mix(seed);
    split_mix(value ^ state.rotate_left(32) ^ split_mix(part).1).1
}

/// A xoshiro256++ generator.
#[derive(Clone, Debug)]
pub struct Rng([u64; 4]);

impl Rng {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> Rng {
        let (state, a) = split_mix(seed);
        let (state, b) = split_mix(state);
        let (state, c) = split_mix(state);
        let (_, d) = split_mix(state);
        Rng([a, b, c, d])
    }

    /// 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let value = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        value
    }

    /// A uniform number below `bound`, without bias (Lemire 2019).
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "no number is below 0");
        loop {
            let product = (self.next_u64() >> 32) * u64::from(bound);
            // The low half is biased only under 2^32 mod bound.
            if product as u32 >= bound || product as u32 >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// A uniform element.
    pub fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        match items {
            [] => None,
            _ => Some(items[self.below(items.len() as u32) as usize]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values published with the reference C code of both generators.
    #[test]
    fn reference_vectors() {
        let mut state = 1234567;
        let mut values = [0; 5];
        for value in &mut values {
            (state, *value) = split_mix(state);
        }
        assert_eq!(
            values,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423,
                4593380528125082431,
                16408922859458223821
            ]
        );
        let mut rng = Rng([1, 2, 3, 4]);
        let values: [u64; 10] = std::array::from_fn(|_| rng.next_u64());
        assert_eq!(
            values,
            [
                41943041,
                58720359,
                3588806011781223,
                3591011842654386,
                9228616714210784205,
                9973669472204895162,
                14011001112246962877,
                12406186145184390807,
                15849039046786891736,
                10450023813501588000
            ]
        );
    }

    #[test]
    fn bounded_draws_are_uniform() {
        let mut rng = Rng::new(1);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        // Chi-squared with five degrees of freedom: 20.5 is the 0.1 % point.
        let chi: f64 = counts
            .iter()
            .map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0)
            .sum();
        assert!(chi < 20.5, "{counts:?}");
    }
}

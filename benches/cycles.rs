//! How fast the core runs: what is timed in nanoseconds can be told in cycles.

use std::hint::black_box;
use std::time::Instant;

/// Additions in one run: some milliseconds.
const STEPS: u32 = 10_000_000;

/// Cycles a nanosecond, the best of several runs. Each step is a rotation and
/// an addition, one cycle each, and waits for the step before.
pub fn a_nanosecond() -> f64 {
    (0..20).map(|_| run()).fold(0.0, f64::max)
}

fn run() -> f64 {
    let start = Instant::now();
    let mut sum = black_box(1_u64);
    for _ in 0..black_box(STEPS) {
        sum = sum.rotate_left(1).wrapping_add(1);
    }
    black_box(sum);
    f64::from(2 * STEPS) / start.elapsed().as_nanos() as f64
}

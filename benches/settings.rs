//! How long to measure: all benchmarks together take under ten minutes.

use std::time::Duration;

use criterion::Criterion;

/// Samples a benchmark.
pub const SAMPLES: usize = 20;

pub fn criterion() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(1))
        .sample_size(SAMPLES)
        // With the usual hundred thousand, drawing takes longer than measuring.
        .nresamples(10_000)
        .configure_from_args()
}

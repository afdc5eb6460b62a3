//! The sum for x86-64 machines with AVX2, where three registers hold the
//! configurations of all lanes.

#![expect(
    unsafe_code,
    reason = "what needs AVX2 and POPCNT is called only where the processor \
              has both"
)]

use super::Tables;
use crate::othello::Othello;
use crate::othello::kernel::Avx2;

/// As [`Tables::sum`], if this processor can do it so.
#[inline]
pub fn sum(tables: &Tables, position: &Othello) -> Option<i32> {
    let kernel = Avx2::detect()?;
    is_x86_feature_detected!("popcnt").then(|| unsafe { sum_with(tables, kernel, position) })
}

/// What the plain code says: the compiler puts sixteen lanes in a register.
#[target_feature(enable = "avx2,popcnt")]
fn sum_with(tables: &Tables, kernel: Avx2, position: &Othello) -> i32 {
    tables.sum_with(kernel, position)
}

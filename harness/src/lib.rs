//! harness

pub mod ratings;

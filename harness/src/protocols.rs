//! The protocols by which programs play each other.

pub mod server;

//! Tournaments, records and ratings for engines that play Go, Gomoku and
//! Othello.
//!
//! Everything flows one way: a [`tournament`] plays and writes [`records`];
//! whatever comes after ([`ratings`], tables) reads the records alone.

mod cholesky;
pub mod clock;
pub mod commands;
pub mod duration;
pub mod error;
pub mod protocols;
pub mod ratings;
pub mod records;
pub mod server;
mod sha256;
pub mod suggestion;
pub mod tournament;
pub mod tuning;
pub mod version;

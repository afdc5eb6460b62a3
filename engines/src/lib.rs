//! Rules of Go, Gomoku and Othello, and engines that play them.
//!
//! The crate has two halves that meet in two traits. [`Game`] is the rules: a
//! position that is copied, played on and asked for its outcome. [`Knowledge`]
//! is what an engine may know of a game beyond its rules. Each game implements
//! both in its own folder; each engine is written once, generic over them.

pub mod alphabeta;
pub mod color;
pub mod diagram;
pub mod engine;
pub mod evaluator;
pub mod game;
pub mod go;
pub mod gomoku;
pub mod greedy;
pub mod knowledge;
pub mod mcts;
pub mod moves;
pub mod notation;
mod one_ply;
pub mod othello;
pub mod outcome;
mod own_weights;
pub mod pattern;
pub mod perft;
pub mod random;
pub mod rng;
pub mod solver;
pub mod spec;
pub mod symmetry;
pub mod zobrist;

pub use engine::{Budget, Engine, SearchReport};
pub use game::{
    Color, Ending, Game, HalfPoints, IllegalMove, InvalidPosition, Move, MoveList, Outcome,
};
pub use knowledge::{Feature, GreedyWeights, Knowledge};
pub use rng::Rng;
pub use solver::{Solution, Solver};
pub use spec::{EngineSpec, GameSpec, GameVisitor, SpecError};

/// A hash of this crate's sources, 16 hexadecimal digits: two builds with the
/// same one have the same rules and engines.
pub const SOURCE_HASH: &str = env!("ENGINES_SOURCE_HASH");

//! Gomoku.

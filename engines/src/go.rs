//! Go: rules, board, scoring, and what engines may know of it.
//!
//! [`Board`] is the fast part: stones, chains and simple ko on an incremental
//! board that plays in place. [`Go`] is the game: a board, whose turn it is,
//! superko, passes and scoring. Sets of points that are filled and counted as
//! a whole (regions, liberties, influence) are [`PointSet`]s. What a color holds
//! for good is its [`Life`].

mod board;
mod dead;
mod decided;
mod features;
mod grid;
mod handicap;
mod history;
mod knowledge;
mod liberties;
mod liberty_counts;
mod life;
mod lockstep;
mod move_features;
mod neighborhoods;
mod notation;
mod own_weights;
mod patterns;
mod per_cell;
mod playout;
mod point_set;
mod position;
mod position_features;
mod rules;
mod scoring;
mod sides;
mod spec;

pub use board::Board;
pub use life::Life;
pub use playout::PlayoutEnd;
pub use point_set::PointSet;
pub use position::Go;
pub use rules::{GoRules, Ko, Preset, Scoring};
pub use spec::{GoSpec, Handicap};

/// Storage for a 9×9 board, borders included.
pub const CELLS_9: usize = grid::cells(9, 9).next_power_of_two();
/// Storage for a 13×13 board.
pub const CELLS_13: usize = grid::cells(13, 13).next_power_of_two();
/// Storage for a 19×19 board.
pub const CELLS_19: usize = grid::cells(19, 19).next_power_of_two();

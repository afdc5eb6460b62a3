//! `moves.csv`: a row a move that an engine chose.

use serde::{Deserialize, Serialize};

/// One search and its move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveRow {
    /// The game, as in `games.csv`.
    pub game_id: u64,
    /// Number of the move in the game, from 1, opening included.
    pub ply: u64,
    /// Who moved.
    pub color: String,
    /// Name of the engine.
    pub engine: String,
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Deepest ply that was searched in full.
    pub depth: Option<u32>,
    /// Expected score of the side to move, 0 to 1.
    pub value: Option<f64>,
    /// Thinking time in milliseconds.
    pub time_ms: f64,
}

impl MoveRow {
    /// The header of a file of moves.
    pub(super) const COLUMNS: &str = "game_id,ply,color,engine,move,nodes,depth,value,time_ms";
}

//! `ratings.csv`: a row an engine.

use serde::{Deserialize, Serialize};

/// An engine's rating and what it cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatingRow {
    /// Place in its pool, from 1.
    pub rank: Option<usize>,
    /// Name.
    pub engine: String,
    /// Number of the pool: engines that met, if only over others.
    pub pool: Option<usize>,
    /// Number of the group on whose scale the numbers are; those of different
    /// groups cannot be compared.
    pub group: Option<usize>,
    /// Elo; empty where there is none.
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval, or what it has at least.
    pub elo_low: Option<f64>,
    /// Upper end of the 95 % interval, or what it has at most.
    pub elo_high: Option<f64>,
    /// Games that count.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games lost by a crash or an illegal move, among the losses.
    pub forfeits: u64,
    /// Points a game.
    pub score: Option<f64>,
    /// Probability of being stronger than the next in the table.
    pub los_next: Option<f64>,
    /// What kind of rating it is.
    pub status: String,
    /// Nodes a move, over the moves it chose.
    pub nodes_per_move: Option<f64>,
    /// Nodes a second of its thinking time.
    pub nodes_per_s: Option<f64>,
    /// Thinking time a move in milliseconds.
    pub time_ms_per_move: Option<f64>,
}

impl RatingRow {
    /// The header of a file of ratings.
    pub const COLUMNS: &str = "rank,engine,pool,group,elo,elo_low,elo_high,games,wins,draws,losses,\
        forfeits,score,los_next,status,nodes_per_move,nodes_per_s,time_ms_per_move";
}

//! A tournament: from a configuration to recorded games.
//!
//! [`Config`] says what is played; [`Schedule`] turns it into pairs of games,
//! one after another, by nothing but the configuration, its seed and earlier results; [`run`]
//! plays them on all cores and commits them in that order.

mod config;
mod estimate;
mod file;
mod game;
mod limits;
mod opening;
mod pairings;
mod player;
mod progress;
mod queue;
mod resume;
mod run;
mod schedule;

pub use config::{Config, DEFAULT_NODES, DEFAULT_PAIRS, Openings, default_players};
pub use estimate::{Estimate, estimate};
pub use file::TournamentFile;
pub use game::{PlayedGame, PlayedMove, play_game};
pub use limits::{Limits, parse_duration};
pub use pairings::{
    Decision, KnockoutRound, Pairings, ScheduleKind, ScheduleOptions, SwissRow, System, Turn,
};
pub use player::Player;
pub use run::{Finished, run};
pub use schedule::{Next, Pair, PairPoints, Schedule};

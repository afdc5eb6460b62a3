//! A tournament: from a configuration to recorded games.
//!
//! [`Config`] says what is played; [`Schedule`] turns it into pairs of games,
//! one after another, by nothing but the configuration, its seed and earlier results; [`run`]
//! plays them on all cores and commits them in that order.

mod adjudication;
mod changes;
mod commit;
mod config;
mod contender;
mod dead_stones;
mod estimate;
mod failures;
mod faults;
mod file;
mod game;
mod limits;
mod opening;
mod pair;
mod pairings;
mod player;
mod progress;
mod queue;
mod resume;
mod run;
mod schedule;
mod signals;
mod waiting;

pub use adjudication::Adjudication;
pub use changes::{Accept, differences};
pub use config::{Config, DEFAULT_PAIRS, DEFAULT_SPRT_PAIRS, default_players};
pub use contender::Contender;
pub use dead_stones::DeadStones;
pub use estimate::{Estimate, estimate};
pub use failures::OnFailure;
pub(crate) use file::{Hashes, as_text, hash_weights, weights_from};
pub use file::{OpeningsTable, TournamentFile};
pub use game::{Conditions, PlayedGame, PlayedMove, Seat, play_game};
pub use limits::Limits;
pub use opening::{Balanced, Book, Found, Openings, Order, balanced};
pub use pair::PairPlayer;
pub use pairings::{
    Decision, KnockoutRound, PairPoints, Pairings, ScheduleKind, ScheduleOptions, SwissRow, System,
    Turn,
};
pub use player::{Player, PlayerSpec};
pub(crate) use progress::{bar, counter};
pub use run::{Finished, RunOptions, run, run_then};
pub use schedule::{Next, Pair, Schedule};
pub use signals::{Signal, Signals};

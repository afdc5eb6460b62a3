//! Ratings of players from the results of their games.
//!
//! The [`Model`] is Bradley and Terry's unless another is asked for, fitted by
//! maximum likelihood, on Elo's scale: 400 points are odds of ten to one, a draw is
//! half a win and half a loss. Intervals are those of 95 %, by the larger of two
//! standard errors: see [`Errors`].
//!
//! Not everybody can be compared with everybody. Players who never met, not even
//! over others, are in different *pools*. Within a pool, those among whom
//! everybody scored against everybody, directly or over others, are a *group*
//! and have ratings; somebody who won every game has no best rating, for the
//! better he is, the likelier it gets. The table then says what it can: who
//! stands above whom, and how strong he is at least. No number in it is ever
//! infinite.
//!
//! A match of two is counted by its pairs, [`MatchCounts`]: [`match_interval()`]
//! says what the difference can be, [`Sprt`] when to stop, and [`expect`] how
//! many games that takes.
//!
//! ```
//! use engines::Color;
//! use harness::ratings::{Options, Results, Status, rate};
//!
//! let mut results = Results::new();
//! for _ in 0..10 {
//!     results.add("mcts", "random", Some(Color::Black));
//! }
//! let table = rate(&results, &Options::default())?;
//! assert_eq!(table.players[0].name, "mcts");
//! assert_eq!(table.players[0].status, Status::AllWins);
//! assert_eq!(table.players[0].elo, None);
//! assert_eq!(table.players[0].low.map(f64::round), Some(140.0));
//! # Ok::<(), harness::ratings::RatingError>(())
//! ```

mod cells;
mod field;
mod fit;
mod groups;
mod identified;
mod intervals;
mod likelihood;
mod match_elo;
mod match_interval;
mod model;
mod parameters;
mod pentanomial;
mod pool;
mod results;
mod sandwich;
mod scale;
mod simulation;
mod sprt;
mod table;

use std::fmt::{self, Display};

use thiserror::Error;

pub use match_elo::MatchElo;
pub use match_interval::{MatchInterval, match_interval};
pub use pentanomial::{GameResult, MatchCounts};
pub use results::{Results, Tally};
pub use simulation::{Expectation, MatchModel, expect, rough_pairs};
pub use sprt::{Sprt, Units, Verdict};

/// How to rate.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// What makes one result likelier than another.
    pub model: Model,
    /// A player and the Elo he is given. The ratings of his group and their
    /// intervals are then relative to him; those of any other have mean 0.
    pub anchor: Option<(String, f64)>,
    /// Whether to fit what moving first is worth, where the results tell.
    pub advantage: bool,
}

/// What makes one result likelier than another. A player who is stronger by x
/// wins with odds eˣ; the models differ in what a draw is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Model {
    /// A draw is half a win and half a loss: the difference of two ratings tells
    /// the score to expect. R. A. Bradley & M. E. Terry, "Rank analysis of
    /// incomplete block designs: I. The method of paired comparisons", Biometrika 39
    /// (1952).
    #[default]
    BradleyTerry,
    /// A draw is a result of its own. R. R. Davidson, "On extending the
    /// Bradley–Terry model to accommodate ties in paired comparison experiments",
    /// Journal of the American Statistical Association 65 (1970): a win, a draw and
    /// a loss are in the proportion exp(x / 2) : ν : exp(−x / 2).
    ///
    /// The unit is another: 400 points are odds of ten to one *among the games that
    /// are decided*. Draws pull a score towards one half, so with the same results
    /// the differences come out larger than by Bradley and Terry: those of almost
    /// equal players by the factor 1 + ν / 2. Where the results do not tell ν, for
    /// they have no draws or hardly anything else, the group is rated by Bradley and
    /// Terry.
    Davidson,
    /// A draw is a win and a loss, and everybody is dealt draws on trust: the model
    /// of R. Coulom's program BayesElo with `drawelo` near 0, as lists of Gomoku and
    /// Renju programs use it. Its prior is two virtual draws a player on average,
    /// spread over his opponents in proportion to their games, so that a perfect
    /// score has a rating, too.
    BayesElo,
}

/// The table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ratings {
    /// By which model.
    pub model: Model,
    /// Pool by pool, the largest first; in each, best first. Nobody stands above
    /// one who scored against him but could not be rated with him. Players
    /// without games come last.
    pub players: Vec<Rating>,
    /// The rated groups, in the order of the table.
    pub groups: Vec<Group>,
}

/// A row of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// Place in the pool, from 1.
    pub rank: Option<usize>,
    /// Who it is.
    pub name: String,
    /// Number of the pool, from 1. Ratings of different pools cannot be compared.
    pub pool: Option<usize>,
    /// Index into [`Ratings::groups`] of the one on whose scale the numbers are.
    pub group: Option<usize>,
    /// The most likely rating, where there is one.
    pub elo: Option<f64>,
    /// The lower end of the interval. For a player without a rating: what he has
    /// at least, judging by his wins over the group. In a pool without any group
    /// his opponents count as 0.
    pub low: Option<f64>,
    /// The upper end of the interval. For a player without a rating: what he has
    /// at most, judging by his losses to the group. In a pool without any group
    /// his opponents count as 0.
    pub high: Option<f64>,
    /// The standard errors, where there is a rating; the interval uses the larger.
    /// Those of an anchor are 0.
    pub errors: Option<Errors>,
    /// All games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points a game.
    pub score: Option<f64>,
    /// The probability of being stronger than the next in the table, if both are
    /// rated in one group: by the normal approximation of the estimates.
    pub los_next: Option<f64>,
    /// What kind of rating it is.
    pub status: Status,
}

/// What kind of rating a player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Rated in the pool's only group.
    Ok,
    /// Won every game: no rating, but what it is at least. By a model with a
    /// prior: a rating all the same.
    AllWins,
    /// Lost every game: no rating, but what it is at most. By a model with a
    /// prior: a rating all the same.
    AllLosses,
    /// No result links this player's group with the others both ways. Ratings
    /// are relative to the group; a player who is alone has none.
    Separated,
    /// Played no game.
    NoGames,
}

impl Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Ok => "ok",
            Status::AllWins => "all-wins",
            Status::AllLosses => "all-losses",
            Status::Separated => "separated",
            Status::NoGames => "no-games",
        })
    }
}

/// Players rated together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Group {
    /// Number of the pool, from 1.
    pub pool: usize,
    /// How many they are.
    pub players: usize,
    /// Their games with each other, which alone rate them.
    pub games: u64,
    /// What moving first is worth. `None` where it was not asked for, and where
    /// the results do not tell.
    pub advantage: Option<Advantage>,
    /// Davidson's ν: between equals a draw has the chance ν / (2 + ν). `None` by
    /// another model, and where the results do not tell.
    pub draws: Option<f64>,
    /// The logarithm of the likelihood of those games.
    pub log_likelihood: f64,
}

/// What moving first is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advantage {
    /// How much stronger it makes a player.
    pub elo: f64,
    /// The standard errors of that.
    pub errors: Errors,
}

/// Two standard errors of one estimate, in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Errors {
    /// What it is if the model holds and every game stands for itself.
    pub model: f64,
    /// What the scatter of the results says, though the model may not hold and the
    /// two games of a [pair](Results::add_pair) depend on each other: the sandwich
    /// estimator of White (1980), by clusters as Liang and Zeger (1986) have it.
    /// With few games it tends to be too small.
    pub robust: f64,
}

impl Errors {
    /// The one to trust.
    pub fn larger(self) -> f64 {
        self.model.max(self.robust)
    }
}

/// Why there is no table.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RatingError {
    /// Nobody has the anchor's name.
    #[error("no player is named `{0}`, so ratings cannot be anchored there")]
    UnknownAnchor(String),
    /// The anchor's Elo is infinite or not a number.
    #[error("an anchor's Elo has to be a finite number, not {0}")]
    AnchorElo(f64),
    /// The anchor is in no group.
    #[error("ratings cannot be anchored to `{0}`, who has none")]
    AnchorUnrated(String),
    /// Rounding got in the way of the fit.
    #[error("the players around `{0}` are too far apart to be rated")]
    TooFarApart(String),
}

/// Rates everybody.
///
/// The table is a function of the results alone: to the last bit, it does not
/// depend on the order in which they were added.
pub fn rate(results: &Results, options: &Options) -> Result<Ratings, RatingError> {
    table::table(&field::Field::new(results), options)
}

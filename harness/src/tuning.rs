//! Weights of a game's features, fitted to recorded games.
//!
//! A position's evaluation is the sum of its features' weights. It is fitted to
//! what became of the games: to results by logistic regression, to margins by
//! linear regression, with ridge toward the weights one starts from (A. E. Hoerl &
//! R. W. Kennard, "Ridge regression", Technometrics 12, 1970). The positions of
//! one game share its result, so games are what is counted: they are held out as
//! a whole, and standard errors are clustered by game.

mod curvature;
mod errors;
mod estimate;
mod evaluation;
mod features;
mod fit;
mod games;
mod goal;
mod label;
mod lesson;
mod moves;
mod objective;
mod provenance;
mod provenance_file;
mod report;
mod rows;
mod sample_store;
mod samples;
mod scratch_file;
mod selection;
mod solver;
mod split;
mod spsa;
mod table;
mod verification;
mod warnings;
mod weights_table;

pub use errors::Errors;
pub use estimate::Estimate;
pub(crate) use evaluation::WHO_READS_WHAT;
pub use evaluation::{Evaluation, Start};
pub use fit::{Fit, FitError, Losses, Options, Step, fit, fit_watched};
pub use games::{Games, GamesReader, Keep, Tally};
pub use goal::Goal;
pub use label::Label;
pub use lesson::{Lesson, PlayedMove};
pub use moves::{
    Choices, Foretelling, Foretold, MoveFit, MoveOptions, MoveReport, MoveSide, MoveWeight,
    fit_moves,
};
pub use provenance::{
    DataFile, Provenance, Verdict, hash_of, hashed_files, provenance_path, weights_text,
};
pub use provenance_file::{ProvenanceFile, verdict_in};
pub use report::{Report, Side, Weight};
pub use rows::{Rows, Store};
pub use sample_store::SampleStore;
pub use samples::{Count, Row, Samples};
pub use scratch_file::ScratchError;
pub use selection::Selection;
pub use split::{Data, is_held_out};
pub use spsa::{Gains, Parameter, SPSA_FILE, Spsa, Target, Tuned, TunedFrom, tune};
pub use table::read_table;
pub use verification::{Meeting, Test, Verification, verdict};
pub use warnings::warnings;
pub use weights_table::read_weights;

//! Weights by which a move is chosen, fitted to the moves that were played.
//!
//! R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA
//! Journal 30 (2007): a move is a team of features, its strength the product of
//! theirs, and to play it is to win against all teams that could have been
//! played (the model of R. A. Bradley & M. E. Terry). A weight is the logarithm
//! of a strength.

mod block;
mod choices;
mod fit;
mod foretelling;
mod maximizer;
mod report;
mod scale;
mod slope;

pub use choices::Choices;
pub use fit::{MoveFit, MoveOptions, fit_moves};
pub use foretelling::{Foretelling, Foretold};
pub use report::{MoveReport, MoveSide, MoveWeight};

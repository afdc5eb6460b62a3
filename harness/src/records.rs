//! What a tournament leaves behind: plain CSV files, one flat row a game, a
//! move or a player.

mod csv_file;
mod folder;
mod game_row;
mod lock;
mod move_row;
mod place;
mod rating_row;
mod recorded_pair;
mod replay;
pub mod sgf;
mod standings;
mod whole_file;
mod writer;

pub use csv_file::{csv_lines, read_games};
pub use folder::Folder;
pub use game_row::{GameRow, Termination, Winner};
pub use move_row::MoveRow;
pub use place::Place;
pub use rating_row::RatingRow;
pub use recorded_pair::RecordedPair;
pub use replay::{ReplayError, replay};
pub use standings::Standings;
pub use whole_file::write_whole;
pub use writer::{GamesWriter, Pairs};

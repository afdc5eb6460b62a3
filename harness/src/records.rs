//! What a tournament leaves behind: plain CSV files, one flat row a game, a
//! move or a player.

mod csv_file;
mod folder;
mod game_row;
mod move_row;
mod place;
mod rating_row;
mod replay;
pub mod sgf;
mod standings;
mod whole_file;

pub use csv_file::{csv_lines, read_games};
pub use folder::{Folder, GamesWriter};
pub use game_row::{GameRow, Termination, Winner};
pub use move_row::MoveRow;
pub use place::Place;
pub use rating_row::RatingRow;
pub use replay::{ReplayError, replay};
pub use standings::Standings;
pub use whole_file::write_whole;

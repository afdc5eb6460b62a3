//! What a tournament leaves behind: plain CSV files, one flat row a game, a
//! move or a player.

mod adjudicated;
mod csv_file;
mod folder;
mod game_row;
mod move_row;
mod rating_row;
mod replay;
mod standings;

pub use adjudicated::Adjudicated;
pub use csv_file::{csv_lines, read_games};
pub use folder::{Folder, GamesWriter};
pub use game_row::{GameRow, Termination, Winner};
pub use move_row::MoveRow;
pub use rating_row::RatingRow;
pub use replay::{ReplayError, replay};
pub use standings::Standings;

//! What a tournament leaves behind: plain CSV files, one flat row a game, a
//! move or a player.

mod columns;
mod csv_file;
mod folder;
mod game_row;
mod games_file;
mod move_row;
mod played;
mod rating_row;
mod repeats;
mod replay;
mod result_word;
mod source;
mod standings;
mod wdl;

pub use columns::Columns;
pub use csv_file::{csv_lines, read_games};
pub use folder::{Folder, GamesWriter};
pub use game_row::{GameRow, Termination, Winner};
pub use games_file::{Recorded, read_played};
pub use move_row::MoveRow;
pub use played::Played;
pub use rating_row::RatingRow;
pub use replay::{ReplayError, replay};
pub use standings::Standings;
pub use wdl::{WdlRow, read_wdl};

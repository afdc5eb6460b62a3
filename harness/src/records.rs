//! What a tournament leaves behind: plain CSV files, one flat row a game, a
//! move or a player.

mod adjudicated;
mod columns;
mod csv_file;
mod csv_records;
mod folder;
mod game_row;
mod games_file;
mod line_starts;
mod lock;
mod move_row;
mod place;
mod played;
mod rating_row;
mod recorded_pair;
mod repeats;
mod replay;
mod result_word;
pub mod sgf;
mod source;
mod standings;
mod wdl;
mod whole_file;
mod writer;
pub mod wthor;

pub use adjudicated::Adjudicated;
pub use columns::Columns;
pub(crate) use csv_file::CsvFile;
pub use csv_file::{csv_lines, games_of, read_games};
pub(crate) use csv_records::{Records, line_of};
pub use folder::{Folder, GENERATIONS_LOG, SPSA_LOG};
pub use game_row::{DEAD_STONES, GameRow, Termination, Winner, left_out, not_started};
pub use games_file::{Recorded, read_played};
pub use move_row::MoveRow;
pub use place::Place;
pub use played::Played;
pub use rating_row::RatingRow;
pub use recorded_pair::RecordedPair;
pub use replay::{ReplayError, replay, replay_as};
pub use standings::Standings;
pub use wdl::{WdlRow, read_wdl};
pub use whole_file::{write_together, write_whole};
pub use writer::{GamesWriter, Pairs};

//! `harness import`.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::output_file::{check_folder, refuse_to_replace};
use super::table::grouped;
use super::{refuse_twice, warn};
use crate::error::InputError;
use crate::records::wthor::WthorFile;
use crate::records::{Termination, csv_lines, write_whole};

const EXAMPLES: &str = "\
Examples:
  harness import WTH_2019.wtb --out people.csv
  harness rate people.csv
  harness tune fit people.csv";

/// Turn games of other programs into games.csv
///
/// Writes one row a game, as tournaments do, with two more columns: tournament and
/// year. Every game is played again by the rules.
///
/// WTHOR (.wtb), Othello games that people played: names are those of WTH.JOU and
/// WTH.TRN in the same folder. The passes, which the format leaves out, are put
/// in. A game whose moves end before it is over counts for whom the recorded score
/// says, as resigned (as adjudicated, if a draw), without a margin. A game with an
/// illegal move, or a score that is not the board's, is left out and named.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games; the extension tells the format
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// File to write, in place of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Games on their way to `games.csv`.
#[derive(Default)]
struct Imported {
    lines: Vec<u8>,
    games: u64,
    /// Games whose moves end before they are over.
    unfinished: u64,
    /// What is wrong with each game that is left out.
    left_out: Vec<String>,
    /// Files without a list of players beside them.
    without_names: usize,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        refuse_twice(&self.files)?;
        self.files.iter().try_for_each(|file| check_format(file))?;
        if let Some(file) = &self.out {
            check_folder(file)?;
            refuse_to_replace(
                file,
                self.files
                    .iter()
                    .flat_map(|file| WthorFile::files_read(file)),
            )?;
        }
        let mut imported = Imported::default();
        for file in &self.files {
            imported.read(file)?;
        }
        if imported.games == 0 {
            return Err(imported.none().into());
        }
        warn(&imported.remarks());
        match &self.out {
            Some(file) => write_whole(file, &imported.lines)?,
            None => out.write_all(&imported.lines)?,
        }
        Ok(())
    }
}

fn check_format(file: &Path) -> Result<(), InputError> {
    match file.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("wtb") => Ok(()),
        _ => Err(InputError(format!(
            "{}: the extension tells the format, and known is .wtb (WTHOR)",
            file.display()
        ))),
    }
}

impl Imported {
    /// More games that are left out are counted, but not named.
    const NAMED: usize = 10;

    fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        let mut file = WthorFile::open(path)?;
        self.without_names += usize::from(!file.knows_players());
        let mut rows = Vec::new();
        let mut number = 0;
        while let Some(game) = file.next_game(self.games + 1)? {
            number += 1;
            match game {
                Ok(row) => {
                    self.games += 1;
                    self.unfinished += u64::from(row.game.termination != Termination::Score);
                    rows.push(row);
                }
                Err(why) => {
                    let what = format!("{}, game {number}: {why}", path.display());
                    self.left_out.push(what);
                }
            }
        }
        let is_first = self.lines.is_empty();
        self.lines.extend(csv_lines(rows, is_first)?);
        Ok(())
    }

    fn none(&self) -> InputError {
        InputError(match self.left_out.as_slice() {
            [] => "there are no games".to_string(),
            [one] => one.clone(),
            [first, more @ ..] => format!("{first}; nor can {} more be read", more.len()),
        })
    }

    fn remarks(&self) -> String {
        let mut text = match self.games {
            1 => "1 game".to_string(),
            many => format!("{} games", grouped(many)),
        };
        if self.unfinished > 0 {
            text += &format!(
                "; unfinished, and won by whom their recorded scores say: {}",
                grouped(self.unfinished)
            );
        }
        if self.without_names > 0 {
            text +=
                "\nwarning: there is no WTH.JOU beside the games: players have numbers for names";
        }
        for what in self.left_out.iter().take(Self::NAMED) {
            text += &format!("\nwarning: left out: {what}");
        }
        if let Some(more @ 1..) = self.left_out.len().checked_sub(Self::NAMED) {
            text += &format!("\nwarning: left out: {more} more");
        }
        text
    }
}

//! A table of positions with their features, as CSV.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use csv::StringRecord;

use super::label::Label;
use super::samples::Samples;
use super::split::{Data, is_held_out};
use crate::error::InputError;
use crate::records::{Records, line_of};

/// Reads tables: a column `game_id`, one of the label, and behind it one a feature;
/// other columns before it are passed over. With `hold_out`, about a fifth of the
/// games is kept from the fit.
///
/// In several tables, which must have the same features, a game's id is
/// `file:game_id`.
pub fn read_table(paths: &[PathBuf], label: Label, hold_out: bool) -> anyhow::Result<Data<f64>> {
    let mut data: Option<Data<f64>> = None;
    for path in paths {
        let table = Table::read(path, label)?;
        let data = data.get_or_insert_with(|| Data::new(table.features.clone()));
        if table.features != data.features {
            let what = format!(
                "{}, line {}: the features are others than in {}",
                path.display(),
                table.line,
                paths[0].display()
            );
            return Err(InputError(what).into());
        }
        for (id, mut game) in table.games {
            let id = match paths.len() {
                1 => id,
                _ => format!("{}:{id}", path.display()),
            };
            game.end_game();
            data.add(&game, hold_out && is_held_out(&id))?;
        }
    }
    data.filter(|data| data.training.games() + data.held_out.games() > 0)
        .ok_or_else(|| InputError::new("there are no positions").into())
}

/// One file's games, in the order in which they begin.
struct Table {
    /// Of the header.
    line: u64,
    features: Vec<String>,
    games: Vec<(String, Samples<f64>)>,
}

/// Where things stand in a row.
struct Layout {
    path: PathBuf,
    header: StringRecord,
    label: Label,
    game: usize,
    target: usize,
}

impl Table {
    fn read(path: &Path, label: Label) -> anyhow::Result<Table> {
        let mut rows = Records::open(path)?;
        let layout = Layout::new(path, rows.headers().clone(), label)?;
        let mut places = HashMap::new();
        let mut games: Vec<(String, Samples<f64>)> = Vec::new();
        let mut record = StringRecord::new();
        while rows.read(&mut record)? {
            let id = &record[layout.game];
            let place = match places.get(id) {
                Some(&place) => place,
                None => {
                    places.insert(id.to_string(), games.len());
                    games.push((id.to_string(), Samples::default()));
                    games.len() - 1
                }
            };
            let counts = layout.counts(&record)?;
            games[place].1.push(layout.target(&record)?, counts);
        }
        Ok(Table {
            line: line_of(&layout.header),
            features: layout.features(),
            games,
        })
    }
}

impl Layout {
    fn new(path: &Path, header: StringRecord, label: Label) -> Result<Layout, InputError> {
        let line = line_of(&header);
        let wrong = |what: String| InputError(format!("{}, line {line}: {what}", path.display()));
        let column = |name: &str| {
            let mut found = (0..header.len()).filter(|&column| &header[column] == name);
            match (found.next(), found.next()) {
                (Some(column), None) => Ok(column),
                (None, _) => Err(wrong(format!("there is no column `{name}`"))),
                _ => Err(wrong(format!("there are two columns `{name}`"))),
            }
        };
        let game = column("game_id")?;
        let target = column(label.column())?;
        if target + 1 == header.len() {
            return Err(wrong(format!(
                "behind `{}` there is no column of a feature",
                label.column()
            )));
        }
        for feature in header.iter().skip(target + 1) {
            column(feature)?;
        }
        if game > target {
            return Err(wrong(format!(
                "the column `game_id` must stand before `{}`",
                label.column()
            )));
        }
        Ok(Layout {
            path: path.to_path_buf(),
            header,
            label,
            game,
            target,
        })
    }

    fn features(&self) -> Vec<String> {
        let names = self.header.iter().skip(self.target + 1);
        names.map(str::to_string).collect()
    }

    fn target(&self, record: &StringRecord) -> Result<f64, InputError> {
        let target = self.number(record, self.target)?;
        if self.label == Label::Result && !(0.0..=1.0).contains(&target) {
            let what = format!("a result is from 0 to 1, but this is {target}");
            return Err(self.wrong(record, self.target, &what));
        }
        Ok(target)
    }

    /// The features that are on.
    fn counts(&self, record: &StringRecord) -> Result<Vec<(u32, f64)>, InputError> {
        let mut counts = Vec::new();
        for (feature, column) in (0..).zip(self.target + 1..self.header.len()) {
            let count = self.number(record, column)?;
            if count != 0.0 {
                counts.push((feature, count));
            }
        }
        Ok(counts)
    }

    fn number(&self, record: &StringRecord, column: usize) -> Result<f64, InputError> {
        const LARGEST: f64 = 1e9;
        let text = record[column].trim();
        match text.parse::<f64>() {
            Ok(number) if number.abs() <= LARGEST => Ok(number),
            _ => {
                let what = format!("`{}` is no number within ±{LARGEST:e}", text.escape_debug());
                Err(self.wrong(record, column, &what))
            }
        }
    }

    fn wrong(&self, record: &StringRecord, column: usize, what: &str) -> InputError {
        let line = line_of(record);
        InputError(format!(
            "{}, line {line}: column {} ({}): {what}",
            self.path.display(),
            column + 1,
            &self.header[column]
        ))
    }
}

//! What came of it, for people.

use std::path::Path;

use super::Found;
use crate::commands::table::{Table, grouped};

/// The generations, the best weights, and where all of it is.
pub fn result(found: &Found, folder: &Path) -> String {
    let titles = [
        "Generation",
        "Games",
        "Start",
        "Fitted",
        "<Verdict",
        "Elo",
        "From",
        "To",
    ];
    let mut table = Table::new(titles);
    let loss = |loss: Option<f64>| loss.map_or(String::new(), |loss| format!("{loss:.4}"));
    let elo = |elo: Option<f64>| elo.map_or(String::new(), |elo| format!("{elo:+.0}"));
    for row in &found.generations {
        table.row([
            row.generation.to_string(),
            grouped(row.games),
            loss(row.loss_start),
            loss(row.loss_fitted),
            row.verdict.name().to_string(),
            elo(row.elo),
            elo(row.elo_low),
            elo(row.elo_high),
        ]);
    }
    format!(
        "{} of {} at {}, from {}\n\n{}\
         Start, Fitted: mean loss on games that were held out. Elo: over the best weights\n\
         before, with its interval at 95 %.\n\n\
         Best weights: {}\n\
         In {}: generations.csv, generations.toml, a folder a generation\n",
        found.engine,
        found.game,
        found.limits,
        found.start.display(),
        table.to_text(),
        found.best.display(),
        folder.display()
    )
}

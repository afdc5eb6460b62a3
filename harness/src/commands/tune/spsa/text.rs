//! What came of it, for people.

use std::path::Path;

use super::write::Found;
use crate::commands::quoted;
use crate::commands::table::{Table, grouped};

/// The parameters, the files, and what to do next.
pub fn result(found: &Found, folder: &Path) -> String {
    let mut table = Table::new([
        "<Parameter",
        "Start",
        "Value",
        "Min",
        "Max",
        "c_end",
        "r_end",
    ]);
    for of in &found.parameters {
        let parameter = &of.parameter;
        let numbers = [
            parameter.start,
            of.value,
            parameter.min,
            parameter.max,
            parameter.c_end,
            parameter.r_end,
        ];
        let cells = numbers.map(number);
        table.row([parameter.name.clone()].into_iter().chain(cells));
    }
    let mut text = format!(
        "{} iterations, {} games of {} at {}\n\n{}\nEngine: {}\n",
        grouped(found.iterations),
        grouped(found.games),
        found.game,
        found.limits,
        table.to_text(),
        found.engine,
    );
    let weights = found
        .weights
        .as_ref()
        .map_or("", |_| ", weights.csv, weights.toml");
    text += &format!(
        "In {}: spsa.csv, spsa.svg, spsa.toml{weights}\n",
        folder.display()
    );
    if let Some(weights) = &found.weights {
        text += &format!(
            "The weights are unverified until a match tells:\n\
             harness tune verify {} --against {} \\\n    --engine {}:{}\n",
            quoted(&weights.display().to_string()),
            quoted(&found.start),
            found.kind,
            found.limits
        );
    }
    text
}

/// Four digits are enough to read.
fn number(value: f64) -> String {
    match value.abs() {
        large if large >= 1000.0 => format!("{value:.0}"),
        0.0 => "0".to_string(),
        size => {
            let decimals = (3 - size.log10().floor() as i32).max(0) as usize;
            let text = format!("{value:.decimals$}");
            match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
                false => text,
            }
        }
    }
}

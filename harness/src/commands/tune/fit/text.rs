//! What a fit found, in tables for people.

use crate::commands::table::{Table, grouped};
use crate::tuning::{Estimate, Losses, Report, Side, Tally, Weight};

/// More weights than these are not shown all.
pub const SHOWN: usize = 40;

pub fn report(report: &Report) -> String {
    let mut text = format!("Fitted to {}", side(&report.training));
    if let Some(held_out) = &report.held_out {
        text += &format!("; held out: {}", side(held_out));
    }
    text.push('\n');
    if let Some(tally) = &report.read {
        text += &left_out(tally);
    }
    text += &format!("\n{}", losses(report));
    text += &format!(
        "Mean {} a position; ±: standard error, clustered by game.\n\
         Gain: how much less the fitted weights lose than {}.\n\n",
        report.label.loss_name(),
        report.scale.map_or("none", |_| "the start")
    );
    text += &weights(&report.weights);
    if report.read.is_some() {
        text += "Whole numbers, in the unit of the game's evaluation.\n";
    }
    text
}

pub fn left_out(tally: &Tally) -> String {
    let mut games = vec![format!("{} void", grouped(tally.void))];
    games.push(format!("{} lost by a fault", grouped(tally.forfeits)));
    if tally.repeated > 0 {
        games.push(format!("{} repeated", grouped(tally.repeated)));
    }
    if tally.without_margin > 0 {
        games.push(format!("{} without margin", grouped(tally.without_margin)));
    }
    format!(
        "Left out, games: {}; positions: {} of openings,\n{} forced, {} decided\n",
        games.join(", "),
        grouped(tally.opening),
        grouped(tally.forced),
        grouped(tally.decided)
    )
}

/// What became of the games that there is nothing to fit to.
pub fn why_none(tally: &Tally) -> String {
    let text = left_out(tally).replace('\n', " ");
    format!(". {} games. {}", grouped(tally.games), text.trim_end())
}

fn side(side: &Side) -> String {
    let games = match side.games {
        1 => "1 game".to_string(),
        many => format!("{} games", grouped(many as u64)),
    };
    format!("{games}, {} positions", grouped(side.positions as u64))
}

fn losses(report: &Report) -> String {
    let sides = [
        Some(report.training.loss),
        report.held_out.map(|side| side.loss),
    ];
    let shown = || sides.iter().flatten();
    let titles = ["<Weights", "Training", "±", "Held out", "±"];
    let mut table = Table::new(titles.into_iter().take(1 + 2 * shown().count()));
    let mut row = |name: &str, loss: fn(&Losses) -> Option<Estimate>| {
        let cells = shown().flat_map(|losses| match loss(losses) {
            Some(Estimate { mean, error }) => [format!("{mean:.6}"), format!("{error:.6}")],
            None => [String::new(), String::new()],
        });
        table.row([name.to_string()].into_iter().chain(cells));
    };
    row("none", |losses| Some(losses.zero));
    if let Some(scale) = report.scale {
        row(&format!("start × {}", short(scale)), |losses| losses.start);
    }
    row("fitted", |losses| Some(losses.fitted));
    row("gain", |losses| Some(losses.gain));
    table.to_text()
}

fn weights(weights: &[Weight]) -> String {
    let mut shown: Vec<&Weight> = weights.iter().collect();
    if shown.len() > SHOWN {
        shown.sort_by(|one, other| other.weight.abs().total_cmp(&one.weight.abs()));
        shown.truncate(SHOWN);
    }
    let titles = [
        "<Feature",
        "Weight",
        "± naive",
        "± by game",
        "Start",
        "Games",
    ];
    let mut table = Table::new(titles);
    for weight in shown {
        let error = |error: Option<f64>| error.map_or(String::new(), short);
        table.row([
            cut(&weight.feature),
            short(weight.weight),
            error(weight.error_naive),
            error(weight.error_by_game),
            short(weight.start),
            grouped(weight.games as u64),
        ]);
    }
    table.to_text() + &left_away(weights.len())
}

/// That there are more weights than a table shows, if there are.
pub fn left_away(weights: usize) -> String {
    match weights > SHOWN {
        true => format!(
            "The {SHOWN} largest of {} weights.\n",
            grouped(weights as u64)
        ),
        false => String::new(),
    }
}

/// So that a line has at most 80 columns.
pub fn cut(name: &str) -> String {
    const LONGEST: usize = 24;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_string(),
    }
}

/// Six digits, or fewer of a small or a whole number.
pub fn short(number: f64) -> String {
    // No sign before 0.
    let number = number + 0.0;
    let digits = match number.abs() {
        0.0..1e6 if number.fract() == 0.0 => 0,
        0.0..1e-5 | 1e6.. => return format!("{number:.2e}"),
        0.0..1.0 => 6,
        0.0..1e2 => 4,
        _ => 1,
    };
    format!("{number:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_digits_and_stay_short() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-145.0, "-145"),
            (-0.00264593, "-0.002646"),
            (0.55508676, "0.555087"),
            (-31.41592, "-31.4159"),
            (271_828.18, "271828.2"),
            (1.5e-7, "1.50e-7"),
            (-2.5e9, "-2.50e9"),
        ] {
            assert_eq!(short(number), text);
        }
    }

    #[test]
    fn a_long_name_is_cut() {
        assert_eq!(cut("mobility"), "mobility");
        assert_eq!(cut(&"é".repeat(30)), "é".repeat(24) + "…");
    }
}

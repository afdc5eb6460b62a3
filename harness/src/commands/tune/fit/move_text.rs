//! What a fit to moves found, in tables for people.

use super::text::{SHOWN, cut, left_away, left_out, short};
use crate::commands::table::{Table, grouped};
use crate::tuning::{Estimate, Foretelling, Foretold, MoveReport, MoveSide, MoveWeight};

pub fn report(report: &MoveReport) -> String {
    let mut text = format!("Fitted to {}", side(&report.training));
    if let Some(held_out) = &report.held_out {
        text += &format!(";\nheld out: {}", side(held_out));
    }
    text.push('\n');
    if let Some(tally) = &report.read {
        text += &left_out(tally);
    }
    text.push('\n');
    text += &foretelling("Training", &report.training.foretold, report.scale);
    text.push('\n');
    if let Some(held_out) = &report.held_out {
        text += &foretelling("Held out", &held_out.foretold, report.scale);
        text.push('\n');
    }
    text += &format!(
        "Of the moves that were played: the mean log-likelihood, and how many are the\n\
         best by these weights, or among the best five; ±: standard error, clustered\n\
         by game. Gain: of log-likelihood over {}.\n\n",
        report.scale.map_or("all alike", |_| "the start")
    );
    text += &weights(&report.weights);
    text += &format!(
        "A weight is {} times the logarithm of a strength.\n",
        short(report.unit)
    );
    text
}

fn side(side: &MoveSide) -> String {
    let games = match side.games {
        1 => "1 game".to_string(),
        many => format!("{} games", grouped(many as u64)),
    };
    format!(
        "{games}, {} moves of {} that were sensible",
        grouped(side.moves as u64),
        grouped(side.candidates as u64)
    )
}

fn foretelling(title: &str, found: &Foretelling, scale: Option<f64>) -> String {
    let title = format!("<{title}");
    let titles = [title.as_str(), "Log-lik.", "±", "Best", "±", "Best 5", "±"];
    let mut table = Table::new(titles);
    let mut row = |name: &str, by: &Foretold| {
        let shares = [by.first, by.top_five].into_iter().flat_map(|share| {
            let percent = |x: f64| format!("{:.2} %", 100.0 * x);
            [percent(share.mean), percent(share.error)]
        });
        let cells = [name.to_string()].into_iter();
        table.row(cells.chain(estimate(by.log_likelihood)).chain(shares));
    };
    row("all alike", &found.uniform);
    if let (Some(scale), Some(start)) = (scale, &found.start) {
        row(&format!("start × {}", short(scale)), start);
    }
    row("fitted", &found.fitted);
    let none = [(); 4].map(|()| String::new());
    let cells = ["gain".to_string()].into_iter();
    table.row(cells.chain(estimate(found.gain)).chain(none));
    table.to_text()
}

fn estimate(Estimate { mean, error }: Estimate) -> [String; 2] {
    [format!("{mean:.4}"), format!("{error:.4}")]
}

fn weights(weights: &[MoveWeight]) -> String {
    let mut shown: Vec<&MoveWeight> = weights.iter().collect();
    if shown.len() > SHOWN {
        shown.sort_by_key(|weight| std::cmp::Reverse(weight.weight.abs()));
        shown.truncate(SHOWN);
    }
    let mut table = Table::new(["<Feature", "Weight", "Strength", "Start", "Games"]);
    for weight in shown {
        table.row([
            cut(&weight.feature),
            weight.weight.to_string(),
            short(weight.strength),
            short(weight.start),
            grouped(weight.games as u64),
        ]);
    }
    table.to_text() + &left_away(weights.len())
}

//! What a person sees while games are played.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::config::Config;
use super::run::Finished;
use crate::ratings::{MatchElo, Options};
use crate::records::{RatingRow, Standings};

/// A bar on standard error, if that is a terminal: games done, rate, time left
/// and the leaders.
pub struct Progress {
    bar: ProgressBar,
    quiet: bool,
    rated: Option<Instant>,
}

impl Progress {
    const RATE_EVERY: Duration = Duration::from_secs(1);
    const LEADERS: usize = 3;

    /// A bar of so many games, of which some are done.
    pub fn new(games: u64, done: u64, quiet: bool) -> Progress {
        let progress = Progress {
            bar: bar("games", games, done, quiet),
            quiet,
            rated: None,
        };
        if done > 0 && done < games {
            progress.say(&format!("going on after {done} of {games} games"));
        }
        progress
    }

    /// Tells the user, above the bar.
    pub fn say(&self, what: &str) {
        if !self.quiet {
            // Standard error may be closed: then there is nobody to tell.
            self.bar.suspend(|| {
                let _ = writeln!(io::stderr(), "{what}");
            });
        }
    }

    /// So many more pairs are committed.
    pub fn pairs_done(&mut self, config: &Config, finished: &Finished, pairs: u64) {
        self.bar.inc(2 * pairs);
        // Tied meetings of a knockout were not planned.
        if self.bar.length() < Some(self.bar.position()) {
            self.bar.set_length(self.bar.position());
        }
        let is_due = self.rated.is_none_or(|at| at.elapsed() >= Self::RATE_EVERY);
        if is_due && !self.bar.is_hidden() {
            self.rated = Some(Instant::now());
            self.bar.set_message(message(config, finished));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar on standard error, if that is a terminal: what is done, rate, time left and a
/// message.
pub fn bar(what: &'static str, total: u64, done: u64, quiet: bool) -> ProgressBar {
    let template =
        format!("{{bar:16}} {{pos}}/{{len}} {what}  {{per_sec}}  {{eta}} left  {{wide_msg}}");
    let bar = ProgressBar::with_draw_target(Some(total), target(quiet))
        .with_style(style(&template, what));
    // What was done before tells nothing of the rate.
    bar.update(|state| state.set_pos(done));
    bar.reset_eta();
    bar
}

/// The same without an end: what is done, rate and a message.
pub fn counter(what: &'static str, quiet: bool) -> ProgressBar {
    let template = format!("{{pos}} {what}  {{per_sec}}  {{wide_msg}}");
    ProgressBar::with_draw_target(None, target(quiet)).with_style(style(&template, what))
}

fn target(quiet: bool) -> ProgressDrawTarget {
    match quiet {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr(),
    }
}

fn style(template: &str, what: &'static str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .expect("the template is well-formed")
        .with_key(
            "per_sec",
            move |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{:.1} {what}/s", state.per_sec());
            },
        )
}

/// The state of a test, or the leaders.
fn message(config: &Config, finished: &Finished) -> String {
    let Some(sprt) = &config.sprt else {
        return leaders(&finished.standings);
    };
    let counts = finished.match_counts(config);
    let (lower, upper) = sprt.bounds();
    let estimate = MatchElo::new(&counts);
    format!(
        "LLR {:.2} ({lower:.2}, {upper:.2}), Elo {:+.0} ± {:.0}",
        sprt.log_likelihood_ratio(&counts),
        estimate.elo,
        estimate.elo_95
    )
}

fn leaders(standings: &Standings) -> String {
    let options = Options {
        advantage: true,
        ..Options::default()
    };
    let Ok((_, rows)) = standings.rate(&options) else {
        return String::new();
    };
    let leaders: Vec<String> = rows.iter().take(Progress::LEADERS).map(leader).collect();
    leaders.join(", ")
}

fn leader(row: &RatingRow) -> String {
    match (row.elo, row.elo_low) {
        (Some(elo), Some(low)) => format!("{} {elo:+.0} ± {:.0}", row.engine, elo - low),
        _ => row.engine.clone(),
    }
}

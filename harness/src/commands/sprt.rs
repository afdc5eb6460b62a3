//! `harness sprt`.

use std::io::Write;

use serde::Serialize;

use super::table::{Table, grouped};
use super::tournament;
use crate::error::{EXIT_DONE, InputError};
use crate::ratings::{Expectation, MatchModel, Sprt, expect, rough_pairs};

const EXAMPLES: &str = "\
Examples:
  harness sprt --game othello --engine alphabeta:depth=4,name=new --engine alphabeta:depth=3
      plays until it is sure, at 95 %, whether the first is stronger by 0 or by 30 Elo
  harness sprt --expect elo0=0,elo1=30
      a few hundred games where the answer is clear
  harness sprt --expect elo0=0,elo1=60,alpha=0.01,model=normalized --draws 0.3 --format csv";

/// Play two engines until it is decided which is stronger
///
/// A sequential probability ratio test: it goes on until it accepts H0, the
/// first engine is stronger by elo0, or H1, it is stronger by elo1; alpha and
/// beta are how likely it errs where H0 or H1 holds. It looks after every pair
/// in the order of the schedule. Exit codes: 0 H1 is accepted, 1 H0 is, 3 it is
/// undecided after --pairs.
///
/// Everything else is as in harness tournament, whose --sprt is the same.
///
/// With --expect it plays nothing, but says how many games a test takes: it
/// simulates 2 000 matches at each of five true differences, the same ones every
/// time. There the opening of a pair favors whoever moves first by a normal
/// number of Elo, with mean 0 and the deviation --spread; both games of the pair
/// have it, with colors swapped. The expected score of a game is that of Elo's
/// curve at the difference of strength and opening. --draws of the probability
/// are draws, taken half from either side.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
#[group(skip)]
pub struct Args {
    /// Say how many games a test takes, with settings as in --sprt
    #[arg(
        long,
        value_name = "TEST",
        num_args = 0..=1,
        default_missing_value = "",
        conflicts_with_all = tournament::playing_options()
    )]
    expect: Option<Sprt>,

    /// Share of games that are drawn, in what is expected
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 0.05,
        requires = "expect"
    )]
    draws: f64,

    /// What openings are worth there, as a standard deviation in Elo
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 40.0,
        requires = "expect",
        allow_negative_numbers = true
    )]
    spread: f64,

    #[command(flatten)]
    tournament: tournament::Args,
}

/// A row of the table.
#[derive(Serialize)]
struct Row {
    true_elo: f64,
    games_mean: f64,
    games_median: u64,
    games_95: u64,
    accepts_h1: f64,
}

impl Args {
    const MATCHES: u64 = 2000;
    const SEED: u64 = 1;
    /// More take minutes to simulate.
    const MOST_PAIRS: f64 = 25_000.0;

    pub fn run(self, out: &mut impl Write) -> anyhow::Result<u8> {
        let Some(sprt) = self.expect else {
            return self.tournament.with_test().run(out);
        };
        self.print_expected(sprt, out)?;
        Ok(EXIT_DONE)
    }

    fn print_expected(&self, sprt: Sprt, out: &mut impl Write) -> anyhow::Result<()> {
        let model = self.model()?;
        let pairs = rough_pairs(&sprt, &model);
        if pairs > Self::MOST_PAIRS {
            return Err(InputError(format!(
                "half way between its bounds this test would take about {} pairs, too many to \
                 simulate; bounds twice as far apart take a quarter",
                grouped(two_digits(pairs))
            ))
            .into());
        }
        let half = (sprt.elo1 - sprt.elo0) / 2.0;
        let rows = [-1.0, 0.0, 1.0, 2.0, 3.0].map(|step| {
            let true_elo = sprt.elo0 + step * half;
            let model = model.with_elo(true_elo, sprt.units);
            row(true_elo, expect(&sprt, &model, Self::MATCHES, Self::SEED))
        });
        let text = || self.text(&sprt, &rows);
        self.tournament.format().print(out, &rows, text)
    }

    fn model(&self) -> Result<MatchModel, InputError> {
        for (name, value, most) in [("draws", self.draws, 0.99), ("spread", self.spread, 1000.0)] {
            if !(0.0..=most).contains(&value) {
                return Err(InputError(format!(
                    "{name} must be from 0 to {most}, but is {value}"
                )));
            }
        }
        Ok(MatchModel {
            elo: 0.0,
            draws: self.draws,
            spread: self.spread,
        })
    }

    fn text(&self, sprt: &Sprt, rows: &[Row]) -> String {
        let titles = ["True Elo", "Games", "Median", "95 % within", "Accepts H1"];
        let mut table = Table::new(titles);
        for row in rows {
            table.row([
                row.true_elo.to_string(),
                grouped(row.games_mean.round() as u64),
                grouped(row.games_median),
                grouped(row.games_95),
                format!("{:.1} %", 100.0 * row.accepts_h1),
            ]);
        }
        format!(
            "H0: {}, H1: {} {}; alpha {}, beta {}\n\n{}\n\
             {} simulated matches a row; {} % draws, openings worth ± {} Elo.\n",
            sprt.elo0,
            sprt.elo1,
            sprt.units.name(),
            sprt.alpha,
            sprt.beta,
            table.to_text(),
            grouped(Self::MATCHES),
            (1e4 * self.draws).round() / 100.0,
            self.spread
        )
    }
}

fn row(true_elo: f64, expectation: Expectation) -> Row {
    Row {
        true_elo,
        games_mean: (10.0 * expectation.mean_games).round() / 10.0,
        games_median: expectation.median_games,
        games_95: expectation.most_games,
        accepts_h1: expectation.accepted_h1,
    }
}

fn two_digits(number: f64) -> u64 {
    let scale = 10_f64.powf(number.log10().floor() - 1.0);
    ((number / scale).round() * scale).round() as u64
}

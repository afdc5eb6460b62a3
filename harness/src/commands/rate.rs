//! `harness rate`.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::PossibleValue;

use super::format::Format;
use super::table;
use crate::error::InputError;
use crate::ratings::{Model, Options, RatingError};
use crate::records::{GameRow, Standings, read_games};

const EXAMPLES: &str = "\
Examples:
  harness rate results/reference/go/games.csv
  harness rate results/mine/games.csv results/more/games.csv --anchor greedy=0 --format csv";

/// Rate recorded games
///
/// Bradley–Terry (or another model) by maximum likelihood on Elo's scale, with
/// the first player's advantage where the games tell, and 95 % intervals.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games, as tournaments write them
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Fix an engine at an Elo; without it the mean is 0
    #[arg(long, value_name = "NAME=ELO", value_parser = parse_anchor)]
    anchor: Option<(String, f64)>,

    /// What makes one result likelier than another
    #[arg(long, value_enum, default_value_t, value_name = "MODEL")]
    model: Model,

    /// How to print the ratings
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let mut standings = Standings::default();
        for file in &self.files {
            read_games(file, |_, row: GameRow| {
                standings.add(&row);
                Ok(())
            })?;
        }
        let options = Options {
            model: self.model,
            anchor: self.anchor,
            advantage: true,
        };
        let (ratings, rows) = standings.rate(&options).map_err(|error| match error {
            RatingError::TooFarApart(_) => anyhow::Error::new(error),
            _ => InputError::new(error).into(),
        })?;
        self.format.print(out, &rows, || {
            let head_to_head = table::head_to_head(standings.results(), &rows);
            format!("{}\n{head_to_head}", table::ratings(&ratings, &rows))
        })
    }
}

impl ValueEnum for Model {
    fn value_variants<'a>() -> &'a [Model] {
        &[Model::BradleyTerry, Model::Davidson, Model::BayesElo]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Model::BradleyTerry => ("bradley-terry", "A draw is half a win and half a loss"),
            Model::Davidson => (
                "davidson",
                "A draw is a result of its own; Elo differences are those of decided games",
            ),
            Model::BayesElo => (
                "bayeselo",
                "A draw is a win and a loss, and virtual draws are added, as in Gomocup's lists",
            ),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

fn parse_anchor(text: &str) -> Result<(String, f64), String> {
    let wrong = || format!("`{text}` is not NAME=ELO, as in random=0");
    let (name, elo) = text.rsplit_once('=').ok_or_else(wrong)?;
    let elo: f64 = elo.trim().parse().map_err(|_| wrong())?;
    Ok((name.to_string(), elo))
}

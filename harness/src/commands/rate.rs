//! `harness rate`.

mod names;

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::PossibleValue;

use self::names::Names;
use super::format::Format;
use super::table;
use super::{refuse_twice, warn};
use crate::error::InputError;
use crate::ratings::{Model, Options, RatingError};
use crate::records::{Columns, RatingRow, Recorded, Standings, read_played, read_wdl};

const EXAMPLES: &str = "\
Examples:
  harness rate results/reference/go/games.csv
  harness rate results/mine/games.csv results/more/games.csv --anchor greedy=0 --format csv
  harness rate other.csv --columns black=first,white=second,black-white=result
  harness rate results.txt --format-in wdl";

/// Rate recorded games
///
/// Bradley–Terry (or another model) by maximum likelihood on Elo's scale, with
/// the first player's advantage where the games tell, and 95 % intervals.
///
/// A pair with a void game counts in no statistic, nor does one that was played
/// before, move for move. Where files are put together, the tournament.toml
/// beside each tells engines of one name apart.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games, as tournaments or other tools write them; `-` is standard
    /// input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// What the files hold
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format_in: FormatIn,

    /// Which columns of another tool's file are black, white and winner
    ///
    /// Other columns can be named too, as in pair_id=round. A result that says who won (black,
    /// white, draw, none, B+3.5, W+R, 1/2-1/2, *) is a winner=COLUMN. Where it gives points (1-0,
    /// 0-1, 1, 0), say instead whose come first: white-black=COLUMN for White's, as in chess,
    /// black-white=COLUMN for Black's, who moves first in these games. Columns called black, white
    /// and winner (or result) need no naming.
    #[arg(long, value_name = "NAME=COLUMN,…")]
    columns: Option<Columns>,

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

/// What a file of results holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum FormatIn {
    /// A game a row; separated by commas, semicolons or tabs
    #[default]
    Csv,
    /// Lines of name, wins, draws, losses, name: who moved first is unknown
    Wdl,
}

impl Args {
    /// More engines than these have no room for a table of all scores.
    const MOST_HEAD_TO_HEAD: usize = 30;

    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        refuse_twice(&self.files)?;
        let standings = match self.format_in {
            FormatIn::Csv => self.read_games()?,
            FormatIn::Wdl if self.columns.is_some() => {
                return Err(InputError::new("lines of wdl have no --columns").into());
            }
            FormatIn::Wdl => self.read_counts()?,
        };
        warn(&self_play(&standings));
        let options = Options {
            model: self.model,
            anchor: self.anchor,
            advantage: self.format_in == FormatIn::Csv,
        };
        let (ratings, rows) = standings
            .rate(&options)
            .map_err(|error| in_words(error, &standings))?;
        let remark = remark(&standings);
        if self.format != Format::Text {
            warn(remark.trim_end());
        }
        if self.format == Format::Csv && rows.is_empty() {
            return Ok(writeln!(out, "{}", RatingRow::COLUMNS)?);
        }
        self.format.print(out, &rows, || {
            let mut text = table::ratings(&ratings, &rows);
            text.push_str(&remark);
            if (2..=Self::MOST_HEAD_TO_HEAD).contains(&rows.len()) {
                let head_to_head = table::head_to_head(standings.results(), &rows);
                text.push_str(&format!("\n{head_to_head}"));
            }
            text
        })
    }

    fn read_games(&self) -> anyhow::Result<Standings> {
        let columns = self.columns.clone().unwrap_or_default();
        let names = Names::read(&self.files);
        names.warnings.iter().for_each(|warning| warn(warning));
        let mut standings = Standings::default();
        for engine in &names.seeded {
            standings.set_seeded(engine);
        }
        for (number, file) in self.files.iter().enumerate() {
            read_played(file, &columns, |games| match games {
                Recorded::Game(game) => standings.add(names.apply(number, game)),
                Recorded::Pair(pair) => {
                    standings.add_pair(pair.map(|game| names.apply(number, game)));
                }
            })?;
        }
        if standings.games().len() > 1 {
            let games = Vec::from_iter(standings.games());
            warn(&format!(
                "different games are put together: {}",
                games.join("; ")
            ));
        }
        Ok(standings)
    }

    fn read_counts(&self) -> anyhow::Result<Standings> {
        let mut standings = Standings::default();
        for file in &self.files {
            read_wdl(file, |row| standings.add_wdl(&row))?;
        }
        Ok(standings)
    }
}

/// A warning of games that no rating can use, if there are any.
fn self_play(standings: &Standings) -> String {
    match standings.self_play() {
        0 => String::new(),
        1 => "1 game of an engine against itself counts for nothing".to_string(),
        many => format!("{many} games of engines against themselves count for nothing"),
    }
}

/// What the table does not say of the games.
fn remark(standings: &Standings) -> String {
    match standings.repeated_pairs() {
        _ if standings.results().names().is_empty() => "There are no games.\n".to_string(),
        pairs => table::repeats(pairs),
    }
}

/// Names who is there, where an anchor is not.
fn in_words(error: RatingError, standings: &Standings) -> anyhow::Error {
    const MOST_NAMES: usize = 10;
    match &error {
        RatingError::TooFarApart(_) => error.into(),
        RatingError::UnknownAnchor(anchor) => {
            let mut names = standings.results().names().to_vec();
            let unlikeness = |name: &String| {
                let part = !name.contains(anchor.as_str());
                (part, strsim::damerau_levenshtein(name, anchor))
            };
            names.sort_by_cached_key(unlikeness);
            names.truncate(MOST_NAMES);
            InputError(format!("{error}; there are {}", names.join(", "))).into()
        }
        _ => InputError::new(error).into(),
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
    const MOST_ELO: f64 = 100_000.0;
    let wrong = || format!("`{text}` is not NAME=ELO, as in random=0");
    let (name, elo) = text.rsplit_once('=').ok_or_else(wrong)?;
    let elo: f64 = elo.trim().parse().map_err(|_| wrong())?;
    if name.is_empty() {
        return Err(wrong());
    }
    // Not a number is in no range either.
    if !(-MOST_ELO..=MOST_ELO).contains(&elo) {
        return Err(format!(
            "an anchor's Elo must be from {} to {MOST_ELO}, but is {elo}",
            -MOST_ELO
        ));
    }
    Ok((name.to_string(), elo))
}

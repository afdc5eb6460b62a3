//! `harness perft`.

use std::io::Write;
use std::time::Instant;

use clap::ValueEnum;
use engines::perft::{Convention, perft_after};
use engines::{Color, GameSpec, GameVisitor, Knowledge, MoveList, diagram};
use serde::Serialize;

use super::format::Format;
use super::table::{Table, grouped};
use crate::error::InputError;

const EXAMPLES: &str = "\
Examples:
  harness perft othello 9
  harness perft go:size=3,rules=tromp-taylor 6
  harness perft gomoku:size=5,win=4 4 --divide
  harness perft othello:size=4 3 --position '-----XO--OX----- X'";

/// Far more than can be counted: games have an end somewhere, the stack too.
const MOST_PLIES: i64 = 200;

/// Count positions: the standard test of a move generator
///
/// Counts the move sequences from a position to every depth.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Game, as in othello or go:size=3
    game: String,

    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES))]
    depth: u32,

    /// Start here: the points from the top left (X, O and . or -), then the
    /// side to move
    #[arg(long, value_name = "'POINTS SIDE'", allow_hyphen_values = true)]
    position: Option<String>,

    /// Print the count behind every first move
    #[arg(long)]
    divide: bool,

    /// How passes and finished games count [default: a for Othello, else b]
    #[arg(long, value_enum, ignore_case = true, value_name = "CONVENTION")]
    convention: Option<ConventionName>,

    /// How to print the counts
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ConventionName {
    /// A pass is a ply; a finished game counts once at every greater depth
    A,
    /// A pass is a ply; a finished game counts at its own depth alone
    B,
    /// A pass is no ply; a finished game counts once at every greater depth
    N,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let game: GameSpec = self.game.parse().map_err(InputError::new)?;
        let convention = match (self.convention, &game) {
            (Some(ConventionName::A), _) | (None, GameSpec::Othello(_)) => Convention::A,
            (Some(ConventionName::B), _) | (None, _) => Convention::B,
            (Some(ConventionName::N), _) => Convention::N,
        };
        let position = self.position.as_deref().map(split_position).transpose()?;
        game.dispatch(Count {
            args: &self,
            position,
            convention,
            out,
        })
    }
}

/// The points and the side of `--position`.
fn split_position(text: &str) -> Result<(&str, Color), InputError> {
    let wrong = || {
        let end: String = text
            .chars()
            .rev()
            .take(20)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        InputError(format!(
            "--position does not end with the side to move, X or O, as in `... X`, but with `{end}`"
        ))
    };
    let (points, side) = text
        .trim()
        .rsplit_once(char::is_whitespace)
        .ok_or_else(wrong)?;
    match side {
        "X" | "x" => Ok((points, Color::Black)),
        "O" | "o" => Ok((points, Color::White)),
        _ => Err(wrong()),
    }
}

struct Count<'a, W> {
    args: &'a Args,
    position: Option<(&'a str, Color)>,
    convention: Convention,
    out: &'a mut W,
}

#[derive(Serialize)]
struct CountRow {
    depth: u32,
    count: u64,
    seconds: f64,
    per_second: u64,
}

#[derive(Serialize)]
struct DivideRow {
    #[serde(rename = "move")]
    mv: String,
    count: u64,
}

impl<W: Write> GameVisitor for Count<'_, W> {
    type Output = anyhow::Result<()>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> anyhow::Result<()> {
        let start: G = match self.position {
            None => G::initial(rules),
            Some((points, to_move)) => diagram::parse(rules, points, to_move)
                .map_err(|error| InputError(format!("--position: {error}")))?,
        };
        if self.args.divide {
            self.divide(&start)
        } else {
            self.count(&start)
        }
    }
}

impl<W: Write> Count<'_, W> {
    fn count<G: Knowledge>(self, start: &G) -> anyhow::Result<()> {
        let mut rows = Vec::new();
        for depth in 1..=self.args.depth {
            let clock = Instant::now();
            let count = start.perft(depth, self.convention);
            let seconds = clock.elapsed().as_secs_f64();
            let per_second = (count as f64 / seconds.max(1e-9)).round() as u64;
            let row = CountRow {
                depth,
                count,
                seconds: (seconds * 1e6).round() / 1e6,
                per_second,
            };
            if self.args.format == Format::Text {
                let (count, rate) = (grouped(row.count), grouped(row.per_second));
                writeln!(
                    self.out,
                    "{depth:>3}  {count:>18}  {seconds:>9.3} s  {rate:>14}/s"
                )?;
                self.out.flush()?;
            }
            rows.push(row);
        }
        self.args.format.print(self.out, &rows, String::new)
    }

    fn divide<G: Knowledge>(self, start: &G) -> anyhow::Result<()> {
        let mut moves = MoveList::new();
        start.legal_moves(&mut moves);
        if moves.is_empty() {
            let wrong = "--divide: the game is over here, so there is no first move";
            return Err(InputError::new(wrong).into());
        }
        let rows: Vec<DivideRow> = moves
            .iter()
            .map(|&mv| DivideRow {
                mv: start.move_to_text(mv),
                count: perft_after(start, mv, self.args.depth, self.convention),
            })
            .collect();
        self.args.format.print(self.out, &rows, || {
            let mut table = Table::new(["<Move", "Count"]);
            for row in &rows {
                table.row([row.mv.clone(), grouped(row.count)]);
            }
            let sum: u64 = rows.iter().map(|row| row.count).sum();
            format!("{}\n{} in all\n", table.to_text(), grouped(sum))
        })
    }
}

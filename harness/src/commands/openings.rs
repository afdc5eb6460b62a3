//! `harness openings`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use engines::GameSpec;

use super::output_file::{check_folder, refuse_to_replace};
use super::thread_args::ThreadArgs;
use super::{quoted, warn};
use crate::error::InputError;
use crate::records::write_whole;
use crate::tournament::{Balanced, Config, Found, Limits, Openings, Player, balanced};

const EXAMPLES: &str = "\
Examples:
  harness openings othello --count 20
  harness openings gomoku:rules=renju --count 10 --plies 6 --within 0.05
  harness openings go:size=7 --count 10 --engine mcts:exploration=0.7 --out balanced.txt
  harness tournament --game go:size=7 --openings balanced.txt";

/// Make a set of balanced openings
///
/// Plays random moves, leaves out what is another one turned or mirrored, and
/// keeps an opening when a search finds that both sides have about the same
/// chances. Prints a line of moves each, which tournament --openings reads.
///
/// The same command makes the same set, with any number of threads.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Game, as in othello or go:size=13
    game: String,

    /// Openings to find
    #[arg(long, value_name = "N", default_value = "100")]
    count: NonZeroUsize,

    /// Random plies [default: 8 in Othello, else 4]
    #[arg(long, value_name = "N")]
    plies: Option<u32>,

    /// How far from 0.5 the expected score may be, 0 to 0.5
    #[arg(long, value_name = "SCORE", default_value = "0.1", value_parser = parse_within)]
    within: f64,

    /// Who searches [default: mcts in Go, else alphabeta]
    #[arg(long, value_name = "SPEC")]
    engine: Option<String>,

    /// Limit on nodes a search [default: 20000, if there is no other limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Limit on plies ahead
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Where all random numbers come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    threads: ThreadArgs,

    /// File to write, in place of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let limits = self.limits();
        let wanted = self.wanted(&limits)?;
        if let Some(file) = &self.out {
            check_folder(file)?;
            refuse_to_replace(file, wanted.engine.spec.built_in()?.weights().flatten())?;
        }
        let found = balanced(&wanted, self.threads.count())?;
        warn(&summary(&found, wanted.count));
        if found.openings.is_empty() {
            bail!("no opening of {} plies will do", wanted.plies);
        }
        let mut text = format!("# {}\n", command(&wanted, &limits));
        for opening in &found.openings {
            text.push_str(opening);
            text.push('\n');
        }
        match &self.out {
            Some(file) => write_whole(file, text.as_bytes())?,
            None => out.write_all(text.as_bytes())?,
        }
        Ok(())
    }

    fn limits(&self) -> Limits {
        Limits {
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        }
        .or_default()
    }

    fn wanted(&self, limits: &Limits) -> Result<Balanced, InputError> {
        let game: GameSpec = self.game.parse().map_err(InputError::new)?;
        let engine: Player = match (&self.engine, &game) {
            (Some(engine), _) => engine.parse()?,
            (None, GameSpec::Go(_)) => "mcts".parse()?,
            (None, _) => "alphabeta".parse()?,
        };
        limits.check()?;
        engine.spec.built_in()?;
        engine.check(limits)?;
        if engine.own_limits.has_time() {
            return Err(InputError(format!(
                "engine `{}` has a limit of time, and the set would be another each time; \
                 give it nodes or depth",
                engine.name
            )));
        }
        Config::check_seed(self.seed)?;
        let plies = self.plies;
        let plies = plies.unwrap_or_else(|| Openings::default_plies(&game));
        Openings::Random { plies }.check()?;
        Ok(Balanced {
            game,
            count: self.count.get(),
            plies,
            seed: self.seed,
            within: self.within,
            budget: engine.limits(limits).budget(),
            engine,
        })
    }
}

fn parse_within(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(within) if (0.0..=0.5).contains(&within) => Ok(within),
        _ => Err(format!("`{text}` is no number from 0 to 0.5")),
    }
}

fn summary(found: &Found, wanted: usize) -> String {
    let Found {
        tried,
        over,
        duplicates,
        unbalanced,
        ..
    } = found;
    let kept = found.openings.len();
    let mut text = format!(
        "kept {kept} of {tried} tried; duplicates: {duplicates}, unbalanced: {unbalanced}, \
         ends of the game: {over}"
    );
    if kept < wanted {
        text += &format!(
            "\n{wanted} were wanted, but {} in a row gave no new one; more plies or a larger \
             --within may",
            Found::PATIENCE
        );
    }
    text
}

/// The command that makes the set, with all that it depends on.
fn command(wanted: &Balanced, limits: &Limits) -> String {
    let spec = &wanted.engine.spec;
    let limits = wanted.engine.limits(limits);
    let mut command = format!(
        "harness openings {} --count {} --plies {} --within {} --engine {} --seed {}",
        quoted(&wanted.game.to_string()),
        wanted.count,
        wanted.plies,
        wanted.within,
        quoted(&spec.to_string()),
        wanted.seed
    );
    if let Some(nodes) = limits.nodes {
        command += &format!(" --nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        command += &format!(" --depth {depth}");
    }
    command
}

//! `harness tournament`.

mod configure;
mod outcome;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{Args as _, Command, Id};

use self::outcome::Outcome;
use super::dry_run;
use super::format::Format;
use super::limit_args::LimitArgs;
use super::thread_args::cores;
use super::warn;
use crate::clock::TimeControl;
use crate::duration;
use crate::error::EXIT_DONE;
use crate::protocols::check_log_folder;
use crate::ratings::{Options, Sprt};
use crate::records::Folder;
use crate::tournament::{
    Accept, Adjudication, Config, DeadStones, Finished, OnFailure, Openings, Order, RunOptions,
    ScheduleKind, Signals, TournamentFile, run_then,
};

pub use configure::MOST_THREADS;

const EXAMPLES: &str = "\
Examples:
  harness tournament
      Go 9×9, the five built-in engines: about a minute on two cores
  harness tournament --game othello --engine alphabeta --engine mcts:exploration=0.7 --pairs 50
      a match of two engines, 100 games
  harness tournament --game gomoku:rules=renju --movetime 50ms --dry-run
      what it would play, and how long that takes
  harness tournament --schedule swiss --rounds 3 --game gomoku
      three rounds in which those meet who stand about equal
  harness tournament --game othello --engine 'nboard:command=\"./mine\",name=mine' --engine mcts
      an engine of your own, here over NBoard; `harness engines` has its options
  harness tournament my.toml --out results/mine
      a tournament from a file; options override what the file says";

/// Play engines against each other, record every game and rate them
///
/// Every engine plays every other, or whom --schedule says, in pairs of games that
/// share an opening with colors swapped, on all cores. Writes games.csv, ratings.csv and
/// tournament.toml (which repeats the run) to a folder and prints the ratings.
///
/// The same configuration in the same folder goes on where it stopped, and so
/// does the folder's tournament.toml. Ctrl-C begins no more games, gives the
/// running ones 10 seconds, and saves; twice, it stops at once.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A tournament file, such as a run leaves in its folder
    file: Option<PathBuf>,

    /// Game: go, gomoku or othello, with options as in go:size=13,komi=6.5
    #[arg(long, value_name = "SPEC")]
    game: Option<String>,

    /// An engine, as in mcts:playouts=1000,name=mine or gtp:command="gnugo --mode gtp"; give
    /// it twice or more
    #[arg(long = "engine", value_name = "SPEC")]
    engines: Vec<String>,

    /// Who meets whom [default: round-robin]
    ///
    /// In a Swiss an odd field gives a bye to the lowest who had none. A knockout
    /// is seeded by the order of the engines; a tied meeting goes on, one pair at a
    /// time, for as many pairs again, and then the higher seed does.
    #[arg(long, value_enum, value_name = "KIND")]
    schedule: Option<ScheduleKind>,

    /// Engines, the first ones, that meet all others in a gauntlet [default: 1]
    #[arg(long, value_name = "N")]
    challengers: Option<usize>,

    /// Rounds of a Swiss [default: as many as a knockout has]
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,

    /// Pairs of games for every two engines that meet [default: 10; with --sprt 5000]
    #[arg(long, value_name = "N")]
    pairs: Option<u64>,

    /// Stop two engines' match when this test is decided, as in elo0=0,elo1=30; it
    /// has the options elo0, elo1, alpha, beta and model=logistic or normalized
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Time: 60+1 seconds a game and a move (60+0 without the second), 300/25 for so many
    /// moves, 60+5x10 for so many periods of byo-yomi; 10 alone is for each move
    #[arg(long, value_name = "TIME")]
    tc: Option<TimeControl>,

    /// How much more than its time a move may take before it loses [default: 100ms]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    margin: Option<Duration>,

    /// Write what is said to and by other programs to files in a folder
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,

    /// Begin with the openings of a file: a line of moves each, or SGF
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Order of the file's openings [default: sequential]
    #[arg(long, value_enum, value_name = "ORDER")]
    opening_order: Option<Order>,

    /// Random plies before the engines take over [default: 8 in Othello, else 4], or the most of
    /// a file's opening [default: all]
    #[arg(long, value_name = "N")]
    opening_plies: Option<u32>,

    /// End games early, as in resign=0.02,draw=0.02,draw_after=60 [default: never]
    ///
    /// resign, draw: when the expected scores of both engines agree, 0.02 or
    /// less and 0.98 or more, or 0.5 give or take 0.02, for resign_moves (4) or
    /// draw_moves (10) moves each. plies=300: counted as it stands after 300
    /// plies. life=true: Go, when area that nobody can take is enough to win.
    #[arg(long, value_name = "RULES")]
    adjudicate: Option<Adjudication>,

    /// Go: who says which stones are dead, if a program of somebody else's plays: agreed,
    /// one:NAME, play-out or none [default: agreed]
    ///
    /// agreed: both engines, and what stands counts if they disagree; an engine that
    /// cannot say so is taken to see what games played on at random show.
    #[arg(long, value_name = "WHO")]
    dead_stones: Option<DeadStones>,

    /// When an engine has failed ten games in a row: leave out its later games, or stop
    /// [default: leave-out]
    #[arg(long, value_enum, value_name = "WHAT")]
    on_failure: Option<OnFailure>,

    /// Exit with 4 if an engine crashed, lost on time, played an illegal move or did not
    /// start
    #[arg(long)]
    strict: bool,

    /// Where all random numbers come from [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Games at a time [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Folder for the results [default: results/ and a name of the run's own]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Record every search in moves.csv
    #[arg(long)]
    moves: bool,

    /// Add games to a run that was shorter
    #[arg(long)]
    extend: bool,

    /// Go on with a run although engines, limits, files or the program have changed
    ///
    /// The recorded games stay as they are, and the old configuration is kept as
    /// tournament.toml.old.
    #[arg(long)]
    accept_changed: bool,

    /// Play void games again when going on with a run
    #[arg(long)]
    retry_void: bool,

    /// Print the schedule, the expected time and memory, and play nothing
    #[arg(long)]
    dry_run: bool,

    /// Show no progress
    #[arg(long, short)]
    quiet: bool,

    /// How to print the ratings (or, with --dry-run, the schedule)
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,

    #[arg(skip)]
    is_test: bool,
}

/// The options that mean nothing where nothing is played.
pub fn playing_options() -> Vec<Id> {
    let command = Args::augment_args(Command::new("tournament"));
    let ids = command
        .get_arguments()
        .map(|option| option.get_id().clone());
    ids.filter(|id| id != "format" && id != "quiet").collect()
}

impl Args {
    /// The same as a sequential test, by default one with the default bounds.
    pub fn with_test(self) -> Args {
        Args {
            is_test: true,
            ..self
        }
    }

    pub fn format(&self) -> Format {
        self.format
    }

    pub fn run(self, out: &mut impl Write) -> anyhow::Result<u8> {
        let file = match &self.file {
            Some(path) => TournamentFile::read(path)?,
            None => TournamentFile::default(),
        };
        let config = self.config(&file)?;
        config.check()?;
        config.check_programs()?;
        let resolved = TournamentFile::resolved(&config)?;
        if let Openings::Book(book) = &config.openings {
            warn(&book.remark());
        }
        for warning in config.deaf_engines() {
            warn(&warning);
        }
        let threads = self.threads(&file)?;
        if let Some(warning) = config.check_threads(threads, cores)? {
            warn(&warning);
        }
        if self.dry_run {
            dry_run::print(out, &config, threads, self.format)?;
            return Ok(EXIT_DONE);
        }
        if !self.accept_changed {
            file.check_hashes(&resolved)?;
        }
        if let Some(log) = &self.log {
            check_log_folder(log)?;
        }
        let path = self.folder(&file, &config, &resolved)?;
        let configuration = resolved.to_toml()?;
        let mut folder = Folder::open(&path, &configuration, |found| {
            self.accept().check(found, &configuration)
        })?;
        let options = RunOptions {
            threads,
            quiet: self.quiet,
            retry_void: self.retry_void,
            log: self.log.clone(),
        };
        let signals = Signals::listen().context("cannot listen to signals")?;
        run_then(
            &config,
            &mut folder,
            options,
            &signals,
            |folder, finished| self.report(out, &config, folder, &finished),
        )
    }

    /// Writes the ratings, prints what came out, and returns the exit code.
    fn report(
        &self,
        out: &mut impl Write,
        config: &Config,
        folder: &Folder,
        finished: &Finished,
    ) -> anyhow::Result<u8> {
        let options = Options {
            advantage: true,
            ..Options::default()
        };
        let (ratings, rows) = finished.standings.rate(&options)?;
        folder.write_ratings(&rows)?;
        let outcome = Outcome {
            config,
            folder: folder.path(),
            finished,
            ratings: &ratings,
            rows: &rows,
            is_strict: self.strict,
        };
        if self.format != Format::Text {
            warn(&outcome.remarks());
        }
        self.format.print(out, &rows, || outcome.text())?;
        out.flush()?;
        warn(&outcome.early_end());
        Ok(outcome.exit_code())
    }

    fn accept(&self) -> Accept {
        match (self.accept_changed, self.extend) {
            (true, _) => Accept::Anything,
            (false, true) => Accept::MoreGames,
            (false, false) => Accept::Nothing,
        }
    }
}

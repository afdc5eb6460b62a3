//! `harness tournament`.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use engines::GameSpec;

use super::dry_run;
use super::format::Format;
use super::match_block::MatchBlock;
use super::standing;
use super::table;
use crate::error::{EXIT_DONE, EXIT_NEGATIVE, EXIT_UNDECIDED, InputError};
use crate::ratings::{Options, Sprt, Verdict};
use crate::records::{Folder, GameRow, read_games};
use crate::tournament::{
    Accept, Adjudication, Config, DEFAULT_NODES, DEFAULT_PAIRS, DEFAULT_SPRT_PAIRS, Finished,
    Limits, Openings, OpeningsTable, Order, PairPoints, Player, RunOptions, ScheduleKind,
    ScheduleOptions, Signals, TournamentFile, default_players, parse_duration, run,
};

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
  harness tournament my.toml --out results/mine
      a tournament from a file; options go before what the file says";

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

    /// An engine, as in mcts:playouts=1000,name=mine; give it twice or more
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

    /// Rounds of a Swiss [default: one more than a knockout of the engines has]
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,

    /// Pairs of games for every two engines that meet [default: 10; with --sprt 5000]
    #[arg(long, value_name = "N")]
    pairs: Option<u64>,

    /// Stop two engines' match when this test is decided, as in elo0=0,elo1=30; it
    /// has the options elo0, elo1, alpha, beta and model=logistic or normalized
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,

    /// Limit on nodes a move [default: 20000, if there is no other limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Limit on plies ahead
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Limit on the time of a move, as in 500ms
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    movetime: Option<Duration>,

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

    /// Go on with a run although engines, files or the program have changed
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
        note_repeats(&config.openings);
        let threads = self.threads(&file)?;
        if self.dry_run {
            dry_run::print(out, &config, threads, self.format)?;
            return Ok(EXIT_DONE);
        }
        let resolved = TournamentFile::resolved(&config)?;
        let path = self.folder(&file, &config, &resolved)?;
        let configuration = resolved.to_toml()?;
        let mut folder = Folder::open(&path, &configuration, |found| {
            self.accept().check(found, &configuration)
        })?;
        let options = RunOptions {
            threads,
            quiet: self.quiet,
            retry_void: self.retry_void,
        };
        let signals = Signals::listen().context("cannot listen to signals")?;
        let finished = run(&config, &mut folder, options, &signals)?;

        let options = Options {
            advantage: true,
            ..Options::default()
        };
        let (ratings, rows) = finished.standings.rate(&options)?;
        folder.write_ratings(&rows)?;
        let (standing, is_cut) = match config.system.hangs_on_results() {
            true => standing::of(&config, pair_points(&path)?),
            false => (String::new(), finished.games < config.games()),
        };
        self.format.print(out, &rows, || {
            let mut text = format!("{}, {} games\n\n", config.game, finished.games);
            text.push_str(&table::ratings(&ratings, &rows));
            text.push('\n');
            text.push_str(&match config.players.len() {
                2 => match_block(&config, &finished),
                _ => table::head_to_head(finished.standings.results(), &rows),
            });
            text.push_str(&standing);
            let is_over = finished.stopped.is_some() || finished.is_decided();
            if is_cut && !is_over {
                text.push_str(&cut_short(&config, finished.games));
            }
            text.push_str(&files(&path, config.moves));
            text
        })?;
        out.flush()?;
        if finished.stopped.is_some() {
            // Standard error may be closed: then there is nobody to tell.
            let _ = writeln!(io::stderr(), "{}", how_to_go_on(&path, &finished));
        }
        Ok(exit_code(&finished))
    }

    fn accept(&self) -> Accept {
        match (self.accept_changed, self.extend) {
            (true, _) => Accept::Anything,
            (false, true) => Accept::MoreGames,
            (false, false) => Accept::Nothing,
        }
    }

    fn threads(&self, file: &TournamentFile) -> Result<usize, InputError> {
        match self.threads.map(NonZeroUsize::get).or(file.threads) {
            Some(threads @ 1..=MOST_THREADS) => Ok(threads),
            Some(other) => Err(InputError(format!(
                "threads must be 1 to {MOST_THREADS}, but is {other}"
            ))),
            None => Ok(thread::available_parallelism().map_or(1, NonZeroUsize::get)),
        }
    }

    /// The file's settings under the command line's.
    fn config(&self, file: &TournamentFile) -> anyhow::Result<Config> {
        let game = self.game.as_ref().or(file.game.as_ref());
        let game: GameSpec = game
            .map_or("go", String::as_str)
            .parse()
            .map_err(InputError::new)?;
        let players = if !self.engines.is_empty() {
            let parse = |text: &String| text.parse::<Player>();
            self.engines.iter().map(parse).collect::<Result<_, _>>()?
        } else if !file.engine.is_empty() {
            file.players()?
        } else {
            default_players()
        };
        let sprt = self.sprt.or(file.sprt);
        let sprt = sprt.or(self.is_test.then(Sprt::default));
        let default_pairs = match sprt {
            Some(_) => DEFAULT_SPRT_PAIRS,
            None => DEFAULT_PAIRS,
        };
        let openings = self.openings(file).resolve(&game)?;
        Ok(Config {
            game,
            system: self
                .schedule()
                .over(file.schedule())
                .resolve(players.len())?,
            players,
            pairs: self.pairs.or(file.pairs).unwrap_or(default_pairs),
            seed: self.seed.or(file.seed).unwrap_or(1),
            limits: self.limits(file),
            openings,
            adjudication: self.adjudicate.unwrap_or(file.adjudication),
            moves: self.moves || file.moves == Some(true),
            sprt,
        })
    }

    /// A book on the command line takes the place of all that the file says of
    /// openings.
    fn openings(&self, file: &TournamentFile) -> OpeningsTable {
        let under = match &self.openings {
            Some(_) => OpeningsTable::default(),
            None => file.openings.clone(),
        };
        OpeningsTable {
            file: self.openings.clone().or(under.file),
            order: self.opening_order.or(under.order),
            plies: self.opening_plies.or(under.plies),
        }
    }

    fn schedule(&self) -> ScheduleOptions {
        ScheduleOptions {
            kind: self.schedule,
            challengers: self.challengers,
            rounds: self.rounds,
        }
    }

    /// Limits on the command line take the place of all in the file.
    fn limits(&self, file: &TournamentFile) -> Limits {
        let own = Limits {
            nodes: self.nodes,
            depth: self.depth,
            movetime: self.movetime,
        };
        let given = if own.is_empty() { file.budget } else { own };
        if given.is_empty() {
            return Limits {
                nodes: Some(DEFAULT_NODES),
                ..Limits::default()
            };
        }
        given
    }

    fn folder(
        &self,
        file: &TournamentFile,
        config: &Config,
        resolved: &TournamentFile,
    ) -> anyhow::Result<PathBuf> {
        if let Some(out) = self.out.as_ref().or(file.out.as_ref()) {
            return Ok(out.clone());
        }
        if let Some(path) = &self.file
            && Folder::is_configuration(path)
        {
            let folder = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            return Ok(folder.unwrap_or(Path::new(".")).to_path_buf());
        }
        let name = match self.file.as_ref().and_then(|path| path.file_stem()) {
            Some(stem) => PathBuf::from(stem),
            None => resolved.short_name(config.game.name())?.into(),
        };
        Ok(PathBuf::from("results").join(name))
    }
}

/// What every recorded pair gave, in order.
fn pair_points(folder: &Path) -> anyhow::Result<Vec<PairPoints>> {
    let mut points = Vec::new();
    let mut first = None;
    read_games(&folder.join("games.csv"), |_, row: GameRow| {
        match first.take() {
            None => first = Some(row.winner),
            Some(first) => points.push(PairPoints::new([first, row.winner])),
        }
        Ok(())
    })?;
    Ok(points)
}

/// More games at a time than any machine has cores for.
pub const MOST_THREADS: usize = 1024;

fn cut_short(config: &Config, games: u64) -> String {
    let why = match &config.openings {
        Openings::Random { plies } => {
            format!("there are no more different openings of at most {plies} plies")
        }
        Openings::Book(book) => format!(
            "{} has {} different openings",
            book.path.display(),
            book.openings().len()
        ),
    };
    let planned = config.games();
    format!("\nThe schedule ends after {games} of {planned} games: {why}.\n")
}

/// Says that openings of a book are left out.
fn note_repeats(openings: &Openings) {
    if let Openings::Book(book) = openings
        && book.repeats > 0
    {
        let path = book.path.display();
        // Standard error may be closed: then there is nobody to tell.
        let _ = writeln!(
            io::stderr(),
            "{path}: openings left out, as an earlier one leads to the same position: {}",
            book.repeats
        );
    }
}

fn match_block(config: &Config, finished: &Finished) -> String {
    let conditions = format!("{}, {}", config.limits, config.game);
    MatchBlock {
        counts: &finished.match_counts(config),
        names: [0, 1].map(|player| config.players[player].name.as_str()),
        conditions: &conditions,
        sprt: config.sprt.as_ref(),
    }
    .text()
}

fn exit_code(finished: &Finished) -> u8 {
    match (finished.stopped, finished.verdict) {
        (Some(signal), _) => signal.exit_code(),
        (None, Some(Verdict::Continue)) => EXIT_UNDECIDED,
        (None, Some(Verdict::AcceptH0)) => EXIT_NEGATIVE,
        (None, Some(Verdict::AcceptH1) | None) => EXIT_DONE,
    }
}

fn how_to_go_on(path: &Path, finished: &Finished) -> String {
    let file = path.join("tournament.toml");
    format!(
        "stopped after {} games; all are saved. To go on:\n  harness tournament {}",
        finished.games,
        quoted(&file.to_string_lossy())
    )
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+:@%".contains(letter);
    if word.chars().all(is_plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn files(path: &Path, moves: bool) -> String {
    let moves = if moves { " moves.csv," } else { "" };
    format!(
        "\nIn {}: games.csv,{moves} ratings.csv, tournament.toml\n",
        path.display()
    )
}

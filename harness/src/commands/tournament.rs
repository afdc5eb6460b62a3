//! `harness tournament`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use engines::GameSpec;

use super::dry_run;
use super::format::Format;
use super::standing;
use super::table;
use crate::error::InputError;
use crate::ratings::Options;
use crate::records::{Folder, GameRow, read_games};
use crate::tournament::{
    Config, DEFAULT_NODES, DEFAULT_PAIRS, Limits, PairPoints, Player, ScheduleKind,
    ScheduleOptions, TournamentFile, default_players, parse_duration, run,
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
/// The same configuration in the same folder goes on where it stopped.
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

    /// Pairs of games for every two engines that meet [default: 10]
    #[arg(long, value_name = "N")]
    pairs: Option<u64>,

    /// Limit on nodes a move [default: 20000, if there is no other limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Limit on plies ahead
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Limit on the time of a move, as in 500ms
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    movetime: Option<Duration>,

    /// Random plies before the engines take over [default: 8 in Othello, else 4]
    #[arg(long, value_name = "N")]
    opening_plies: Option<u32>,

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

    /// Print the schedule, the expected time and memory, and play nothing
    #[arg(long)]
    dry_run: bool,

    /// Show no progress
    #[arg(long, short)]
    quiet: bool,

    /// How to print the ratings (or, with --dry-run, the schedule)
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let file = match &self.file {
            Some(path) => TournamentFile::read(path)?,
            None => TournamentFile::default(),
        };
        let config = self.config(&file)?;
        config.check()?;
        let threads = self.threads(&file)?;
        if self.dry_run {
            return dry_run::print(out, &config, threads, self.format);
        }
        let resolved = TournamentFile::resolved(&config)?;
        let path = self.folder(&file, &config, &resolved)?;
        let folder = Folder::open(&path, &resolved.to_toml()?)?;
        let finished = run(&config, &folder, threads, self.quiet)?;

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
            text.push_str(&table::head_to_head(finished.standings.results(), &rows));
            text.push_str(&standing);
            if is_cut {
                text.push_str(&cut_short(&config, finished.games));
            }
            text.push_str(&files(&path, config.moves));
            text
        })
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
        let mut openings = file.openings.resolve(&game);
        openings.plies = self.opening_plies.unwrap_or(openings.plies);
        Ok(Config {
            game,
            system: self
                .schedule()
                .over(file.schedule())
                .resolve(players.len())?,
            players,
            pairs: self.pairs.or(file.pairs).unwrap_or(DEFAULT_PAIRS),
            seed: self.seed.or(file.seed).unwrap_or(1),
            limits: self.limits(file),
            openings,
            moves: self.moves || file.moves == Some(true),
        })
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
const MOST_THREADS: usize = 1024;

fn cut_short(config: &Config, games: u64) -> String {
    format!(
        "\nThe schedule ends after {games} of {} games: there are no more different openings of \
         at most {} plies.\n",
        dry_run::planned_games(config),
        config.openings.plies
    )
}

fn files(path: &Path, moves: bool) -> String {
    let moves = if moves { " moves.csv," } else { "" };
    format!(
        "\nIn {}: games.csv,{moves} ratings.csv, tournament.toml\n",
        path.display()
    )
}

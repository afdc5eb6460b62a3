//! What it costs to play programs of others: a whole run beside a bare loop over
//! the same pipes, which hands each engine's answers to the other and does nothing
//! else. One game at a time, with an engine that answers at once.
//!
//! The two take turns; the closing lines are medians of their ratios.

mod settings;
mod turns;
mod wanted;

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use engines::go::{CELLS_9, Go, GoRules};
use engines::gomoku::{Gomoku, GomokuRules};
use engines::{Game, Knowledge, Move};
use harness::records::{Folder, GameRow, read_games};
use harness::tournament::{Config, Openings, RunOptions, Schedule, Signals, System, run};
use turns::median;
use wanted::is_wanted;

/// How often the two take turns.
const TURNS: usize = 5;
const PAIRS: u64 = 500;

/// An engine that answers at once: `instant_engine.rs`.
const ENGINE: &str = env!("CARGO_BIN_EXE_instant_engine");

/// What this program is started with to play two games in a bare loop, and no more.
const BARE_MATCH: &str = "bare-match";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [first, protocol] if first == BARE_MATCH => match protocol == Gomoku::PROTOCOL {
            true => bare_match::<Gomoku>(),
            false => bare_match::<Go<CELLS_9>>(),
        },
        _ => {
            let _ = settings::criterion();
            compare::<Go<CELLS_9>>();
            compare::<Gomoku>();
        }
    }
}

/// An engine as the bare loop has it.
struct Bare {
    child: Child,
    to: ChildStdin,
    from: ChildStdout,
    buffer: Vec<u8>,
}

impl Bare {
    fn start(protocol: &str) -> Bare {
        let mut child = Command::new(ENGINE)
            .arg(protocol)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program starts");
        Bare {
            to: child.stdin.take().expect("piped"),
            from: child.stdout.take().expect("piped"),
            child,
            buffer: vec![0; 1 << 16],
        }
    }

    /// Sends text, and reads until the answer's last line is whole.
    fn ask(&mut self, text: &str, answers: usize, end: &[u8]) -> &str {
        self.to.write_all(text.as_bytes()).expect("it reads");
        let mut filled = 0;
        let is_whole = |text: &[u8]| {
            text.ends_with(end)
                && text.windows(end.len()).filter(|part| *part == end).count() >= answers
        };
        while !is_whole(&self.buffer[..filled]) {
            filled += self
                .from
                .read(&mut self.buffer[filled..])
                .expect("it writes");
        }
        std::str::from_utf8(&self.buffer[..filled])
            .expect("text")
            .trim_end()
    }

    fn quit(mut self, text: &str) {
        let _ = self.to.write_all(text.as_bytes());
        drop(self.to);
        let _ = self.child.wait();
    }
}

/// The two games of every pair over GTP; returns the moves that were asked for.
fn bare_gtp(engines: &mut [Bare; 2], position: &Go<CELLS_9>, opening: &[Move]) -> u64 {
    let mut asked = 0;
    for black in 0..2 {
        let mut setup = "1 boardsize 9\n1 clear_board\n1 komi 7.5\n".to_string();
        for (ply, &mv) in opening.iter().enumerate() {
            let color = ["b", "w"][ply % 2];
            setup += &format!("1 play {color} {}\n", position.move_to_text(mv));
        }
        for engine in engines.iter_mut() {
            engine.ask(&setup, 3 + opening.len(), b"\n\n");
        }
        let (mut ply, mut last, mut passes) = (opening.len(), None::<String>, 0);
        while passes < 2 {
            let [color, other] = [["b", "w"], ["w", "b"]][ply % 2];
            let engine = &mut engines[(ply + black) % 2];
            let (text, answers) = match &last {
                Some(mv) => (format!("1 play {other} {mv}\n2 genmove {color}\n"), 2),
                None => (format!("2 genmove {color}\n"), 1),
            };
            let answer = engine.ask(&text, answers, b"\n\n");
            let mv = answer.rsplit(' ').next().expect("a word").to_string();
            passes = if mv == "pass" { passes + 1 } else { 0 };
            last = Some(mv);
            ply += 1;
            asked += 1;
        }
    }
    asked
}

/// The same over the Gomocup protocol. It says nothing of the end, so that this
/// loop has to look at the board.
fn bare_gomocup(engines: &mut [Bare; 2], start: &Gomoku, opening: &[Move]) -> u64 {
    let width = start.width();
    let words = |mv: Move| {
        let point = mv.point().expect("there are no passes");
        format!("{},{}", point % width, point / width)
    };
    let mut asked = 0;
    for black in 0..2 {
        let mut position = *start;
        opening.iter().for_each(|&mv| position.play(mv));
        for engine in engines.iter_mut() {
            engine.ask("START 15\n", 1, b"\n");
        }
        let mut moves = opening.to_vec();
        while position.outcome().is_none() {
            let engine = &mut engines[(moves.len() + black) % 2];
            let text = match moves.len() - opening.len() {
                0 | 1 => {
                    let mut text = "BOARD\n".to_string();
                    for (ply, &mv) in moves.iter().enumerate() {
                        let who = if (moves.len() - ply).is_multiple_of(2) {
                            1
                        } else {
                            2
                        };
                        text += &format!("{},{who}\n", words(mv));
                    }
                    text + "DONE\n"
                }
                _ => format!("TURN {}\n", words(moves[moves.len() - 1])),
            };
            let answer = engine.ask(&text, 1, b"\n");
            let (x, y) = answer.split_once(',').expect("a point");
            let number = |text: &str| text.parse::<usize>().expect("a number");
            let mv = Move::at(number(y) * width + number(x));
            position.play(mv);
            moves.push(mv);
            asked += 1;
        }
    }
    asked
}

/// A game that a bare loop can play.
trait Bench: Knowledge {
    const PROTOCOL: &str;
    const GAME: &str;
    fn rules() -> Self::Rules;
    fn bare(engines: &mut [Bare; 2], start: &Self, opening: &[Move]) -> u64;
    const GREETING: (&str, usize, &[u8]);
    const FAREWELL: &str;
}

impl Bench for Go<CELLS_9> {
    const PROTOCOL: &str = "gtp";
    const GAME: &str = "go:size=9";
    fn rules() -> GoRules {
        GoRules::default()
    }
    fn bare(engines: &mut [Bare; 2], start: &Self, opening: &[Move]) -> u64 {
        bare_gtp(engines, start, opening)
    }
    const GREETING: (&str, usize, &[u8]) = ("1 name\n", 1, b"\n\n");
    const FAREWELL: &str = "1 quit\n";
}

impl Bench for Gomoku {
    const PROTOCOL: &str = "gomocup";
    const GAME: &str = "gomoku:size=15";
    fn rules() -> GomokuRules {
        GomokuRules::default()
    }
    fn bare(engines: &mut [Bare; 2], start: &Self, opening: &[Move]) -> u64 {
        bare_gomocup(engines, start, opening)
    }
    const GREETING: (&str, usize, &[u8]) = ("START 15\n", 1, b"\n");
    const FAREWELL: &str = "END\n";
}

fn spec<G: Bench>(name: &str) -> String {
    let protocol = G::PROTOCOL;
    format!("{protocol}:command=\"'{ENGINE}' {protocol}\",name={name}")
}

fn config<G: Bench>(pairs: u64) -> Config {
    let player = |name: &str| spec::<G>(name).parse().expect("a spec");
    Config {
        game: G::GAME.parse().expect("a game"),
        players: ["one", "other"].map(player).into(),
        system: System::RoundRobin,
        pairs,
        seed: 1,
        limits: Default::default(),
        openings: Openings::Random { plies: 4 },
        adjudication: Default::default(),
        dead_stones: "none".parse().expect("nobody"),
        on_failure: Default::default(),
        moves: false,
        sprt: None,
    }
}

/// The openings of the first pairs.
fn openings<G: Bench>(pairs: u64) -> Vec<Vec<Move>> {
    Schedule::<G>::new(&config::<G>(pairs), &G::rules())
        .ready()
        .map(|pair| pair.opening)
        .collect()
}

/// Wall and processor time of this process, in microseconds a move.
#[derive(Clone, Copy)]
struct Cost {
    wall: f64,
    processor: f64,
}

/// The cost of `play`, which returns the number of moves.
fn cost(play: impl FnOnce() -> u64) -> Cost {
    let processor = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    };
    let (start, before) = (Instant::now(), processor());
    let moves = play() as f64;
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / moves;
    Cost {
        wall: micros(start.elapsed()),
        processor: micros(processor() - before),
    }
}

/// Returns the moves that were asked for.
fn play_run(config: &Config) -> u64 {
    let path = tempfile::tempdir().expect("a folder");
    let mut folder = Folder::open(&path.path().join("run"), "", |_| Ok(())).expect("new");
    let options = RunOptions {
        threads: 1,
        quiet: true,
        ..RunOptions::default()
    };
    let finished = run(config, &mut folder, options, &Signals::default()).expect("a run");
    assert_eq!(
        (finished.games, finished.faults.count()),
        (2 * config.pairs, 0)
    );
    let mut asked = 0;
    read_games(&path.path().join("run/games.csv"), |_, game: GameRow| {
        asked += game.plies - game.opening.split(' ').count() as u64;
        Ok(())
    })
    .expect("games");
    asked
}

fn play_bare<G: Bench>(openings: &[Vec<Move>]) -> u64 {
    let start = G::initial(&G::rules());
    let mut engines = [(); 2].map(|()| Bare::start(G::PROTOCOL));
    let (text, answers, end) = G::GREETING;
    for engine in &mut engines {
        engine.ask(text, answers, end);
    }
    let asked = openings
        .iter()
        .map(|opening| G::bare(&mut engines, &start, opening))
        .sum();
    for engine in engines {
        engine.quit(G::FAREWELL);
    }
    asked
}

fn bare_match<G: Bench>() {
    play_bare::<G>(&openings::<G>(1));
}

/// A match of two games by a bare loop, from the start of its program to its exit.
fn play_bare_match<G: Bench>(this: &Path) {
    let mut command = Command::new(this);
    let status = command.args([BARE_MATCH, G::PROTOCOL]).status();
    assert!(status.expect("this program starts").success());
}

/// The same by `harness`.
fn play_match<G: Bench>(harness: &Path, place: &Path) {
    let folder = tempfile::tempdir_in(place).expect("a folder");
    let mut command = Command::new(harness);
    command
        .current_dir(folder.path())
        .args([
            "tournament",
            "--quiet",
            "--threads",
            "1",
            "--pairs",
            "1",
            "--dead-stones",
            "none",
        ])
        .args(["--game", G::GAME])
        .stdout(Stdio::null());
    for name in ["one", "other"] {
        command.args(["--engine", &spec::<G>(name)]);
    }
    let status = command.status().expect("the program starts");
    assert!(status.success());
}

fn compare<G: Bench>() {
    let protocol = G::PROTOCOL;
    if !is_wanted(&format!("protocols/{protocol}")) {
        return;
    }
    let config = config::<G>(PAIRS);
    let openings = openings::<G>(PAIRS);
    let turns: Vec<[Cost; 2]> = (0..TURNS)
        .map(|_| {
            [
                cost(|| play_bare::<G>(&openings)),
                cost(|| play_run(&config)),
            ]
        })
        .collect();
    let ratio =
        |part: fn(&Cost) -> f64| median(turns.iter().map(|turn| part(&turn[1]) / part(&turn[0])));
    let bare = |part: fn(&Cost) -> f64| median(turns.iter().map(|turn| part(&turn[0])));
    println!(
        "protocols/{protocol}: a move, bare loop {:.1} µs and {:.1} µs of processor time; \
         whole run {:.2} and {:.2} times that",
        bare(|cost| cost.wall),
        bare(|cost| cost.processor),
        ratio(|cost| cost.wall),
        ratio(|cost| cost.processor),
    );
    compare_matches::<G>();
}

fn compare_matches<G: Bench>() {
    let protocol = G::PROTOCOL;
    let this = std::env::current_exe().expect("this program");
    let harness = this.ancestors().nth(2).expect("a folder").join("harness");
    if !harness.is_file() {
        println!("protocols/{protocol}: after `cargo build --release` a match is timed too");
        return;
    }
    // What is recorded is made safe from a power cut, which a disk takes its time for.
    let places = [Path::new("/dev/shm"), &std::env::temp_dir()];
    for place in places.into_iter().filter(|place| place.is_dir()) {
        let matches: Vec<[f64; 3]> = (0..4 * TURNS)
            .map(|_| {
                [
                    seconds(|| play_bare_match::<G>(&this)),
                    seconds(bare_match::<G>),
                    seconds(|| play_match::<G>(&harness, place)),
                ]
            })
            .collect();
        let ratio = |to: usize| median(matches.iter().map(|turn| turn[2] / turn[to]));
        println!(
            "protocols/{protocol}: a match of two games from start to exit, recorded in {}: a \
             program of the bare loop alone {:.1} ms, harness {:.2} times that, and {:.2} times \
             the loop in a program that runs already",
            place.display(),
            1e3 * median(matches.iter().map(|turn| turn[0])),
            ratio(0),
            ratio(1),
        );
    }
}

fn seconds(what: impl FnOnce()) -> f64 {
    let start = Instant::now();
    what();
    start.elapsed().as_secs_f64()
}

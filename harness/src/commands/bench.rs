//! `harness bench`.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use engines::go::{CELLS_9, CELLS_19, Go, GoRules, Preset};
use engines::gomoku::{Gomoku, GomokuRules, Point, Variant};
use engines::othello::{Othello, OthelloRules};
use engines::perft::Convention;
use engines::{Game, Knowledge, MoveList, Rng};
use serde::Serialize;

use super::format::Format;

const EXAMPLES: &str = "\
Examples:
  harness bench
  harness bench --format csv";

/// Playouts at a time: more than go side by side.
const PLAYOUTS: usize = 512;

/// Where Gomoku is measured: in the middle of so many games.
const GOMOKU_GAMES: u64 = 16;

/// Measure how fast the rules are on this machine
///
/// All rates are of one core. The same in depth, with textbook code beside it:
/// `cargo bench`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// How long to measure, all in all
    #[arg(
        long,
        default_value_t = 10,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..=3600)
    )]
    seconds: u64,

    /// How to print the rates
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// How often a second something is done.
#[derive(Serialize)]
struct Rate {
    game: &'static str,
    board: &'static str,
    what: &'static str,
    per_second: u64,
}

/// Does something, and says how often.
type Work = Box<dyn FnMut() -> u64>;

impl Args {
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let work = all_work();
        let share = Duration::from_secs(self.seconds) / work.len() as u32;
        let rates: Vec<Rate> = work
            .into_iter()
            .map(|(game, board, what, work)| Rate {
                game,
                board,
                what,
                per_second: per_second(share, work),
            })
            .collect();
        self.format.print(out, &rates, || text(&rates))
    }
}

fn all_work() -> Vec<(&'static str, &'static str, &'static str, Work)> {
    let renju = middle_games(Variant::Renju);
    vec![
        ("go", "9x9", "playouts side by side", side_by_side()),
        ("go", "9x9", "playouts one by one", one_by_one::<CELLS_9>(9)),
        (
            "go",
            "19x19",
            "playouts one by one",
            one_by_one::<CELLS_19>(19),
        ),
        (
            "gomoku",
            "15x15",
            "stones placed and taken back",
            place_and_undo(),
        ),
        (
            "gomoku",
            "15x15",
            "boards judged for Renju",
            Box::new(move || {
                for game in black_box(&renju) {
                    black_box(game.forbidden_points());
                }
                GOMOKU_GAMES
            }),
        ),
        ("othello", "8x8", "positions of perft", perft()),
    ]
}

fn per_second(share: Duration, mut work: Work) -> u64 {
    let clock = Instant::now();
    let mut done = 0;
    loop {
        done += work();
        let elapsed = clock.elapsed();
        if elapsed >= share {
            return (done as f64 / elapsed.as_secs_f64()) as u64;
        }
    }
}

fn empty_board<const CELLS: usize>(size: u8) -> Go<CELLS> {
    Go::initial(&GoRules::new(Preset::Chinese, size, size))
}

fn side_by_side() -> Work {
    let (start, mut rng) = (empty_board::<CELLS_9>(9), Rng::new(1));
    Box::new(move || black_box(start.play_out_many(PLAYOUTS, &mut rng)).len() as u64)
}

fn one_by_one<const CELLS: usize>(size: u8) -> Work {
    let (start, mut rng) = (empty_board::<CELLS>(size), Rng::new(1));
    Box::new(move || {
        black_box(start.clone().playout(&mut rng));
        1
    })
}

/// Positions of games in which most moves are good ones.
fn middle_games(rules: Variant) -> Vec<Gomoku> {
    let rules = GomokuRules {
        rules,
        ..GomokuRules::default()
    };
    (0..GOMOKU_GAMES)
        .map(|seed| middle_game(&rules, seed))
        .collect()
}

fn middle_game(rules: &GomokuRules, seed: u64) -> Gomoku {
    let mut rng = Rng::new(seed);
    let mut game = Gomoku::initial(rules);
    let mut all = Vec::new();
    loop {
        let mut moves = MoveList::new();
        game.candidates(&mut moves);
        if rng.below(4) > 0 {
            game.keep_most_promising(1, &mut moves);
        }
        let Some(mv) = rng.choose(&moves) else {
            return all.swap_remove(all.len() / 2);
        };
        all.push(game);
        game.play(mv);
    }
}

/// Every point's shapes are up to date in between.
fn place_and_undo() -> Work {
    let games = middle_games(Variant::Freestyle);
    Box::new(move || {
        let mut pairs = 0;
        for game in &games {
            let mut board = *game.shape_board();
            let width = game.width();
            for index in (0..width * game.height()).filter(|&index| game.at(index).is_none()) {
                let point = Point {
                    x: (index % width) as u8,
                    y: (index / width) as u8,
                };
                let placed = board.place(game.to_move(), black_box(point));
                black_box(&mut board).undo(placed);
                pairs += 1;
            }
        }
        pairs
    })
}

fn perft() -> Work {
    const DEPTH: u32 = 9;
    let start = Othello::initial(&OthelloRules::default());
    Box::new(move || black_box(start).perft(DEPTH, Convention::A))
}

/// A line a game; the next board begins after a semicolon.
fn text(rates: &[Rate]) -> String {
    let mut text = String::from("Per second, on one core:\n\n");
    for of_game in rates.chunk_by(|one, next| one.game == next.game) {
        let boards: Vec<String> = of_game
            .chunk_by(|one, next| one.board == next.board)
            .map(of_board)
            .collect();
        let line = format!("{:7}  {}\n", of_game[0].game, boards.join("; "));
        text.push_str(&line);
    }
    text
}

fn of_board(rates: &[Rate]) -> String {
    let rates_in_words: Vec<String> = rates
        .iter()
        .map(|rate| format!("{} {}", short(rate.per_second), rate.what))
        .collect();
    format!("{:5}  {}", rates[0].board, rates_in_words.join(", "))
}

/// Three digits of a number, as in `34.7 k`.
fn short(number: u64) -> String {
    let (scaled, unit) = match number {
        0..1_000 => (number as f64, ""),
        1_000..1_000_000 => (number as f64 / 1e3, " k"),
        _ => (number as f64 / 1e6, " M"),
    };
    let digits = match scaled {
        0.0..10.0 => 2,
        10.0..100.0 => 1,
        _ => 0,
    };
    format!("{scaled:.digits$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_short() {
        for (number, text) in [
            (7, "7.00"),
            (999, "999"),
            (1_234, "1.23 k"),
            (34_700, "34.7 k"),
            (171_000, "171 k"),
            (14_100_000, "14.1 M"),
            (1_180_000_000, "1180 M"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}

//! Othello endgames solved exactly: positions 20 to 45 of the FFO suite, every
//! score and best move checked against known ones. Times are processor time; a
//! node is a disc put on a board.
//!
//! `cargo bench -p benches --bench endgame -- 6x6` solves the 6×6 board from its
//! start, which takes long and is done only if asked for.

mod wanted;

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engines::engine::Meter;
use engines::othello::{Endgame, Othello, OthelloRules, OthelloSpec};
use engines::{Budget, Color, Game, Solution, Solver, diagram};

use wanted::is_wanted;

const FACTS: [&str; 2] = [
    include_str!("../engines/tests/data/othello/ffo.tsv"),
    include_str!("../engines/tests/data/othello/ffo_hard.tsv"),
];

/// Room for what the largest of them remember.
const BYTES: usize = 256 << 20;

struct Problem<'a> {
    number: u32,
    game: Othello,
    /// By the move's name.
    scores: Vec<(&'a str, i32)>,
}

fn problems() -> impl Iterator<Item = Problem<'static>> {
    let lines = FACTS.iter().flat_map(|facts| facts.lines().skip(1));
    lines.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let to_move = match fields[1] {
            "X" => Color::Black,
            _ => Color::White,
        };
        let scores = fields[3].split(' ').map(|entry| {
            let (mv, score) = entry.split_once(':').expect("a move and its score");
            (mv, score.parse().expect("a score"))
        });
        Problem {
            number: fields[0]["FFO".len()..].parse().expect("a number"),
            game: diagram::parse(&OthelloRules::default(), fields[2], to_move).expect("a board"),
            scores: scores.collect(),
        }
    })
}

/// What a solution took.
#[derive(Clone, Copy, Default)]
struct Cost {
    seconds: f64,
    nodes: u64,
}

impl Cost {
    fn text(&self) -> String {
        let (seconds, nodes) = (self.seconds, self.nodes as f64 / 1e6);
        format!(
            "{nodes:9.2} M nodes {seconds:8.3} s {:6.1} M/s",
            nodes / seconds
        )
    }
}

fn solve(solver: &mut Endgame, game: &Othello) -> (Solution, Cost) {
    let stop = AtomicBool::new(false);
    let mut meter = Meter::start(&Budget::default(), &stop);
    let before = processor_time();
    let solution = solver.solve(game, &mut meter).expect("no limit");
    let cost = Cost {
        seconds: (processor_time() - before).as_secs_f64(),
        nodes: meter.nodes(),
    };
    let mut end = *game;
    for &mv in &solution.variation {
        end.try_play(mv).expect("a line that can be played");
    }
    assert_eq!(end.outcome(), Some(solution.outcome));
    (solution, cost)
}

fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// What a solution is worth to `color`.
fn score(solution: &Solution, color: Color) -> i32 {
    let margin = solution.outcome.margin.expect("Othello is counted").0 / 2;
    match solution.outcome.winner {
        Some(winner) if winner == color => margin,
        _ => -margin,
    }
}

fn suite(numbers: RangeInclusive<u32>) {
    let name = format!("endgame/ffo {}-{}", numbers.start(), numbers.end());
    if !is_wanted(&name) {
        return;
    }
    let mut solver = Endgame::new(BYTES).expect("memory");
    let mut total = Cost::default();
    for Problem {
        number,
        game,
        scores,
    } in problems().filter(|problem| numbers.contains(&problem.number))
    {
        solver.clear();
        let (solution, cost) = solve(&mut solver, &game);
        let score = score(&solution, game.to_move());
        let best = game.move_to_text(solution.variation[0]);
        let expected = scores.iter().map(|&(_, score)| score).max();
        assert_eq!(Some(score), expected, "{number}");
        assert!(scores.contains(&(&best, score)), "{number}: {best}");
        let empties = game.empty_points();
        println!(
            "{number} ({empties:2} empty) {score:+3} {best} {}",
            cost.text()
        );
        total.seconds += cost.seconds;
        total.nodes += cost.nodes;
    }
    println!("{name}: {}, all right", total.text());
}

fn six_by_six() {
    if !std::env::args().any(|argument| argument == "6x6") {
        return;
    }
    let spec = OthelloSpec {
        size: 6,
        ..OthelloSpec::default()
    };
    let start = Othello::initial(&spec.rules().expect("a size"));
    let mut solver = Endgame::new(BYTES).expect("memory");
    let (solution, cost) = solve(&mut solver, &start);
    assert_eq!(score(&solution, Color::White), 4);
    println!("endgame/6x6: White wins by 4, {}", cost.text());
}

fn main() {
    suite(20..=39);
    suite(40..=45);
    six_by_six();
}

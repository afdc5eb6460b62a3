//! What a tournament will take, before it is played.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engines::{Budget, EngineSpec, GameVisitor, Knowledge, Move, MoveList};

use super::adjudication::Adjudication;
use super::config::Config;
use super::contender::Contender;
use super::dead_stones::DeadStones;
use super::game::{Conditions, Seat, play_game};
use super::limits::Limits;
use super::player::PlayerSpec;
use super::schedule::Schedule;
use crate::clock::Clock;

/// Expected costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Plies of a game, opening included.
    pub plies: f64,
    /// Wall time of the whole run.
    pub time: Duration,
    /// The most memory that the engines' tables take, in bytes.
    pub memory: u64,
}

/// Measures a few searches of every engine at positions from sample games.
pub fn estimate(config: &Config, threads: usize) -> Estimate {
    config.game.dispatch(Measure { config, threads })
}

struct Measure<'a> {
    config: &'a Config,
    threads: usize,
}

/// Sample games, between two `pattern` engines: quick, and as long as games of
/// engines that know a little.
const SAMPLE_GAMES: usize = 6;

/// The most time that one measured search may take.
const LONGEST_SEARCH: Duration = Duration::from_millis(250);

impl GameVisitor for Measure<'_> {
    type Output = Estimate;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Estimate {
        let config = self.config;
        let samples = sample_games::<G>(config, rules);
        let openings = config.openings.mean_plies();
        let plies = mean(samples.iter().map(|moves| moves.len() as f64));

        // Half of the moves after the opening are each player's.
        let moves_a_game = ((plies - openings) / 2.0).max(0.0);
        let per_move: Vec<f64> = (0..config.players.len())
            .map(|player| seconds_a_move::<G>(config, rules, player, &samples))
            .collect();
        let meetings = config.system.possible_meetings(config.players.len());
        let a_pair = |&[first, second]: &[usize; 2]| {
            2.0 * moves_a_game * (per_move[first] + per_move[second])
        };
        let pairs = config.games() as f64 / 2.0;
        let seconds = pairs * mean(meetings.iter().map(a_pair)) / self.threads as f64;

        let tables: u64 = config
            .players
            .iter()
            .map(|player| player.spec.memory())
            .sum();
        Estimate {
            plies,
            time: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
            memory: tables.saturating_mul(self.threads as u64),
        }
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

fn sample_games<G: Knowledge>(config: &Config, rules: &G::Rules) -> Vec<Vec<Move>> {
    let quick: EngineSpec = "pattern".parse().expect("a kind alone is a spec");
    let mut engines =
        [(); 2].map(|()| Contender::BuiltIn(quick.build::<G>().expect("pattern needs no file")));
    let conditions = Conditions {
        spec: &config.game,
        start: &G::initial(rules),
        adjudication: &Adjudication::default(),
        dead_stones: &DeadStones::None,
        record_searches: false,
        stop: &AtomicBool::new(false),
    };
    Schedule::<G>::new(config, rules)
        .ready()
        .take(SAMPLE_GAMES)
        .filter_map(|pair| {
            let [black, white] = &mut engines;
            let seats = [black, white].map(|contender| Seat {
                name: "pattern",
                contender,
                limits: Limits::default(),
            });
            let game = play_game::<G>(&conditions, &pair.opening, seats, pair.seeds[0]);
            game.map(|game| game.moves)
        })
        .collect()
}

/// The mean time of a search at a quarter, half and three quarters of a game.
fn seconds_a_move<G: Knowledge>(
    config: &Config,
    rules: &G::Rules,
    player: usize,
    samples: &[Vec<Move>],
) -> f64 {
    let player = &config.players[player];
    let limits = player.limits(&config.limits);
    let mut budget = limits.budget();
    if let Some(control) = &limits.tc {
        let empty = G::initial(rules).empty_points();
        budget = budget.within(Clock::new(control).time_for_move(empty));
    }
    let PlayerSpec::BuiltIn(spec) = &player.spec else {
        // What another program does with a number of nodes, it alone knows.
        return budget.time.unwrap_or(LONGEST_SEARCH).as_secs_f64();
    };
    let mut engine = spec.build::<G>().expect("every engine was built once");
    let times: Vec<f64> = samples
        .iter()
        .zip([1, 2, 3, 1, 2, 3])
        .filter_map(|(moves, quarters)| {
            let mut position = G::initial(rules);
            for &mv in &moves[..moves.len() * quarters / 4] {
                position.play(mv);
            }
            let mut legal = MoveList::new();
            position.legal_moves(&mut legal);
            (!legal.is_empty()).then(|| {
                engine.new_game(1);
                seconds_of_search(&mut *engine, &position, &budget)
            })
        })
        .collect();
    mean(times.into_iter())
}

/// A search cut short is taken for the part of its nodes that it made.
fn seconds_of_search<G: Knowledge>(
    engine: &mut dyn engines::Engine<G>,
    position: &G,
    budget: &Budget,
) -> f64 {
    let cut_short = Budget {
        time: Some(budget.time.unwrap_or(LONGEST_SEARCH).min(LONGEST_SEARCH)),
        ..*budget
    };
    let report = engine.search(position, &cut_short, &AtomicBool::new(false));
    let elapsed = report.elapsed.as_secs_f64();
    let was_cut = report.elapsed >= LONGEST_SEARCH;
    let by_nodes = match budget.nodes {
        Some(nodes) if was_cut => elapsed * nodes as f64 / report.nodes.max(1) as f64,
        _ => elapsed,
    };
    match budget.time {
        Some(limit) if was_cut => match budget.nodes {
            Some(_) => by_nodes.min(limit.as_secs_f64()),
            None => limit.as_secs_f64(),
        },
        _ => by_nodes,
    }
}

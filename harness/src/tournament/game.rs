//! One game between two engines.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engines::rng::mix;
use engines::{Budget, Color, Engine, HalfPoints, Knowledge, Move, Outcome, SearchReport};

use crate::records::{Termination, Winner};

/// An engine at the board.
pub struct Seat<'a, G> {
    /// The engine.
    pub engine: &'a mut Box<dyn Engine<G>>,
    /// Its limits on a move.
    pub budget: Budget,
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// All moves, opening included.
    pub moves: Vec<Move>,
    /// All moves in the game's notation, separated by spaces.
    pub text: String,
    /// Who won.
    pub winner: Winner,
    /// By how many points.
    pub margin: Option<HalfPoints>,
    /// How it ended.
    pub termination: Termination,
    /// More about the ending.
    pub detail: String,
    /// Nodes by color.
    pub nodes: [u64; 2],
    /// Thinking time by color.
    pub time: [Duration; 2],
    /// Every search, if they were asked for.
    pub searches: Vec<PlayedMove>,
}

/// A move that an engine chose.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// Number of the move in the game, from 1.
    pub ply: usize,
    /// Who moved.
    pub color: Color,
    /// The move in the game's notation.
    pub text: String,
    /// What the engine found.
    pub report: SearchReport,
}

/// The plies after which a game is stopped and counted: three a point.
pub fn longest_game<G: Knowledge>(position: &G) -> usize {
    3 * position.width() * position.height()
}

/// Plays a game from a position that `opening` leads to; `seats` are Black's
/// and White's.
pub fn play_game<G: Knowledge>(
    rules: &G::Rules,
    opening: &[Move],
    mut seats: [Seat<G>; 2],
    seed: u64,
    record_searches: bool,
) -> PlayedGame {
    let mut table = Table::new(G::initial(rules));
    for &mv in opening {
        table.play(mv);
    }
    for (color, seat) in Color::BOTH.into_iter().zip(&mut seats) {
        seat.engine.new_game(mix(seed, color.index() as u64));
    }
    let limit = longest_game(&table.position);
    loop {
        if let Some(outcome) = table.position.outcome() {
            return table.finish(&outcome);
        }
        if table.game.moves.len() >= limit {
            let outcome = table.position.outcome_by_length();
            return table.finish(&outcome);
        }
        if let Err(fault) = table.turn(&mut seats, record_searches) {
            return table.forfeit(fault);
        }
    }
}

/// Why the side to move loses at once.
struct Fault {
    termination: Termination,
    detail: String,
}

/// The board and what has happened on it.
struct Table<G> {
    position: G,
    game: PlayedGame,
}

impl<G: Knowledge> Table<G> {
    fn new(position: G) -> Table<G> {
        Table {
            position,
            game: PlayedGame {
                moves: Vec::new(),
                text: String::new(),
                winner: Winner::None,
                margin: None,
                termination: Termination::Score,
                detail: String::new(),
                nodes: [0; 2],
                time: [Duration::ZERO; 2],
                searches: Vec::new(),
            },
        }
    }

    fn play(&mut self, mv: Move) {
        if !self.game.text.is_empty() {
            self.game.text.push(' ');
        }
        self.game.text.push_str(&self.position.move_to_text(mv));
        self.game.moves.push(mv);
        self.position.play(mv);
    }

    /// The side to move thinks and moves.
    fn turn(&mut self, seats: &mut [Seat<G>; 2], record: bool) -> Result<(), Fault> {
        let color = self.position.to_move();
        let seat = &mut seats[color.index()];
        let stop = AtomicBool::new(false);
        let search = || seat.engine.search(&self.position, &seat.budget, &stop);
        let report = catch_unwind(AssertUnwindSafe(search)).map_err(|panic| Fault {
            termination: Termination::Crash,
            detail: format!("the engine panicked: {}", panic_message(&*panic)),
        })?;
        self.game.nodes[color.index()] += report.nodes;
        self.game.time[color.index()] += report.elapsed;

        let mv = report.best;
        self.position.check(mv).map_err(|error| Fault {
            termination: Termination::Illegal,
            detail: format!("{}: {error}", self.position.move_to_text(mv)),
        })?;
        if record {
            self.game.searches.push(PlayedMove {
                ply: self.game.moves.len() + 1,
                color,
                text: self.position.move_to_text(mv),
                report,
            });
        }
        self.play(mv);
        Ok(())
    }

    fn finish(mut self, outcome: &Outcome) -> PlayedGame {
        self.game.winner = outcome.into();
        self.game.margin = outcome.margin;
        self.game.termination = outcome.ending.into();
        self.game
    }

    fn forfeit(mut self, fault: Fault) -> PlayedGame {
        self.game.winner = match self.position.to_move() {
            Color::Black => Winner::White,
            Color::White => Winner::Black,
        };
        self.game.termination = fault.termination;
        // A row of a record is one line, whatever an engine's last words are.
        self.game.detail = fault.detail.replace(['\r', '\n'], " ");
        self.game
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "no message",
    }
}

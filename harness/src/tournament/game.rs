//! One game between two engines.

mod table;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engines::rng::mix;
use engines::{Color, Game, GameSpec, HalfPoints, Knowledge, Move, Outcome};

use super::adjudication::Adjudication;
use super::contender::Contender;
use super::dead_stones::DeadStones;
use super::limits::Limits;
use crate::protocols::SearchInfo;
use crate::records::{Termination, Winner};
use table::Table;

/// What is the same in all games of a run.
pub struct Conditions<'a, G: Game> {
    /// Size, komi, variant.
    pub spec: &'a GameSpec,
    /// The position before the first move.
    pub start: &'a G,
    /// When games end before the rules end them.
    pub adjudication: &'a Adjudication,
    /// Who says which stones are dead.
    pub dead_stones: &'a DeadStones,
    /// Whether every search is kept.
    pub record_searches: bool,
    /// Set to abandon all games.
    pub stop: &'a AtomicBool,
}

/// An engine at the board.
pub struct Seat<'a, G: Game> {
    /// The player's name.
    pub name: &'a str,
    /// The engine.
    pub contender: &'a mut Contender<G>,
    /// Its limits.
    pub limits: Limits,
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
    /// Nodes by color, where all of them are known.
    pub nodes: [Option<u64>; 2],
    /// Thinking time by color.
    pub time: [Duration; 2],
    /// Whether an engine reported numbers that cannot be, by color.
    pub impossible: [bool; 2],
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
    /// What the engine said of its search.
    pub info: SearchInfo,
    /// How long it took.
    pub elapsed: Duration,
}

/// How a game ends, for whom, and why.
pub(super) struct End {
    pub winner: Winner,
    pub margin: Option<HalfPoints>,
    pub termination: Termination,
    pub detail: String,
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> End {
        End {
            winner: outcome.winner.into(),
            margin: outcome.margin,
            termination: outcome.ending.into(),
            detail: String::new(),
        }
    }
}

/// The plies after which a game is stopped and counted: three a point.
pub fn longest_game<G: Game>(position: &G) -> usize {
    3 * position.width() * position.height()
}

/// Plays a game from a position that `opening` leads to; `seats` are Black's
/// and White's. `None` if it was told to stop before the game had ended.
pub fn play_game<G: Knowledge>(
    conditions: &Conditions<G>,
    opening: &[Move],
    mut seats: [Seat<G>; 2],
    seed: u64,
) -> Option<PlayedGame> {
    let mut table = Table::new(conditions, opening, &seats);
    for seat in &mut seats {
        seat.contender.launch();
    }
    for color in Color::BOTH {
        let seed = mix(seed, color.index() as u64);
        if let Err(end) = table.sit_down(color, &mut seats, seed) {
            return (!conditions.stop.load(Ordering::Relaxed)).then(|| table.finish(end));
        }
    }
    loop {
        if let Some(end) = table.end() {
            let end = table.count(end, &mut seats, seed)?;
            return Some(table.finish(end));
        }
        match table.turn(&mut seats) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(end) => return Some(table.finish(end)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Player;
    use engines::go::{CELLS_9, Go, GoRules};
    use engines::othello::{Othello, OthelloRules};
    use engines::{Budget, Engine, EngineSpec, SearchReport};
    use std::time::Instant;
    use std::{fs, thread};

    /// Plays `moves`, then does what it is there for.
    struct Scripted {
        moves: Vec<Move>,
        then: fn(&AtomicBool) -> Move,
    }

    impl Engine<Othello> for Scripted {
        fn new_game(&mut self, _: u64) {}

        fn search(&mut self, position: &Othello, _: &Budget, stop: &AtomicBool) -> SearchReport {
            let best = match self.moves.is_empty() {
                true => (self.then)(stop),
                false => self.moves.remove(0),
            };
            let mut random = "random".parse::<EngineSpec>().unwrap().build().unwrap();
            SearchReport {
                best,
                ..random.search(position, &Budget::default(), stop)
            }
        }
    }

    /// A game that Black begins with F5 and White with F6, and then `then`.
    fn play(then: fn(&AtomicBool) -> Move) -> Option<PlayedGame> {
        let rules = OthelloRules::default();
        let start = Othello::initial(&rules);
        let mut engines = ["f5", "f6"].map(|text| {
            let moves = vec![start.parse_move(text).unwrap()];
            Contender::BuiltIn(Box::new(Scripted { moves, then }))
        });
        let conditions = Conditions {
            spec: &"othello".parse().unwrap(),
            start: &start,
            adjudication: &Adjudication::default(),
            dead_stones: &DeadStones::default(),
            record_searches: true,
            stop: &AtomicBool::new(false),
        };
        let limits = Limits::default();
        let seats = engines.each_mut().map(|contender| Seat {
            name: "scripted",
            contender,
            limits,
        });
        play_game(&conditions, &[], seats, 1)
    }

    #[test]
    fn an_illegal_move_loses() {
        let game = play(|_| Move::at(64)).unwrap();
        assert_eq!(game.text, "f5 f6");
        assert_eq!(game.searches.len(), 2);
        assert_eq!(game.winner, Winner::White);
        assert_eq!(game.termination, Termination::Illegal);
        assert_eq!(game.detail, "point 64: the point is not on the board");
        let game = play(|_| Move::at(0)).unwrap();
        assert_eq!(game.detail, "a1: the move flips no disc");
    }

    #[test]
    fn a_panic_loses() {
        let game = play(|_| panic!("two\nlines")).unwrap();
        assert_eq!(game.text, "f5 f6");
        assert_eq!(game.winner, Winner::White);
        assert_eq!(game.termination, Termination::Crash);
        assert_eq!(game.detail, "the engine panicked: two lines");
    }

    #[test]
    fn nothing_is_left_of_an_abandoned_game() {
        let stopped = play(|stop| {
            stop.store(true, Ordering::Relaxed);
            Move::at(0)
        });
        assert!(stopped.is_none());
    }

    /// Nor if it is abandoned while an engine is asked for dead stones.
    #[cfg(unix)]
    #[test]
    fn a_count_is_abandoned_too() {
        let folder = tempfile::tempdir().unwrap();
        let script = "while read id command; do
                case $command in
                    list_commands) echo \"=$id final_status_list\" ;;
                    final_status_list*) touch asked; read rest ;;
                    *) echo \"=$id\" ;;
                esac
                echo
            done";
        fs::write(folder.path().join("engine.sh"), script).unwrap();
        let dir = folder.path().display();
        let players = [
            format!("gtp:command=sh engine.sh,dir={dir}"),
            "random".to_string(),
        ];
        let mut engines = players.map(|player| {
            let player: Player = player.parse().unwrap();
            Contender::<Go<CELLS_9>>::build(&player, None).unwrap()
        });
        let stop = AtomicBool::new(false);
        let conditions = Conditions {
            spec: &"go".parse().unwrap(),
            start: &Go::initial(&GoRules::default()),
            adjudication: &Adjudication::default(),
            dead_stones: &DeadStones::default(),
            record_searches: false,
            stop: &stop,
        };
        let seats = engines.each_mut().map(|contender| Seat {
            name: "one",
            contender,
            limits: Limits::default(),
        });
        let game = thread::scope(|scope| {
            scope.spawn(|| {
                let start = Instant::now();
                let asked = folder.path().join("asked");
                while !asked.exists() && start.elapsed() < Duration::from_secs(10) {
                    thread::sleep(Duration::from_millis(1));
                }
                stop.store(true, Ordering::Relaxed);
            });
            play_game(&conditions, &[Move::PASS; 2], seats, 1)
        });
        assert!(game.is_none(), "{game:?}");
    }
}

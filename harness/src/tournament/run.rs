//! Playing the schedule on all cores and committing it in order.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

use anyhow::Context;
use engines::{Engine, Game, GameVisitor, Knowledge};

use super::config::Config;
use super::game::{PlayedGame, Seat, play_game};
use super::progress::Progress;
use super::queue::Queue;
use super::schedule::{Pair, Schedule};
use crate::records::{Folder, GameRow, GamesWriter, MoveRow, Standings};

/// A tournament that has been played.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Results and costs of all recorded games.
    pub standings: Standings,
    /// Games on record.
    pub games: u64,
}

/// Plays what is missing from a folder, with `threads` games at a time.
///
/// Workers take the next pair from one queue; this thread alone commits the
/// results, in schedule order. So `games.csv` is a prefix of the schedule at
/// every moment, and the same bytes (but for times) with any number of threads.
pub fn run(
    config: &Config,
    folder: &Folder,
    threads: usize,
    quiet: bool,
) -> anyhow::Result<Finished> {
    let names = config.players.iter().map(|player| player.name.as_str());
    let mut standings = Standings::new(names);
    let mut games = 0;
    let writer = folder.go_on(config.moves, |row| {
        games += 1;
        standings.add(&row);
        Ok(())
    })?;
    let committer = Committer {
        writer,
        progress: Progress::new(config.games(), games, quiet),
        finished: Finished { standings, games },
    };
    config.game.dispatch(Run {
        config,
        threads,
        committer,
    })
}

struct Run<'a> {
    config: &'a Config,
    threads: usize,
    committer: Committer,
}

/// The results of a pair as they go to the files.
struct Recorded {
    pair_id: u64,
    games: Vec<GameRow>,
    moves: Vec<MoveRow>,
}

impl GameVisitor for Run<'_> {
    type Output = anyhow::Result<Finished>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> anyhow::Result<Finished> {
        let schedule = Schedule::<G>::new(self.config, rules);
        let committed = self.committer.finished.games / 2;
        let queue = Queue::new(schedule, committed, self.threads);
        let (sender, receiver) = mpsc::channel();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
            .context("cannot start the threads")?;
        pool.in_place_scope(|scope| {
            for _ in 0..self.threads {
                let (queue, sender) = (&queue, sender.clone());
                let config = self.config;
                scope.spawn(move |_| work::<G>(config, rules, queue, &sender));
            }
            drop(sender);
            let result = self.committer.commit_all(committed, &receiver, &queue);
            queue.close();
            result
        })
    }
}

/// Owns everything that is written and shown.
struct Committer {
    writer: GamesWriter,
    progress: Progress,
    finished: Finished,
}

impl Committer {
    const SYNC_EVERY: std::time::Duration = std::time::Duration::from_secs(1);

    fn commit_all<S: Iterator<Item = Pair>>(
        mut self,
        mut committed: u64,
        receiver: &Receiver<Recorded>,
        queue: &Queue<S>,
    ) -> anyhow::Result<Finished> {
        let mut waiting = BTreeMap::new();
        let mut synced = Instant::now();
        for recorded in receiver {
            waiting.insert(recorded.pair_id, recorded);
            while let Some(next) = waiting.remove(&(committed + 1)) {
                self.commit(&next)?;
                committed += 1;
                queue.advance();
            }
            if synced.elapsed() >= Self::SYNC_EVERY {
                self.writer.sync()?;
                synced = Instant::now();
            }
        }
        self.writer.sync()?;
        self.progress.finish();
        Ok(self.finished)
    }

    fn commit(&mut self, pair: &Recorded) -> anyhow::Result<()> {
        self.writer.commit(&pair.games, &pair.moves)?;
        for row in &pair.games {
            self.finished.standings.add(row);
            self.finished.games += 1;
        }
        self.progress.pair_done(&self.finished.standings);
        Ok(())
    }
}

/// Plays pairs until there are none. Engines are built once a thread.
fn work<G: Knowledge>(
    config: &Config,
    rules: &G::Rules,
    queue: &Queue<Schedule<G>>,
    sender: &Sender<Recorded>,
) {
    let mut engines = Engines::<G>::new(config);
    while let Some(pair) = queue.take() {
        let recorded = play_pair(config, rules, &mut engines, &pair);
        if sender.send(recorded).is_err() {
            return;
        }
    }
}

/// A thread's own engines, built when they are first needed.
struct Engines<'a, G> {
    config: &'a Config,
    built: Vec<Option<Box<dyn Engine<G>>>>,
}

impl<'a, G: Knowledge> Engines<'a, G> {
    fn new(config: &'a Config) -> Engines<'a, G> {
        Engines {
            config,
            built: config.players.iter().map(|_| None).collect(),
        }
    }

    /// The engines of two different players.
    fn seats(&mut self, players: [usize; 2]) -> [Seat<'_, G>; 2] {
        for player in players {
            self.built[player].get_or_insert_with(|| {
                self.config.players[player]
                    .spec
                    .build()
                    .expect("every engine was built once before the first game")
            });
        }
        let [first, second] = self
            .built
            .get_disjoint_mut(players)
            .expect("nobody plays himself");
        let config = self.config;
        let budget = |player: usize| config.players[player].budget(&config.limits);
        [
            Seat {
                engine: first.as_mut().expect("just built"),
                budget: budget(players[0]),
            },
            Seat {
                engine: second.as_mut().expect("just built"),
                budget: budget(players[1]),
            },
        ]
    }

    /// An engine that panicked is not to be trusted again.
    fn forget(&mut self, players: [usize; 2]) {
        for player in players {
            self.built[player] = None;
        }
    }
}

fn play_pair<G: Knowledge>(
    config: &Config,
    rules: &G::Rules,
    engines: &mut Engines<G>,
    pair: &Pair,
) -> Recorded {
    let mut recorded = Recorded {
        pair_id: pair.id,
        games: Vec::new(),
        moves: Vec::new(),
    };
    let [first, second] = pair.players;
    for (index, players) in [[first, second], [second, first]].into_iter().enumerate() {
        let seed = pair.seeds[index];
        let seats = engines.seats(players);
        let game = play_game::<G>(rules, &pair.opening, seats, seed, config.moves);
        if game.termination.is_forfeit() {
            engines.forget(players);
        }
        let names = players.map(|player| config.players[player].name.as_str());
        let game_id = pair.game_ids()[index];
        recorded.moves.extend(move_rows(&game, game_id, names));
        recorded.games.push(GameRow {
            game_id,
            pair_id: pair.id,
            game: config.game.to_string(),
            opening: line_to_text::<G>(rules, &pair.opening),
            black: names[0].to_string(),
            white: names[1].to_string(),
            winner: game.winner,
            margin: game.margin,
            termination: game.termination,
            detail: game.detail,
            plies: game.moves.len() as u64,
            nodes_black: Some(game.nodes[0]),
            nodes_white: Some(game.nodes[1]),
            time_ms_black: milliseconds(game.time[0]),
            time_ms_white: milliseconds(game.time[1]),
            seed,
            moves: game.text,
        });
    }
    recorded
}

fn move_rows(game: &PlayedGame, game_id: u64, names: [&str; 2]) -> Vec<MoveRow> {
    let row = |search: &super::game::PlayedMove| MoveRow {
        game_id,
        ply: search.ply as u64,
        color: search.color.to_string(),
        engine: names[search.color.index()].to_string(),
        mv: search.text.clone(),
        nodes: Some(search.report.nodes),
        depth: (search.report.depth > 0).then_some(search.report.depth),
        value: search.report.value.map(|value| (value * 1e4).round() / 1e4),
        time_ms: milliseconds(search.report.elapsed),
    };
    game.searches.iter().map(row).collect()
}

fn line_to_text<G: Game>(rules: &G::Rules, line: &[engines::Move]) -> String {
    let position = G::initial(rules);
    let texts: Vec<String> = line.iter().map(|&mv| position.move_to_text(mv)).collect();
    texts.join(" ")
}

/// Milliseconds to the microsecond.
fn milliseconds(time: std::time::Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

//! Playing the schedule on all cores and committing it in order.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

use anyhow::Context;
use engines::{Engine, GameVisitor, Knowledge};

use super::config::Config;
use super::game::{PlayedGame, Seat, play_game};
use super::player::Player;
use super::progress::Progress;
use super::queue::Queue;
use super::resume::resume;
use super::schedule::{Pair, PairPoints, Schedule};
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
    config.game.dispatch(Run {
        config,
        folder,
        threads,
        quiet,
    })
}

struct Run<'a> {
    config: &'a Config,
    folder: &'a Folder,
    threads: usize,
    quiet: bool,
}

/// The results of a pair as they go to the files.
struct Recorded {
    pair_id: u64,
    games: Vec<GameRow>,
    moves: Vec<MoveRow>,
}

impl Recorded {
    fn points(&self) -> PairPoints {
        PairPoints::new([0, 1].map(|game| self.games[game].winner))
    }
}

impl GameVisitor for Run<'_> {
    type Output = anyhow::Result<Finished>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> anyhow::Result<Finished> {
        let config = self.config;
        let mut schedule = Schedule::<G>::new(config, rules);
        let (writer, finished) = resume(config, rules, self.folder, &mut schedule)?;
        let committed = finished.games / 2;
        let committer = Committer {
            writer,
            progress: Progress::new(config.games(), finished.games, self.quiet),
            finished,
        };
        let threads = self
            .threads
            .min((config.games() / 2).saturating_sub(committed).max(1) as usize);
        let queue = Queue::new(schedule, threads);
        let (sender, receiver) = mpsc::channel();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .context("cannot start the threads")?;
        pool.in_place_scope(|scope| {
            for _ in 0..threads {
                let (queue, sender) = (&queue, sender.clone());
                scope.spawn(move |_| work::<G>(config, rules, queue, &sender));
            }
            drop(sender);
            let result = committer.commit_all(committed, &receiver, &queue);
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

    fn commit_all<G: Knowledge>(
        mut self,
        mut committed: u64,
        receiver: &Receiver<anyhow::Result<Recorded>>,
        queue: &Queue<G>,
    ) -> anyhow::Result<Finished> {
        let mut waiting = BTreeMap::new();
        let mut synced = Instant::now();
        for recorded in receiver {
            let recorded = recorded?;
            waiting.insert(recorded.pair_id, recorded);
            while let Some(next) = waiting.remove(&(committed + 1)) {
                self.commit(&next)?;
                committed += 1;
                queue.advance(next.points());
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
    queue: &Queue<G>,
    sender: &Sender<anyhow::Result<Recorded>>,
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

    /// The engines of two different players. Each could be built alone before
    /// the first game, but there may not be the memory for all at once.
    fn seats(&mut self, players: [usize; 2]) -> anyhow::Result<[Seat<'_, G>; 2]> {
        for player in players {
            if self.built[player].is_none() {
                let Player { name, spec, .. } = &self.config.players[player];
                let engine = spec.build().with_context(|| format!("engine `{name}`"))?;
                self.built[player] = Some(engine);
            }
        }
        let [first, second] = self
            .built
            .get_disjoint_mut(players)
            .expect("nobody plays himself");
        let config = self.config;
        let budget = |player: usize| config.players[player].budget(&config.limits);
        Ok([
            Seat {
                engine: first.as_mut().expect("just built"),
                budget: budget(players[0]),
            },
            Seat {
                engine: second.as_mut().expect("just built"),
                budget: budget(players[1]),
            },
        ])
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
) -> anyhow::Result<Recorded> {
    let mut recorded = Recorded {
        pair_id: pair.id,
        games: Vec::new(),
        moves: Vec::new(),
    };
    for index in 0..2 {
        let players = pair.colors(index);
        let seed = pair.seeds[index];
        let seats = engines.seats(players)?;
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
            opening: pair.opening_text::<G>(rules),
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
    Ok(recorded)
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

/// Milliseconds to the microsecond.
fn milliseconds(time: std::time::Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

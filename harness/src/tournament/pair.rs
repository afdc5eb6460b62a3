//! Playing the two games of a pair.

use std::collections::BTreeSet;
use std::mem;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use engines::{Color, Knowledge};

use super::config::Config;
use super::contender::Contender;
use super::game::{Conditions, PlayedGame, PlayedMove, Seat, play_game};
use super::schedule::Pair;
use crate::records::{GameRow, MoveRow, RecordedPair, Termination, Winner};

/// The most programs of others that a [`PairPlayer`] keeps running: two play,
/// and to start one may take long.
pub const MOST_EXTERNAL: usize = 8;

/// Plays pairs one after another, with engines of its own.
pub struct PairPlayer<'a, G: Knowledge> {
    config: &'a Config,
    start: &'a G,
    /// Whether to give up the running game.
    abandon: &'a AtomicBool,
    game: String,
    /// Built when they are first needed.
    engines: Vec<Option<Contender<G>>>,
    /// A folder for what is said to and by other programs.
    log: Option<PathBuf>,
    remarks: BTreeSet<String>,
}

impl<'a, G: Knowledge> PairPlayer<'a, G> {
    /// Without any engine yet.
    pub fn new(
        config: &'a Config,
        start: &'a G,
        abandon: &'a AtomicBool,
        log: Option<PathBuf>,
    ) -> PairPlayer<'a, G> {
        PairPlayer {
            config,
            start,
            abandon,
            game: config.game.to_string(),
            engines: config.players.iter().map(|_| None).collect(),
            log,
            remarks: BTreeSet::new(),
        }
    }

    /// Takes what the user is to know of the engines that have played.
    pub fn take_remarks(&mut self) -> BTreeSet<String> {
        mem::take(&mut self.remarks)
    }

    /// Plays both games; `None` if they were given up.
    pub fn play(&mut self, pair: &Pair) -> anyhow::Result<Option<RecordedPair>> {
        let opening = pair.opening_text(self.start);
        let mut moves = Vec::new();
        let Some(first) = self.play_game(pair, 0, &opening, &mut moves)? else {
            return Ok(None);
        };
        let Some(second) = self.play_game(pair, 1, &opening, &mut moves)? else {
            return Ok(None);
        };
        Ok(Some(RecordedPair {
            games: [first, second],
            moves,
        }))
    }

    fn play_game(
        &mut self,
        pair: &Pair,
        index: usize,
        opening: &str,
        moves: &mut Vec<MoveRow>,
    ) -> anyhow::Result<Option<GameRow>> {
        let config = self.config;
        let players = pair.colors(index);
        let seed = pair.seeds[index];
        let conditions = Conditions {
            spec: &config.game,
            start: self.start,
            adjudication: &config.adjudication,
            dead_stones: &config.dead_stones,
            record_searches: config.moves,
            stop: self.abandon,
        };
        let seats = self.seats(players)?;
        let Some(game) = play_game::<G>(&conditions, &pair.opening, seats, seed) else {
            return Ok(None);
        };
        if game.termination.is_forfeit() {
            self.forget(players);
        }
        let row = self.row(pair, index, opening);
        let names = [row.black.as_str(), row.white.as_str()];
        for color in Color::BOTH {
            if game.impossible[color.index()] {
                self.remarks.insert(format!(
                    "engine `{}` reports numbers that cannot be; they are left out",
                    names[color.index()]
                ));
            }
        }
        moves.extend(move_rows(&game, row.game_id, names));
        Ok(Some(GameRow {
            winner: game.winner,
            margin: game.margin,
            termination: game.termination,
            detail: game.detail,
            plies: game.moves.len() as u64,
            nodes_black: game.nodes[0],
            nodes_white: game.nodes[1],
            time_ms_black: milliseconds(game.time[0]),
            time_ms_white: milliseconds(game.time[1]),
            moves: game.text,
            ..row
        }))
    }

    /// A pair that is not played.
    pub fn leave_out(&self, pair: &Pair) -> RecordedPair {
        let opening = pair.opening_text(self.start);
        RecordedPair {
            games: [0, 1].map(|index| self.row(pair, index, &opening)),
            moves: Vec::new(),
        }
    }

    /// The row of a game that is not played.
    fn row(&self, pair: &Pair, index: usize, opening: &str) -> GameRow {
        let name = |player: usize| self.config.players[player].name.clone();
        let [black, white] = pair.colors(index).map(name);
        GameRow {
            game_id: pair.game_ids()[index],
            pair_id: pair.id,
            game: self.game.clone(),
            opening: opening.to_string(),
            black,
            white,
            winner: Winner::None,
            margin: None,
            termination: Termination::Void,
            detail: String::new(),
            plies: pair.opening.len() as u64,
            nodes_black: None,
            nodes_white: None,
            time_ms_black: 0.0,
            time_ms_white: 0.0,
            seed: pair.seeds[index],
            moves: opening.to_string(),
        }
    }

    /// The engines of two different players. Each could be built alone before
    /// the first game, but there may not be the memory for all at once.
    fn seats<'b>(&'b mut self, players: [usize; 2]) -> anyhow::Result<[Seat<'b, G>; 2]> {
        self.let_rest(players);
        for player in players {
            if self.engines[player].is_none() {
                let player_config = &self.config.players[player];
                let engine = Contender::build(player_config, self.log.clone())
                    .with_context(|| format!("engine `{}`", player_config.name))?;
                self.engines[player] = Some(engine);
            }
        }
        let [first, second] = self
            .engines
            .get_disjoint_mut(players)
            .expect("nobody plays himself");
        let config = self.config;
        let seat = |player: usize, engine: &'b mut Option<Contender<G>>| Seat {
            name: &config.players[player].name,
            contender: engine.as_mut().expect("just built"),
            limits: config.players[player].limits(&config.limits),
        };
        Ok([seat(players[0], first), seat(players[1], second)])
    }

    /// Ends other programs that do not play now, but for a few: a large field
    /// is not to run all at once.
    fn let_rest(&mut self, players: [usize; 2]) {
        let at_rest = |(player, engine): &(usize, &mut Option<Contender<G>>)| {
            engine.as_ref().is_some_and(Contender::is_external) && !players.contains(player)
        };
        let resting = self.engines.iter_mut().enumerate().filter(at_rest);
        resting
            .skip(MOST_EXTERNAL - 2)
            .for_each(|(_, engine)| *engine = None);
    }

    /// An engine of ours that panicked is not to be trusted again; others see
    /// to that themselves.
    fn forget(&mut self, players: [usize; 2]) {
        for player in players {
            self.engines[player].take_if(|engine| !engine.is_external());
        }
    }
}

/// All programs of others quit at the same time.
impl<G: Knowledge> Drop for PairPlayer<'_, G> {
    fn drop(&mut self) {
        self.engines
            .iter_mut()
            .flatten()
            .for_each(Contender::dismiss);
    }
}

fn move_rows(game: &PlayedGame, game_id: u64, names: [&str; 2]) -> Vec<MoveRow> {
    let row = |search: &PlayedMove| MoveRow {
        game_id,
        ply: search.ply as u64,
        color: search.color.to_string(),
        engine: names[search.color.index()].to_string(),
        mv: search.text.clone(),
        nodes: search.info.nodes,
        depth: search.info.depth,
        value: search.info.value.map(|value| (value * 1e4).round() / 1e4),
        time_ms: milliseconds(search.elapsed),
    };
    game.searches.iter().map(row).collect()
}

/// Milliseconds to the microsecond.
fn milliseconds(time: std::time::Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

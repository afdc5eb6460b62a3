//! From games to the rating table.

use std::collections::{BTreeSet, HashMap};

use engines::{Color, GameSpec};

use super::game_row::Termination;
use super::played::Played;
use super::rating_row::RatingRow;
use super::repeats::Repeats;
use super::wdl::WdlRow;
use crate::ratings::{Options, RatingError, Ratings, Results, Tally, rate};

/// Results and costs of recorded games, added up. The memory it takes grows with
/// the engines, and by 64 bits with every pair that could come again.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    results: Results,
    costs: HashMap<String, Cost>,
    repeats: Repeats,
    repeated_pairs: u64,
    self_play: u64,
    game: CurrentGame,
    games: BTreeSet<String>,
}

/// What an engine's moves took.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    moves: u64,
    nodes: u64,
    time_ms: f64,
    /// Whether every game told its nodes.
    nodes_missing: bool,
    forfeits: u64,
}

/// The game of the row that came last: most files have one alone.
#[derive(Clone, Debug, Default)]
struct CurrentGame {
    spec: String,
    white_first: bool,
}

impl Standings {
    /// No games yet of a tournament between these engines. `uses_seed` says
    /// which of them choose by their seeds; as every pair has its own, theirs
    /// cannot repeat and are not remembered.
    pub fn of_tournament<'a>(engines: impl IntoIterator<Item = (&'a str, bool)>) -> Standings {
        let mut standings = Standings::default();
        standings.repeats.seeds_differ = true;
        for (name, uses_seed) in engines {
            standings.results.add_player(name);
            if uses_seed {
                standings.set_seeded(name);
            }
        }
        standings
    }

    /// Tells that an engine chooses by its seed, so that its pairs are repeats
    /// only if they have the same seeds.
    pub fn set_seeded(&mut self, engine: &str) {
        self.repeats.set_seeded(engine);
    }

    /// Results alone.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// How many pairs were left out because they had been added before.
    pub fn repeated_pairs(&self) -> u64 {
        self.repeated_pairs
    }

    /// How many games an engine played against itself: they say nothing of its
    /// strength.
    pub fn self_play(&self) -> u64 {
        self.self_play
    }

    /// The specs of all games that were played, where they were recorded.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &str> {
        self.games.iter().map(String::as_str)
    }

    /// A game without its twin. A void one counts for nothing, but its players
    /// are listed.
    pub fn add<'a>(&mut self, game: impl Into<Played<'a>>) {
        let game = game.into();
        self.list(&game);
        if let Some(winner) = game.winner.color() {
            self.results.add(game.black, game.white, winner);
            self.add_costs(&game, winner);
        }
    }

    /// The two games of a pair, in either order. With a void one neither counts;
    /// nor do those of a pair that was added before.
    pub fn add_pair<'a>(&mut self, pair: [impl Into<Played<'a>>; 2]) {
        let [first, second] = pair.map(Into::into);
        self.list(&first);
        let (Some(one), Some(other)) = (first.winner.color(), second.winner.color()) else {
            return;
        };
        if self.repeats.is_repeat([&first, &second]) {
            self.repeated_pairs += 1;
            return;
        }
        self.results
            .add_pair(first.black, first.white, [one, other]);
        self.add_costs(&first, one);
        self.add_costs(&second, other);
    }

    /// Counts of games whose colors nobody knows.
    pub fn add_wdl(&mut self, row: &WdlRow) {
        let [first, second] = &row.names;
        let tally = Tally {
            black_wins: row.wins,
            draws: row.draws,
            white_wins: row.losses,
        };
        self.results.add_tally(first, second, tally);
        if first == second {
            self.self_play += tally.games();
        }
    }

    /// Puts the players on the list, and the game.
    fn list(&mut self, game: &Played) {
        self.results.add_player(game.black);
        self.results.add_player(game.white);
        self.self_play += u64::from(game.black == game.white);
        if self.game.spec == game.game {
            return;
        }
        let spec: Option<GameSpec> = game.game.parse().ok();
        self.game = CurrentGame {
            spec: game.game.to_string(),
            white_first: matches!(&spec, Some(GameSpec::Go(rules)) if !rules.handicap.is_empty()),
        };
        self.games.extend(spec.map(|spec| spec.to_string()));
    }

    fn add_costs(&mut self, game: &Played, winner: Option<Color>) {
        let moves = chosen_moves(game, self.game.white_first);
        let forfeits = |color| forfeited(game.termination, winner, color);
        let mut add = |name: &str, color: Color, nodes: Option<u64>, time_ms: f64| {
            let cost = cost_of(&mut self.costs, name);
            cost.moves = cost.moves.saturating_add(moves[color.index()]);
            cost.nodes = cost.nodes.saturating_add(nodes.unwrap_or(0));
            cost.nodes_missing |= nodes.is_none();
            cost.time_ms += time_ms;
            cost.forfeits += forfeits(color);
        };
        add(
            game.black,
            Color::Black,
            game.nodes_black,
            game.time_ms_black,
        );
        add(
            game.white,
            Color::White,
            game.nodes_white,
            game.time_ms_white,
        );
    }

    /// The ratings, and the rows of the table, best first.
    pub fn rate(&self, options: &Options) -> Result<(Ratings, Vec<RatingRow>), RatingError> {
        let ratings = rate(&self.results, options)?;
        let rows = ratings
            .players
            .iter()
            .map(|rating| {
                let cost = self.costs.get(&rating.name).copied().unwrap_or_default();
                let per_move = |total: f64| (cost.moves > 0).then(|| total / cost.moves as f64);
                let nodes = (!cost.nodes_missing).then_some(cost.nodes as f64);
                RatingRow {
                    rank: rating.rank,
                    engine: rating.name.clone(),
                    pool: rating.pool,
                    group: rating.group.map(|index| index + 1),
                    elo: rating.elo.map(|elo| rounded(elo, 2)),
                    elo_low: rating.low.map(|elo| rounded(elo, 2)),
                    elo_high: rating.high.map(|elo| rounded(elo, 2)),
                    games: rating.games,
                    wins: rating.wins,
                    draws: rating.draws,
                    losses: rating.losses,
                    forfeits: cost.forfeits,
                    score: rating.score.map(|score| rounded(score, 4)),
                    los_next: rating.los_next.map(|los| rounded(los, 4)),
                    status: rating.status.to_string(),
                    nodes_per_move: nodes.and_then(per_move).map(|nodes| rounded(nodes, 1)),
                    nodes_per_s: nodes
                        .filter(|_| cost.time_ms > 0.0)
                        .map(|nodes| (nodes / cost.time_ms * 1000.0).round()),
                    time_ms_per_move: per_move(cost.time_ms).map(|time| rounded(time, 3)),
                }
            })
            .collect();
        Ok((ratings, rows))
    }
}

fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (value * scale).round() / scale
}

/// The entry of that name, which is nearly always there.
fn cost_of<'a>(costs: &'a mut HashMap<String, Cost>, name: &str) -> &'a mut Cost {
    if !costs.contains_key(name) {
        costs.insert(name.to_string(), Cost::default());
    }
    costs.get_mut(name).expect("just seen to")
}

/// How many moves each engine chose: those after the opening, in turn.
fn chosen_moves(game: &Played, white_first: bool) -> [u64; 2] {
    let opening = game.opening.split_ascii_whitespace().count() as u64;
    let chosen = game.plies.unwrap_or(0).saturating_sub(opening);
    let first = usize::from(white_first) ^ (opening % 2) as usize;
    let mut moves = [chosen / 2; 2];
    moves[first] += chosen % 2;
    moves
}

fn forfeited(termination: Termination, winner: Option<Color>, color: Color) -> u64 {
    u64::from(termination.is_forfeit() && winner == Some(!color))
}

//! From games to the rating table.

use std::collections::HashMap;

use engines::{Color, GameSpec};

use super::game_row::{GameRow, Termination};
use super::rating_row::RatingRow;
use crate::ratings::{Options, RatingError, Ratings, Results, rate};

/// Results and costs of recorded games, added up: the memory it takes grows
/// with the engines, not with the games.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    results: Results,
    costs: HashMap<String, Cost>,
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

impl Standings {
    /// No games yet of these engines.
    pub fn new<'a>(engines: impl IntoIterator<Item = &'a str>) -> Standings {
        let mut standings = Standings::default();
        for name in engines {
            standings.results.add_player(name);
        }
        standings
    }

    /// Results alone.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// A result without its costs.
    pub fn add_result(&mut self, black: &str, white: &str, winner: Option<Color>) {
        self.results.add(black, white, winner);
    }

    /// A game. A void one counts for nothing, but its players are listed.
    pub fn add(&mut self, row: &GameRow) {
        let Some(winner) = row.winner.color() else {
            self.results.add_player(&row.black);
            self.results.add_player(&row.white);
            return;
        };
        self.add_result(&row.black, &row.white, winner);
        let [black_moves, white_moves] = chosen_moves(row);
        let forfeits = |color| forfeited(row.termination, winner, color);
        self.add_cost(&row.black, black_moves, row.nodes_black, row.time_ms_black)
            .forfeits += forfeits(Color::Black);
        self.add_cost(&row.white, white_moves, row.nodes_white, row.time_ms_white)
            .forfeits += forfeits(Color::White);
    }

    fn add_cost(&mut self, name: &str, moves: u64, nodes: Option<u64>, time_ms: f64) -> &mut Cost {
        let cost = self.costs.entry(name.to_string()).or_default();
        cost.moves = cost.moves.saturating_add(moves);
        cost.nodes = cost.nodes.saturating_add(nodes.unwrap_or(0));
        cost.nodes_missing |= nodes.is_none();
        cost.time_ms += time_ms;
        cost
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

/// How many moves each engine chose: those after the opening, in turn.
fn chosen_moves(row: &GameRow) -> [u64; 2] {
    let opening = row.opening.split_ascii_whitespace().count() as u64;
    let chosen = row.plies.saturating_sub(opening);
    let white_first = matches!(
        row.game.parse(),
        Ok(GameSpec::Go(rules)) if !rules.handicap.is_empty()
    );
    let first = usize::from(white_first) ^ (opening % 2) as usize;
    let mut moves = [chosen / 2; 2];
    moves[first] += chosen % 2;
    moves
}

fn forfeited(termination: Termination, winner: Option<Color>, color: Color) -> u64 {
    u64::from(termination.is_forfeit() && winner == Some(!color))
}

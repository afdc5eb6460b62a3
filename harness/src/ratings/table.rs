//! The rows of the table, from the pools.

use std::cmp::Reverse;

use super::field::Field;
use super::groups::Graph;
use super::pool::{Line, Pool};
use super::{Group, Options, Rating, RatingError, Ratings, Status};

/// The whole table: the largest pool first, players without games last.
pub(super) fn table(field: &Field, options: &Options) -> Result<Ratings, RatingError> {
    let anchor = anchor(field, options)?;
    let graph = Graph::new(field.names.len(), &field.pairings);
    let mut pools = graph.pools();
    // Stable: equals stay in the order of their first players' names.
    pools.sort_by_key(|players| Reverse((players.len(), field.record(players).games())));

    let mut ratings = Ratings {
        model: options.model,
        ..Ratings::default()
    };
    for (number, players) in (1..).zip(&pools) {
        let pool = Pool::rate(field, &graph, players, anchor, options)?;
        append(&mut ratings, field, number, &pool);
    }
    let idle = (0..field.names.len()).filter(|&player| field.records[player].games() == 0);
    for player in idle {
        let line = Line::new(player, Status::NoGames);
        ratings.players.push(row(field, &line));
    }

    if let Some((player, _)) = anchor {
        let name = field.names[player];
        let is_rated = |row: &Rating| row.name == name && row.elo.is_some();
        if !ratings.players.iter().any(is_rated) {
            return Err(RatingError::AnchorUnrated(name.to_owned()));
        }
    }
    Ok(ratings)
}

/// The anchor's number and Elo.
fn anchor(field: &Field, options: &Options) -> Result<Option<(usize, f64)>, RatingError> {
    let Some((name, elo)) = &options.anchor else {
        return Ok(None);
    };
    if !elo.is_finite() {
        return Err(RatingError::AnchorElo(*elo));
    }
    match field.names.binary_search(&name.as_str()) {
        Ok(player) => Ok(Some((player, *elo))),
        Err(_) => Err(RatingError::UnknownAnchor(name.clone())),
    }
}

fn append(ratings: &mut Ratings, field: &Field, number: usize, pool: &Pool) {
    let first_group = ratings.groups.len();
    for (rank, line) in (1..).zip(&pool.lines) {
        // Lines, from 0, are one behind the ranks: this is the next one.
        let next = pool.lines.get(rank);
        ratings.players.push(Rating {
            rank: Some(rank),
            pool: Some(number),
            group: line.group.map(|group| first_group + group),
            los_next: next.and_then(|next| pool.superiority(line, next)),
            ..row(field, line)
        });
    }
    ratings.groups.extend(pool.scales.iter().map(|scale| Group {
        pool: number,
        players: scale.players(),
        games: scale.games(),
        advantage: scale.advantage(),
        draws: scale.draws(),
        log_likelihood: scale.log_likelihood(),
    }));
}

/// What a row says whatever the others are.
fn row(field: &Field, line: &Line) -> Rating {
    let record = field.records[line.player];
    Rating {
        rank: None,
        name: field.names[line.player].to_owned(),
        pool: None,
        group: None,
        elo: line.elo,
        low: line.low,
        high: line.high,
        errors: line.errors,
        games: record.games(),
        wins: record.wins,
        draws: record.draws,
        losses: record.losses,
        score: record.score(),
        los_next: None,
        status: line.status,
    }
}

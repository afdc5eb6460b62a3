//! A recorded game, played again by the rules.

use engines::{Color, GameSpec, GameVisitor, HalfPoints, Knowledge, Move, Outcome, SpecError};
use thiserror::Error;

use super::adjudicated::Adjudicated;
use super::game_row::{DEAD_STONES, GameRow, Termination, Winner};

/// Why a row does not stand for a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("game {game_id}: {what}")]
pub struct ReplayError {
    game_id: u64,
    what: String,
}

/// Plays a row's moves; returns the number of plies. The moves must be legal,
/// and where the position tells the result it must be the recorded one.
pub fn replay(row: &GameRow) -> Result<u64, ReplayError> {
    let spec: GameSpec = row.game.parse().map_err(|error: SpecError| ReplayError {
        game_id: row.game_id,
        what: error.to_string(),
    })?;
    spec.dispatch(Replay { row })
}

struct Replay<'a> {
    row: &'a GameRow,
}

impl GameVisitor for Replay<'_> {
    type Output = Result<u64, ReplayError>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Result<u64, ReplayError> {
        replay_as(self.row, rules, |_: &G, _| {})
    }
}

/// As [`replay`], of a row that is of the game `G` by these rules; `before` sees
/// each position before its move, and the move, which may be illegal.
pub fn replay_as<G: Knowledge>(
    row: &GameRow,
    rules: &G::Rules,
    before: impl FnMut(&G, Move),
) -> Result<u64, ReplayError> {
    play_moves(row, rules, before).map_err(|what| ReplayError {
        game_id: row.game_id,
        what,
    })
}

fn play_moves<G: Knowledge>(
    row: &GameRow,
    rules: &G::Rules,
    mut before: impl FnMut(&G, Move),
) -> Result<u64, String> {
    let mut position = G::initial(rules);
    let mut plies = 0;
    for text in row.moves.split_ascii_whitespace() {
        plies += 1;
        let mv = position
            .parse_move(text)
            .map_err(|error| format!("ply {plies}: {error}"))?;
        before(&position, mv);
        position
            .try_play(mv)
            .map_err(|error| format!("ply {plies}: {text} is illegal: {error}"))?;
    }
    if plies != row.plies {
        return Err(format!("{plies} moves, but plies is {}", row.plies));
    }
    if !row.moves.starts_with(&row.opening) {
        return Err("the moves do not begin with the opening".to_string());
    }
    if (row.winner == Winner::None) != (row.termination == Termination::Void) {
        return Err("a game is void if and only if its winner is none".to_string());
    }
    check_end(row, &position)?;
    Ok(plies)
}

/// Whether a game can have ended so in its last position.
fn check_end<G: Knowledge>(row: &GameRow, position: &G) -> Result<(), String> {
    let outcome = position.outcome();
    match row.termination {
        Termination::Time | Termination::Crash | Termination::Illegal | Termination::Void => Ok(()),
        Termination::Length => check_result(row, &position.outcome_by_length()),
        Termination::Resign | Termination::Adjudication if outcome.is_some() => {
            Err("the game was over before it was ended early".to_string())
        }
        Termination::Resign => check_early(row, row.winner != Winner::Draw, None),
        Termination::Adjudication => check_adjudicated(row, position),
        _ => match outcome {
            Some(outcome) => match row.detail.strip_prefix(DEAD_STONES) {
                Some(dead) => check_result(row, &without(position, dead)?),
                None => check_result(row, &outcome),
            },
            None => Err("the game is not over after its last move".to_string()),
        },
    }
}

/// How a game ends without the stones on these points.
fn without<G: Knowledge>(position: &G, dead: &str) -> Result<Outcome, String> {
    let point = |name: &str| {
        let mv = position
            .parse_move(name)
            .map_err(|error| error.to_string())?;
        mv.point()
            .ok_or_else(|| "a pass is no dead stone".to_string())
    };
    let (points, _remark) = dead.split_once(';').unwrap_or((dead, ""));
    let points: Vec<usize> = points
        .split_ascii_whitespace()
        .map(point)
        .collect::<Result<_, _>>()?;
    position
        .outcome_without(&points)
        .ok_or_else(|| "no stone is dead in this game".to_string())
}

/// Whether the rule that ended a game early can have done so here.
fn check_adjudicated<G: Knowledge>(row: &GameRow, position: &G) -> Result<(), String> {
    let is = |winner: Option<Color>| row.winner == Winner::from(winner);
    match row.detail.parse()? {
        Adjudicated::Draw => check_early(row, is(None), None),
        Adjudicated::Life => {
            let winner = position.decided();
            check_early(row, winner.is_some() && is(winner), None)
        }
        Adjudicated::Plies => {
            let outcome = position.outcome_by_length();
            check_early(row, is(outcome.winner), outcome.margin)
        }
    }
}

fn check_early(
    row: &GameRow,
    winner_is_right: bool,
    margin: Option<HalfPoints>,
) -> Result<(), String> {
    if winner_is_right && row.margin == margin {
        return Ok(());
    }
    Err(format!(
        "{} cannot have been the result here",
        in_words(row.winner, row.margin, row.termination)
    ))
}

fn check_result(row: &GameRow, outcome: &Outcome) -> Result<(), String> {
    let found = (
        Winner::from(outcome.winner),
        outcome.margin,
        Termination::from(outcome.ending),
    );
    let recorded = (row.winner, row.margin, row.termination);
    if found != recorded {
        let [found, recorded] =
            [found, recorded].map(|(winner, margin, by)| in_words(winner, margin, by));
        return Err(format!("the result is {found}, but {recorded} is recorded"));
    }
    Ok(())
}

/// `white by 12 (score)`
fn in_words(winner: Winner, margin: Option<HalfPoints>, termination: Termination) -> String {
    let margin = margin.map_or(String::new(), |points| format!(" by {points}"));
    format!("{winner}{margin} ({termination})")
}

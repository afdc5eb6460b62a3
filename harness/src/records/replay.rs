//! A recorded game, played again by the rules.

use engines::{GameSpec, GameVisitor, Knowledge, Outcome};
use thiserror::Error;

use super::game_row::{GameRow, Termination, Winner};

/// Why a row does not stand for a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("game {game_id}: {what}")]
pub struct ReplayError {
    game_id: u64,
    what: String,
}

/// Plays a row's moves; returns the number of plies. The moves must be legal,
/// and where the rules ended the game its result must be the recorded one.
pub fn replay(row: &GameRow) -> Result<u64, ReplayError> {
    let fault = |what: String| ReplayError {
        game_id: row.game_id,
        what,
    };
    let spec: GameSpec = row
        .game
        .parse()
        .map_err(|error| fault(format!("{error}")))?;
    spec.dispatch(Replay { row }).map_err(fault)
}

struct Replay<'a> {
    row: &'a GameRow,
}

impl GameVisitor for Replay<'_> {
    type Output = Result<u64, String>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Result<u64, String> {
        let row = self.row;
        let mut position = G::initial(rules);
        let mut plies = 0;
        for text in row.moves.split_ascii_whitespace() {
            plies += 1;
            let mv = position
                .parse_move(text)
                .map_err(|error| format!("ply {plies}: {error}"))?;
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
        match row.termination {
            Termination::Crash | Termination::Illegal => Ok(plies),
            Termination::Length => check_result(row, &position.outcome_by_length()),
            _ => match position.outcome() {
                Some(outcome) => check_result(row, &outcome),
                None => Err("the game is not over after its last move".to_string()),
            },
        }
        .map(|_| plies)
    }
}

fn check_result(row: &GameRow, outcome: &Outcome) -> Result<u64, String> {
    let found = (
        Winner::from(outcome),
        outcome.margin,
        Termination::from(outcome.ending),
    );
    let recorded = (row.winner, row.margin, row.termination);
    if found != recorded {
        return Err(format!(
            "the result is {found:?}, but {recorded:?} is recorded"
        ));
    }
    Ok(row.plies)
}

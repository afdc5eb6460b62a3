//! Who has won, and which stones are dead.
//!
//! A stone is dead if it stands in what the opponent holds for good (Benson's
//! unconditional life); every other one counts as alive. Whatever is said here
//! can therefore be played out.

use std::io::Write;

use engines::go::{CELLS_19, Go, GoRules, PointSet};
use engines::{Color, Game, GameSpec, Knowledge, Move};

use super::command::{Answer, Command, syntax_error};
use super::session::Session;
use crate::protocols::vertex;

impl<G: Knowledge, W: Write> Session<'_, '_, G, W> {
    /// `B+3.5`, `W+2`, `0` for a draw; `B+` in a game without points.
    pub(super) fn final_score(&self) -> Answer {
        let position = self.table.position();
        let outcome = match &self.state.setup.game {
            GameSpec::Go(rules) => {
                let dead = dead_stones(&on_full_board(rules, position));
                let dead: Vec<usize> = dead.points(position.width()).collect();
                let outcome = position.outcome_without(&dead);
                outcome.expect("stones are captured at the end of Go")
            }
            GameSpec::Othello(_) => position.outcome_by_length(),
            GameSpec::Gomoku(_) => position.outcome().ok_or("the game is not over")?,
        };
        let points = outcome.margin.map(|margin| margin.to_string());
        Ok(match outcome.winner {
            None => "0".to_string(),
            Some(winner) => format!("{}+{}", initial(winner), points.unwrap_or_default()),
        })
    }

    /// `final_status_list alive | dead | seki`: a chain a line.
    pub(super) fn final_status_list(&self, command: &Command) -> Answer {
        let GameSpec::Go(rules) = &self.state.setup.game else {
            return Err("this game has no dead stones".to_string());
        };
        let position = self.table.position();
        let board = on_full_board(rules, position);
        let dead = dead_stones(&board);
        let wanted = |stones: PointSet| match command.arguments.first().copied() {
            Some("alive") => Ok(stones.minus(&dead)),
            Some("dead") => Ok(stones.and(&dead)),
            Some("seki") => Ok(PointSet::default()),
            _ => Err(syntax_error()),
        };
        let mut lines = Vec::new();
        for color in Color::BOTH {
            let chains = wanted(board.board().stones(color))?.parts();
            lines.extend(chains.map(|chain| names(position, &chain)));
        }
        Ok(lines.join("\n"))
    }
}

fn initial(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// The stones of a position on the type of the largest board.
fn on_full_board<G: Game>(rules: &GoRules, position: &G) -> Go<CELLS_19> {
    let points = 0..position.width() * position.height();
    let stones: Vec<Option<Color>> = points.map(|point| position.at(point)).collect();
    Go::from_stones(rules, &stones, position.to_move())
        .expect("the stones of a position make a position")
}

/// Stones in the opponent's unconditional territory.
fn dead_stones(board: &Go<CELLS_19>) -> PointSet {
    let [black, white] = Color::BOTH.map(|color| {
        board
            .life(!color)
            .territory
            .and(&board.board().stones(color))
    });
    black.or(&white)
}

/// The points of a set, in reading order.
fn names<G: Game>(position: &G, points: &PointSet) -> String {
    let points = points.points(position.width());
    let names = points.map(|point| vertex::format(position, Move::at(point)));
    names.collect::<Vec<_>>().join(" ")
}

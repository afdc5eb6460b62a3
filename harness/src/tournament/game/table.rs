//! The board, who sits at it, and what has happened on it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engines::{Knowledge, Move, SearchReport};

use super::{Conditions, End, PlayedGame, PlayedMove, Seat, longest_game};
use crate::records::{Termination, Winner};
use crate::tournament::adjudication::Judge;

/// A game under way.
pub struct Table<'a, G> {
    position: G,
    moves: Vec<Move>,
    longest: usize,
    nodes: [u64; 2],
    time: [Duration; 2],
    searches: Option<Vec<PlayedMove>>,
    judge: Option<Judge<'a>>,
    stop: &'a AtomicBool,
}

impl<'a, G: Knowledge> Table<'a, G> {
    /// A game after its opening.
    pub fn new(conditions: &Conditions<'a, G>, opening: &[Move]) -> Table<'a, G> {
        let mut position = conditions.start.clone();
        let longest = longest_game(&position);
        let mut moves = Vec::with_capacity(longest.max(opening.len()));
        for &mv in opening {
            position.play(mv);
            moves.push(mv);
        }
        Table {
            position,
            moves,
            longest,
            nodes: [0; 2],
            time: [Duration::ZERO; 2],
            searches: conditions.record_searches.then(Vec::new),
            judge: Judge::new(conditions.adjudication),
            stop: conditions.stop,
        }
    }

    /// How the game ends here, if it does.
    pub fn end(&self) -> Option<End> {
        if let Some(outcome) = self.position.outcome() {
            return Some(outcome.into());
        }
        if self.moves.len() >= self.longest {
            return Some(self.position.outcome_by_length().into());
        }
        self.judge.as_ref()?.end(&self.position, self.moves.len())
    }

    /// The side to move thinks and plays; if its engine panics or plays an
    /// illegal move, it loses. Returns whether the search came to its own end.
    pub fn turn(&mut self, seats: &mut [Seat<G>; 2]) -> Result<bool, End> {
        let seat = &mut seats[self.position.to_move().index()];
        // A report is large, and is not moved from hand to hand.
        let mut report = None;
        let search = || report = Some(seat.engine.search(&self.position, &seat.budget, self.stop));
        if let Err(panic) = catch_unwind(AssertUnwindSafe(search)) {
            let detail = format!("the engine panicked: {}", panic_message(&*panic));
            return Err(self.forfeit(Termination::Crash, &detail));
        }
        // A search that was stopped has not found what it would have.
        if self.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        self.play(report.as_ref().expect("it did not panic"))?;
        Ok(true)
    }

    fn play(&mut self, report: &SearchReport) -> Result<(), End> {
        let color = self.position.to_move();
        self.nodes[color.index()] += report.nodes;
        self.time[color.index()] += report.elapsed;
        let mv = report.best;
        if let Err(error) = self.position.check(mv) {
            let detail = format!("{}: {error}", self.name(mv));
            return Err(self.forfeit(Termination::Illegal, &detail));
        }
        if let Some(judge) = &mut self.judge {
            judge.hear(color, report.value);
        }
        if let Some(searches) = &mut self.searches {
            searches.push(PlayedMove {
                ply: self.moves.len() + 1,
                color,
                text: self.position.move_to_text(mv),
                report: report.clone(),
            });
        }
        self.moves.push(mv);
        self.position.play(mv);
        Ok(())
    }

    /// The game with its end.
    pub fn finish(self, end: End) -> PlayedGame {
        PlayedGame {
            text: self.text(),
            moves: self.moves,
            winner: end.winner,
            margin: end.margin,
            termination: end.termination,
            detail: end.detail,
            nodes: self.nodes,
            time: self.time,
            searches: self.searches.unwrap_or_default(),
        }
    }

    /// All moves in the game's notation, separated by spaces.
    fn text(&self) -> String {
        let mut text = Vec::with_capacity(5 * self.moves.len());
        for &mv in &self.moves {
            self.position.write_move(mv, &mut text);
            text.push(b' ');
        }
        text.pop();
        String::from_utf8(text).expect("names are letters and digits")
    }

    /// A move as text, which may be none of this board.
    fn name(&self, mv: Move) -> String {
        let points = self.position.width() * self.position.height();
        match mv.point() {
            Some(point) if point >= points => format!("point {point}"),
            _ => self.position.move_to_text(mv),
        }
    }

    /// The side to move loses for what its engine did.
    fn forfeit(&self, termination: Termination, detail: &str) -> End {
        End {
            winner: Winner::from(Some(!self.position.to_move())),
            margin: None,
            termination,
            // A row of a record is one line, whatever an engine's last words are.
            detail: detail.replace(['\r', '\n'], " "),
        }
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "no message",
    }
}

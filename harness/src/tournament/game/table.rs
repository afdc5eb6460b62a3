//! The board, who sits at it, and what has happened on it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engines::{Color, GameSpec, Knowledge, Move};

use super::{Conditions, End, PlayedGame, PlayedMove, Seat, longest_game};
use crate::clock::Clock;
use crate::protocols::{Answer, Fault, GameSoFar, Reply, SearchInfo, Terms};
use crate::records::{DEAD_STONES, Termination, Winner, not_started};
use crate::tournament::Limits;
use crate::tournament::adjudication::Judge;
use crate::tournament::dead_stones::{self, DeadStones, Found, Witness};

/// A game under way.
pub struct Table<'a, G> {
    spec: &'a GameSpec,
    start: &'a G,
    position: G,
    moves: Vec<Move>,
    longest: usize,
    nodes: [Option<u64>; 2],
    time: [Duration; 2],
    clocks: [Option<Clock>; 2],
    impossible: [bool; 2],
    searches: Option<Vec<PlayedMove>>,
    judge: Option<Judge<'a>>,
    dead_stones: &'a DeadStones,
    stop: &'a AtomicBool,
}

impl<'a, G: Knowledge> Table<'a, G> {
    /// A game after its opening.
    pub fn new(
        conditions: &Conditions<'a, G>,
        opening: &[Move],
        seats: &[Seat<G>; 2],
    ) -> Table<'a, G> {
        let mut position = conditions.start.clone();
        let longest = longest_game(&position);
        let mut moves = Vec::with_capacity(longest.max(opening.len()));
        for &mv in opening {
            position.play(mv);
            moves.push(mv);
        }
        Table {
            spec: conditions.spec,
            start: conditions.start,
            position,
            moves,
            longest,
            nodes: [Some(0); 2],
            time: [Duration::ZERO; 2],
            clocks: seats
                .each_ref()
                .map(|seat| seat.limits.tc.as_ref().map(Clock::new)),
            impossible: [false; 2],
            searches: conditions.record_searches.then(Vec::new),
            judge: Judge::new(conditions.adjudication),
            dead_stones: conditions.dead_stones,
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

    /// A player gets ready; the game is void if he cannot.
    pub fn sit_down(&self, color: Color, seats: &mut [Seat<G>; 2], seed: u64) -> Result<(), End> {
        let seat = &mut seats[color.index()];
        let terms = self.terms(color, &seat.limits);
        let ready = seat.contender.new_game(&self.so_far(), &terms, seed);
        ready.map_err(|error| End {
            winner: Winner::None,
            margin: None,
            termination: Termination::Void,
            detail: in_a_line(&not_started(seat.name, &error.0)),
        })
    }

    /// The side to move thinks and plays; it loses if it does neither well.
    /// Returns whether the search came to its own end.
    pub fn turn(&mut self, seats: &mut [Seat<G>; 2]) -> Result<bool, End> {
        let color = self.position.to_move();
        let seat = &mut seats[color.index()];
        if seat.contender.is_external() && self.must_pass() {
            self.play(Move::PASS, SearchInfo::default(), Duration::ZERO);
            return Ok(true);
        }
        let terms = self.terms(color, &seat.limits);
        let mut reply = None;
        match seat.contender.turn(&self.so_far(), &terms, &mut reply) {
            Ok(()) => {}
            Err(Fault::Stopped) => return Ok(false),
            Err(Fault::Time { waited, what }) => {
                self.time[color.index()] += waited;
                return Err(self.forfeit(Termination::Time, &what));
            }
            Err(Fault::Crash(what)) => return Err(self.forfeit(Termination::Crash, &what)),
            Err(Fault::Nonsense(what)) => return Err(self.forfeit(Termination::Illegal, &what)),
        }
        let reply = reply
            .as_ref()
            .expect("there is one where there is no fault");
        let (margin, most) = (terms.margin, terms.budget.time);
        let end = self
            .pay(color, reply, margin, most)
            .and_then(|()| self.answer(color, reply));
        if end.as_ref().is_err_and(|end| end.termination.is_forfeit()) {
            // Its next words may belong to an earlier question.
            seat.contender.quit();
        }
        end.map(|()| true)
    }

    /// What a move cost; its player may lose by it.
    fn pay(
        &mut self,
        color: Color,
        reply: &Reply,
        margin: Duration,
        most: Option<Duration>,
    ) -> Result<(), End> {
        let own = color.index();
        self.nodes[own] = self.nodes[own]
            .zip(reply.info.nodes)
            .map(|(sum, nodes)| sum.saturating_add(nodes));
        self.time[own] += reply.elapsed;
        self.impossible[own] |= reply.info.is_impossible;
        if let Some(clock) = &mut self.clocks[own]
            && let Err(flag) = clock.spend(reply.elapsed, margin)
        {
            return Err(self.forfeit(Termination::Time, &flag.to_string()));
        }
        match most {
            Some(most) if reply.elapsed > most + margin => {
                let detail = format!(
                    "{:.3} s used, {:.3} s allowed",
                    reply.elapsed.as_secs_f64(),
                    most.as_secs_f64()
                );
                Err(self.forfeit(Termination::Time, &detail))
            }
            _ => Ok(()),
        }
    }

    fn answer(&mut self, color: Color, reply: &Reply) -> Result<(), End> {
        let mv = match &reply.answer {
            Answer::Move(mv) => *mv,
            Answer::Resign => {
                return Err(End {
                    winner: Some(!color).into(),
                    margin: None,
                    termination: Termination::Resign,
                    detail: String::new(),
                });
            }
            Answer::Unreadable(text) => {
                let text: String = text.escape_debug().take(100).collect();
                let detail = format!("`{text}` is no move");
                return Err(self.forfeit(Termination::Illegal, &detail));
            }
        };
        if let Err(error) = self.position.check(mv) {
            let detail = format!("{}: {error}", self.name(mv));
            return Err(self.forfeit(Termination::Illegal, &detail));
        }
        if let Some(judge) = &mut self.judge {
            judge.hear(color, reply.info.value);
        }
        self.play(mv, reply.info, reply.elapsed);
        Ok(())
    }

    fn play(&mut self, mv: Move, info: SearchInfo, elapsed: Duration) {
        if let Some(searches) = &mut self.searches {
            searches.push(PlayedMove {
                ply: self.moves.len() + 1,
                color: self.position.to_move(),
                text: self.position.move_to_text(mv),
                info,
                elapsed,
            });
        }
        self.moves.push(mv);
        self.position.play(mv);
    }

    /// Whether the side to move has nothing to choose: engines do not agree on
    /// who plays such a pass.
    fn must_pass(&self) -> bool {
        matches!(self.spec, GameSpec::Othello(_)) && self.position.check(Move::PASS).is_ok()
    }

    fn so_far(&self) -> GameSoFar<'_, G> {
        GameSoFar {
            spec: self.spec,
            start: self.start,
            position: &self.position,
            moves: &self.moves,
        }
    }

    fn terms(&self, color: Color, limits: &Limits) -> Terms<'_> {
        Terms {
            budget: limits.budget(),
            clock: self.clocks[color.index()].as_ref(),
            margin: limits.margin(),
            stop: self.stop,
        }
    }

    /// A game of Go that ended by passes is counted without its dead stones;
    /// `None` if it was told to stop before all were asked for them.
    pub fn count(&self, end: End, seats: &mut [Seat<G>; 2], seed: u64) -> Option<End> {
        let players = seats.each_ref().map(|seat| &*seat.contender);
        if end.termination != Termination::Score || !self.dead_stones.is_asked(self.spec, players) {
            return Some(end);
        }
        let witnesses = seats.each_mut().map(|seat| Witness {
            name: seat.name,
            contender: seat.contender,
        });
        let so_far = self.so_far();
        let found = self.dead_stones.find(&so_far, witnesses, seed, self.stop);
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        Some(match found {
            Found::Dead { points, silent } if points.is_empty() => End {
                detail: in_a_line(&silent.unwrap_or_default()),
                ..end
            },
            Found::Dead { points, silent } => match self.position.outcome_without(&points) {
                Some(outcome) => {
                    let list = dead_stones::list(&so_far, &points);
                    let remark = silent.map(|silent| format!("; {silent}"));
                    let detail = format!("{DEAD_STONES}{list}{}", remark.unwrap_or_default());
                    End {
                        detail: in_a_line(&detail),
                        ..outcome.into()
                    }
                }
                None => end,
            },
            Found::Disputed(detail) => End { detail, ..end },
        })
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
            impossible: self.impossible,
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
            detail: in_a_line(detail),
        }
    }
}

/// A row of a record is one line, whatever an engine's last words are.
fn in_a_line(detail: &str) -> String {
    detail.replace(['\r', '\n'], " ")
}

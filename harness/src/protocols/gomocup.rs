//! Driving a Gomoku engine over the Gomocup protocol, which is Piskvork's.
//!
//! Source: P. Laštovička, *Gomoku AI protocol* (Piskvork), version 2, with the
//! keys `max_node` and `max_depth` of Yixin's manager. Who does not know a key
//! of INFO is to ignore it.

pub mod coordinates;
pub mod info;

use std::borrow::Cow;
use std::thread;
use std::time::{Duration, Instant};

use engines::{Game, GameSpec, Move};

use self::info::UNLIMITED;
use super::link::{Broken, Deadline, Link};
use super::protocol::{Answer, GameSoFar, Protocol, Reply, Terms, Trouble, refused};
use super::search_info::SearchInfo;
use super::spec::ExternalOptions;
use crate::clock::{Clock, TimeControl};

/// A conversation.
pub struct Gomocup {
    /// Sent after every game's settings, which they may change.
    init: Vec<String>,
    timeout: Duration,
    /// Width and height of the board that it has.
    board: Option<(usize, usize)>,
    /// Moves of the game that it knows.
    told: usize,
    /// When it last answered.
    answered: Option<Instant>,
    /// Whether it has missed a word that came right after its answer.
    is_hard_of_hearing: bool,
}

/// What a line is, by its first word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Fine,
    Refusal,
    Unknown,
    Remark,
    Other,
}

impl Gomocup {
    /// Before the first word.
    pub fn new(options: &ExternalOptions) -> Gomocup {
        Gomocup {
            init: options.init.clone(),
            timeout: options.timeout,
            board: None,
            told: 0,
            answered: None,
            is_hard_of_hearing: false,
        }
    }

    /// Rapfi, for one, drops words while its search winds up, after its move. Only
    /// whoever has shown it is given the time.
    fn let_it_breathe(&self) {
        if !self.is_hard_of_hearing {
            return;
        }
        const BREATH: Duration = Duration::from_millis(1);
        let since = self.answered.map(|time| time.elapsed());
        if let Some(left) = since.and_then(|since| BREATH.checked_sub(since)) {
            thread::sleep(left);
        }
    }

    /// Has it set up an empty board; its complaint if it does not.
    fn set_up(
        link: &mut Link,
        command: &str,
        deadline: Deadline,
    ) -> Result<Result<(), String>, Broken> {
        link.drop_stale()?;
        link.send(&format!("{command}\n"), deadline)?;
        loop {
            let (line, _) = link.receive(deadline)?;
            match kind(&line) {
                Line::Fine => return Ok(Ok(())),
                Line::Refusal | Line::Unknown => return Ok(Err(line.into_owned())),
                // A banner, or a move that nobody waits for.
                Line::Remark | Line::Other => {}
            }
        }
    }

    /// Rules and limits, which it does not answer.
    fn settings<G: Game>(&self, game: &GameSoFar<G>, terms: &Terms) -> String {
        let (of_turn, of_match) = match terms.clock {
            Some(clock) if is_per_move(clock) => (clock.free(), None),
            Some(clock) => (clock.free(), Some(clock.free())),
            None => (terms.budget.time.unwrap_or(self.timeout), None),
        };
        let mut lines = vec![
            format!("INFO rule {}", rule(game.spec)),
            "INFO game_type 1".to_string(),
            format!("INFO timeout_turn {}", milliseconds(of_turn)),
            format!("INFO timeout_match {}", of_match.map_or(0, milliseconds)),
        ];
        if of_match.is_none() {
            lines.push(format!("INFO time_left {UNLIMITED}"));
        }
        let nodes = terms.budget.nodes;
        lines.extend(nodes.map(|nodes| format!("INFO max_node {nodes}")));
        let depth = terms.budget.depth;
        lines.extend(depth.map(|depth| format!("INFO max_depth {depth}")));
        lines.extend(self.init.iter().cloned());
        lines.join("\n") + "\n"
    }

    /// What asks for a move.
    fn question<G: Game>(&self, game: &GameSoFar<G>) -> String {
        match game.moves {
            [] => "BEGIN\n".to_string(),
            [.., last] if self.told + 1 == game.moves.len() => {
                let mut text = String::with_capacity(32);
                text += "TURN ";
                coordinates::push(game.start, *last, &mut text);
                text + "\n"
            }
            _ => board(game),
        }
    }
}

impl<G: Game> Protocol<G> for Gomocup {
    /// It has nothing to say before a board is there.
    fn greet(&mut self, _: &mut Link, _: Deadline) -> Result<(), Trouble> {
        Ok(())
    }

    fn new_game(
        &mut self,
        link: &mut Link,
        game: &GameSoFar<G>,
        terms: &Terms,
        deadline: Deadline,
    ) -> Result<(), Trouble> {
        self.let_it_breathe();
        let size = (game.start.width(), game.start.height());
        let is_ready = self.board == Some(size) && Self::set_up(link, "RESTART", deadline)?.is_ok();
        if !is_ready {
            self.is_hard_of_hearing |= self.board == Some(size);
            let start = start(game.start);
            if let Err(complaint) = Self::set_up(link, &start, deadline)? {
                return Err(refused(&start, &complaint));
            }
            self.board = Some(size);
        }
        self.told = 0;
        link.send(&self.settings(game, terms), deadline)?;
        Ok(())
    }

    fn turn(
        &mut self,
        link: &mut Link,
        game: &GameSoFar<G>,
        terms: &Terms,
        deadline: Deadline,
    ) -> Result<Reply, Trouble> {
        let question = self.question(game);
        let text = match terms.clock {
            Some(clock) if !is_per_move(clock) => {
                let left = milliseconds(clock.free());
                Cow::Owned(format!("INFO time_left {left}\n{question}"))
            }
            _ => Cow::Borrowed(&question),
        };
        self.let_it_breathe();
        link.drop_stale()?;
        let sent = link.send(&text, deadline)?;
        let mut info = SearchInfo::default();
        let is_first = self.told == 0;
        let mut is_asked_again = false;
        let (answer, received) = loop {
            let (line, received) = link.receive(deadline)?;
            match kind(&line) {
                Line::Refusal | Line::Unknown if !is_asked_again && quotes(&line, &text) => {
                    self.is_hard_of_hearing = true;
                    if quotes(&line, &question) {
                        is_asked_again = true;
                        drop(line);
                        // The time runs on: else a complaint would win time.
                        link.send(&board(game), deadline)?;
                    }
                }
                // It may not like a setting, which it need not keep to.
                Line::Refusal if is_first && !quotes(&line, &question) => {}
                Line::Fine | Line::Unknown | Line::Remark => info.read(&line),
                Line::Refusal => {
                    let command = question.lines().next().unwrap_or_default();
                    return Err(refused(command, &line));
                }
                Line::Other => break (answer(game.position, &line), received),
            }
        };
        while let Some(remark) = link.complaint() {
            info.read(&remark);
        }
        self.told = game.moves.len() + 1;
        self.answered = Some(received);
        Ok(Reply {
            answer,
            info,
            elapsed: received.saturating_duration_since(sent),
        })
    }

    fn farewell(&self) -> &'static str {
        "END\n"
    }
}

/// The number of the rules.
pub(super) fn rule(game: &GameSpec) -> u32 {
    let GameSpec::Gomoku(rules) = game else {
        unreachable!("the protocol knows no other game");
    };
    info::rule(rules.rules)
}

/// The command that sets up an empty board.
pub(super) fn start(board: &impl Game) -> String {
    match (board.width(), board.height()) {
        (width, height) if width == height => format!("START {width}"),
        (width, height) => format!("RECTSTART {width},{height}"),
    }
}

/// Whether a clock is set anew for every move.
fn is_per_move(clock: &Clock) -> bool {
    matches!(clock.control(), TimeControl::Moves { moves: 1, .. })
}

/// None would mean something else: that it is to play at once, or for ever.
fn milliseconds(time: Duration) -> u128 {
    time.as_millis().max(1)
}

pub(super) fn kind(line: &str) -> Line {
    let line = line.trim_start();
    let letters = line.find(|c: char| !c.is_ascii_alphabetic());
    let word = &line[..letters.unwrap_or(line.len())];
    match word.to_ascii_uppercase().as_str() {
        "OK" => Line::Fine,
        "ERROR" => Line::Refusal,
        "UNKNOWN" => Line::Unknown,
        "MESSAGE" | "DEBUG" | "INFO" => Line::Remark,
        _ if line.trim_end().is_empty() => Line::Remark,
        _ => Line::Other,
    }
}

/// Whether a complaint is of a single word, as one who missed the word before
/// it has it: `ERROR Unknown command: 7,8`.
fn quotes(complaint: &str, text: &str) -> bool {
    let last = complaint.split_whitespace().last().unwrap_or_default();
    let is_command = |word: &str| word.chars().all(|c| c.is_ascii_uppercase());
    text.split_whitespace()
        .any(|word| word.eq_ignore_ascii_case(last) && !is_command(word))
}

pub(super) fn answer(position: &impl Game, line: &str) -> Answer {
    match coordinates::parse(position, line) {
        Ok(point) => Answer::Move(Move::at(point)),
        Err(_) => Answer::Unreadable(line.to_string()),
    }
}

/// All stones in the order in which they were placed; 1 are its own.
fn board<G: Game>(game: &GameSoFar<G>) -> String {
    let mut text = String::from("BOARD\n");
    for (index, mv) in game.moves.iter().enumerate() {
        let is_own = game.mover(index) == game.position.to_move();
        let whose = if is_own { ",1\n" } else { ",2\n" };
        coordinates::push(game.start, *mv, &mut text);
        text += whose;
    }
    text + "DONE\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::gomoku::{Gomoku, GomokuRules};

    #[test]
    fn lines_by_their_first_word() {
        for (line, expected) in [
            ("OK", Line::Fine),
            ("OK - everything is good", Line::Fine),
            ("ok", Line::Fine),
            ("ERROR unsupported size", Line::Refusal),
            ("UNKNOWN command", Line::Unknown),
            ("MESSAGE Depth 5 | Node 12", Line::Remark),
            ("DEBUG: 7,7", Line::Remark),
            ("", Line::Remark),
            ("OKAY", Line::Other),
            ("7,7", Line::Other),
            ("name=\"x\", version=\"1\"", Line::Other),
        ] {
            assert_eq!(kind(line), expected, "{line}");
        }
    }

    #[test]
    fn complaints_of_a_single_word() {
        let text = "INFO time_left 900\nTURN 7,8\n";
        for (complaint, expected) in [
            ("ERROR Unknown command: 7,8", true),
            ("UNKNOWN TIME_LEFT", true),
            ("ERROR unknown command 900", true),
            ("UNKNOWN TURN", false),
            ("ERROR", false),
            ("ERROR illegal move 7,9", false),
        ] {
            assert_eq!(quotes(complaint, text), expected, "{complaint}");
        }
    }

    /// A game of moves on 15×15, and what asks for the next when so many are known.
    fn question(moves: &[&str], told: usize) -> String {
        let spec: GameSpec = "gomoku".parse().unwrap();
        let start = Gomoku::initial(&GomokuRules::default());
        let mut position = start;
        let moves: Vec<engines::Move> = moves
            .iter()
            .map(|text| {
                let mv = position.parse_move(text).unwrap();
                position.try_play(mv).unwrap();
                mv
            })
            .collect();
        let options = "command = 'x'".parse::<toml::Table>().unwrap();
        let options: ExternalOptions = options.try_into().unwrap();
        let gomocup = Gomocup {
            told,
            ..Gomocup::new(&options)
        };
        gomocup.question(&GameSoFar {
            spec: &spec,
            start: &start,
            position: &position,
            moves: &moves,
        })
    }

    #[test]
    fn what_asks_for_a_move() {
        assert_eq!(question(&[], 0), "BEGIN\n");
        assert_eq!(question(&["a15"], 0), "TURN 0,0\n");
        assert_eq!(question(&["a15", "b1", "c14"], 2), "TURN 2,1\n");
        let board = "BOARD\n0,0,2\n1,14,1\n2,1,2\nDONE\n";
        assert_eq!(question(&["a15", "b1", "c14"], 0), board);
        let board = "BOARD\n0,0,1\n1,14,2\nDONE\n";
        assert_eq!(question(&["a15", "b1"], 0), board);
    }
}

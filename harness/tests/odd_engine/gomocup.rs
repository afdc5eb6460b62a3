//! The Gomocup protocol.

use engines::gomoku::Gomoku;
use engines::{Game, Move};

use crate::Session;
use crate::turn::Style;

const COMMENT: &str = "DEBUG thinking of something else";

/// Answers until told to end or left alone.
pub fn talk(session: &mut Session<Gomoku>) {
    let mut last = String::new();
    while let Some(line) = session.wire.line() {
        let (command, rest) = line.split_once([' ', '\t']).unwrap_or((&line, ""));
        let is_asked = match command.to_ascii_uppercase().as_str() {
            "BEGIN" => true,
            "TURN" => play(session, rest),
            "BOARD" => board(session),
            "END" => return,
            "" | "INFO" => false,
            command => {
                let answer = answer(session, command, rest);
                if let Some(answer) = answer {
                    session.wire.say(&answer, COMMENT);
                }
                false
            }
        };
        if is_asked {
            choose(session, &mut last);
        }
    }
}

fn choose(session: &mut Session<Gomoku>, last: &mut String) {
    let message = match session.options.value("nodes") {
        Some(nodes) => format!("MESSAGE depth 3 nodes {nodes} value 0.5\n"),
        None => String::new(),
    };
    let style = Style {
        name: &name,
        parse: &parse,
        answer: &|text| format!("{message}{text}"),
        beyond: "40,40",
        error: "ERROR cannot move".to_string(),
        comment: COMMENT,
        is_numbered: false,
    };
    session.turn(last, &style);
}

fn answer(session: &mut Session<Gomoku>, command: &str, rest: &str) -> Option<String> {
    let player = &mut session.player;
    let is_done = match command {
        "START" => player.resize(&format!("size={rest}")),
        "RECTSTART" => {
            let (width, height) = rest.split_once(',').unwrap_or_default();
            player.resize(&format!("width={width},height={height}"))
        }
        "RESTART" => {
            player.new_game();
            true
        }
        "TAKEBACK" => player.undo(),
        "ABOUT" => {
            let name = session.options.value("name").unwrap_or("Odd Engine");
            let about = format!("name=\"{name}\", version=\"1\", author=\"nobody\"");
            return (!session.options.has("no-about")).then_some(about);
        }
        _ => return Some(format!("UNKNOWN {command}")),
    };
    let answer = if is_done {
        "OK"
    } else {
        "ERROR cannot do that"
    };
    Some(answer.to_string())
}

/// The opponent's move; false if it was refused.
fn play(session: &mut Session<Gomoku>, text: &str) -> bool {
    let player = &mut session.player;
    let mv = parse(player.position(), text);
    let is_legal = mv.is_some_and(|mv| player.play(mv));
    if !is_legal {
        session.wire.say("ERROR no such move", COMMENT);
    }
    is_legal
}

/// The moves of a game, in order, up to `DONE`.
fn board(session: &mut Session<Gomoku>) -> bool {
    let turns = session.player.turn;
    session.player.new_game();
    session.player.turn = turns;
    let mut is_legal = true;
    while let Some(line) = session.wire.line()
        && !line.eq_ignore_ascii_case("DONE")
    {
        let point = line.rsplit_once(',').map_or("", |(point, _)| point);
        let mv = parse(session.player.position(), point);
        is_legal &= mv.is_some_and(|mv| session.player.play(mv));
    }
    if !is_legal {
        session.wire.say("ERROR no such board", COMMENT);
    }
    is_legal
}

fn name(position: &Gomoku, mv: Move) -> String {
    match mv.point() {
        Some(point) => format!("{},{}", point % position.width(), point / position.width()),
        None => "pass".to_string(),
    }
}

fn parse(position: &Gomoku, text: &str) -> Option<Move> {
    let (x, y) = text.split_once(',')?;
    let (x, y): (usize, usize) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
    let is_on_board = x < position.width() && y < position.height();
    is_on_board.then(|| Move::at(y * position.width() + x))
}

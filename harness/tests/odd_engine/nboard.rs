//! The NBoard protocol, version 2.

use engines::othello::Othello;
use engines::{Game, Move};

use crate::Session;
use crate::turn::Style;

const COMMENT: &str = "status thinking of something else";

/// Answers until told to quit or left alone.
pub fn talk(session: &mut Session<Othello>) {
    let mut last = String::new();
    while let Some(line) = session.wire.line() {
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let answer = match command {
            "nboard" => {
                let name = session.options.value("name").unwrap_or("Odd Engine");
                Some(format!("set myname {name}"))
            }
            "ping" => Some(format!("pong {rest}")),
            "set" => {
                if let Some(("game", game)) = rest.split_once(' ') {
                    set_game(session, game);
                }
                None
            }
            "move" => {
                let mv = parse(session.player.position(), rest);
                let is_legal = mv.is_some_and(|mv| session.player.play(mv));
                (!is_legal).then(|| "status no such move".to_string())
            }
            "hint" => {
                let mv = session.player.choose();
                let name = name(session.player.position(), mv);
                Some(format!("search {name} 0.5 0 1"))
            }
            "go" => {
                go(session, &mut last);
                None
            }
            "quit" => return,
            _ => None,
        };
        if let Some(answer) = answer {
            session.wire.say(&answer, COMMENT);
        }
    }
}

fn go(session: &mut Session<Othello>, last: &mut String) {
    let stats = match session.options.value("nodes") {
        Some(nodes) => format!("nodestats {nodes} 0.01\n"),
        None => String::new(),
    };
    let style = Style {
        name: &name,
        // Its own move comes back to it by `move`.
        parse: &|_, _| None,
        answer: &|text| format!("{stats}=== {text}/0.50/0.01"),
        beyond: "Z9",
        error: "status cannot move".to_string(),
        comment: COMMENT,
        is_numbered: false,
    };
    session.turn(last, &style);
}

/// A game in GGF: its moves are its tags `B` and `W`. A game that goes on from
/// the one at hand is the same game.
fn set_game(session: &mut Session<Othello>, game: &str) {
    let before = session.player.played().to_vec();
    let turns = session.player.turn;
    session.player.new_game();
    let mut rest = game;
    while let Some((tag, behind)) = rest.split_once('[') {
        let (value, behind) = behind.split_once(']').unwrap_or((behind, ""));
        if matches!(tag.trim(), "B" | "W")
            && let Some(mv) = parse(session.player.position(), value)
        {
            session.player.play(mv);
        }
        rest = behind;
    }
    if !before.is_empty() && session.player.played().starts_with(&before) {
        session.player.turn = turns;
    }
}

fn name(position: &Othello, mv: Move) -> String {
    match mv.is_pass() {
        true => "PA".to_string(),
        false => position.move_to_text(mv).to_ascii_uppercase(),
    }
}

/// `F5/0.50/0.01`, of which the point counts.
fn parse(position: &Othello, text: &str) -> Option<Move> {
    let word = text.split('/').next().unwrap_or_default().trim();
    match word.to_ascii_uppercase().as_str() {
        "PA" | "PASS" => Some(Move::PASS),
        word => position.parse_move(word).ok(),
    }
}

//! The Go Text Protocol, for any game.

use engines::{Color, Knowledge, Move};

use crate::Session;
use crate::options::Options;
use crate::turn::Style;

const COMMANDS: [&str; 17] = [
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "known_command",
    "boardsize",
    "komi",
    "clear_board",
    "set_free_handicap",
    "play",
    "undo",
    "genmove",
    "time_settings",
    "kgs-time_settings",
    "time_left",
    "final_status_list",
    "quit",
];

const COMMENT: &str = "# thinking of something else";

/// Answers until told to quit or left alone.
pub fn talk<G: Knowledge>(session: &mut Session<G>) {
    let numbers = Numbers::new(&session.options);
    let mut last = String::new();
    while let Some(line) = session.wire.line() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (id, command) = line.split_at(digits);
        let words: Vec<&str> = command.split_whitespace().collect();
        let Some((&command, arguments)) = words.split_first() else {
            continue;
        };
        if command == "genmove" {
            genmove(session, numbers, id, arguments, &mut last);
            continue;
        }
        let result = answer(session, command, arguments);
        let result = result.as_deref().map_err(|complaint| *complaint);
        session.wire.say(&numbers.response(id, result), COMMENT);
        if command == "quit" {
            return;
        }
    }
}

fn genmove<G: Knowledge>(
    session: &mut Session<G>,
    numbers: Numbers,
    id: &str,
    arguments: &[&str],
    last: &mut String,
) {
    give_turn(session, arguments);
    if let Some(nodes) = session.options.value("nodes") {
        eprintln!("info move A1 visits {nodes} winrate 0.5 pv A1");
    }
    let style = Style {
        name: &|position: &G, mv| position.move_to_text(mv),
        parse: &|position: &G, text| position.parse_move(text).ok(),
        answer: &|text| numbers.response(id, Ok(text)),
        beyond: "Z99",
        error: numbers.response(id, Err("cannot move")),
        comment: COMMENT,
        is_numbered: !id.is_empty(),
    };
    session.turn(last, &style);
}

/// Passes for the other side, where a game lets it be whose turn it is not.
fn give_turn<G: Knowledge>(session: &mut Session<G>, arguments: &[&str]) {
    let color = arguments.first().and_then(|name| color(name));
    if color.is_some_and(|color| color != session.player.position().to_move()) {
        session.player.play(Move::PASS);
    }
}

fn color(name: &str) -> Option<Color> {
    match name.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

fn answer<G: Knowledge>(
    session: &mut Session<G>,
    command: &str,
    arguments: &[&str],
) -> Result<String, &'static str> {
    let (options, player) = (&session.options, &mut session.player);
    let first = arguments.first().copied().unwrap_or_default();
    let done = |is_done: bool, complaint| is_done.then(String::new).ok_or(complaint);
    match command {
        "protocol_version" => Ok("2".to_string()),
        "name" => Ok(options.value("name").unwrap_or("Odd Engine").to_string()),
        "version" => Ok("1".to_string()),
        "list_commands" => {
            let is_known = |name: &&&str| !name.contains("time") || !options.has("timeless");
            let known: Vec<&str> = COMMANDS.iter().filter(is_known).copied().collect();
            Ok(known.join("\n"))
        }
        "known_command" => Ok(COMMANDS.contains(&first).to_string()),
        "boardsize" => done(player.resize(&format!("size={first}")), "unacceptable size"),
        "clear_board" => {
            player.new_game();
            Ok(String::new())
        }
        "set_free_handicap" => {
            let handicap = format!(
                "size={},handicap={}",
                player.position().width(),
                arguments.join(":")
            );
            done(player.resize(&handicap), "bad vertex list")
        }
        "play" => {
            give_turn(session, arguments);
            let player = &mut session.player;
            let mv = player
                .position()
                .parse_move(arguments.get(1).unwrap_or(&""));
            let is_refused = mv == Ok(Move::PASS) && session.options.has("refuse-passes");
            done(
                !is_refused && mv.is_ok_and(|mv| player.play(mv)),
                "illegal move",
            )
        }
        "undo" => done(player.undo(), "cannot undo"),
        "final_status_list" if first == "dead" => {
            Ok(options.value("dead").unwrap_or_default().replace(':', "\n"))
        }
        _ => done(COMMANDS.contains(&command), "unknown command"),
    }
}

/// How the numbers of commands come back.
#[derive(Clone, Copy)]
struct Numbers {
    are_wrong: bool,
    are_wrong_on_errors: bool,
    are_apart: bool,
}

impl Numbers {
    fn new(options: &Options) -> Numbers {
        Numbers {
            are_wrong: options.has("wrong-id"),
            are_wrong_on_errors: options.has("wrong-id-on-errors"),
            are_apart: options.has("space-before-id"),
        }
    }

    fn response(self, id: &str, result: Result<&str, &str>) -> String {
        let is_wrong = self.are_wrong || self.are_wrong_on_errors && result.is_err();
        let id = match id.parse::<u64>() {
            Ok(id) if is_wrong => id.wrapping_add(1000).to_string(),
            _ => id.to_string(),
        };
        let (sign, text) = match result {
            Ok(text) => ('=', text),
            Err(complaint) => ('?', complaint),
        };
        let space = if self.are_apart { " " } else { "" };
        format!("{sign}{space}{id} {text}\n")
    }
}

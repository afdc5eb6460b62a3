//! Questions of the Go Text Protocol, version 2.

use engines::{Game, GameSpec, Knowledge, MoveList};

use super::{Came, Check, Ground, Problem, Talk, judged};
use crate::protocols::gtp::{Response, answer, letter, owned, parse};
use crate::protocols::spec::ExternalSpec;

/// What the protocol demands of every engine that plays.
const REQUIRED: [&str; 10] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
];

/// The number of all questions: each waits for its answer. Without one, the
/// answer `= 2` could be number 2, with nothing to say.
const ID: u32 = 71;

/// What no engine knows.
const NONSENSE: &str = "harness_nonsense";

/// The user's own lines.
pub fn greeting(spec: &ExternalSpec) -> String {
    spec.options
        .init
        .iter()
        .fold(String::new(), |text, line| text + line + "\n")
}

pub fn checks<G: Knowledge>() -> Vec<Check<G>> {
    vec![
        ("protocol_version", "2", |talk, _| {
            let version = granted(talk, "protocol_version")?;
            if version == "2" {
                Ok(version)
            } else {
                Err(version.into())
            }
        }),
        ("name", "a name", |talk, _| {
            not_empty(granted(talk, "name")?)
        }),
        ("version", "any text", |talk, _| {
            granted(talk, "version").map_err(Problem::from)
        }),
        ("ids of answers", "=71", |talk, _| {
            let line = first_line(talk, "name")?;
            let word = line.split(' ').next().unwrap_or_default();
            if word == "=71" {
                Ok(word.to_string())
            } else {
                Err(line.into())
            }
        }),
        (
            "list_commands",
            "all that the protocol requires",
            list_commands,
        ),
        ("known_command genmove", "true", |talk, _| {
            known_command(talk, "genmove", "true")
        }),
        ("known_command of nonsense", "false", |talk, _| {
            known_command(talk, NONSENSE, "false")
        }),
        ("an unknown command", "?", |talk, _| refusal(talk, NONSENSE)),
        ("boardsize 1000", "?", |talk, _| {
            refusal(talk, "boardsize 1000")
        }),
        (
            "genmove on an empty board",
            "a legal move",
            |talk, ground| {
                set_up(talk, ground)?;
                genmove(talk, ground.start)
            },
        ),
        ("genmove after a move", "a legal move", |talk, ground| {
            set_up(talk, ground)?;
            let (command, position) = first_move(ground);
            granted(talk, &command)?;
            genmove(talk, &position)
        }),
        ("play on an occupied point", "?", |talk, ground| {
            set_up(talk, ground)?;
            let (command, position) = first_move(ground);
            granted(talk, &command)?;
            let point = command.split(' ').next_back().unwrap_or_default();
            refusal(
                talk,
                &format!("play {} {point}", letter(position.to_move())),
            )
        }),
        ("undo", "the same move can be played again", undo),
        ("quit", "exit code 0, soon", |talk, _| {
            Ok(talk.end("quit\n")?)
        }),
    ]
}

/// Up to the end of a response's first line.
fn first_line(talk: &mut Talk, command: &str) -> Result<String, String> {
    talk.say(&format!("{ID} {command}\n"))?;
    let is_slow = command.starts_with("genmove");
    let take = |line: &str| parse(line).map(|_| line.to_string());
    let line = if is_slow {
        talk.in_time(take)
    } else {
        talk.soon(take)
    }?;
    rest(talk)?;
    Ok(line)
}

/// All lines of a response but the first.
fn rest(talk: &mut Talk) -> Result<String, String> {
    let mut text = String::new();
    let end = talk.soon(|line| {
        text.push(' ');
        text.push_str(line);
        line.trim().is_empty().then_some(())
    });
    end.map_err(|error| format!("no empty line after the answer: {error}"))?;
    Ok(text)
}

fn ask(talk: &mut Talk, command: &str) -> Result<Response, String> {
    let line = first_line(talk, command)?;
    Ok(owned(parse(&line).expect("it is a first line").1))
}

/// What it answers to what it must not refuse.
fn granted(talk: &mut Talk, command: &str) -> Result<String, String> {
    let answer = ask(talk, command)?;
    answer.map_err(|complaint| format!("`{command}` is refused: {complaint}"))
}

fn refusal(talk: &mut Talk, command: &str) -> Came {
    match ask(talk, command)? {
        Err(complaint) => Ok(format!("? {complaint}")),
        Ok(text) => Err(format!("= {text}").into()),
    }
}

fn not_empty(text: String) -> Came {
    if text.is_empty() {
        Err("nothing".to_string().into())
    } else {
        Ok(text)
    }
}

/// The names behind `=`, on as many lines as there are.
fn commands(talk: &mut Talk) -> Result<Vec<String>, String> {
    talk.say(&format!("{ID} list_commands\n"))?;
    let first = talk.soon(|line| parse(line).map(|(_, response)| owned(response)))?;
    let text = first.map_err(|complaint| format!("? {complaint}"))? + &rest(talk)?;
    Ok(text.split_whitespace().map(str::to_string).collect())
}

fn list_commands<G: Game>(talk: &mut Talk, ground: &Ground<G>) -> Came {
    let listed = commands(talk)?;
    let komi = matches!(ground.spec, GameSpec::Go(_)).then_some("komi");
    let required = REQUIRED.into_iter().chain(komi);
    let missing: Vec<&str> = required
        .filter(|&name| !listed.iter().any(|one| one == name))
        .collect();
    match missing.is_empty() {
        true => Ok(format!("{} commands", listed.len())),
        false => Err(format!("without {}", missing.join(", ")).into()),
    }
}

fn known_command(talk: &mut Talk, name: &str, expected: &str) -> Came {
    let known = granted(talk, &format!("known_command {name}"))?;
    if known == expected {
        Ok(known)
    } else {
        Err(known.into())
    }
}

fn set_up<G: Game>(talk: &mut Talk, ground: &Ground<G>) -> Result<(), String> {
    granted(talk, &format!("boardsize {}", ground.start.width()))?;
    granted(talk, "clear_board").map(drop)
}

/// The command for the first of all legal moves, and the position after it.
fn first_move<G: Game>(ground: &Ground<G>) -> (String, G) {
    let mut moves = MoveList::new();
    ground.start.legal_moves(&mut moves);
    let mut position = ground.start.clone();
    position.play(moves[0]);
    let mover = letter(ground.start.to_move());
    let command = format!("play {mover} {}", position.move_to_text(moves[0]));
    (command, position)
}

fn genmove<G: Knowledge>(talk: &mut Talk, position: &G) -> Came {
    let text = granted(talk, &format!("genmove {}", letter(position.to_move())))?;
    judged(position, answer(position, &text))
}

fn undo<G: Game>(talk: &mut Talk, ground: &Ground<G>) -> Came {
    if !commands(talk)?.iter().any(|name| name == "undo") {
        return Err(Problem::NotOffered(
            "it is not in list_commands".to_string(),
        ));
    }
    set_up(talk, ground)?;
    let (play, _) = first_move(ground);
    granted(talk, &play)?;
    granted(talk, "undo")?;
    granted(talk, &play)?;
    Ok("it can".to_string())
}

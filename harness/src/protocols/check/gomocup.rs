//! Questions of the Gomocup protocol.

use engines::{Game, Knowledge, Move};

use super::{Came, Check, Ground, Problem, Talk, judged};
use crate::protocols::gomocup::info::UNLIMITED;
use crate::protocols::gomocup::{Line, answer, kind, rule, start};

/// A command that nobody knows.
const NONSENSE: &str = "HARNESSNONSENSE";

/// The manager has nothing to say before a board is there.
pub fn greeting() -> String {
    String::new()
}

pub fn checks<G: Knowledge>() -> Vec<Check<G>> {
    vec![
        ("START", "OK", |talk, ground| {
            confirmed(talk, &start(ground.start))
        }),
        ("ABOUT", "name=\"…\"", about),
        ("BEGIN", "a legal move", |talk, ground| {
            set_up(talk, ground)?;
            choice(talk, "BEGIN", ground.start)
        }),
        ("TURN", "a legal move", |talk, ground| {
            set_up(talk, ground)?;
            choice(talk, "TURN 0,0", &after(ground, &[0]))
        }),
        ("BOARD", "a legal move", |talk, ground| {
            set_up(talk, ground)?;
            let position = after(ground, &[0, 1, 2]);
            choice(talk, "BOARD\n0,0,2\n1,0,1\n2,0,2\nDONE", &position)
        }),
        ("RESTART", "OK, and it can begin again", restart),
        ("TURN on an occupied point", "ERROR", |talk, ground| {
            set_up(talk, ground)?;
            choice(talk, "TURN 0,0", &after(ground, &[0]))?;
            refusal(talk, "TURN 0,0", Line::Refusal)
        }),
        ("START 1000", "ERROR", |talk, _| {
            refusal(talk, "START 1000", Line::Refusal)
        }),
        ("an unknown command", "UNKNOWN", |talk, ground| {
            set_up(talk, ground)?;
            refusal(talk, NONSENSE, Line::Unknown)
        }),
        ("END", "exit code 0, soon", |talk, ground| {
            set_up(talk, ground)?;
            Ok(talk.end("END\n")?)
        }),
    ]
}

/// A command, and the first line that is no remark.
fn told(talk: &mut Talk, command: &str) -> Result<(Line, String), String> {
    talk.say(&format!("{command}\n"))?;
    talk.soon(|line| match kind(line) {
        Line::Remark | Line::Other => None,
        kind => Some((kind, line.to_string())),
    })
}

fn confirmed(talk: &mut Talk, command: &str) -> Came {
    match told(talk, command)? {
        (Line::Fine, line) => Ok(line),
        (_, line) => Err(line.into()),
    }
}

fn refusal(talk: &mut Talk, command: &str, expected: Line) -> Came {
    talk.say(&format!("{command}\n"))?;
    let (kind, line) = talk.soon(|line| match kind(line) {
        Line::Remark => None,
        kind => Some((kind, line.to_string())),
    })?;
    if kind == expected {
        Ok(line)
    } else {
        Err(line.into())
    }
}

/// An empty board, and moves of a second.
fn set_up<G: Game>(talk: &mut Talk, ground: &Ground<G>) -> Result<(), Problem> {
    confirmed(talk, &start(ground.start))?;
    let rule = rule(ground.spec);
    let limits = "INFO timeout_turn 1000\nINFO timeout_match 0\nINFO time_left";
    Ok(talk.say(&format!(
        "INFO rule {rule}\nINFO game_type 1\n{limits} {UNLIMITED}\n"
    ))?)
}

/// The position after stones on points.
fn after<G: Game>(ground: &Ground<G>, points: &[usize]) -> G {
    let mut position = ground.start.clone();
    for &point in points {
        position.play(Move::at(point));
    }
    position
}

fn choice<G: Knowledge>(talk: &mut Talk, question: &str, position: &G) -> Came {
    talk.say(&format!("{question}\n"))?;
    let line = talk.in_time(|line| match kind(line) {
        Line::Remark | Line::Fine => None,
        _ => Some(line.to_string()),
    })?;
    judged(position, answer(position, &line))
}

fn about<G: Game>(talk: &mut Talk, _: &Ground<G>) -> Came {
    talk.say("ABOUT\n")?;
    let said = talk.soon(|line| match kind(line) {
        Line::Remark | Line::Fine => None,
        _ => Some(line.to_string()),
    });
    match said {
        Ok(line) if line.contains("name") => Ok(line),
        Ok(line) => Err(line.into()),
        Err(silence) => Err(Problem::NotOffered(silence)),
    }
}

fn restart<G: Knowledge>(talk: &mut Talk, ground: &Ground<G>) -> Came {
    set_up(talk, ground)?;
    choice(talk, "BEGIN", ground.start)?;
    match told(talk, "RESTART")? {
        (Line::Fine, line) => {
            choice(talk, "TURN 0,0", &after(ground, &[0]))?;
            Ok(line)
        }
        (_, line) => Err(Problem::NotOffered(line)),
    }
}

//! What an engine gets wrong of its protocol, question by question.

mod gomocup;
mod gtp;
mod nboard;
mod talk;

use engines::{GameSpec, Knowledge};
use serde::Serialize;

use super::protocol::Answer;
use super::spec::{ExternalSpec, Language};
use talk::Talk;

/// How an engine does at a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// As it should be.
    Ok,
    /// Not so.
    Wrong,
    /// It need not be able to do it, and is not.
    NotOffered,
}

/// A question and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// What was asked.
    pub check: &'static str,
    /// How it did.
    pub verdict: Verdict,
    /// What should come.
    pub expected: &'static str,
    /// What came.
    pub got: String,
}

/// Why something is not as expected; what came.
enum Problem {
    Wrong(String),
    NotOffered(String),
}

impl From<String> for Problem {
    fn from(got: String) -> Problem {
        Problem::Wrong(got)
    }
}

/// What came, if it is as it should be.
type Came = Result<String, Problem>;

/// The game in which questions are asked.
struct Ground<'a, G> {
    spec: &'a GameSpec,
    start: &'a G,
}

/// A question: its name, what should come, and how to ask it. Each sets up what
/// it needs, since the last may have ended the engine.
type Check<G> = (
    &'static str,
    &'static str,
    fn(&mut Talk, &Ground<G>) -> Came,
);

/// Starts an engine and asks it everything its protocol tells of. One that
/// fails at the first question, which is whether it is there, is asked no more.
pub fn check_protocol<G: Knowledge>(
    spec: &ExternalSpec,
    game: &GameSpec,
    start: &G,
) -> Vec<Finding> {
    let (greeting, checks): (_, Vec<Check<G>>) = match spec.language {
        Language::Gtp => (gtp::greeting(spec), gtp::checks()),
        Language::Gomocup => (gomocup::greeting(), gomocup::checks()),
        Language::Nboard => (nboard::greeting(spec), nboard::checks()),
    };
    let mut talk = Talk::new(spec, greeting);
    let ground = Ground { spec: game, start };
    let mut findings: Vec<Finding> = Vec::new();
    for (check, expected, ask) in checks {
        let finding = Finding::new(check, expected, ask(&mut talk, &ground));
        findings.push(finding);
        if findings.len() == 1 && !talk.has_answered() {
            break;
        }
    }
    findings
}

impl Finding {
    fn new(check: &'static str, expected: &'static str, came: Came) -> Finding {
        let (verdict, got) = match came {
            Ok(got) => (Verdict::Ok, got),
            Err(Problem::Wrong(got)) => (Verdict::Wrong, got),
            Err(Problem::NotOffered(got)) => (Verdict::NotOffered, got),
        };
        Finding {
            check,
            verdict,
            expected,
            got: in_short(&got),
        }
    }
}

/// On one line of a table.
fn in_short(text: &str) -> String {
    text.replace(char::is_control, " ")
        .chars()
        .take(100)
        .collect()
}

/// An answer in place of a move, by our rules.
fn judged<G: Knowledge>(position: &G, answer: Answer) -> Came {
    match answer {
        Answer::Resign => Ok("resign".to_string()),
        Answer::Unreadable(text) => Err(format!("`{text}`, which is no move").into()),
        Answer::Move(mv) => match position.check(mv) {
            Ok(()) => Ok(position.move_to_text(mv)),
            Err(error) => Err(format!("{}: {error}", position.move_to_text(mv)).into()),
        },
    }
}

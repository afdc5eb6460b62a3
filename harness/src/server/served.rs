//! What a server answers to a whole conversation.

use std::io::Cursor;

use super::choice::EngineChoice;
use super::input::{Input, Interrupts};
use crate::tournament::Limits;

/// One language's server.
type Serve = fn(&EngineChoice, &Input, &mut Vec<u8>) -> anyhow::Result<()>;

/// The lines that an engine answers if it looks at so many nodes.
pub fn served(
    serve: Serve,
    interrupts: Interrupts,
    engine: &str,
    nodes: Option<u64>,
    text: impl Into<Vec<u8>>,
) -> Vec<String> {
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let choice = EngineChoice::new(&engine.parse().unwrap(), &limits, 1).unwrap();
    let mut out = Vec::new();
    let input = Input::new(Cursor::new(text.into()), interrupts);
    serve(&choice, &input, &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    out.lines().map(str::to_string).collect()
}

//! Openings as lines of text: moves in the game's notation, separated by spaces
//! or run together.

use engines::{Knowledge, Move};

use super::line::{Fault, Line};

/// Reads a text in which each line is an opening. What stands behind a `#` is
/// a comment; blank lines pass.
pub fn read<G: Knowledge>(text: &str, empty: &Line<G>) -> Result<Vec<(Vec<Move>, u64)>, Fault> {
    let mut openings = Vec::new();
    let mut at = 0;
    for line in text.split(['\n', '\r']) {
        let moves = line.split('#').next().unwrap_or_default();
        if !moves.trim().is_empty() {
            openings.push(read_line(moves, at, empty.clone())?);
        }
        at += line.len() + 1;
    }
    Ok(openings)
}

/// Reads moves, before which `start` bytes stand.
fn read_line<G: Knowledge>(
    moves: &str,
    start: usize,
    mut line: Line<G>,
) -> Result<(Vec<Move>, u64), Fault> {
    let mut rest = moves.trim_start();
    while !rest.is_empty() && !line.is_full() {
        let at = start + moves.len() - rest.len();
        let word = rest.split_whitespace().next().unwrap_or(rest);
        let (first, _) = word.split_at(length_of_move(word));
        let mv = line
            .position()
            .parse_move(first)
            .map_err(|error| Fault::new(at, error))?;
        line.play(at, mv, None)?;
        rest = rest[first.len()..].trim_start();
    }
    line.finish()
}

/// How many bytes of a word are its first move: `pass`, or a letter and the
/// digits behind it. A word that begins with neither is no move as a whole.
fn length_of_move(word: &str) -> usize {
    const PASS: &str = "pass";
    if word
        .get(..PASS.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(PASS))
    {
        return PASS.len();
    }
    let letter = word.chars().next().map_or(0, char::len_utf8);
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    match word.bytes().skip(letter).take_while(is_digit).count() {
        0 => word.len(),
        digits => letter + digits,
    }
}

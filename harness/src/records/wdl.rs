//! Counts of results: a line of name, wins, draws, losses, name for every two
//! players, as BayesElo's `wdl` and the tables of Gomocup have them.

use std::borrow::Cow;
use std::io::BufRead;
use std::path::Path;

use anyhow::Context;

use super::source::Source;
use crate::error::InputError;

/// One line: what the first player made of his games with the second.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WdlRow<'a> {
    /// The two.
    pub names: [Cow<'a, str>; 2],
    /// Games that the first won.
    pub wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games that the second won.
    pub losses: u64,
}

/// Hands every line of a file to `each`; `-` is standard input. Fields are
/// separated by tabs, commas or spaces, and may be quoted.
pub fn read_wdl(path: &Path, mut each: impl FnMut(WdlRow<'_>)) -> anyhow::Result<()> {
    let Source { name, mut input } = Source::open(path)?;
    let mut line = String::new();
    for number in 1_u64.. {
        line.clear();
        let length = input
            .read_line(&mut line)
            .map_err(InputError::new)
            .with_context(|| format!("cannot read {}, line {number}", name.display()))?;
        if length == 0 {
            break;
        }
        let text = line.trim_matches(['\r', '\n', '\u{feff}']);
        if text.trim().is_empty() {
            continue;
        }
        each(parse(text).ok_or_else(|| {
            InputError(format!(
                "{}, line {number}: expected name, wins, draws, losses, name, but found `{}`",
                name.display(),
                text.chars().take(80).collect::<String>().escape_debug()
            ))
        })?);
    }
    Ok(())
}

fn parse(line: &str) -> Option<WdlRow<'_>> {
    let fields: [Cow<str>; 5] = fields(line)?.try_into().ok()?;
    let [first, wins, draws, losses, second] = fields;
    // Sums of counts of 32 bits never overflow.
    let count = |field: &str| field.parse::<u32>().ok().map(u64::from);
    let row = WdlRow {
        wins: count(&wins)?,
        draws: count(&draws)?,
        losses: count(&losses)?,
        names: [first, second],
    };
    (row.names.iter().all(|name| !name.is_empty())).then_some(row)
}

/// The fields of a line, at the tabs if it has any, else at the commas, else at
/// the spaces; `None` where a quote is not closed.
fn fields(line: &str) -> Option<Vec<Cow<'_, str>>> {
    let separator = [b'\t', b',']
        .into_iter()
        .find(|&separator| has_outside_quotes(line, separator));
    let mut fields = Vec::with_capacity(5);
    let mut rest = line.trim_matches(' ');
    loop {
        let (field, behind) = match rest.strip_prefix('"') {
            Some(quoted) => unquote(quoted)?,
            None => {
                let end = rest
                    .bytes()
                    .position(|byte| byte == separator.unwrap_or(b' '));
                let (field, behind) = rest.split_at(end.unwrap_or(rest.len()));
                (Cow::Borrowed(field.trim_end_matches(' ')), behind)
            }
        };
        fields.push(field);
        let behind = behind.trim_start_matches(' ');
        rest = match separator {
            _ if behind.is_empty() => return Some(fields),
            Some(separator) => behind
                .strip_prefix(char::from(separator))?
                .trim_start_matches(' '),
            None => behind,
        };
    }
}

fn has_outside_quotes(line: &str, separator: u8) -> bool {
    let mut is_quoted = false;
    line.bytes().any(|byte| {
        is_quoted ^= byte == b'"';
        byte == separator && !is_quoted
    })
}

/// What stands before the closing quote, where two stand for one, and what
/// stands behind it.
fn unquote(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let mut from = 0;
    loop {
        let quote = from + text[from..].find('"')?;
        let behind = &text[quote + 1..];
        if !behind.starts_with('"') {
            let field = match from {
                0 => Cow::Borrowed(&text[..quote]),
                _ => Cow::Owned(text[..quote].replace("\"\"", "\"")),
            };
            return Some((field, behind));
        }
        from = quote + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_kind() {
        for (line, first, second) in [
            ("\"AI 016\"\t2\t0\t8\t\"CURNPIS\"", "AI 016", "CURNPIS"),
            ("AI 016\t2\t0\t8\tCURNPIS, new", "AI 016", "CURNPIS, new"),
            ("a,2,0,8,b c", "a", "b c"),
            ("\"a, x\", 2, 0, 8, \"b \"\"c\"\"\"", "a, x", "b \"c\""),
            ("  a   2 0  8 b ", "a", "b"),
            ("\"a b\" 2 0 8 \"c\td\"", "a b", "c\td"),
            ("a\"b 2 0 8 c", "a\"b", "c"),
        ] {
            let expected = WdlRow {
                names: [first.into(), second.into()],
                wins: 2,
                draws: 0,
                losses: 8,
            };
            assert_eq!(parse(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for line in [
            "a",
            "a 1 2 b",
            "a 1 2 3 b c",
            "a 1 -2 3 b",
            "a 1 2 4294967296 b",
            "a 1.5 2 3 b",
            "\"a 1 2 3 b",
            "\"a\"x,1,2,3,b",
            "a,1,2,3,",
            ",1,2,3,b",
            "a,1,2,3,b,",
            "\"\" 1 2 3 b",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}

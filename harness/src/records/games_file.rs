//! Files of games, read for their statistics: ours and those of other tools.

use std::io::{BufRead, Read};
use std::path::Path;

use anyhow::Context;
use csv::{ReaderBuilder, StringRecord};

use super::columns::{Columns, Layout};
use super::csv_records::{Records, line_of, unreadable};
use super::played::Played;
use super::result_word::ResultWord;
use super::source::Source;
use crate::error::InputError;

/// What stands next in a file of games.
#[derive(Clone, Copy, Debug)]
pub enum Recorded<'a> {
    /// A game without its twin.
    Game(Played<'a>),
    /// The two games of a pair, one behind the other.
    Pair([Played<'a>; 2]),
}

/// Hands every game of a CSV file to `each`, pairs as pairs. `-` is standard
/// input. The separator is the one of the header: comma, semicolon or tab.
pub fn read_played(
    path: &Path,
    columns: &Columns,
    mut each: impl FnMut(Recorded<'_>),
) -> anyhow::Result<()> {
    const LONGEST_HEADER: u64 = 1 << 20;
    const BUFFER: usize = 1 << 18;
    let Source { name, mut input } = Source::open(path)?;
    let mut header = Vec::new();
    (&mut input)
        .take(LONGEST_HEADER)
        .read_until(b'\n', &mut header)
        .with_context(|| format!("cannot read {}", name.display()))?;
    let mut reader = ReaderBuilder::new();
    reader.delimiter(separator(&header)).buffer_capacity(BUFFER);
    let mut games = Records::new(&name, &reader, header.as_slice().chain(input))?;
    let layout = Layout::new(&name, games.headers(), columns)?;

    let mut records = [StringRecord::new(), StringRecord::new()];
    // Whether the first record is the one that stands next.
    let mut is_held = false;
    loop {
        let [first, second] = &mut records;
        if !is_held && !games.read(first)? {
            return Ok(());
        }
        let game = played(&name, &layout, first)?;
        is_held = layout.has_pairs && games.read(second)?;
        if is_held {
            let twin = played(&name, &layout, second)?;
            if game.is_twin(&twin) {
                each(Recorded::Pair([game, twin]));
                is_held = false;
                continue;
            }
        }
        each(Recorded::Game(game));
        records.swap(0, 1);
    }
}

/// The separator of which the header has most.
fn separator(header: &[u8]) -> u8 {
    let count = |separator: u8| header.iter().filter(|&&byte| byte == separator).count();
    let mut most = b',';
    for other in [b';', b'\t'] {
        if count(other) > count(most) {
            most = other;
        }
    }
    most
}

fn played<'a>(
    name: &Path,
    layout: &'a Layout,
    record: &'a StringRecord,
) -> Result<Played<'a>, InputError> {
    let mut game: Played<'a> = record
        .deserialize(Some(&layout.ours))
        .map_err(|error| unreadable(name, &layout.theirs, record, &error))?;
    if game.black.trim().is_empty() || game.white.trim().is_empty() {
        let line = line_of(record);
        let color = if game.black.trim().is_empty() {
            "Black"
        } else {
            "White"
        };
        return Err(InputError(format!(
            "{}, line {line}: {color} has no name",
            name.display()
        )));
    }
    let text = &record[layout.result];
    let at = |what: String| {
        let line = line_of(record);
        let column = &layout.theirs[layout.result];
        InputError(format!(
            "{}, line {line}: column {} ({column}): {what}",
            name.display(),
            layout.result + 1
        ))
    };
    let word = ResultWord::read(text).ok_or_else(|| {
        at(format!(
            "`{}` is no result such as black, white, draw, none, 1-0, 1/2-1/2, * or B+3.5",
            text.escape_debug()
        ))
    })?;
    game.winner = word.winner(layout.points_first).ok_or_else(|| {
        let column = &layout.theirs[layout.result];
        at(format!(
            "whose points come first in `{}`? Say --columns white-black={column} if White's do, \
             as in chess; --columns black-white={column} if Black's",
            text.trim()
        ))
    })?;
    Ok(game)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::game_row::Winner;
    use super::*;

    /// A game by its Black, White and winner; a pair in brackets.
    fn read(text: &str, columns: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        fs::write(&path, text).unwrap();
        let columns = match columns {
            "" => Columns::default(),
            columns => columns.parse().unwrap(),
        };
        let in_short = |game: &Played| {
            let winner = match game.winner {
                Winner::Black => "B",
                Winner::White => "W",
                Winner::Draw => "=",
                Winner::None => "*",
            };
            format!("{}{}{winner}", game.black, game.white)
        };
        let mut found = Vec::new();
        read_played(&path, &columns, |games| {
            found.push(match games {
                Recorded::Game(game) => in_short(&game),
                Recorded::Pair(pair) => format!("[{}]", pair.each_ref().map(in_short).join(" ")),
            });
        })
        .unwrap();
        found
    }

    #[test]
    fn pairs_are_neighbors_with_colors_swapped() {
        let text = "pair_id,opening,black,white,winner\n\
             1,x,a,b,black\n1,x,b,a,draw\n\
             2,x,a,b,white\n3,x,b,a,white\n\
             4,x,a,b,none\n4,y,b,a,black\n\
             5,x,a,b,black\n5,x,a,b,black\n5,x,b,a,black\n\
             ,x,a,b,black\n,x,b,a,black\n\
             one,x,a,b,black\none,x,b,a,white\n\
             7,x,a,b,black\n";
        let expected = [
            "[abB ba=]",
            "abW",
            "baW",
            "ab*",
            "baB",
            "abB",
            "[abB baB]",
            "abB",
            "baB",
            "[abB baW]",
            "abB",
        ];
        assert_eq!(read(text, ""), expected);
        // Without that column there are no pairs.
        let without = text.replace("pair_id", "round");
        assert_eq!(read(&without, "").len(), 14);
        assert_eq!(read(&without, "pair_id=round"), expected);
    }

    #[test]
    fn any_separator_and_line_end() {
        for separator in [",", ";", "\t"] {
            for end in ["\n", "\r\n"] {
                let text = ["White,Black,Result", "a,\"b,;\t\",1-0", "b,a,1/2-1/2"];
                let quoted = text[1].replacen(',', separator, 1);
                let quoted = quoted.replacen("\",", &format!("\"{separator}"), 1);
                let lines = [
                    text[0].replace(',', separator),
                    quoted,
                    text[2].replace(',', separator),
                ];
                // Spreadsheets put a mark before the first byte.
                let text = format!("\u{feff}{}", lines.join(end));
                let found = read(&text, "white-black=Result");
                assert_eq!(found, ["b,;\taW", "ab="]);
            }
        }
    }
}

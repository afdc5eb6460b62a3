//! Boards as text: `X`, `O` and `.`, rows from the top.

use std::fmt;

use thiserror::Error;

use crate::game::{Color, Game, InvalidPosition};

/// Text that is no board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseDiagramError {
    /// A character that stands for nothing.
    #[error("`{found}` (character {column}) is neither X, O, `.` nor `-`")]
    Character {
        /// That character.
        found: char,
        /// Where it stands, counted from 1.
        column: usize,
    },
    /// The stones do not make a position.
    #[error(transparent)]
    Position(#[from] InvalidPosition),
}

/// Reads points in reading order: `X` Black, `O` White, `.` or `-` empty;
/// white space is skipped.
pub fn parse_stones(text: &str) -> Result<Vec<Option<Color>>, ParseDiagramError> {
    text.chars()
        .enumerate()
        .filter(|(_, found)| !found.is_whitespace())
        .map(|(index, found)| match found {
            'X' | 'x' => Ok(Some(Color::Black)),
            'O' | 'o' => Ok(Some(Color::White)),
            '.' | '-' => Ok(None),
            _ => Err(ParseDiagramError::Character {
                found,
                column: index + 1,
            }),
        })
        .collect()
}

/// The position drawn in `text`, with `to_move` to play and no past.
pub fn parse<G: Game>(
    rules: &G::Rules,
    text: &str,
    to_move: Color,
) -> Result<G, ParseDiagramError> {
    Ok(G::from_stones(rules, &parse_stones(text)?, to_move)?)
}

/// Draws the board of a position: what every game's `Display` shows.
pub fn draw<G: Game>(game: &G, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for y in 0..game.height() {
        for x in 0..game.width() {
            let letter = game.at(y * game.width() + x).map_or('.', Color::letter);
            let gap = if x == 0 { "" } else { " " };
            write!(f, "{gap}{letter}")?;
        }
        writeln!(f)?;
    }
    Ok(())
}

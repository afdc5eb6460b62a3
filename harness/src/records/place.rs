//! Where something stands in a text.

use std::fmt;

/// A line and a column of a text, both from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Number of the line.
    pub line: usize,
    /// Number of the character in its line.
    pub column: usize,
}

impl Place {
    /// The place of the byte `at` of a text, which begins a character or is the
    /// text's end. Lines end with `\n`, `\r\n` or `\r`.
    pub fn of(text: &str, at: usize) -> Place {
        let before = &text[..at];
        let mut place = Place { line: 1, column: 1 };
        let mut last = None;
        for found in before.chars() {
            match found {
                '\n' if last == Some('\r') => {}
                '\n' | '\r' => {
                    place.line += 1;
                    place.column = 1;
                }
                _ => place.column += 1,
            }
            last = Some(found);
        }
        place
    }
}

/// `line 3, column 7`
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_characters_are_counted() {
        let text = "ab\r\nçd\re\n\nf";
        let place = |found: &str| Place::of(text, text.find(found).unwrap()).to_string();
        assert_eq!(place("a"), "line 1, column 1");
        assert_eq!(place("ç"), "line 2, column 1");
        assert_eq!(place("d"), "line 2, column 2");
        assert_eq!(place("e"), "line 3, column 1");
        assert_eq!(place("f"), "line 5, column 1");
        assert_eq!(Place::of(text, text.len()).to_string(), "line 5, column 2");
    }
}

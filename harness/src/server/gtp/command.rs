//! A line of GTP: `12 play black Q16`.

use engines::Color;

use crate::server::input::Line;

/// What a command is answered with: text, or what is wrong.
pub type Answer = Result<String, String>;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command<'a> {
    /// Its number, to be repeated in the answer; may be empty.
    pub id: &'a str,
    /// Its name; empty if there is a number alone.
    pub name: &'a str,
    /// What follows the name.
    pub arguments: Vec<&'a str>,
}

impl<'a> Command<'a> {
    /// Reads a line; `None` if it has nothing but space and a comment.
    pub fn parse(line: &'a Line) -> Option<Command<'a>> {
        let text = line.text.split('#').next().unwrap_or_default();
        let mut words = text.split_whitespace();
        let first = words.next()?;
        let is_id = first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, name) = match is_id {
            true => (first, words.next().unwrap_or_default()),
            false => ("", first),
        };
        let arguments = words.collect();
        Some(Command {
            id,
            name,
            arguments,
        })
    }

    /// An argument, read as what it should be.
    pub fn read<T: std::str::FromStr>(&self, index: usize) -> Result<T, String> {
        let text = self.arguments.get(index).ok_or_else(syntax_error)?;
        text.parse().map_err(|_| syntax_error())
    }

    /// An argument that is a finite number.
    pub fn number(&self, index: usize) -> Result<f64, String> {
        let number: f64 = self.read(index)?;
        number
            .is_finite()
            .then_some(number)
            .ok_or_else(syntax_error)
    }

    /// An argument that is a color.
    pub fn color(&self, index: usize) -> Result<Color, String> {
        let text = self.arguments.get(index).ok_or_else(syntax_error)?;
        color(text).ok_or_else(syntax_error)
    }
}

/// `b`, `black`, `w` or `white`, in either case.
pub fn color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// The protocol's words for arguments that are missing or not what they should
/// be.
pub fn syntax_error() -> String {
    "syntax error".to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        for (text, expected) in [
            ("", None),
            ("  # nothing", None),
            ("name", Some(("", "name", 0))),
            ("7 play b  A1 # first", Some(("7", "play", 2))),
            ("007", Some(("007", "", 0))),
            ("7a b", Some(("", "7a", 1))),
        ] {
            let line = Line {
                text: text.to_string(),
                is_cut: false,
            };
            let command = Command::parse(&line);
            let found = command.map(|command| (command.id, command.name, command.arguments.len()));
            assert_eq!(found, expected, "{text}");
        }
    }
}

//! Lists of players and of tournaments.

use std::io::Read;
use std::path::Path;

use super::bytes::{Header, read};
use crate::error::InputError;

/// Names by number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names(Vec<String>);

impl Names {
    /// Reads a list with so many bytes a name: Latin-1, up to the first zero.
    pub fn read(path: &Path, bytes: usize) -> Result<Names, InputError> {
        let (header, mut input) = Header::open(path)?;
        header.check_length(path, header.names, bytes)?;
        let mut all = Vec::new();
        input
            .read_to_end(&mut all)
            .map_err(|error| read(path, &error))?;
        Ok(Names(all.chunks_exact(bytes).map(name).collect()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The name; `kind` and the number of whoever is not on the list.
    pub fn name_or(&self, number: u16, kind: &str) -> String {
        match self.0.get(usize::from(number)) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => format!("{kind} {number}"),
        }
    }
}

fn name(bytes: &[u8]) -> String {
    let letters = bytes.iter().take_while(|&&byte| byte != 0);
    let name: String = letters.map(|&byte| char::from(byte)).collect();
    name.trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_latin_1_up_to_a_zero() {
        assert_eq!(name(b"Andr\xe9 \0\0x"), "André");
        let names = Names(vec!["???".to_string(), String::new()]);
        let named = [0, 1, 2].map(|number| names.name_or(number, "player"));
        assert_eq!(named, ["???", "player 1", "player 2"]);
    }
}

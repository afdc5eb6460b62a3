//! Results as files of games say them.

use super::game_row::Winner;

/// Whose points come first in a result such as `1-0`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointsFirst {
    /// Black's.
    Black,
    /// White's.
    White,
}

/// A result that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ResultWord {
    /// Whoever is named.
    Said(Winner),
    /// Whoever's points come first has them all.
    First,
    /// Whoever's points come second has them all.
    Second,
}

impl ResultWord {
    /// Reads `black`, `draw`, `1-0`, `0.5`, `B+3.5`, `*` and the like; `None`
    /// for anything else.
    pub fn read(text: &str) -> Option<ResultWord> {
        let word = text.trim().to_ascii_lowercase();
        Some(match word.as_str() {
            "black" | "b" => ResultWord::Said(Winner::Black),
            "white" | "w" => ResultWord::Said(Winner::White),
            "draw" | "d" | "jigo" | "1/2-1/2" | "1/2" | "0.5-0.5" | "0.5" | "½-½" | "½" => {
                ResultWord::Said(Winner::Draw)
            }
            "none" | "void" | "*" | "?" => ResultWord::Said(Winner::None),
            "1-0" | "1.0-0.0" | "1" | "1.0" => ResultWord::First,
            "0-1" | "0.0-1.0" | "0" | "0.0" => ResultWord::Second,
            _ if word.starts_with("b+") => ResultWord::Said(Winner::Black),
            _ if word.starts_with("w+") => ResultWord::Said(Winner::White),
            _ => return None,
        })
    }

    /// The winner; `None` where it depends on whose points come first and that
    /// is not known.
    pub fn winner(self, first: Option<PointsFirst>) -> Option<Winner> {
        match (self, first) {
            (ResultWord::Said(winner), _) => Some(winner),
            (_, None) => None,
            (ResultWord::First, Some(PointsFirst::Black))
            | (ResultWord::Second, Some(PointsFirst::White)) => Some(Winner::Black),
            (ResultWord::First, Some(PointsFirst::White))
            | (ResultWord::Second, Some(PointsFirst::Black)) => Some(Winner::White),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_many_tools() {
        use Winner::*;
        for (words, black_first, white_first) in [
            ("1-0 1 1.0 1.0-0.0", Black, White),
            ("0-1 0 0.0", White, Black),
            ("black Black B b+r B+3.5 B+Resign", Black, Black),
            ("white W w+t W+0.5", White, White),
            ("draw Draw 1/2-1/2 0.5-0.5 0.5 ½-½ jigo", Draw, Draw),
            ("none * ? Void", None, None),
        ] {
            for word in words.split(' ') {
                let read = ResultWord::read(word).unwrap();
                let winner = |first| read.winner(Some(first));
                assert_eq!(winner(PointsFirst::Black), Some(black_first), "{word}");
                assert_eq!(winner(PointsFirst::White), Some(white_first), "{word}");
                let depends = black_first != white_first;
                assert_eq!(read.winner(Option::None).is_none(), depends, "{word}");
            }
        }
        for word in ["", "2-0", "1-1", "x", "blackish", "+b", "1:0"] {
            assert_eq!(ResultWord::read(word), Option::None, "{word}");
        }
    }
}

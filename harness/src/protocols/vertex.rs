//! How GTP names points.

use engines::notation::{Notation, ParseMoveError};
use engines::{Game, Move};

/// Letters without I, rows from the bottom; games that count rows from the top
/// keep to that.
fn notation<G: Game>() -> Notation {
    match G::NOTATION.rows_from_top {
        true => G::NOTATION,
        false => Notation {
            columns: "ABCDEFGHJKLMNOPQRSTU",
            rows_from_top: false,
            passes: G::NOTATION.passes,
        },
    }
}

/// The name of a move, in capital letters.
pub fn format<G: Game>(board: &G, mv: Move) -> String {
    let mut name = notation::<G>().format(mv, board.width(), board.height());
    name.make_ascii_uppercase();
    name
}

/// Reads a move, in either case.
pub fn parse<G: Game>(board: &G, text: &str) -> Result<Move, ParseMoveError> {
    notation::<G>().parse(text, board.width(), board.height())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::go::{CELLS_19, Go, GoRules, Preset};
    use engines::gomoku::{Gomoku, GomokuRules};
    use engines::othello::{Othello, OthelloRules};

    fn reads_back<G: Game>(board: &G, point: usize, name: &str) {
        let mv = Move::at(point);
        assert_eq!(format(board, mv), name);
        assert_eq!(parse(board, &name.to_lowercase()), Ok(mv));
    }

    #[test]
    fn no_column_is_called_i_but_where_there_are_few() {
        let go = Go::<CELLS_19>::initial(&GoRules::new(Preset::Cgos, 19, 19));
        reads_back(&go, 8, "J19");
        assert_eq!(parse(&go, "Pass"), Ok(Move::PASS));
        let gomoku = Gomoku::initial(&GomokuRules {
            width: 20,
            ..GomokuRules::default()
        });
        reads_back(&gomoku, 19, "U15");
        reads_back(&gomoku, 14 * 20 + 8, "J1");
        let othello = Othello::initial(&OthelloRules::default());
        reads_back(&othello, 2 * 8 + 3, "D3");
        for text in ["", "I1", "pass", "V1", "A0", "A16", "é"] {
            assert!(parse(&gomoku, text).is_err(), "{text}");
        }
    }
}

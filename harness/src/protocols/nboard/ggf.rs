//! GGF, the Generic Game Format (Buro), as far as a game of Othello needs it:
//! `(;GM[Othello]BO[8 ---…--- *]B[d3//0.01]W[c5];)`.

use std::fmt::Write;

use engines::notation::ParseMoveError;
use engines::{Color, Game, Move};

use crate::protocols::GameSoFar;

/// A game.
pub fn of_game<G: Game>(game: &GameSoFar<G>) -> String {
    let (start, size) = (game.start, game.start.width());
    let mut text = format!("(;GM[Othello]PB[Black]PW[White]RE[?]TY[{size}]BO[{size} ");
    text.extend((0..size * size).map(|point| letter_of(start.at(point))));
    text += &format!(" {}]", letter_of(Some(start.to_move())));
    for (index, &mv) in game.moves.iter().enumerate() {
        let color = match game.mover(index) {
            Color::Black => 'B',
            Color::White => 'W',
        };
        write!(text, "{color}[{}]", name_of(start, mv)).expect("a string takes all");
    }
    text + ";)"
}

/// What stands for a disc, or for none.
fn letter_of(disc: Option<Color>) -> char {
    match disc {
        Some(Color::Black) => '*',
        Some(Color::White) => 'O',
        None => '-',
    }
}

/// The disc, or none, for which a letter stands.
pub fn parse_letter(letter: char) -> Option<Option<Color>> {
    let discs = [None, Some(Color::Black), Some(Color::White)];
    discs.into_iter().find(|&disc| letter_of(disc) == letter)
}

/// The name of a move: `F5`, or `PA`.
pub fn name_of(board: &impl Game, mv: Move) -> String {
    match mv.is_pass() {
        true => "PA".to_string(),
        false => board.move_to_text(mv).to_ascii_uppercase(),
    }
}

/// Reads the move of `F5/1.20/0.01`, `d6 -1.00 0.0` or `PA`: the evaluation and
/// the time are not needed.
pub fn parse_move(board: &impl Game, text: &str) -> Result<Move, ParseMoveError> {
    let name = text.trim_start().split(['/', ' ', '\t']).next();
    let name = name.unwrap_or_default();
    match name.eq_ignore_ascii_case("PA") {
        true => Ok(Move::PASS),
        false => board.parse_move(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::othello::{Othello, OthelloRules};

    #[test]
    fn a_game() {
        let spec = "othello".parse().unwrap();
        let start = Othello::initial(&OthelloRules::default());
        let mut position = start;
        let moves = ["f5", "f6"].map(|text| {
            let mv = position.parse_move(text).unwrap();
            position.try_play(mv).unwrap();
            mv
        });
        let game = GameSoFar {
            spec: &spec,
            start: &start,
            position: &position,
            moves: &moves,
        };
        let blank = "-".repeat(27);
        let board = format!("{blank}O*------*O{blank}");
        assert_eq!(
            of_game(&game),
            format!("(;GM[Othello]PB[Black]PW[White]RE[?]TY[8]BO[8 {board} *]B[F5]W[F6];)")
        );
    }

    #[test]
    fn moves_and_discs_read_back() {
        let board = Othello::initial(&OthelloRules::default());
        for mv in (0..64).map(Move::at).chain([Move::PASS]) {
            let name = name_of(&board, mv);
            for text in [name.clone(), format!(" {name}/-1.5/2")] {
                assert_eq!(parse_move(&board, &text), Ok(mv), "{text}");
            }
        }
        for disc in [None, Some(Color::Black), Some(Color::White)] {
            assert_eq!(parse_letter(letter_of(disc)), Some(disc));
        }
        assert_eq!(parse_letter('o'), None);
    }
}

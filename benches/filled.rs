//! Go positions by how full the board is, and whole random games of Go: the
//! same ones in every run.

use engines::go::{Go, GoRules, Preset};
use engines::{Game, Move, MoveList, Rng};

use crate::positions::random_move;

/// How many positions or games a benchmark looks at.
const COUNT: u64 = 8;

/// The empty board.
pub fn start<const CELLS: usize>(size: u8) -> Go<CELLS> {
    Go::initial(&GoRules::new(Preset::Chinese, size, size))
}

/// Positions in which stones fill so much of the board for the first time.
pub fn filled<const CELLS: usize>(size: u8, percent: usize) -> Vec<Go<CELLS>> {
    (0..COUNT).map(|seed| fill(size, percent, seed)).collect()
}

fn fill<const CELLS: usize>(size: u8, percent: usize, seed: u64) -> Go<CELLS> {
    let mut rng = Rng::new(seed);
    let mut game = start(size);
    let points = usize::from(size) * usize::from(size);
    while (points - game.board().empties().len()) * 100 < percent * points {
        let mv = random_move(&game, &mut rng)
            .filter(|mv| !mv.is_pass())
            .or_else(|| quiet_move(&game, &mut rng))
            .unwrap_or(Move::PASS);
        if game.try_play(mv).is_err() {
            // Filled to the last eye on both sides, and not enough: once more.
            game = start(size);
        }
    }
    game
}

/// A stone that takes none: where playouts end, eyes are filled.
fn quiet_move<const CELLS: usize>(game: &Go<CELLS>, rng: &mut Rng) -> Option<Move> {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    moves.retain(|&mut mv| {
        let mut after = game.clone();
        after.play(mv);
        !mv.is_pass() && after.board().empties().len() < game.board().empties().len()
    });
    rng.choose(&moves)
}

/// The moves of random games, in order.
pub fn games<const CELLS: usize>(size: u8) -> Vec<Vec<Move>> {
    (0..COUNT)
        .map(|seed| {
            let mut rng = Rng::new(seed);
            let mut game = start::<CELLS>(size);
            let mut moves = Vec::new();
            while let Some(mv) = random_move(&game, &mut rng) {
                moves.push(mv);
                game.play(mv);
            }
            moves
        })
        .collect()
}

//! Positions that random games reach: the same ones in every run.

use engines::Knowledge;
use engines::go::{Go, GoRules, Preset};
use engines::{Color, Game, Move, MoveList, Rng};

/// How many positions a benchmark looks at.
const COUNT: u64 = 8;

fn start<const CELLS: usize>(size: u8) -> Go<CELLS> {
    Go::initial(&GoRules::new(Preset::Chinese, size, size))
}

fn random_move<G: Knowledge>(game: &G, rng: &mut Rng) -> Option<Move> {
    let mut moves = MoveList::new();
    game.sensible_moves(&mut moves);
    rng.choose(&moves)
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

/// The stones of random games, in order.
pub fn games<const CELLS: usize>(size: u8) -> Vec<Vec<(usize, Color)>> {
    (0..COUNT)
        .map(|seed| {
            let mut rng = Rng::new(seed);
            let mut game = start::<CELLS>(size);
            let mut stones = Vec::new();
            while let Some(mv) = random_move(&game, &mut rng) {
                stones.extend(mv.point().map(|point| (point, game.to_move())));
                game.play(mv);
            }
            stones
        })
        .collect()
}

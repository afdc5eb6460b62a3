//! Positions that random games reach: the same ones in every run.

use engines::{Knowledge, Move, MoveList, Rng};

/// Where in a random game the positions stand, in percent of its length.
pub const STAGES: [(&str, usize); 3] = [("opening", 10), ("middle game", 50), ("late", 90)];

/// Positions a stage, each of another game.
const POSITIONS: u64 = 16;

/// A sensible move at random; none if the game is over.
pub fn random_move<G: Knowledge>(game: &G, rng: &mut Rng) -> Option<Move> {
    let mut moves = MoveList::new();
    game.sensible_moves(&mut moves);
    rng.choose(&moves)
}

/// The positions of a random game.
fn random_game<G: Knowledge>(rules: &G::Rules, seed: u64) -> Vec<G> {
    let mut rng = Rng::new(seed);
    let mut game = G::initial(rules);
    let mut all = Vec::new();
    while let Some(mv) = random_move(&game, &mut rng) {
        all.push(game.clone());
        game.play(mv);
    }
    all
}

/// Positions of so many percent of a game.
pub fn at_stage<G: Knowledge>(rules: &G::Rules, percent: usize) -> Vec<G> {
    (0..POSITIONS)
        .map(|seed| {
            let mut game = random_game::<G>(rules, seed);
            game.swap_remove(game.len() * percent / 100)
        })
        .collect()
}

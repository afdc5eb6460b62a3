//! Random openings, no two alike.

use std::collections::HashSet;

use engines::rng::mix;
use engines::{Game, Knowledge, Move, MoveList, Rng};

use super::game::longest_game;

/// Makes openings, one a pair.
///
/// Two pairs of one pairing never start from the same position: deterministic
/// engines would play the same games twice.
pub struct OpeningMaker<G: Game> {
    start: G,
    plies: u32,
    seed: u64,
    /// What has been used: a hash of pairing and position.
    used: HashSet<u64>,
}

impl<G: Knowledge> OpeningMaker<G> {
    /// Draws before an opening gets a ply shorter.
    const TRIES: u64 = 100;

    /// Openings of `plies` random plies.
    pub fn new(rules: &G::Rules, plies: u32, seed: u64) -> OpeningMaker<G> {
        OpeningMaker {
            start: G::initial(rules),
            plies,
            seed,
            used: HashSet::new(),
        }
    }

    /// The opening of a pair: `plies` sensible moves that do not end the game,
    /// or fewer where all drawn ones are used up or games end before; `None` if
    /// there is no new one.
    pub fn opening(&mut self, pairing: u64, pair_id: u64) -> Option<Vec<Move>> {
        let mut plies = self.plies;
        loop {
            let mut longest = 0;
            for attempt in 0..Self::TRIES {
                let seed = mix(mix(self.seed, pair_id), u64::from(plies) << 32 | attempt);
                match self.draw(plies, &mut Rng::new(seed)) {
                    Ok((moves, key)) if self.used.insert(mix(key, pairing)) => return Some(moves),
                    Ok(_) => longest = plies,
                    Err(length) => longest = longest.max(length),
                }
            }
            plies = plies.min(longest).checked_sub(1)?;
        }
    }

    /// A random line and the key of the position behind it, or the length of a
    /// game that ended in fewer plies or just then.
    fn draw(&self, plies: u32, rng: &mut Rng) -> Result<(Vec<Move>, u64), u32> {
        let mut position = self.start.clone();
        let mut line = Vec::new();
        for ply in 0..plies {
            let mut moves = MoveList::new();
            position.sensible_moves(&mut moves);
            let mv = rng.choose(&moves).ok_or(ply)?;
            position.play(mv);
            line.push(mv);
        }
        let is_over = position.outcome().is_some() || line.len() >= longest_game(&position);
        if is_over {
            return Err(plies);
        }
        Ok((line, position.key()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::go::{CELLS_9, Go, GoRules, Preset};

    fn maker(size: u8, plies: u32) -> OpeningMaker<Go<CELLS_9>> {
        OpeningMaker::new(&GoRules::new(Preset::Cgos, size, size), plies, 1)
    }

    #[test]
    fn no_position_twice_in_a_pairing() {
        let mut maker = maker(3, 2);
        let mut keys = HashSet::new();
        let mut count = 0;
        while let Some(opening) = maker.opening(0, count) {
            let mut game = maker.start.clone();
            opening.iter().for_each(|&mv| game.try_play(mv).unwrap());
            assert!(keys.insert(game.key()));
            count += 1;
        }
        // Two stones on nine points in either order, one stone, none; a few
        // of them may escape the draws.
        assert!((70..=9 * 8 + 9 + 1).contains(&count), "{count}");
        assert!(maker.opening(1, 0).is_some());
    }

    #[test]
    fn an_opening_depends_on_seed_and_pair_alone() {
        let (mut one, mut other) = (maker(9, 4), maker(9, 4));
        one.opening(0, 1);
        assert_eq!(one.opening(0, 2), other.opening(0, 2));
    }

    #[test]
    fn no_opening_is_longer_than_a_game() {
        for (size, plies) in [(1, 1000), (2, 1000), (9, 1000)] {
            let mut maker = maker(size, plies);
            let opening = maker.opening(0, 1).unwrap();
            assert!(opening.len() < longest_game(&maker.start), "{size}");
        }
    }

    #[test]
    fn a_board_without_room_has_the_empty_opening_alone() {
        let mut maker = maker(1, 4);
        assert_eq!(maker.opening(0, 1), Some(vec![Move::PASS]));
        assert_eq!(maker.opening(0, 2), Some(vec![]));
        assert_eq!(maker.opening(0, 3), None);
    }
}

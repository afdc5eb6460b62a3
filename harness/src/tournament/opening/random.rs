//! Random openings, no two alike in a pairing.

use std::collections::{HashMap, HashSet};

use engines::rng::mix;
use engines::{Game, Knowledge, Move, MoveList, Rng};

use crate::tournament::game::longest_game;

/// Draws openings, and knows which ones each pairing has had.
pub struct RandomOpenings<G: Game> {
    drawer: Drawer<G>,
    plies: u32,
    seed: u64,
    /// Half of a hash of pairing and position, so that a long run takes little
    /// memory. An opening that looks used and is not costs another draw.
    used: HashSet<u32>,
}

impl<G: Knowledge> RandomOpenings<G> {
    /// Draws before an opening gets a ply shorter.
    const TRIES: u64 = 100;

    /// Openings of `plies` random plies.
    pub fn new(rules: &G::Rules, plies: u32, seed: u64) -> RandomOpenings<G> {
        RandomOpenings {
            drawer: Drawer::new(G::initial(rules)),
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
                match self.drawer.draw(plies, &mut Rng::new(seed)) {
                    Ok((moves, end)) if self.use_up(pairing, &end) => return Some(moves),
                    Ok(_) => longest = plies,
                    Err(length) => longest = longest.max(length),
                }
            }
            plies = plies.min(longest).checked_sub(1)?;
        }
    }

    /// Whether a position is new to a pairing; from now on it is not.
    fn use_up(&mut self, pairing: u64, end: &G) -> bool {
        self.used.insert((mix(end.key(), pairing) >> 32) as u32)
    }
}

/// Draws lines of random sensible moves from one position.
pub struct Drawer<G: Game> {
    start: G,
    /// The sensible moves at the start and behind every first move so far: all
    /// lines begin there, and finding them is most of the work.
    known: HashMap<Option<Move>, Box<[Move]>>,
}

impl<G: Knowledge> Drawer<G> {
    /// Lines from `start`.
    pub fn new(start: G) -> Drawer<G> {
        let known = HashMap::new();
        Drawer { start, known }
    }

    /// The position that all lines begin from.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// A line of `plies` moves and the position behind it, or the length of a
    /// game that ended in fewer plies or just then.
    pub fn draw(&mut self, plies: u32, rng: &mut Rng) -> Result<(Vec<Move>, G), u32> {
        let mut position = self.start.clone();
        let mut line = Vec::new();
        for ply in 0..plies {
            let mv = self.choose(&position, &line, rng).ok_or(ply)?;
            position.play(mv);
            line.push(mv);
        }
        if leaves_nothing(&position, line.len()) {
            return Err(plies);
        }
        Ok((line, position))
    }

    fn choose(&mut self, position: &G, line: &[Move], rng: &mut Rng) -> Option<Move> {
        let find = || {
            let mut moves = MoveList::new();
            position.sensible_moves(&mut moves);
            moves
        };
        match line {
            [] | [_] => {
                let known = self.known.entry(line.first().copied());
                rng.choose(known.or_insert_with(|| find().as_slice().into()))
            }
            _ => rng.choose(&find()),
        }
    }
}

/// Whether a game is over after so many plies, so that nobody has a move left
/// to play.
pub fn leaves_nothing<G: Knowledge>(position: &G, plies: usize) -> bool {
    position.outcome().is_some() || plies >= longest_game(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::go::{CELLS_9, Go, GoRules, Preset};

    fn openings(size: u8, plies: u32) -> RandomOpenings<Go<CELLS_9>> {
        RandomOpenings::new(&GoRules::new(Preset::Cgos, size, size), plies, 1)
    }

    #[test]
    fn no_position_twice_in_a_pairing() {
        let mut openings = openings(3, 2);
        let mut keys = HashSet::new();
        let mut count = 0;
        while let Some(opening) = openings.opening(0, count) {
            let mut game = openings.drawer.start().clone();
            opening.iter().for_each(|&mv| game.try_play(mv).unwrap());
            assert!(keys.insert(game.key()));
            count += 1;
        }
        // Two stones on nine points in either order, one stone, none; a few
        // of them may escape the draws.
        assert!((70..=9 * 8 + 9 + 1).contains(&count), "{count}");
        assert!(openings.opening(1, 0).is_some());
    }

    #[test]
    fn an_opening_depends_on_seed_and_pair_alone() {
        let (mut one, mut other) = (openings(9, 4), openings(9, 4));
        one.opening(0, 1);
        assert_eq!(one.opening(0, 2), other.opening(0, 2));
    }

    #[test]
    fn no_opening_is_longer_than_a_game() {
        for (size, plies) in [(1, 1000), (2, 1000), (9, 1000)] {
            let mut openings = openings(size, plies);
            let opening = openings.opening(0, 1).unwrap();
            assert!(
                opening.len() < longest_game(openings.drawer.start()),
                "{size}"
            );
        }
    }

    #[test]
    fn a_board_without_room_has_the_empty_opening_alone() {
        let mut openings = openings(1, 4);
        assert_eq!(openings.opening(0, 1), Some(vec![Move::PASS]));
        assert_eq!(openings.opening(0, 2), Some(vec![]));
        assert_eq!(openings.opening(0, 3), None);
    }
}

//! Pairs that say nothing new.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::played::Played;

/// Finds pairs that were played before: the same two engines, both games move
/// for move. Engines that choose by their seed may do so by chance; theirs are
/// repeats if the seeds are the same too.
///
/// It takes 64 bits a pair; none in a tournament, whose pairs all have seeds of
/// their own, where an engine is known to choose by them.
#[derive(Clone, Debug, Default)]
pub(super) struct Repeats {
    seen: HashSet<u64>,
    /// Engines that are known to choose by their seed.
    seeded: HashSet<String>,
    /// Whether no two pairs have the same seeds.
    pub seeds_differ: bool,
}

impl Repeats {
    /// Tells that an engine chooses by its seed.
    pub fn set_seeded(&mut self, engine: &str) {
        self.seeded.insert(engine.to_string());
    }

    /// Whether this pair was played before. Games whose moves are not recorded
    /// are not compared.
    pub fn is_repeat(&mut self, [first, second]: [&Played; 2]) -> bool {
        let is_seeded = [first.black, first.white]
            .iter()
            .any(|&name| self.seeded.contains(name));
        let has_moves = |game: &Played| game.moves.contains(' ');
        if is_seeded && self.seeds_differ || !has_moves(first) || !has_moves(second) {
            return false;
        }
        // Either of them may have had Black first.
        let games = match first.black <= first.white {
            true => [first, second],
            false => [second, first],
        };
        let mut hasher = DefaultHasher::new();
        (games[0].black, games[0].white, games[0].game).hash(&mut hasher);
        games.map(|game| game.moves).hash(&mut hasher);
        if is_seeded {
            games.map(|game| game.seed).hash(&mut hasher);
        }
        !self.seen.insert(hasher.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair<'a>(moves: [&'a str; 2], seeds: [u64; 2]) -> [Played<'a>; 2] {
        let game = |index: usize| Played {
            black: ["a", "b"][index],
            white: ["b", "a"][index],
            moves: moves[index],
            seed: Some(seeds[index]),
            ..Played::default()
        };
        [game(0), game(1)]
    }

    /// How many of the pairs are repeats.
    fn count(repeats: &mut Repeats, pairs: &[[Played; 2]]) -> usize {
        let is_repeat = |pair: &&[Played; 2]| repeats.is_repeat(pair.each_ref());
        pairs.iter().filter(is_repeat).count()
    }

    #[test]
    fn both_games_must_be_the_same() {
        let first = pair(["a1 b1", "a1 b2"], [1, 2]);
        let swapped = [first[1], first[0]];
        let other = pair(["a1 b1", "a1 c1"], [1, 2]);
        let exchanged = pair(["a1 b2", "a1 b1"], [1, 2]);
        let pairs = [first, other, exchanged, swapped, first];
        assert_eq!(count(&mut Repeats::default(), &pairs), 2);
    }

    #[test]
    fn seeds_count_where_an_engine_uses_them() {
        let moves = ["a1 b1", "a1 b2"];
        let pairs = [
            pair(moves, [1, 2]),
            pair(moves, [3, 4]),
            pair(moves, [1, 2]),
        ];
        assert_eq!(count(&mut Repeats::default(), &pairs), 2);
        let mut seeded = Repeats::default();
        seeded.set_seeded("b");
        assert_eq!(count(&mut seeded, &pairs), 1);
        seeded.seeds_differ = true;
        assert_eq!(count(&mut seeded, &pairs), 0);
        assert_eq!(seeded.seen.len(), 2, "nothing more is remembered");
    }

    #[test]
    fn games_without_moves_are_not_compared() {
        for moves in [["", ""], ["a1 b1", ""], ["34", "35"]] {
            let pairs = [pair(moves, [1, 2]); 2];
            assert_eq!(count(&mut Repeats::default(), &pairs), 0);
        }
    }
}

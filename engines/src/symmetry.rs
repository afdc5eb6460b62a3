//! The turned and mirrored views of a board.

use crate::game::{Game, Move};

/// A way to turn or mirror a board so that it covers itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    width: usize,
    height: usize,
    /// Whether columns and rows change places, before anything is mirrored.
    transposed: bool,
    left_right: bool,
    top_bottom: bool,
}

impl Symmetry {
    /// All symmetries of a board, the one that changes nothing first: eight of
    /// a square, four of another rectangle.
    pub fn of_board(width: usize, height: usize) -> Vec<Symmetry> {
        (0..if width == height { 8 } else { 4 })
            .map(|bits| Symmetry {
                width,
                height,
                transposed: bits & 4 != 0,
                left_right: bits & 2 != 0,
                top_bottom: bits & 1 != 0,
            })
            .collect()
    }

    /// The symmetries under which the board of a position looks as before.
    pub fn of_position<G: Game>(position: &G) -> Vec<Symmetry> {
        let (width, height) = (position.width(), position.height());
        let mut symmetries = Symmetry::of_board(width, height);
        symmetries.retain(|symmetry| {
            (0..width * height)
                .all(|point| position.at(point) == position.at(symmetry.point(point)))
        });
        symmetries
    }

    /// Where a point goes.
    pub fn point(&self, point: usize) -> usize {
        let (mut x, mut y) = (point % self.width, point / self.width);
        if self.transposed {
            (x, y) = (y, x);
        }
        if self.left_right {
            x = self.width - 1 - x;
        }
        if self.top_bottom {
            y = self.height - 1 - y;
        }
        y * self.width + x
    }

    /// Where a move goes; a pass stays a pass.
    pub fn mv(&self, mv: Move) -> Move {
        mv.point().map_or(mv, |point| Move::at(self.point(point)))
    }
}

/// The least key of the positions to which a line of legal moves leads when it
/// is turned and mirrored: the same for lines that differ in that alone.
/// `symmetries` are those of `start`.
pub fn canonical_key<G: Game>(start: &G, symmetries: &[Symmetry], line: &[Move]) -> u64 {
    let key = |symmetry: &Symmetry| {
        let mut position = start.clone();
        for &mv in line {
            position.play(symmetry.mv(mv));
        }
        position.key()
    };
    symmetries
        .iter()
        .map(key)
        .min()
        .unwrap_or_else(|| unreachable!("a board looks like itself"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::Color;
    use crate::go::{CELLS_9, Go, GoRules};
    use crate::gomoku::{Gomoku, GomokuRules};
    use crate::othello::{Othello, OthelloRules};
    use crate::{MoveList, Rng, diagram};

    #[test]
    fn each_is_another_permutation() {
        for (width, height, count) in [(3, 3, 8), (3, 2, 4), (19, 19, 8)] {
            let points = width * height;
            let symmetries = Symmetry::of_board(width, height);
            let views: HashSet<Vec<usize>> = symmetries
                .iter()
                .map(|symmetry| (0..points).map(|point| symmetry.point(point)).collect())
                .collect();
            assert_eq!(views.len(), count);
            for view in &views {
                let reached: HashSet<usize> = view.iter().copied().collect();
                assert_eq!(reached, (0..points).collect());
            }
            assert!((0..points).all(|point| symmetries[0].point(point) == point));
        }
    }

    #[test]
    fn a_start_has_the_symmetries_of_its_stones() {
        let count = |symmetries: Vec<Symmetry>| symmetries.len();
        let othello = Othello::initial(&OthelloRules::default());
        assert_eq!(count(Symmetry::of_position(&othello)), 4);
        let gomoku = Gomoku::initial(&GomokuRules::default());
        assert_eq!(count(Symmetry::of_position(&gomoku)), 8);
        let rules = GoRules {
            handicap: vec![20, 60],
            ..GoRules::default()
        };
        let go = Go::<CELLS_9>::initial(&rules);
        assert_eq!(count(Symmetry::of_position(&go)), 4);
    }

    #[test]
    fn a_turned_game_is_the_same_game() {
        fn check<G: Game>(rules: &G::Rules) {
            let start = G::initial(rules);
            let symmetries = Symmetry::of_position(&start);
            for seed in 0..20 {
                let mut rng = Rng::new(seed);
                let mut games = vec![start.clone(); symmetries.len()];
                let mut line = Vec::new();
                for _ in 0..12 {
                    let mut moves = MoveList::new();
                    games[0].legal_moves(&mut moves);
                    let Some(mv) = rng.choose(&moves) else { break };
                    line.push(mv);
                    for (game, symmetry) in games.iter_mut().zip(&symmetries) {
                        game.try_play(symmetry.mv(mv)).unwrap();
                    }
                }
                let key = canonical_key(&start, &symmetries, &line);
                for symmetry in &symmetries {
                    let turned: Vec<Move> = line.iter().map(|&mv| symmetry.mv(mv)).collect();
                    assert_eq!(canonical_key(&start, &symmetries, &turned), key);
                }
                assert!(games.iter().any(|game| game.key() == key));
            }
        }
        check::<Othello>(&OthelloRules::default());
        check::<Gomoku>(&GomokuRules::default());
        check::<Go<CELLS_9>>(&GoRules::default());
    }

    #[test]
    fn points_go_where_the_diagram_shows() {
        let drawn = |text| -> Gomoku {
            let rules = GomokuRules::default();
            let mut stones = vec![None; 225];
            let drawn = diagram::parse_stones(text).unwrap();
            for (point, stone) in drawn.into_iter().enumerate() {
                stones[point / 3 * 15 + point % 3] = stone;
            }
            Gomoku::from_stones(&rules, &stones, Color::Black).unwrap()
        };
        let [before, transposed] = ["XO. X.. ...", "XX. O.. ..."].map(drawn);
        let symmetry = Symmetry::of_board(15, 15)[4];
        for point in 0..225 {
            assert_eq!(before.at(point), transposed.at(symmetry.point(point)));
        }
    }
}

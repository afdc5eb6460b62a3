//! Whole games on tiny boards: how many there are, and how they end.
//!
//! Numbers of games: Tromp and Farnebäck, "Combinatorics of Go" (2007).

use engines::go::{CELLS_9, Go, GoRules, Ko, PointSet};
use engines::{Color, Game, HalfPoints, Move, MoveList};

use super::rules;

pub fn stones_to_play(game: &Go<CELLS_9>) -> MoveList {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    moves.retain(|mv| !mv.is_pass());
    moves
}

pub fn after(game: &Go<CELLS_9>, mv: Move) -> Go<CELLS_9> {
    let mut after = game.clone();
    after.play(mv);
    after
}

/// The number of ways from one board to another, by moves of either color,
/// that come to no board twice: the one that makes no move included. A side
/// moves out of turn by the opponent's pass.
fn count_games(game: &Go<CELLS_9>) -> u64 {
    let passed = after(game, Move::PASS);
    1 + [game, &passed]
        .into_iter()
        .flat_map(|game| stones_to_play(game).into_iter().map(|mv| after(game, mv)))
        .map(|after| count_games(&after))
        .sum::<u64>()
}

#[test]
fn numbers_of_games() {
    for (width, expected) in [(1, 1), (2, 9), (3, 907)] {
        let rules = rules(width, 1, Ko::Positional, true);
        assert_eq!(count_games(&Go::initial(&rules)), expected, "1×{width}");
        assert_eq!(Boards::of(&rules).count_paths(0, 1), expected);
    }
}

/// A game that begins with White, or on the right, is one that begins with
/// Black on the left, seen otherwise.
#[test]
fn number_of_games_on_1x4() {
    let rules = rules(4, 1, Ko::Positional, true);
    let boards = Boards::of(&rules);
    let start = Go::initial(&rules);
    let begun: u64 = [0, 1]
        .map(|point| boards.number(&after(&start, Move::at(point))))
        .map(|first| boards.count_paths(first, 1 | 1 << first))
        .iter()
        .sum();
    assert_eq!(1 + 4 * begun, 2_098_407_841);
}

/// Which boards a stone of either color makes of which, from the empty one on:
/// games as paths in a graph, for where there are too many to play.
struct Boards {
    keys: Vec<u64>,
    next: Vec<Vec<usize>>,
}

impl Boards {
    fn of(rules: &GoRules) -> Boards {
        let mut boards = vec![Go::initial(rules)];
        let mut next = Vec::new();
        while let Some(board) = boards.get(next.len()) {
            let stones: Vec<Option<Color>> = (0..board.width() * board.height())
                .map(|point| board.at(point))
                .collect();
            let reached: Vec<Go<CELLS_9>> = Color::BOTH
                .into_iter()
                .map(|color| Go::from_stones(rules, &stones, color).unwrap())
                .flat_map(|game| {
                    let moves = stones_to_play(&game);
                    moves.into_iter().map(move |mv| after(&game, mv))
                })
                .collect();
            let numbers = reached.into_iter().map(|board| {
                let known = boards
                    .iter()
                    .position(|b| b.board_key() == board.board_key());
                known.unwrap_or_else(|| {
                    boards.push(board);
                    boards.len() - 1
                })
            });
            next.push(numbers.collect());
        }
        Boards {
            keys: boards.iter().map(Go::board_key).collect(),
            next,
        }
    }

    fn number(&self, board: &Go<CELLS_9>) -> usize {
        let is_it = |&key: &u64| key == board.board_key();
        self.keys.iter().position(is_it).expect("a board")
    }

    /// The ways to go on from a board; `visited` has a bit for each that a way
    /// may not come to again.
    fn count_paths(&self, board: usize, visited: u64) -> u64 {
        let open = self.next[board]
            .iter()
            .filter(|&next| visited >> next & 1 == 0);
        1 + open
            .map(|&next| self.count_paths(next, visited | 1 << next))
            .sum::<u64>()
    }
}

/// Black's score under best play if it is between `alpha` and `beta`, or else
/// the one of them that it is beyond. A pass comes first, since it is what
/// refutes a bad move; and there is no table, since what a position is worth
/// under superko hangs on its past.
pub fn best_score(game: &Go<CELLS_9>, mut alpha: i32, mut beta: i32) -> i32 {
    if game.outcome().is_some() {
        let score = game.score(&PointSet::default()).0 / 2;
        return score.clamp(alpha, beta);
    }
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    let black = game.to_move() == Color::Black;
    for mv in moves.into_iter().rev() {
        let score = best_score(&after(game, mv), alpha, beta);
        if black {
            alpha = score;
        } else {
            beta = score;
        }
        if alpha == beta {
            break;
        }
    }
    if black { alpha } else { beta }
}

#[test]
fn perfect_play_on_tiny_boards() {
    for (width, height, expected) in [
        (1, 1, 0),
        (1, 2, 0),
        (1, 3, 3),
        (1, 4, 4),
        (1, 5, 0),
        (2, 2, 1),
    ] {
        let rules = GoRules {
            komi: HalfPoints(0),
            ..rules(width, height, Ko::Positional, false)
        };
        let score = best_score(&Go::initial(&rules), expected - 1, expected + 1);
        assert_eq!(score, expected, "{width}×{height}");
    }
}

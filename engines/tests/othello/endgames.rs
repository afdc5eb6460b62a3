//! Endgames whose scores are known: positions 1 to 21 of the FFO suite, those
//! of at most 16 empty squares, with the score of every move as Edax has it.

use std::collections::HashMap;

use engines::diagram;
use engines::othello::{Othello, OthelloRules};
use engines::{Color, Game, Move};

use super::{after, final_score, legal_moves};

/// Below this many empties, ordering and remembering cost more than they save.
const SHALLOW: usize = 6;

/// Negamax with alpha-beta, the moves that leave the opponent the fewest
/// replies first, and a memory of bounds.
#[derive(Default)]
struct Solver {
    bounds: HashMap<u64, (i32, i32)>,
}

impl Solver {
    /// Whether the score for the side to move is `expected`: what a search
    /// within one point of it finds.
    fn has_score(&mut self, game: &Othello, expected: i32) -> bool {
        self.search(game, expected - 1, expected + 1) == expected
    }

    /// The score if it is between `alpha` and `beta`, or else a bound on it
    /// from the same side.
    fn search(&mut self, game: &Othello, alpha: i32, beta: i32) -> i32 {
        if let Some(score) = final_score(game) {
            return score;
        }
        let moves = legal_moves(game);
        let mut replies: Vec<Othello> = moves.iter().map(|&mv| after(game, mv)).collect();
        if empties(game) < SHALLOW {
            return self.best_of(&replies, alpha, beta);
        }
        let (low, high) = *self.bounds.get(&game.key()).unwrap_or(&(-64, 64));
        if low >= beta || low == high {
            return low;
        }
        if high <= alpha {
            return high;
        }
        replies.sort_by_cached_key(|reply| legal_moves(reply).len());
        let best = self.best_of(&replies, alpha, beta);
        let low = if best > alpha { best } else { low };
        let high = if best < beta { best } else { high };
        self.bounds.insert(game.key(), (low, high));
        best
    }

    fn best_of(&mut self, replies: &[Othello], mut alpha: i32, beta: i32) -> i32 {
        let mut best = -64;
        for reply in replies {
            best = best.max(-self.search(reply, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

fn empties(game: &Othello) -> usize {
    (0..64).filter(|&point| game.at(point).is_none()).count()
}

/// An endgame with the score of each move, for the side to move.
pub struct Problem {
    pub id: &'static str,
    pub game: Othello,
    pub scores: Vec<(Move, i32)>,
}

pub fn problems() -> impl Iterator<Item = Problem> {
    let lines = include_str!("../data/othello/ffo.tsv").lines();
    lines.skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, to_move, stones, scores] = fields[..] else {
            panic!("{line}");
        };
        let to_move = match to_move {
            "X" => Color::Black,
            _ => Color::White,
        };
        let rules = OthelloRules::default();
        let game: Othello = diagram::parse(&rules, stones, to_move).unwrap();
        let scores = scores
            .split(' ')
            .map(|entry| {
                let (mv, score) = entry.split_once(':').unwrap();
                (game.parse_move(mv).unwrap(), score.parse().unwrap())
            })
            .collect();
        Problem { id, game, scores }
    })
}

#[test]
fn every_move_of_an_endgame_has_its_score() {
    for Problem {
        id,
        game,
        mut scores,
    } in problems()
    {
        let mut solver = Solver::default();
        for &(mv, score) in &scores {
            let reply = after(&game, mv);
            let name = game.move_to_text(mv);
            assert!(solver.has_score(&reply, -score), "{id}, {name}");
        }
        scores.sort_unstable();
        let moves: Vec<Move> = scores.iter().map(|&(mv, _)| mv).collect();
        assert_eq!(legal_moves(&game)[..], moves, "{id}");
    }
}

//! Small m,n,k-games, solved by plain search.

use std::collections::HashMap;

use engines::gomoku::{Gomoku, GomokuRules, Variant};
use engines::{Color, Game, Move};

use super::legal;

/// What is known of whether a side wins against any defense, by position.
struct Proofs {
    side: Color,
    known: HashMap<u64, bool>,
}

impl Proofs {
    fn wins(&mut self, game: &Gomoku) -> bool {
        if let Some(outcome) = game.outcome() {
            return outcome.winner == Some(self.side);
        }
        if let Some(&known) = self.known.get(&game.key()) {
            return known;
        }
        let mut replies: Vec<Gomoku> = legal(game).iter().map(|&mv| after(game, mv)).collect();
        // A move that ends the game often settles the matter.
        replies.sort_by_key(|reply| reply.outcome().is_none());
        let mut replies = replies.iter();
        let wins = if game.to_move() == self.side {
            replies.any(|reply| self.wins(reply))
        } else {
            replies.all(|reply| self.wins(reply))
        };
        self.known.insert(game.key(), wins);
        wins
    }
}

fn after(game: &Gomoku, mv: Move) -> Gomoku {
    let mut after = *game;
    after.play(mv);
    after
}

#[test]
fn small_games_have_their_value() {
    for (width, height, win, winner) in [
        (3, 3, 3, None),
        (4, 3, 3, Some(Color::Black)),
        (4, 4, 3, Some(Color::Black)),
        (4, 4, 4, None),
    ] {
        let start = Gomoku::initial(&GomokuRules {
            width,
            height,
            rules: Variant::Freestyle,
            win,
        });
        for side in Color::BOTH {
            let known = HashMap::new();
            let wins = Proofs { side, known }.wins(&start);
            assert_eq!(wins, winner == Some(side), "{width},{height},{win}: {side}");
        }
    }
}

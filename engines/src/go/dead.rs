//! Stones that stand at the end of a game, but would not if it went on.

use super::playout::play_out;
use super::point_set::PointSet;
use super::position::Go;
use crate::game::{Color, Game};
use crate::rng::Rng;

impl<const CELLS: usize> Go<CELLS> {
    /// Games played on at random to see what becomes of a stone.
    const PLAYOUTS: u32 = 500;

    /// The chains that are mostly the opponent's points when the game is played
    /// on at random: two of three. An estimate: in a
    /// seki, and where one good move decides, random play may be wrong.
    pub fn dead_by_playouts(&self, rng: &mut Rng) -> PointSet {
        let chains: Vec<(Color, PointSet)> = Color::BOTH
            .into_iter()
            .flat_map(|color| {
                self.board()
                    .stones(color)
                    .parts()
                    .map(move |chain| (color, chain))
            })
            .collect();
        let mut lost = vec![0; chains.len()];
        for playout in 0..Self::PLAYOUTS {
            let mut board = self.clone().into_board();
            // Neither side begins more often than the other.
            let first = Color::BOTH[(playout % 2) as usize];
            play_out(&mut board, first, 0, rng);
            for (lost, (color, chain)) in lost.iter_mut().zip(&chains) {
                let theirs = board.stones(!*color);
                let all = PointSet::all(self.width(), self.height());
                let area = theirs.or(&theirs.grown().minus(&board.stones(*color)).and(&all));
                *lost += chain.and(&area).count();
            }
        }
        let is_dead = |lost: u32, chain: &PointSet| 3 * lost >= 2 * Self::PLAYOUTS * chain.count();
        lost.iter()
            .zip(&chains)
            .filter(|(lost, (_, chain))| is_dead(**lost, chain))
            .fold(PointSet::default(), |dead, (_, (_, chain))| dead.or(chain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;
    use crate::go::{CELLS_9, GoRules, Preset};
    use crate::knowledge::Knowledge;

    #[test]
    fn stones_in_an_area_without_eyes_are_dead() {
        let rules = GoRules::new(Preset::Chinese, 7, 7);
        let game: Go<CELLS_9> = diagram::parse(
            &rules,
            ". . . X . O .
             . . . X . O .
             . . . X O O O
             X X X X O . .
             O O O O O . X
             . . . . O . .
             . . O . O . .",
            Color::Black,
        )
        .unwrap();
        let dead = game.dead_stones(&mut Rng::new(1));
        let names: Vec<String> = dead
            .iter()
            .map(|&point| game.move_to_text(crate::Move::at(point)))
            .collect();
        assert_eq!(names, ["G3"]);
        let outcome = game.outcome_without(&dead).unwrap();
        // Black holds 16 points, White 31, and komi; two are nobody's.
        assert_eq!(outcome.margin.unwrap().to_string(), "22.5");
        assert_eq!(outcome.winner, Some(Color::White));
    }

    #[test]
    fn a_finished_board_has_no_dead_stones() {
        let rules = GoRules::new(Preset::Chinese, 5, 5);
        let game: Go<CELLS_9> = diagram::parse(
            &rules,
            ". X O . O
             X X O O .
             . X X O O
             X . X O .
             X X X O O",
            Color::Black,
        )
        .unwrap();
        assert_eq!(game.dead_stones(&mut Rng::new(1)), []);
    }
}

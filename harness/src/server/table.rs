//! One game as another program tells it: moves that say who makes them.

use engines::{Color, Game, IllegalMove, Move, MoveList};

/// A position, and how it came about.
#[derive(Clone, Debug)]
pub struct Table<G> {
    start: G,
    steps: Vec<(Color, Move)>,
    position: G,
}

impl<G: Game> Table<G> {
    /// Before the first move.
    pub fn new(start: G) -> Table<G> {
        Table {
            position: start.clone(),
            start,
            steps: Vec::new(),
        }
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The moves that were played, in order.
    pub fn steps(&self) -> &[(Color, Move)] {
        &self.steps
    }

    /// The position with `color` to move. When it is the other side's turn,
    /// that side passes, if it may: so one color moves twice in Go, and so a
    /// forced pass of Othello may be left out.
    pub fn at_turn_of(&self, color: Color) -> Result<G, IllegalMove> {
        let mut position = self.position.clone();
        if position.outcome().is_none() && position.to_move() != color {
            position.try_play(Move::PASS)?;
        }
        Ok(position)
    }

    /// Plays a move. After the end of a game that has passes, another pass is
    /// taken and changes nothing.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let is_late_pass =
            mv == Move::PASS && G::NOTATION.passes && self.position.outcome().is_some();
        if !is_late_pass {
            let mut position = self.at_turn_of(color)?;
            position.try_play(mv)?;
            self.position = position;
        }
        self.steps.push((color, mv));
        Ok(())
    }

    /// Takes the last move back, with all that came of it; `false` if there is
    /// none. The game is played again from its start, so that captures, ko and
    /// superko are what they were.
    pub fn undo(&mut self) -> bool {
        let Some((_, steps)) = self.steps.split_last() else {
            return false;
        };
        let mut before = Table::new(self.start.clone());
        for &(color, mv) in steps {
            let again = before.play(color, mv);
            debug_assert!(again.is_ok());
        }
        *self = before;
        true
    }

    /// Whether `color` has nothing to play but a pass.
    pub fn must_pass(&self, color: Color) -> bool {
        let mut moves = MoveList::new();
        self.position.legal_moves(&mut moves);
        let is_over = moves.is_empty();
        let is_forced = self.position.to_move() == color && moves[..] == [Move::PASS];
        G::NOTATION.passes && (is_over || is_forced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::go::{CELLS_9, Go, GoRules, Preset};
    use engines::gomoku::{Gomoku, GomokuRules};
    use engines::othello::{Othello, OthelloRules};
    use engines::{Rng, diagram};

    #[test]
    fn a_color_may_move_twice_in_go_alone() {
        let mut go = Table::new(Go::<CELLS_9>::initial(&GoRules::default()));
        for point in [0, 1, 2] {
            go.play(Color::White, Move::at(point)).unwrap();
        }
        assert_eq!(go.position().at(2), Some(Color::White));
        assert_eq!(go.steps().len(), 3);

        let mut gomoku = Table::new(Gomoku::initial(&GomokuRules::default()));
        gomoku.play(Color::Black, Move::at(0)).unwrap();
        let twice = gomoku.play(Color::Black, Move::at(1));
        assert_eq!(twice, Err(IllegalMove::Pass));
    }

    #[test]
    fn a_forced_pass_may_be_left_out() {
        let rules = OthelloRules::default();
        let row = ". X X O . . . .";
        let empty = " . . . . . . . .".repeat(6);
        let text = format!("{row} {empty} . . . . . . O X");
        let start: Othello = diagram::parse(&rules, &text, Color::Black).unwrap();
        let mut told = Table::new(start);
        let mut left_out = Table::new(start);
        let name = |text| told.position().parse_move(text).unwrap();
        let (first, second) = (name("e1"), name("f8"));
        for table in [&mut told, &mut left_out] {
            table.play(Color::Black, first).unwrap();
        }
        assert!(told.must_pass(Color::White));
        told.play(Color::White, Move::PASS).unwrap();
        for table in [&mut told, &mut left_out] {
            table.play(Color::Black, second).unwrap();
        }
        assert_eq!(told.position(), left_out.position());
    }

    #[test]
    fn undo_restores_ko_and_superko() {
        let rules = GoRules::new(Preset::Cgos, 4, 4);
        let mut rng = Rng::new(1);
        let mut table = Table::new(Go::<CELLS_9>::initial(&rules));
        let mut before = Vec::new();
        let legal = |position: &Go<CELLS_9>| {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            moves
        };
        while table.position().outcome().is_none() && before.len() < 200 {
            let position = table.position().clone();
            let moves = legal(&position);
            let mv = rng.choose(&moves).unwrap();
            table.play(position.to_move(), mv).unwrap();
            before.push(position);
        }
        assert!(before.len() > 20);
        while let Some(position) = before.pop() {
            assert!(table.undo());
            assert_eq!(table.position(), &position);
            assert_eq!(legal(table.position()), legal(&position));
        }
        assert!(!table.undo());
    }
}

//! One opening while it is read.

use engines::{Color, Knowledge, Move, MoveList};

use super::random::leaves_nothing;

/// What is wrong with a file, and how many bytes stand before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub at: usize,
    pub what: String,
}

impl Fault {
    pub fn new(at: usize, what: impl ToString) -> Fault {
        let what = what.to_string();
        Fault { at, what }
    }
}

/// The moves so far, all legal.
#[derive(Clone)]
pub struct Line<G> {
    position: G,
    moves: Vec<Move>,
    most: usize,
    last_at: usize,
}

impl<G: Knowledge> Line<G> {
    /// A line of at most `most` plies from `start`.
    pub fn new(start: G, most: usize) -> Line<G> {
        Line {
            position: start,
            moves: Vec::new(),
            most,
            last_at: 0,
        }
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Whether it has all the plies that it may have.
    pub fn is_full(&self) -> bool {
        self.moves.len() >= self.most
    }

    /// Plays a move that stands at byte `at`; `color` is who makes it, where
    /// the file says. A pass that is the only legal move may be left out:
    /// collections of Othello do so.
    pub fn play(&mut self, at: usize, mv: Move, color: Option<Color>) -> Result<(), Fault> {
        self.last_at = at;
        if mv != Move::PASS && self.must_pass() {
            self.append(Move::PASS);
            if self.is_full() {
                return Ok(());
            }
        }
        let name = self.position.move_to_text(mv);
        let to_move = self.position.to_move();
        if let Err(error) = self.position.check(mv) {
            let what = format!("{to_move} cannot play `{name}`: {error}");
            return Err(Fault::new(at, what));
        }
        if color.is_some_and(|color| color != to_move) {
            let what = format!(
                "`{name}` is {}'s move, but it is {to_move}'s turn",
                !to_move
            );
            return Err(Fault::new(at, what));
        }
        self.append(mv);
        Ok(())
    }

    fn append(&mut self, mv: Move) {
        self.position.play(mv);
        self.moves.push(mv);
    }

    fn must_pass(&self) -> bool {
        let mut moves = MoveList::new();
        self.position.legal_moves(&mut moves);
        moves[..] == [Move::PASS]
    }

    /// The opening and the key of the position behind it, from which a game
    /// must go on.
    pub fn finish(self) -> Result<(Vec<Move>, u64), Fault> {
        if leaves_nothing(&self.position, self.moves.len()) {
            let name = self.moves.last().map(|&mv| self.position.move_to_text(mv));
            let what = format!(
                "the opening ends the game with `{}` and leaves nothing to play; fewer plies \
                 of it would do (--opening-plies)",
                name.unwrap_or_default()
            );
            return Err(Fault::new(self.last_at, what));
        }
        Ok((self.moves, self.position.key()))
    }
}

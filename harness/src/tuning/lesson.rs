//! What a position of a recorded game teaches.

use engines::{Color, Knowledge, Move, MoveList};

use super::features::Features;
use super::label::Label;
use super::moves::Choices;
use super::rows::{Rows, Store};
use super::sample_store::SampleStore;
use super::samples::Samples;
use crate::records::GameRow;

/// What a fit learns from games: what became of them, or which moves were played.
pub trait Lesson: Copy + Send + Sync {
    /// What it takes from a game.
    type Rows: Rows;

    /// What it takes from all of them.
    type Store: Store<Rows = Self::Rows>;

    /// What a game says that somebody won, or nobody; `None` of one that does not say it.
    fn of_game(self, winner: Option<Color>, row: &GameRow) -> Option<f64>;

    /// Whether a position leaves no choice.
    fn is_forced<G: Knowledge>(self, position: &G) -> bool;

    /// Adds a position of a game that says `game`, in which `mv` was played.
    fn add<G: Knowledge>(
        self,
        game: f64,
        position: &G,
        mv: Move,
        features: &mut Features,
        rows: &mut Self::Rows,
    ) -> Result<(), String>;
}

impl Lesson for Label {
    type Rows = Samples<i16>;
    type Store = SampleStore<i16>;

    fn of_game(self, winner: Option<Color>, row: &GameRow) -> Option<f64> {
        Label::of_game(self, winner, row.margin)
    }

    fn is_forced<G: Knowledge>(self, position: &G) -> bool {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.len() == 1
    }

    fn add<G: Knowledge>(
        self,
        game: f64,
        position: &G,
        _mv: Move,
        features: &mut Features,
        rows: &mut Samples<i16>,
    ) -> Result<(), String> {
        features.collect::<G>(|mut visit| position.position_features(&mut visit))?;
        let target = self.of_side(game, position.to_move());
        rows.push_beside(features.rest(), target, features.pairs());
        Ok(())
    }
}

/// The move that was played, among the others that are sensible; whoever won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove;

impl Lesson for PlayedMove {
    type Rows = Choices;
    type Store = Choices;

    fn of_game(self, _winner: Option<Color>, _row: &GameRow) -> Option<f64> {
        Some(0.0)
    }

    fn is_forced<G: Knowledge>(self, position: &G) -> bool {
        choices(position).len() == 1
    }

    fn add<G: Knowledge>(
        self,
        _game: f64,
        position: &G,
        played: Move,
        features: &mut Features,
        rows: &mut Choices,
    ) -> Result<(), String> {
        if !G::HAS_MOVE_FEATURES {
            return Err(
                "moves of this game have no features of their own, but those of the \
                        position that they lead to: fit to results or margins"
                    .to_string(),
            );
        }
        let mut moves = choices(position);
        let Some(place) = moves.iter().position(|&mv| mv == played) else {
            return Ok(());
        };
        moves.swap(0, place);
        for &mv in &moves {
            let mut after = position.clone();
            after.play(mv);
            features.collect::<G>(|mut visit| position.move_features(mv, &after, &mut visit))?;
            rows.push(features.rest(), features.pairs());
        }
        rows.end_choice();
        Ok(())
    }
}

/// The moves that are sensible, and a pass where it is legal.
fn choices<G: Knowledge>(position: &G) -> MoveList {
    let mut moves = MoveList::new();
    position.sensible_moves(&mut moves);
    if !moves.contains(&Move::PASS) && position.check(Move::PASS).is_ok() {
        moves.push(Move::PASS);
    }
    moves
}

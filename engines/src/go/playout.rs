//! Games to the end by uniformly random moves.

use super::board::Board;
use super::lockstep::{self, Start};
use super::point_set::PointSet;
use super::position::Go;
use super::scoring;
use crate::game::{Color, Game, HalfPoints};
use crate::rng::Rng;

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutEnd {
    /// Black's area minus White's, komi not counted.
    pub area: HalfPoints,
    /// Moves made, passes included.
    pub moves: u64,
}

/// Plays on from a board until two passes follow each other: each move uniform
/// over the legal ones (simple ko, no suicide) that do not fill an own
/// single-point eye, a pass only when there is none. Stops after three moves a
/// point, since simple ko lets a game go round for ever.
pub fn play_out<const CELLS: usize>(
    board: &mut Board<CELLS>,
    mut to_move: Color,
    mut passes: u8,
    rng: &mut Rng,
) -> PlayoutEnd {
    let limit = 3 * board.grid().points() as u64;
    let mut moves = 0;
    while passes < 2 && moves < limit {
        let has_played = match to_move {
            Color::Black => board.play_at_random(Color::Black, rng),
            Color::White => board.play_at_random(Color::White, rng),
        };
        if has_played {
            passes = 0;
        } else {
            board.clear_ko();
            passes += 1;
        }
        moves += 1;
        to_move = !to_move;
    }
    PlayoutEnd {
        area: scoring::area_of_full_board(board),
        moves,
    }
}

impl<const CELLS: usize> Go<CELLS> {
    /// Plays many games from here to the end, each move uniform over those
    /// that simple ko allows, that are no suicide and that do not fill an own
    /// single-point eye; a pass only when there is none. A game stops after
    /// three moves a point, since simple ko lets some go round for ever; it is
    /// counted then as if it had ended, with single points as the only
    /// territory.
    ///
    /// On boards up to 13×13, sixteen games go side by side, which is faster
    /// than one after the other.
    ///
    /// ```
    /// use engines::go::{CELLS_9, Go, GoRules, Preset};
    /// use engines::{Game, Rng};
    ///
    /// let game: Go<CELLS_9> = Go::initial(&GoRules::new(Preset::Cgos, 9, 9));
    /// let ends = game.play_out_many(1000, &mut Rng::new(1));
    /// let moves: u64 = ends.iter().map(|end| end.moves).sum();
    /// assert!((100..120).contains(&(moves / 1000)));
    /// ```
    pub fn play_out_many(&self, count: usize, rng: &mut Rng) -> Vec<PlayoutEnd> {
        if self.outcome().is_some() {
            let area = scoring::area(self.board(), &PointSet::default());
            return vec![PlayoutEnd { area, moves: 0 }; count];
        }
        let side = self.width().max(self.height());
        if side <= lockstep::longest_side(11) {
            lockstep::play_out::<11>(&self.start(), count, rng)
        } else if side <= lockstep::longest_side(15) {
            lockstep::play_out::<15>(&self.start(), count, rng)
        } else {
            let mut one = || {
                let mut board = self.board().clone();
                play_out(&mut board, self.to_move(), self.passes(), rng)
            };
            (0..count).map(|_| one()).collect()
        }
    }

    /// The position as lanes have it.
    pub(super) fn start<const N: usize>(&self) -> Start<N> {
        let rows = |points: &PointSet| {
            let mut rows = [0; N];
            for (row, bits) in rows[1..].iter_mut().zip(points.rows()).take(self.height()) {
                *row = (bits << 1) as u16;
            }
            rows
        };
        let board = self.board();
        let ko = board.ko().map(|cell| PointSet::single(board.grid(), cell));
        Start {
            width: self.width(),
            height: self.height(),
            stones: Color::BOTH.map(|color| rows(&board.stones(color))),
            ko: rows(&ko.unwrap_or_default()),
            to_move: self.to_move(),
            passes: self.passes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{CELLS_9, CELLS_13, CELLS_19, GoRules, Preset};

    /// Mean length, and Black's share of wins at komi 6.5.
    fn fingerprint(ends: &[PlayoutEnd]) -> (f64, f64) {
        let wins = ends.iter().filter(|end| end.area > HalfPoints(13)).count();
        let moves: u64 = ends.iter().map(|end| end.moves).sum();
        let playouts = ends.len() as f64;
        (moves as f64 / playouts, wins as f64 / playouts)
    }

    fn one_by_one<const CELLS: usize>(size: usize, playouts: usize) -> Vec<PlayoutEnd> {
        let mut rng = Rng::new(20);
        (0..playouts)
            .map(|_| {
                play_out(
                    &mut Board::<CELLS>::new(size, size),
                    Color::Black,
                    0,
                    &mut rng,
                )
            })
            .collect()
    }

    fn side_by_side<const CELLS: usize>(size: u8, playouts: usize) -> Vec<PlayoutEnd> {
        let rules = GoRules::new(Preset::Chinese, size, size);
        let game: Go<CELLS> = Go::initial(&rules);
        game.play_out_many(playouts, &mut Rng::new(21))
    }

    /// Four independent programs agree on 111.05 ± 0.05 moves and 44.6 % on
    /// 9×9, 455 ± 0.5 moves and 47.4 % on 19×19.
    #[test]
    fn uniform_playouts_have_the_known_fingerprint() {
        for ends in [
            one_by_one::<CELLS_9>(9, 40_000),
            side_by_side::<CELLS_9>(9, 40_000),
        ] {
            let (length, wins) = fingerprint(&ends);
            assert!((length - 111.05).abs() < 0.35, "{length}");
            assert!((wins - 0.446).abs() < 0.01, "{wins}");
        }
        let (length, wins) = fingerprint(&one_by_one::<CELLS_19>(19, 4_000));
        assert!((length - 455.0).abs() < 1.5, "{length}");
        assert!((wins - 0.474).abs() < 0.03, "{wins}");
    }

    #[test]
    fn playouts_side_by_side_end_as_those_one_by_one() {
        let (one, many) = (
            fingerprint(&one_by_one::<CELLS_13>(13, 10_000)),
            fingerprint(&side_by_side::<CELLS_13>(13, 10_000)),
        );
        assert!((one.0 - many.0).abs() < 1.0, "{one:?} {many:?}");
        assert!((one.1 - many.1).abs() < 0.03, "{one:?} {many:?}");
    }

    #[test]
    fn many_playouts_are_as_many_as_asked_for() {
        for (size, count) in [(9, 0), (9, 1), (9, 15), (9, 17), (13, 40), (19, 3)] {
            let ends = side_by_side::<CELLS_19>(size, count);
            assert_eq!(ends.len(), count);
        }
    }

    #[test]
    fn a_finished_game_is_not_played_on() {
        let mut game: Go<CELLS_9> = Go::initial(&GoRules::new(Preset::Chinese, 9, 9));
        for text in ["E5", "pass", "pass"] {
            let mv = game.parse_move(text).expect("a move");
            game.play(mv);
        }
        let end = PlayoutEnd {
            area: HalfPoints::whole(81),
            moves: 0,
        };
        assert_eq!(game.play_out_many(3, &mut Rng::new(1)), [end; 3]);
    }
}

//! When a game is decided before its end: area that nobody can take is enough.

use super::position::Go;
use super::rules::Scoring;
use crate::game::{Color, Game, HalfPoints};

impl<const CELLS: usize> Go<CELLS> {
    /// Points that count for a color from here to the end of the game, whenever
    /// that comes, even if it only passes: its living stones, and the regions
    /// of one point that these alone border. In a larger region the opponent
    /// may have stones, or put some there, that count until they are captured.
    pub fn kept(&self, color: Color) -> u32 {
        let life = self.life(color);
        let is_point = |region: &super::PointSet| region.count() == 1;
        let eyes = life.territory.parts().filter(is_point).count();
        life.stones.count() + eyes as u32
    }

    /// Whether the area that `color` keeps wins, whoever gets all the rest.
    /// Territory is not area: there, a pass can cost what was kept.
    pub(super) fn has_won(&self, color: Color) -> bool {
        // Life takes microseconds: not before there is enough that may live.
        self.scoring() == Scoring::Area
            && self.wins_with(color, self.most_kept(color))
            && self.wins_with(color, self.kept(color))
    }

    /// What would be kept if all of a color's stones lived.
    fn most_kept(&self, color: Color) -> u32 {
        let board = self.board();
        let is_eye = |&&cell: &&u16| board.is_enclosed(cell.into(), color);
        let eyes = board.empties().iter().filter(is_eye).count();
        (board.stone_count(color) + eyes) as u32
    }

    /// Whether so many points win for a color when its opponent has the others.
    fn wins_with(&self, color: Color, points: u32) -> bool {
        let all = (self.width() * self.height()) as i32;
        let ahead = HalfPoints::whole(2 * points as i32 - all);
        let komi = match color {
            Color::Black => -self.komi(),
            Color::White => self.komi(),
        };
        ahead + komi > HalfPoints(0)
    }
}

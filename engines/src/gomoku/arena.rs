//! A board that a search for forced wins plays on and takes moves back on.

use std::mem;

use arrayvec::ArrayVec;

use super::lanes::half;
use super::point::{Place, Point, PointSet, bits};
use super::rules::GomokuRules;
use super::shape_board::{Placed, ShapeBoard};
use super::shapes::Shape;
use super::{Gomoku, WHITE_TO_MOVE, renju, stone_key};
use crate::engine::Meter;
use crate::game::Color;

/// Points on the four lines through one. There are two on a line where a row through the
/// point wins, the next empty ones either way, and one more for each where closed rows
/// do not win.
pub(super) type Few = ArrayVec<Point, 16>;

/// Stones with their shapes, and the key of the position.
pub(super) struct Arena {
    shapes: ShapeBoard,
    rules: GomokuRules,
    key: u64,
    /// Stones placed that no meter has counted yet.
    nodes: u64,
}

impl Arena {
    pub fn of(position: &Gomoku) -> Arena {
        Arena {
            shapes: position.shapes,
            rules: position.rules,
            key: position.key,
            nodes: 0,
        }
    }

    pub fn rules(&self) -> &GomokuRules {
        &self.rules
    }

    pub fn shapes(&self) -> &ShapeBoard {
        &self.shapes
    }

    /// Has a meter count the stones placed since the last time.
    pub fn report_to(&mut self, meter: &mut Meter) {
        meter.count(mem::take(&mut self.nodes));
    }

    /// As [`Gomoku::key`](crate::Game::key), whose turn it is included.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Makes a move of the side to move, which is `color`.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> Placed {
        self.nodes += 1;
        self.key = self.key_after(color, point);
        self.shapes.place(color, point)
    }

    /// The key after such a move.
    #[inline]
    pub fn key_after(&self, color: Color, point: Point) -> u64 {
        self.key ^ stone_key(color, point) ^ WHITE_TO_MOVE
    }

    /// Gives the turn to the other side.
    pub fn pass(&mut self) {
        self.key ^= WHITE_TO_MOVE;
    }

    /// Takes back the last move.
    #[inline]
    pub fn undo(&mut self, placed: Placed) {
        self.key ^= stone_key(placed.color, placed.point) ^ WHITE_TO_MOVE;
        self.shapes.undo(placed);
    }

    /// Whether `color` may play on an empty point.
    #[inline]
    pub fn allows(&self, color: Color, point: Point) -> bool {
        !self.rules.restricts(color) || renju::forbidden(&self.shapes, point).is_none()
    }

    /// An empty point where `color` may play.
    pub fn any_allowed(&self, color: Color) -> Option<Point> {
        let empty = self.shapes.board().empty_points();
        empty.iter().find(|&point| self.allows(color, point))
    }

    /// The moves of `defender`, whose turn it is, after which a stone of the attacker at
    /// `four`, where his fours are, wins no more at once.
    pub fn answers(&mut self, defender: Color, four: Point) -> Few {
        let mut answers = self.spoilers_through(!defender, four);
        if answers.len() > 1 {
            answers.retain(|&mut answer| {
                let placed = self.play(defender, answer);
                let saves = !self.shapes.has_four(!defender);
                self.undo(placed);
                saves
            });
        }
        answers.retain(|&mut answer| self.allows(defender, answer));
        answers
    }

    /// Appends a move of the defender that does not save him, and the attacker's five
    /// through the stone at `four`; says whether there is such a move: in Renju, Black can
    /// be left with forbidden points alone, which is a draw.
    pub fn append_five(&mut self, attacker: Color, four: Point, line: &mut Vec<Point>) -> bool {
        let defender = !attacker;
        let spoilers = self.spoilers_through(attacker, four);
        let allowed = spoilers
            .into_iter()
            .find(|&point| self.allows(defender, point));
        let Some(answer) = allowed.or_else(|| self.any_allowed(defender)) else {
            return false;
        };
        let placed = self.play(defender, answer);
        let five = self.five(attacker);
        self.undo(placed);
        line.extend([answer].into_iter().chain(five));
        true
    }

    /// Where a stone of the opponent spoils a row of `color` in line with `point` that
    /// lacks one stone.
    #[inline]
    pub fn spoilers_through(&self, color: Color, point: Point) -> Few {
        let mut points = Few::new();
        for Place { line, .. } in point.places() {
            for bit in bits(self.shapes.spoilers(color, line)) {
                points.push(Place { line, bit }.point());
            }
        }
        points
    }

    /// A point where `color` wins at once, if it has one.
    #[inline]
    pub fn five(&self, color: Color) -> Option<Point> {
        if !self.shapes.has_four(color) {
            return None;
        }
        let mut lines = self.shapes.board().lines().into_iter().flatten();
        lines.find_map(|line| {
            let bit = bits(self.shapes.grades(line).making(color, Shape::Five)).next()?;
            Some(Place { line, bit }.point())
        })
    }

    /// Where a stone of the opponent spoils some row of `color` that lacks one.
    pub fn spoilers(&self, color: Color) -> PointSet {
        self.points(|line| self.shapes.spoilers(color, line))
    }

    /// The points where a stone of `color` makes a four.
    #[inline]
    pub fn fours(&self, color: Color) -> PointSet {
        let mut points = PointSet::default();
        for lines in self.shapes.board().lines() {
            self.shapes.for_threats_on(lines, |line, fours, _| {
                for bit in bits(half(fours, color)) {
                    points.insert(Place { line, bit }.point());
                }
            });
        }
        points
    }

    /// The points where a stone of `color` makes a three at least on a line, or open twos
    /// on two: those after which it could threaten something.
    pub fn building_points(&self, color: Color) -> PointSet {
        let (mut twos, mut building) = (PointSet::default(), PointSet::default());
        for line in self.shapes.board().lines().into_iter().flatten() {
            let grades = self.shapes.grades(line);
            let threes = grades.making(color, Shape::Three);
            for bit in bits(threes | grades.making_at_least_open_three(color)) {
                building.insert(Place { line, bit }.point());
            }
            for bit in bits(grades.making(color, Shape::OpenTwo)) {
                let point = Place { line, bit }.point();
                if twos.contains(point) {
                    building.insert(point);
                }
                twos.insert(point);
            }
        }
        building
    }

    fn points(&self, on: impl Fn(usize) -> u32) -> PointSet {
        let mut points = PointSet::default();
        for line in self.shapes.board().lines().into_iter().flatten() {
            for bit in bits(on(line)) {
                points.insert(Place { line, bit }.point());
            }
        }
        points
    }
}

//! Wins by continuous fours (VCF): every move of the attacker makes a four, which leaves
//! the defender no choice, until one of them cannot be answered.

mod disproofs;

use std::collections::TryReserveError;

use super::Gomoku;
use super::arena::Arena;
use super::point::Point;
use super::rules::GomokuRules;
use super::shapes::Shape;
use crate::engine::Meter;
use crate::game::{Color, Game, Move};

use disproofs::Disproofs;

pub(super) use disproofs::ANY;

/// What a search for a win found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attack {
    /// The side to move wins: both sides' moves, up to the winning row.
    Wins(Vec<Move>),
    /// It does not win in this way.
    Fails,
    /// The search had to end before it knew.
    Unknown,
}

/// Finds wins by continuous fours, under all rules.
///
/// The search is depth-first, with a table of the positions that are no win. It counts a
/// node for each stone placed.
pub struct Vcf {
    disproofs: Disproofs,
    /// What the table is about.
    rules: Option<GomokuRules>,
}

impl Vcf {
    /// A search whose table has at most so many bytes; an error if there is no memory
    /// for it.
    pub fn new(bytes: usize) -> Result<Vcf, TryReserveError> {
        Ok(Vcf {
            disproofs: Disproofs::new(bytes)?,
            rules: None,
        })
    }

    /// Whether the side to move wins with at most so many fours before its five, as the
    /// budget allows to tell.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use engines::engine::{Budget, Meter};
    /// use engines::gomoku::{Attack, Gomoku, GomokuRules, Vcf};
    /// use engines::{Color, Game, diagram};
    ///
    /// let rules = GomokuRules { width: 7, height: 7, ..GomokuRules::default() };
    /// let game: Gomoku = diagram::parse(
    ///     &rules,
    ///     ". . . . . . .
    ///      . . . . . . .
    ///      O . . . . . .
    ///      X X X . . . O
    ///      . . . . X . .
    ///      . . . . X . .
    ///      . . . . X . O",
    ///     Color::Black,
    /// )?;
    /// let stop = AtomicBool::new(false);
    /// let mut meter = Meter::start(&Budget::default(), &stop);
    /// let mut vcf = Vcf::new(1 << 16)?;
    /// let Attack::Wins(line) = vcf.within(&game, 1, &mut meter) else { panic!() };
    /// assert_eq!(game.move_to_text(line[0]), "e4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(&mut self, position: &Gomoku, fours: u32, meter: &mut Meter) -> Attack {
        self.limited(position, fours.min(ANY), u64::MAX, meter)
    }

    /// The moves of both sides in a win by continuous fours, up to the winning row; none
    /// if there is no such win or the budget ended.
    pub fn solve(&mut self, position: &Gomoku, meter: &mut Meter) -> Option<Vec<Move>> {
        match self.within(position, ANY, meter) {
            Attack::Wins(line) => Some(line),
            Attack::Fails | Attack::Unknown => None,
        }
    }

    /// The first move of a win by continuous fours that is found within so many nodes.
    pub fn winning_move(
        &mut self,
        position: &Gomoku,
        nodes: u64,
        meter: &mut Meter,
    ) -> Option<Move> {
        let color = position.to_move;
        let shapes = &position.shapes;
        // Most positions have no four to make.
        if !shapes.has_four(color) && !shapes.can_make_four(color) {
            return None;
        }
        match self.limited(position, ANY, nodes, meter) {
            Attack::Wins(line) => line.first().copied(),
            Attack::Fails | Attack::Unknown => None,
        }
    }

    fn limited(&mut self, position: &Gomoku, fours: u32, nodes: u64, meter: &mut Meter) -> Attack {
        if position.outcome().is_some() {
            return Attack::Fails;
        }
        let mut arena = Arena::of(position);
        let mut line = Vec::new();
        match self.search(&mut arena, position.to_move, fours, nodes, meter, &mut line) {
            Some(true) => Attack::Wins(position.moves_at(&line)),
            Some(false) => Attack::Fails,
            None => Attack::Unknown,
        }
    }

    /// Whether `attacker`, whose turn it is, wins; the moves are appended to the line.
    /// `None` if the search had to end.
    pub(super) fn search(
        &mut self,
        arena: &mut Arena,
        attacker: Color,
        fours: u32,
        nodes: u64,
        meter: &mut Meter,
        line: &mut Vec<Point>,
    ) -> Option<bool> {
        if self.rules != Some(*arena.rules()) {
            self.disproofs.clear();
            self.rules = Some(*arena.rules());
        }
        arena.report_to(meter);
        let mut search = Search {
            arena,
            attacker,
            disproofs: &mut self.disproofs,
            end: meter.nodes().saturating_add(nodes),
            meter,
            line,
            moves: Vec::new(),
        };
        let wins = search.attack(fours);
        search.arena.report_to(search.meter);
        wins
    }
}

/// One search, by one attacker.
struct Search<'a, 'm> {
    arena: &'a mut Arena,
    attacker: Color,
    disproofs: &'a mut Disproofs,
    meter: &'a mut Meter<'m>,
    /// The node with which it ends.
    end: u64,
    /// The moves that lead to the position, and all of a win once that is found.
    line: &'a mut Vec<Point>,
    /// The fours of all positions on the way, with their promise.
    moves: Vec<(i32, Point)>,
}

impl Search<'_, '_> {
    /// Whether the attacker, who is to move, wins with so many fours.
    fn attack(&mut self, fours: u32) -> Option<bool> {
        if let Some(five) = self.arena.five(self.attacker) {
            self.line.push(five);
            return Some(true);
        }
        let key = self.arena.key();
        if fours == 0 || !self.arena.shapes().can_make_four(self.attacker) {
            return Some(false);
        }
        if self.disproofs.contains(key, fours) {
            return Some(false);
        }
        let first = self.moves.len();
        self.append_fours();
        let mut wins = Some(false);
        for i in first..self.moves.len() {
            wins = self.four(self.moves[i].1, fours - 1);
            if wins != Some(false) {
                break;
            }
        }
        self.moves.truncate(first);
        if wins == Some(false) {
            self.disproofs.insert(key, fours);
        }
        wins
    }

    /// Appends the fours that could be tried, the most promising first.
    fn append_fours(&mut self) {
        let first = self.moves.len();
        let (attacker, defender) = (self.attacker, !self.attacker);
        let mut points = self.arena.fours(attacker);
        if self.arena.shapes().has_four(defender) {
            points = points.and(&self.arena.spoilers(defender));
        }
        for point in points.iter() {
            let promise = promise(self.arena.shapes().made_by(attacker, point));
            self.moves.push((promise, point));
        }
        self.moves[first..].sort_by_key(|&(promise, _)| -promise);
    }

    /// Whether a four at this point wins, with so many after it.
    fn four(&mut self, point: Point, fours: u32) -> Option<bool> {
        self.arena.report_to(self.meter);
        if self.meter.nodes() >= self.end || self.meter.exhausted() {
            return None;
        }
        if !self.arena.allows(self.attacker, point) {
            return Some(false);
        }
        let placed = self.arena.play(self.attacker, point);
        let before = self.line.len();
        self.line.push(point);
        let wins = if self.arena.shapes().has_four(!self.attacker) {
            Some(false)
        } else {
            self.defend(point, fours)
        };
        self.arena.undo(placed);
        if wins != Some(true) {
            self.line.truncate(before);
        }
        wins
    }

    /// Whether no answer to the four at this point saves the defender.
    fn defend(&mut self, four: Point, fours: u32) -> Option<bool> {
        let answers = self.arena.answers(!self.attacker, four);
        if answers.is_empty() {
            return Some(self.arena.append_five(self.attacker, four, self.line));
        }
        let before = self.line.len();
        let mut wins = Some(true);
        for answer in answers {
            self.line.truncate(before);
            self.line.push(answer);
            let placed = self.arena.play(!self.attacker, answer);
            wins = self.attack(fours);
            self.arena.undo(placed);
            if wins != Some(true) {
                break;
            }
        }
        wins
    }
}

/// How well a four looks that makes these shapes.
fn promise(made: [Option<Shape>; 4]) -> i32 {
    const WORTHS: [i32; Shape::COUNT] = [1, 2, 3, 6, 10, 100, 0];
    made.into_iter()
        .flatten()
        .map(|shape| WORTHS[shape as usize])
        .sum()
}

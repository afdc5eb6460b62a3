//! What there is to do in a position.

use super::super::point::Point;
use super::super::shapes::Shape;
use super::super::vcf::ANY;
use super::defense;
use super::proofs::Numbers;
use super::search::Search;
use crate::game::Color;

/// A move, and the numbers of what it leads to as long as nothing is known of that.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub point: Point,
    pub expected: Numbers,
}

/// What there is to do.
pub(super) enum Expansion {
    /// The attacker does not win in this way.
    Disproven,
    /// He wins by these moves.
    Fours(Vec<Point>),
    /// He wins whatever the defender does.
    Unanswered,
    /// What is worth a try.
    Choices(Vec<Choice>),
}

impl Search<'_, '_> {
    /// What there is to do after the attacker's last move, or for him where none is
    /// given.
    pub fn expand(&mut self, last: Option<Point>) -> Expansion {
        match last {
            None => self.attacks(),
            Some(last) => self.defenses(last),
        }
    }

    fn attacks(&mut self) -> Expansion {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if let Some(line) = self.fours(attacker) {
            return Expansion::Fours(line);
        }
        let points = if self.arena.shapes().has_four(defender) {
            self.arena.spoilers(defender)
        } else {
            self.arena.building_points(attacker)
        };
        let choices: Vec<Choice> = points
            .iter()
            .filter(|&point| self.arena.allows(attacker, point))
            .map(|point| Choice {
                point,
                expected: expected(self.arena.shapes().made_by(attacker, point)),
            })
            .collect();
        if choices.is_empty() {
            return Expansion::Disproven;
        }
        Expansion::Choices(choices)
    }

    fn defenses(&mut self, last: Point) -> Expansion {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if self.arena.shapes().has_four(defender) {
            return Expansion::Disproven;
        }
        let points = if self.arena.shapes().has_four(attacker) {
            self.arena.answers(defender, last).to_vec()
        } else {
            self.arena.pass();
            let threat = self.fours(attacker);
            self.arena.pass();
            match threat {
                Some(threat) if self.fours(defender).is_none() => {
                    defense::against(self.arena, attacker, &threat)
                }
                _ => return Expansion::Disproven,
            }
        };
        if !points.is_empty() {
            let choice = |point| Choice {
                point,
                expected: Numbers::new(1, 1),
            };
            Expansion::Choices(points.into_iter().map(choice).collect())
        } else if self.arena.any_allowed(defender).is_some() {
            Expansion::Unanswered
        } else {
            Expansion::Disproven
        }
    }

    /// A win by fours of a side whose turn it is.
    pub fn fours(&mut self, color: Color) -> Option<Vec<Point>> {
        let mut line = Vec::new();
        let nodes = self.fours_nodes;
        let wins = self
            .vcf
            .search(self.arena, color, ANY, nodes, self.meter, &mut line);
        (wins == Some(true)).then_some(line)
    }
}

/// The numbers after a move of the attacker that makes these shapes: a four leaves one
/// answer, an open three about three, and what makes less may be no threat.
fn expected(made: [Option<Shape>; 4]) -> Numbers {
    match made.into_iter().flatten().max() {
        Some(Shape::Four | Shape::OpenFour) => Numbers::new(1, 1),
        Some(Shape::OpenThree) => Numbers::new(3, 1),
        _ => Numbers::new(8, 1),
    }
}

//! Which moves could stop a win by continuous fours.

use super::super::arena::Arena;
use super::super::point::{Point, PointSet};
use super::super::shapes::Shape;
use crate::game::Color;

/// With so many empty points, some are allowed to Black.
const ROOM: usize = 64;

/// The moves of the defender, whose turn it is, after which the attacker no longer wins
/// by this line of fours; he may win otherwise.
pub(super) fn against(arena: &mut Arena, attacker: Color, line: &[Point]) -> Vec<Point> {
    let suspects = suspects(arena, attacker, line);
    among(&suspects, arena, attacker, line)
}

/// Those among some empty points.
fn among(points: &PointSet, arena: &mut Arena, attacker: Color, line: &[Point]) -> Vec<Point> {
    let mut moves = Vec::new();
    for point in points.iter() {
        if arena.allows(!attacker, point) {
            let placed = arena.play(!attacker, point);
            if !still_wins(arena, attacker, line) {
                moves.push(point);
            }
            arena.undo(placed);
        }
    }
    moves
}

/// Whether the attacker, whose turn it is, wins by a line of fours that was found without
/// the stone that was placed last.
fn still_wins(arena: &mut Arena, attacker: Color, line: &[Point]) -> bool {
    if arena.shapes().has_four(attacker) {
        return true;
    }
    let [four, answer, rest @ ..] = line else {
        return false;
    };
    if arena.shapes().board().at(*four).is_some() || !arena.allows(attacker, *four) {
        return false;
    }
    let placed = arena.play(attacker, *four);
    let wins = arena.shapes().has_four(attacker)
        && !arena.shapes().has_four(!attacker)
        && match arena.answers(!attacker, *four)[..] {
            [] => arena.any_allowed(!attacker).is_some(),
            [only] if only == *answer => {
                let placed = arena.play(!attacker, only);
                let wins = still_wins(arena, attacker, rest);
                arena.undo(placed);
                wins
            }
            _ => false,
        };
    arena.undo(placed);
    wins
}

/// Empty points, all those among them where a stone of the defender could make a
/// difference to a line of fours: the points of the line, and those that make a four of
/// his own at some time. All empty points where rows can be closed or points forbidden by
/// stones that stand elsewhere.
fn suspects(arena: &mut Arena, attacker: Color, line: &[Point]) -> PointSet {
    let empty = arena.shapes().board().empty_points();
    if arena.shapes().is_closable(attacker)
        || arena.rules().restricts(!attacker) && empty.iter().nth(ROOM).is_none()
    {
        return empty;
    }
    let mut suspects = PointSet::default();
    let mut played = Vec::new();
    for pair in line.chunks_exact(2) {
        let [four, answer] = pair else { break };
        if arena.rules().restricts(attacker) && has_two_threes(arena, attacker, *four) {
            suspects = empty;
            break;
        }
        suspects.insert(*four);
        played.push(arena.play(attacker, *four));
        suspects = suspects.or(&arena.fours(!attacker));
        let spoilers = arena.spoilers_through(attacker, *four);
        for &spoiler in &spoilers {
            suspects.insert(spoiler);
        }
        if arena.answers(!attacker, *four).is_empty() {
            if !spoilers.iter().all(|&point| arena.allows(!attacker, point)) {
                suspects = empty;
            }
            break;
        }
        played.push(arena.play(!attacker, *answer));
    }
    for placed in played.into_iter().rev() {
        arena.undo(placed);
    }
    suspects
}

/// Whether a stone would make open threes on two lines, so that whether it is allowed
/// hangs on other points.
fn has_two_threes(arena: &Arena, color: Color, point: Point) -> bool {
    let made = arena.shapes().made_by(color, point);
    let threes = made.iter().filter(|&&made| made == Some(Shape::OpenThree));
    threes.count() > 1
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::super::vcf::{ANY, Vcf};
    use super::super::super::{Gomoku, GomokuRules, Variant};
    use super::*;
    use crate::engine::{Budget, Meter};
    use crate::game::Game;
    use crate::rng::Rng;

    /// Boards at random where White, to move, or Black wins by fours.
    #[test]
    fn no_move_that_matters_is_overlooked() {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::start(&Budget::default(), &stop);
        let mut rng = Rng::new(1);
        for rules in [
            Variant::Freestyle,
            Variant::Standard,
            Variant::Renju,
            Variant::Caro,
            Variant::CaroOverline,
        ] {
            let rules = GomokuRules {
                width: 10,
                height: 9,
                rules,
                win: 5,
            };
            let mut vcf = Vcf::new(1 << 16).unwrap();
            let mut wins = 0;
            while wins < 400 {
                let attacker = Color::BOTH[rng.below(2) as usize];
                let stones: Vec<_> = (0..90)
                    .map(|_| match rng.below(100) {
                        0..15 => Some(attacker),
                        15..25 => Some(!attacker),
                        _ => None,
                    })
                    .collect();
                let game = Gomoku::from_stones(&rules, &stones, attacker).unwrap();
                let mut arena = Arena::of(&game);
                let mut line = Vec::new();
                let found = vcf.search(&mut arena, attacker, ANY, 1_000, &mut meter, &mut line);
                if game.outcome().is_some() || found != Some(true) || line.len() < 3 {
                    continue;
                }
                wins += 1;
                arena.pass();
                let empty = arena.shapes().board().empty_points();
                let all = among(&empty, &mut arena, attacker, &line);
                assert_eq!(against(&mut arena, attacker, &line), all, "{game}");
            }
        }
    }
}

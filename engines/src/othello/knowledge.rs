//! What engines know of Othello: which squares are worth having, and that
//! choice is worth more than discs.

use std::borrow::Cow;

use super::Othello;
use super::bitboard;
use super::endgame::Endgame;
use super::evaluator::OthelloEvaluator;
use super::kernel;
use super::own_weights;
use super::patterns::{self, IndexSpace};
use super::playout::playout;
use crate::game::{Game, Move};
use crate::knowledge::{Feature, GreedyWeights, Knowledge};
use crate::pattern::Weights;
use crate::rng::Rng;

/// Classes of squares that look alike, named by the one nearest to a1.
pub const CLASSES: usize = 10;

/// The feature after those of the classes.
pub const MOBILITY: usize = CLASSES;

/// The hand weights were tried against their neighbors in games at one to four
/// plies: less for mobility wins shallow searches and loses deep ones.
pub const FEATURES: [Feature; CLASSES + 1] = [
    feature("disc-a1", 100),
    feature("disc-b1", -20),
    feature("disc-c1", 15),
    feature("disc-d1", 5),
    feature("disc-b2", -40),
    feature("disc-c2", -5),
    feature("disc-d2", -5),
    feature("disc-c3", 0),
    feature("disc-d3", -3),
    feature("disc-d4", -3),
    feature("mobility", 8),
];

const fn feature(name: &'static str, hand_weight: i32) -> Feature {
    Feature { name, hand_weight }
}

/// The class of a square on a board of `size` rows and columns: its distances
/// from the nearest edges, whichever way around. The names keep their meaning
/// on a smaller board, which lacks the classes farther from the edges.
pub const fn class_of(square: usize, size: usize) -> usize {
    const FIRST_OF_ROW: [usize; 4] = [0, 4, 7, 9];
    let from_left = distance_from_edge(square % 8, size);
    let from_top = distance_from_edge(square / 8, size);
    if from_left < from_top {
        FIRST_OF_ROW[from_left] + from_top - from_left
    } else {
        FIRST_OF_ROW[from_top] + from_left - from_top
    }
}

const fn distance_from_edge(line: usize, size: usize) -> usize {
    let across = size - 1 - line;
    if line < across { line } else { across }
}

/// The classes of one board, as sets of squares.
pub const fn classes(size: u8) -> [u64; CLASSES] {
    let board = bitboard::board(size);
    let mut classes = [0; CLASSES];
    let mut square = 0;
    while square < 64 {
        if board & 1 << square != 0 {
            classes[class_of(square, size as usize)] |= 1 << square;
        }
        square += 1;
    }
    classes
}

impl Othello {
    fn classes(&self) -> &'static [u64; CLASSES] {
        static BOARDS: [[u64; CLASSES]; 3] = [classes(4), classes(6), classes(8)];
        &BOARDS[self.rules.size() as usize / 2 - 2]
    }
}

impl Knowledge for Othello {
    const FEATURES: &'static [Feature] = &FEATURES;

    /// Fits the hand weights to the results of 7.5 million positions of
    /// tournament games (WTHOR, 1977 to 2019; 168 by maximum likelihood).
    const VALUE_SCALE: f64 = 170.0;

    type Evaluator = OthelloEvaluator;

    type Solver = Endgame;

    fn own_weights() -> Weights<Othello> {
        own_weights::own_weights()
    }

    fn feature_count() -> usize {
        IndexSpace::get().count()
    }

    fn feature_name(feature: usize) -> Cow<'static, str> {
        IndexSpace::get().name(feature)
    }

    fn feature_index(name: &str) -> Result<usize, String> {
        IndexSpace::get().index(name)
    }

    /// The hand weight of the square; none for a pass, which is alone.
    fn promise(&self, mv: Move) -> i32 {
        mv.point().map_or(0, |point| {
            FEATURES[class_of(self.square(point), self.width())].hand_weight
        })
    }

    /// The number of discs turned over: the beginner's way to play.
    fn greedy_value(&self, mv: Move, _weights: &GreedyWeights) -> Option<i32> {
        let flips = mv.point().map_or(0, |point| {
            kernel::flips(self.own, self.opponent, self.square(point))
        });
        Some(flips.count_ones() as i32)
    }

    /// Those by phase are the side to move's alone.
    fn position_features(&self, visit: &mut impl FnMut(usize, i32)) {
        plain_features(self, visit);
        if self.width() == 8 {
            patterns::features(self, &mut |feature| visit(feature, 1));
        }
    }

    fn playout(self, rng: &mut Rng) -> (f64, u64) {
        playout(&self, rng)
    }
}

/// Visits the features that have hand weights.
pub fn plain_features(position: &Othello, visit: &mut impl FnMut(usize, i32)) {
    let (own, opponent) = (position.own, position.opponent);
    for (feature, &class) in position.classes().iter().enumerate() {
        visit(feature, more(own & class, opponent & class));
    }
    let opponent_moves = kernel::moves(opponent, own, position.board());
    visit(MOBILITY, more(position.moves, opponent_moves));
}

/// By how many squares one set is larger than another.
fn more(set: u64, than: u64) -> i32 {
    set.count_ones() as i32 - than.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;
    use crate::game::{Color, MoveList};
    use crate::othello::{OthelloRules, OthelloSpec};

    fn rules(size: i64) -> OthelloRules {
        let spec = OthelloSpec {
            size,
            ..OthelloSpec::default()
        };
        spec.rules().unwrap()
    }

    fn draw_classes(size: u8) -> String {
        let size = usize::from(size);
        (0..size)
            .map(|y| {
                let names: Vec<&str> = (0..size)
                    .map(|x| &FEATURES[class_of(8 * y + x, size)].name["disc-".len()..])
                    .collect();
                names.join(" ") + "\n"
            })
            .collect()
    }

    #[test]
    fn squares_fold_onto_the_corner() {
        assert_eq!(
            draw_classes(8),
            "a1 b1 c1 d1 d1 c1 b1 a1\n\
             b1 b2 c2 d2 d2 c2 b2 b1\n\
             c1 c2 c3 d3 d3 c3 c2 c1\n\
             d1 d2 d3 d4 d4 d3 d2 d1\n\
             d1 d2 d3 d4 d4 d3 d2 d1\n\
             c1 c2 c3 d3 d3 c3 c2 c1\n\
             b1 b2 c2 d2 d2 c2 b2 b1\n\
             a1 b1 c1 d1 d1 c1 b1 a1\n"
        );
        assert_eq!(
            draw_classes(6),
            "a1 b1 c1 c1 b1 a1\n\
             b1 b2 c2 c2 b2 b1\n\
             c1 c2 c3 c3 c2 c1\n\
             c1 c2 c3 c3 c2 c1\n\
             b1 b2 c2 c2 b2 b1\n\
             a1 b1 c1 c1 b1 a1\n"
        );
        assert_eq!(
            draw_classes(4),
            "a1 b1 b1 a1\n\
             b1 b2 b2 b1\n\
             b1 b2 b2 b1\n\
             a1 b1 b1 a1\n"
        );
    }

    #[test]
    fn each_square_has_one_class() {
        for size in [4, 6, 8] {
            let classes = Othello::initial(&rules(size.into())).classes();
            assert_eq!(classes.iter().sum::<u64>(), bitboard::board(size));
            let squares: u32 = classes.iter().map(|class| class.count_ones()).sum();
            assert_eq!(squares, u32::from(size).pow(2));
        }
    }

    #[test]
    fn features_are_counted_for_the_side_to_move() {
        let drawing = "
            X . . . . .
            . O X X . .
            . . O X . .
            . . X O . .
            . . . . O .
            . . . . . .";
        for (to_move, sign) in [(Color::Black, 1), (Color::White, -1)] {
            let position: Othello = diagram::parse(&rules(6), drawing, to_move).unwrap();
            let mut counts = [0; CLASSES + 1];
            position.position_features(&mut |feature, count| counts[feature] += count);
            for (feature, count) in FEATURES.iter().zip(counts) {
                let black_minus_white = match feature.name {
                    "disc-a1" => 1,
                    "disc-b2" => -2,
                    "disc-c2" => 2,
                    // Black has a2, b3, b4, d5, e4 and f6; White has b4, c1,
                    // c5, d1, e1, e2 and e3.
                    "mobility" => 6 - 7,
                    _ => 0,
                };
                assert_eq!(count, sign * black_minus_white, "{}", feature.name);
            }
        }
    }

    #[test]
    fn a_corner_promises_more_than_its_neighbors() {
        let position: Othello = diagram::parse(
            &rules(8),
            ". O O X . . . .
             O O . . . . . .
             O . X . . . . .
             X . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . O O
             . . . . . . . X",
            Color::Black,
        )
        .unwrap();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let best = moves.iter().max_by_key(|&&mv| position.promise(mv));
        assert_eq!(best.map(|&mv| position.move_to_text(mv)).unwrap(), "a1");
    }

    #[test]
    fn greedy_counts_flips() {
        let position = Othello::initial(&rules(8));
        let mv = position.parse_move("d3").unwrap();
        let weights = GreedyWeights {
            capture: 0,
            liberty: 0,
        };
        assert_eq!(position.greedy_value(mv, &weights), Some(1));
        assert_eq!(position.greedy_value(Move::PASS, &weights), Some(0));
    }
}

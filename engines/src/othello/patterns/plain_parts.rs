//! The plain features as parts of the others: the discs of a class of squares
//! are part of a pattern, mobility of the numbers of moves.

use super::counts;
use super::shapes::SHAPES;
use super::{lanes, members};
use crate::othello::knowledge::{CLASSES, MOBILITY, class_of, classes};

/// What the plain features give to each member of a family, by the weights of
/// those features.
pub fn plain_parts(family: usize, weight: &impl Fn(usize) -> i64) -> Vec<i64> {
    let times = |factor: i64| (0..members(family) as i64).map(move |number| number * factor);
    match family.checked_sub(SHAPES.len()) {
        None => disc_parts(family, weight),
        Some(counts::OWN_MOVES) => times(weight(MOBILITY)).collect(),
        Some(counts::THEIR_MOVES) => times(-weight(MOBILITY)).collect(),
        Some(_) => times(0).collect(),
    }
}

/// Square by square, all that may stand on the squares so far.
fn disc_parts(shape: usize, weight: &impl Fn(usize) -> i64) -> Vec<i64> {
    let disc = |at| match class(shape, at) {
        class if CARRIERS[class] == shape => weight(class),
        _ => 0,
    };
    let discs = (0..SHAPES[shape].size).map(disc);
    discs.fold(vec![0], |parts, disc| {
        let with_square = parts
            .iter()
            .flat_map(|part| [*part, part + disc, part - disc]);
        with_square.collect()
    })
}

/// The class of a square of a shape.
const fn class(shape: usize, at: usize) -> usize {
    class_of(SHAPES[shape].square(at, 0), 8)
}

/// By class of squares, a shape whose places cover each of them once.
const CARRIERS: [usize; CLASSES] = {
    let mut carriers = [SHAPES.len(); CLASSES];
    let mut shape = SHAPES.len();
    while shape > 0 {
        shape -= 1;
        let mut of_class = 0;
        while of_class < CLASSES {
            if covers_once(shape, of_class) {
                carriers[of_class] = shape;
            }
            of_class += 1;
        }
    }
    carriers
};

const fn covers_once(shape: usize, of_class: usize) -> bool {
    let mut covered = 0;
    let mut at = 0;
    while at < SHAPES[shape].size {
        if class(shape, at) == of_class {
            covered += lanes::places(shape);
        }
        at += 1;
    }
    covered == CLASS_SETS[of_class].count_ones() as usize
}

const CLASS_SETS: [u64; CLASSES] = classes(8);

const _: () = {
    let mut of_class = 0;
    while of_class < CLASSES {
        assert!(CARRIERS[of_class] < SHAPES.len());
        of_class += 1;
    }
};

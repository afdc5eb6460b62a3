//! Shapes: how near a side is to a winning row on a line.

use std::array;

use super::lanes::{Lanes, MARK, Pair, both, half};
use super::row::{Lines, RowRules};
use crate::game::Color;

/// What a side has on a line, from the weakest. The names are those of five
/// in a row; when another length wins, a four is what lacks one stone, a three
/// what lacks two, a two what lacks three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Shape {
    /// A row that lacks three stones, and has at least one.
    Two,
    /// A stone can make it an open three.
    OpenTwo,
    /// A stone can make it a four.
    Three,
    /// A stone can make it a row of four between two empty points, either of
    /// which wins.
    OpenThree,
    /// A stone on one point wins.
    Four,
    /// A stone on any of several points wins: no stone stops it.
    OpenFour,
    /// A winning row.
    Five,
}

impl Shape {
    /// How many there are.
    pub const COUNT: usize = Shape::Five as usize + 1;

    /// From the weakest.
    pub const ALL: [Shape; Shape::COUNT] = [
        Shape::Two,
        Shape::OpenTwo,
        Shape::Three,
        Shape::OpenThree,
        Shape::Four,
        Shape::OpenFour,
        Shape::Five,
    ];

    /// The shape of a grade from 1 to 7; 0 is none.
    #[inline(always)]
    fn of_grade(grade: u32) -> Option<Shape> {
        const SHAPES: [Option<Shape>; 8] = [
            None,
            Some(Shape::Two),
            Some(Shape::OpenTwo),
            Some(Shape::Three),
            Some(Shape::OpenThree),
            Some(Shape::Four),
            Some(Shape::OpenFour),
            Some(Shape::Five),
        ];
        SHAPES[(grade & 7) as usize]
    }

    /// Its grade.
    #[inline(always)]
    pub(super) fn grade(self) -> u32 {
        self as u32 + 1
    }
}

/// The shapes of `N` lines for both colors, as grades: the three bits of each
/// point's grade, lowest first. It is that of the best shape that a stone
/// there would be part of; none where a stone stands. The bit [`MARK`] is for
/// the best shape on the line as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grades<const N: usize>(pub [Lanes<N>; 3]);

impl<const N: usize> Grades<N> {
    /// The shapes of some lines.
    #[inline(always)]
    pub fn of(lines: Lines<N>, rules: RowRules) -> Grades<N> {
        // The usual length as a constant.
        Grades(match rules.win {
            5 => planes(lines, RowRules { win: 5, ..rules }),
            _ => planes(lines, rules),
        })
    }

    /// On how many lines each color's best shape has each grade.
    #[inline(always)]
    pub fn counts(&self) -> [Counts; 2] {
        let Grades([low, middle, high]) = *self;
        let eights = low >> 28 & both(8) | middle >> 27 & both(16) | high >> 26 & both(32);
        let mut counts = [0; 2];
        for pair in eights.0 {
            for color in Color::BOTH {
                counts[color.index()] += 1 << half(pair, color);
            }
        }
        counts
    }

    /// The best shape that a stone of `color` would be part of, on each line
    /// the one at its bit.
    #[inline(always)]
    pub fn made_by(&self, color: Color, bits: [u32; N]) -> [Option<Shape>; N] {
        self.at(bits).map(|pair| Shape::of_grade(half(pair, color)))
    }

    /// The grade for Black, and eight times the one for White, on each line the
    /// one at its bit.
    #[inline(always)]
    pub fn of_both(&self, bits: [u32; N]) -> [usize; N] {
        self.at(bits).map(|pair| {
            let [black, white] = Color::BOTH.map(|color| half(pair, color));
            (black | white << 3) as usize
        })
    }

    /// The grades for both colors, on each line at its bit.
    #[inline(always)]
    fn at(&self, bits: [u32; N]) -> [Pair; N] {
        let grade = |line: usize, i: usize| (self.0[i].0[line] >> bits[line] & both(1)) << i;
        array::from_fn(|line| grade(line, 0) | grade(line, 1) | grade(line, 2))
    }
}

impl Grades<1> {
    /// The points where the best shape that a stone of `color` would be part of
    /// is this one.
    #[inline(always)]
    pub fn making(&self, color: Color, shape: Shape) -> u32 {
        let is_equal = |i: usize| match shape.grade() >> i & 1 {
            0 => !self.plane(i),
            _ => self.plane(i),
        };
        half(is_equal(0) & is_equal(1) & is_equal(2), color) & !MARK
    }

    /// The points where it is an open three or better.
    #[inline(always)]
    pub fn making_at_least_open_three(&self, color: Color) -> u32 {
        half(self.plane(2), color) & !MARK
    }

    #[inline(always)]
    fn plane(&self, i: usize) -> Pair {
        self.0[i].0[0]
    }
}

/// How many lines have each grade, in eight bits each.
pub(super) type Counts = u64;

/// The planes of [`Grades`].
#[inline(always)]
fn planes<const N: usize>(lines: Lines<N>, rules: RowRules) -> [Lanes<N>; 3] {
    let rows = lines.rows(rules);
    let wins = rows.empty_in(rows.missing(1));
    // Each row that lacks two has one other empty point: where two points win
    // after a stone, they are on either side of it.
    let [lowest, highest] = rows.outermost_empty_in_missing_two();
    let points = [
        rows.empty_in(rows.missing(4)),
        rows.empty_inside(rows.open(4)),
        rows.empty_in(rows.missing(3)),
        rows.empty_inside(rows.open(3)),
        lowest | highest,
        lowest & highest,
        wins,
    ];
    // Three short of three is no stone at all.
    let has_stone = if rules.win == 3 { 0 } else { !0 };
    let line = [
        rows.missing(3) & has_stone,
        rows.open(3) & has_stone,
        rows.missing(2),
        rows.open(2),
        wins,
        wins.without_lowest(),
        rows.missing(0),
    ];
    // Whatever has a grade has the lower ones too.
    let mut at_least = [Lanes::NONE; Shape::COUNT + 1];
    for i in (0..Shape::COUNT).rev() {
        at_least[i] = at_least[i + 1] | points[i] | line[i].marks();
    }
    let [one, two, three, four, five, six, seven, _] = at_least;
    [
        one ^ two ^ three ^ four ^ five ^ six ^ seven,
        two ^ four ^ six,
        four,
    ]
}

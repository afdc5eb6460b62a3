//! Shapes: how near a side is to a winning row on a line.

use super::lanes::Lanes;
use super::row::{Lines, RowRules};

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
    pub(super) fn of_grade(grade: u32) -> Option<Shape> {
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

/// The bit of a plane that tells of the line itself.
pub(super) const LINE: u32 = 31;

/// The shapes of some lines, as grades: the words of a line hold the three
/// bits of its points' grades, lowest first. A point's is that of the best
/// shape that a stone there would be part of, and bit [`LINE`] has that of
/// the best shape on the line as it is.
pub(super) type Planes<const N: usize> = [Lanes<N>; 3];

/// The shapes of some lines.
#[inline(always)]
pub(super) fn grade<const N: usize>(lines: Lines<N>, rules: &RowRules<N>) -> Planes<N> {
    let rows = lines.rows(rules);
    let wins = rows.empty_in(rows.missing(1));
    let [lowest, highest] = rows.outermost_empty_in(rows.missing(2));
    // Two points that win are on either side of a stone: each row that lacks
    // two has one other empty point.
    let points = [
        rows.empty_in(rows.missing(4)),
        rows.empty_inside(rows.open(4)),
        rows.empty_in(rows.missing(3)),
        rows.empty_inside(rows.open(3)),
        lowest | highest,
        lowest & highest,
        wins,
    ];
    // Three stones short of a row of three is no stone at all.
    let last = if rules.win() == 3 {
        Lanes::NONE
    } else {
        rows.missing(3)
    };
    let line = [
        last,
        if rules.win() == 3 {
            Lanes::NONE
        } else {
            rows.open(3)
        },
        rows.missing(2),
        rows.open(2),
        wins,
        wins.without_lowest(),
        rows.missing(0),
    ];
    // Whatever has a grade has the lower ones too.
    let mut at_least = [Lanes::NONE; Shape::COUNT + 1];
    for i in (0..Shape::COUNT).rev() {
        at_least[i] = at_least[i + 1] | points[i] | line[i].mark(1 << LINE);
    }
    let [one, two, three, four, five, six, seven, _] = at_least;
    [
        one ^ two ^ three ^ four ^ five ^ six ^ seven,
        two ^ four ^ six,
        four,
    ]
}

/// The grade at one bit of a line.
#[inline(always)]
pub(super) fn grade_at(planes: [u32; 3], bit: u32) -> u32 {
    let [low, middle, high] = planes.map(|plane| plane >> bit & 1);
    low | middle << 1 | high << 2
}

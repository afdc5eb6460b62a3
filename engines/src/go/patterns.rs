//! Local shapes: the eight points around an empty one.
//!
//! The diagrams follow the patterns of MoGo's playouts (Gelly, Wang, Munos and
//! Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go", 2006).

use std::sync::LazyLock;

use super::board::Board;
use super::grid::Cell;
use crate::game::Color;

/// A shape that a move completes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Shape {
    /// Around the end of an opponent's stone.
    Hane,
    /// Between two stones of the opponent.
    Cut,
    /// Contact at the edge of the board.
    Edge,
}

/// Each diagram has the move in the middle; the outer letters are `X` one
/// color and `O` the other (either may be to move), `.` empty, `#` beyond the
/// edge, `x` and `o` anything but X and O, `?` anything.
const DIAGRAMS: [(Shape, &str); 11] = [
    (Shape::Hane, "XOX .*. ???"),
    (Shape::Hane, "XO. .*. ?.?"),
    (Shape::Hane, "XO? X*. x.?"),
    (Shape::Cut, "XO? O*x ?x?"),
    (Shape::Cut, "XO? O*O ?.?"),
    (Shape::Cut, "?X? O*O xxx"),
    (Shape::Edge, "X.? O*? ###"),
    (Shape::Edge, "OX? o*O ###"),
    (Shape::Edge, "?X? x*O ###"),
    (Shape::Edge, "?XO x*x ###"),
    (Shape::Edge, "?OX X*O ###"),
];

/// Two bits for each of eight cells around a point.
const PATTERNS: usize = 1 << 16;

static SHAPES: LazyLock<Vec<Option<Shape>>> = LazyLock::new(|| {
    let diagrams: Vec<(Shape, [u8; 9])> = DIAGRAMS
        .iter()
        .flat_map(|&(shape, text)| symmetries(diagram(text)).map(|diagram| (shape, diagram)))
        .collect();
    (0..PATTERNS)
        .map(|pattern| {
            let cells = cells_of(pattern);
            let fits = |(_, diagram): &&(Shape, [u8; 9])| {
                matches(diagram, cells, [Cell::Black, Cell::White])
                    || matches(diagram, cells, [Cell::White, Cell::Black])
            };
            diagrams.iter().find(fits).map(|&(shape, _)| shape)
        })
        .collect()
});

/// The shape that a stone on an empty cell makes, if it is one of the known.
pub fn shape_at<const CELLS: usize>(board: &Board<CELLS>, cell: usize) -> Option<Shape> {
    SHAPES[pattern_at(board, cell)]
}

/// Whether any of the eight cells around holds a stone of `color`.
pub fn touches<const CELLS: usize>(board: &Board<CELLS>, cell: usize, color: Color) -> bool {
    around(board, cell).contains(&Cell::from(color))
}

fn around<const CELLS: usize>(board: &Board<CELLS>, cell: usize) -> [Cell; 8] {
    let grid = board.grid();
    let [north, west, east, south] = grid.neighbors(cell);
    let [north_west, north_east, south_west, south_east] = grid.diagonals(cell);
    [
        north_west, north, north_east, west, east, south_west, south, south_east,
    ]
    .map(|neighbor| board.at(neighbor))
}

fn pattern_at<const CELLS: usize>(board: &Board<CELLS>, cell: usize) -> usize {
    around(board, cell)
        .into_iter()
        .rev()
        .fold(0, |pattern, found| pattern << 2 | found as usize)
}

fn cells_of(pattern: usize) -> [Cell; 8] {
    std::array::from_fn(|index| match pattern >> (2 * index) & 3 {
        0 => Cell::Black,
        1 => Cell::White,
        2 => Cell::Empty,
        _ => Cell::Border,
    })
}

fn diagram(text: &str) -> [u8; 9] {
    let mut letters = text.bytes().filter(|letter| *letter != b' ');
    std::array::from_fn(|_| letters.next().expect("a diagram has nine letters"))
}

/// The eight turned and mirrored forms.
fn symmetries(diagram: [u8; 9]) -> [[u8; 9]; 8] {
    let turned = |d: [u8; 9]| [d[6], d[3], d[0], d[7], d[4], d[1], d[8], d[5], d[2]];
    let mirrored = |d: [u8; 9]| [d[2], d[1], d[0], d[5], d[4], d[3], d[8], d[7], d[6]];
    let mut forms = [diagram; 8];
    for index in 1..4 {
        forms[index] = turned(forms[index - 1]);
    }
    for index in 0..4 {
        forms[4 + index] = mirrored(forms[index]);
    }
    forms
}

fn matches(diagram: &[u8; 9], cells: [Cell; 8], [x, o]: [Cell; 2]) -> bool {
    let outer = diagram.iter().enumerate().filter(|&(index, _)| index != 4);
    outer.zip(cells).all(|((_, letter), cell)| match letter {
        b'X' => cell == x,
        b'O' => cell == o,
        b'x' => cell != x && cell != Cell::Border,
        b'o' => cell != o && cell != Cell::Border,
        b'.' => cell == Cell::Empty,
        b'#' => cell == Cell::Border,
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;
    use crate::go::{CELLS_9, Go, GoRules};

    #[test]
    fn shapes_are_seen_in_any_orientation_and_color() {
        let game: Go<CELLS_9> = diagram::parse(
            &GoRules::default(),
            ". . . . . . . . .
             . X O X . . . . .
             . . . . . . . O .
             . . . . . . . X .
             . . . . . . . O .
             . . . . . . . . .
             . . . . . . . . .
             . . . X . . . . .
             . . . O . . . . .",
            Color::Black,
        )
        .unwrap();
        let shape = |text| {
            let point = game.parse_move(text).unwrap().point().unwrap();
            shape_at(game.board(), game.board().cell(point))
        };
        use crate::game::Game;
        assert_eq!(shape("C7"), Some(Shape::Hane));
        assert_eq!(shape("J6"), Some(Shape::Hane));
        assert_eq!(shape("G6"), Some(Shape::Hane));
        assert_eq!(shape("E1"), Some(Shape::Edge));
        assert_eq!(shape("E5"), None);
    }
}

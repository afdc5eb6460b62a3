//! The eight points around a move, taken together: each configuration is a
//! feature, the same one however it is turned or mirrored.
//!
//! Rémi Coulom's "Computing Elo ratings of move patterns in the game of Go"
//! (2007) gives each a weight of its own. Marking what is in atari follows
//! Sylvain Gelly and David Silver's patterns for 9×9.

use std::sync::LazyLock;

use super::grid::Cell;
use super::position::Go;
use crate::game::Game;

/// What stands on a neighbor, as the player of the move sees it: nothing, an
/// own stone, one of the opponent, the edge; an own stone in atari, one of the
/// opponent in atari. Atari is told of the four next to the move alone.
const LETTERS: [u8; 6] = *b".XO#xo";
const EMPTY: u8 = 0;
const OWN: u8 = 1;
const THEIRS: u8 = 2;
const EDGE: u8 = 3;
const ATARI: u8 = 3;

/// The neighbors clockwise, from the one above: what is next to the move has
/// even numbers.
type Ring = [u8; 8];

/// Where a text, row by row, has the neighbors.
const PLACES: [usize; 8] = [1, 2, 5, 8, 7, 6, 3, 0];
const MIDDLE: usize = 4;

/// What the names of all begin with.
pub const PREFIX: &str = "move-shape-";

/// Values of a neighbor: of one that is next to the move, and of a diagonal one.
const BASES: [usize; 2] = [6, 4];
const CODES: usize = (BASES[0] * BASES[1]).pow(4);

/// The neighborhoods that there are.
#[derive(Debug)]
pub struct Neighborhoods {
    /// By code; [`IMPOSSIBLE`] of what cannot be.
    class: Vec<u16>,
    /// By class, the least code.
    least: Vec<u32>,
}

const IMPOSSIBLE: u16 = u16::MAX;

impl Neighborhoods {
    /// All.
    pub fn get() -> &'static Neighborhoods {
        static ALL: LazyLock<Neighborhoods> = LazyLock::new(Neighborhoods::new);
        &ALL
    }

    fn new() -> Neighborhoods {
        let mut all = Neighborhoods {
            class: vec![IMPOSSIBLE; CODES],
            least: Vec::new(),
        };
        for code in 0..CODES {
            let ring = ring_of(code);
            if all.class[code] == IMPOSSIBLE && is_possible(&ring) {
                for view in views(ring) {
                    all.class[code_of(&view)] = all.least.len() as u16;
                }
                all.least.push(code as u32);
            }
        }
        all
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.least.len()
    }

    /// The one around an empty cell, counted from 0.
    pub fn around<const CELLS: usize>(&self, position: &Go<CELLS>, cell: usize) -> usize {
        self.class[code_of(&ring_around(position, cell))].into()
    }

    /// Its name: its rows, with the move as `*`.
    pub fn name(&self, class: usize) -> String {
        format!("{PREFIX}{}", draw(&ring_of(self.least[class] as usize)))
    }

    /// The one with this name, or what is wrong with it.
    pub fn index(&self, name: &str) -> Result<usize, String> {
        let wrong = |what: &str| format!("`{}` is no feature: {what}", name.escape_debug());
        let ring = name.strip_prefix(PREFIX).and_then(read).ok_or_else(|| {
            wrong(
                "it takes three rows of three points, the move `*` in their middle, around it \
                 `.`, `X`, `O` or `#`, and next to it `x` or `o` for what is in atari",
            )
        })?;
        let code = code_of(&ring);
        match self.class[code] {
            IMPOSSIBLE => Err(wrong("no move has these neighbors")),
            class if self.least[usize::from(class)] as usize == code => Ok(class.into()),
            class => Err(wrong(&format!(
                "turned or mirrored, it is `{}`",
                self.name(class.into())
            ))),
        }
    }
}

fn ring_around<const CELLS: usize>(position: &Go<CELLS>, cell: usize) -> Ring {
    let board = position.board();
    let [north, west, east, south] = board.grid().neighbors(cell);
    let [north_west, north_east, south_west, south_east] = board.grid().diagonals(cell);
    let own = Cell::from(position.to_move());
    let seen = |cell: usize| match board.at(cell) {
        Cell::Empty => EMPTY,
        Cell::Border => EDGE,
        stone if stone == own => OWN,
        _ => THEIRS,
    };
    let seen_next = |cell: usize| match seen(cell) {
        stone @ (OWN | THEIRS) if position.liberties(cell) == 1 => stone + ATARI,
        other => other,
    };
    [
        seen_next(north),
        seen(north_east),
        seen_next(east),
        seen(south_east),
        seen_next(south),
        seen(south_west),
        seen_next(west),
        seen(north_west),
    ]
}

fn code_of(ring: &Ring) -> usize {
    let places = ring.iter().enumerate();
    places.fold(0, |code, (at, &seen)| {
        code * BASES[at % 2] + usize::from(seen)
    })
}

fn ring_of(mut code: usize) -> Ring {
    let mut ring = [0; 8];
    for (at, seen) in ring.iter_mut().enumerate().rev() {
        *seen = (code % BASES[at % 2]) as u8;
        code /= BASES[at % 2];
    }
    ring
}

/// The eight turned and mirrored forms.
fn views(ring: Ring) -> impl Iterator<Item = Ring> {
    let mirrored = |ring: Ring| std::array::from_fn(|at| ring[(8 - at) % 8]);
    [ring, mirrored(ring)].into_iter().flat_map(|ring| {
        (0..4).map(move |quarters| std::array::from_fn(|at| ring[(at + 2 * quarters) % 8]))
    })
}

/// Whether a board can look so around an empty point. A chain in atari next to
/// that point has its only liberty there.
fn is_possible(ring: &Ring) -> bool {
    (1..8).step_by(2).all(|diagonal| {
        let seen = ring[diagonal];
        let beside = [ring[diagonal - 1], ring[(diagonal + 1) % 8]];
        let is_edge = beside.contains(&EDGE);
        let is_connected = |stone: u8| stone == seen || stone == seen + ATARI;
        match seen {
            EDGE => is_edge,
            _ if is_edge => false,
            EMPTY => beside.iter().all(|&stone| stone <= ATARI),
            _ => !beside.into_iter().all(is_connected) || beside[0] == beside[1],
        }
    })
}

fn draw(ring: &Ring) -> String {
    let mut text = [b'*'; 9];
    for (&place, &seen) in PLACES.iter().zip(ring) {
        text[place] = LETTERS[usize::from(seen)];
    }
    text.map(char::from).iter().collect()
}

fn read(text: &str) -> Option<Ring> {
    let text: [u8; 9] = text.as_bytes().try_into().ok()?;
    let mut ring = [0; 8];
    for (at, (&place, seen)) in PLACES.iter().zip(&mut ring).enumerate() {
        let letters = &LETTERS[..BASES[at % 2]];
        *seen = letters.iter().position(|&letter| letter == text[place])? as u8;
    }
    (text[MIDDLE] == b'*').then_some(ring)
}

const _: () = assert!(OWN + ATARI == 4 && THEIRS + ATARI == 5);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_name_of_its_own() {
        let all = Neighborhoods::get();
        for class in 0..all.count() {
            assert_eq!(all.index(&all.name(class)), Ok(class));
        }
    }

    /// Where edges are, nothing else is; the rest is counted by hand.
    #[test]
    fn those_at_an_edge_are_counted() {
        let all = Neighborhoods::get();
        let with_edges = |count: usize| {
            let names = (0..all.count()).map(|class| all.name(class));
            names
                .filter(|name| name.matches('#').count() == count)
                .count()
        };
        // On a board of one point; at the end of a row of points.
        assert_eq!(with_edges(8), 1);
        assert_eq!(with_edges(7), 5);
        // Within such a row: two neighbors, in any order.
        assert_eq!(with_edges(6), 5 * 6 / 2);
        // In a corner: beside an empty diagonal point nothing is in atari; beside a
        // stone, the two neighbors differ in atari only where they are not its color.
        let corner = [3 * 3, 5 * 5 - 2, 5 * 5 - 2];
        let symmetric = [3, 5, 5];
        let folded = |(all, alike): (usize, usize)| (all + alike) / 2;
        assert_eq!(
            with_edges(5),
            corner.into_iter().zip(symmetric).map(folded).sum()
        );
    }
}

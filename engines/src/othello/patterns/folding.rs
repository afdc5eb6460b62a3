//! Configurations that look alike when the board is turned or mirrored.

use super::shapes::{SYMMETRIES, Shape};

/// The classes of a shape's configurations, in the order of the least of each,
/// by which the class is named.
#[derive(Debug)]
pub struct Folding {
    class: Vec<u16>,
    least: Vec<u16>,
}

impl Folding {
    pub fn of(shape: &Shape) -> Folding {
        let views = views(shape);
        let mut folding = Folding {
            class: Vec::with_capacity(shape.configurations()),
            least: Vec::new(),
        };
        for configuration in 0..shape.configurations() {
            let seen = views.iter().map(|view| seen_in(view, configuration));
            let least = seen.min().unwrap_or(configuration);
            if least == configuration {
                folding.class.push(folding.least.len() as u16);
                folding.least.push(configuration as u16);
            } else {
                folding.class.push(folding.class[least]);
            }
        }
        folding
    }

    /// How many classes there are.
    pub fn classes(&self) -> usize {
        self.least.len()
    }

    /// The class of a configuration.
    pub fn class(&self, configuration: usize) -> usize {
        self.class[configuration].into()
    }

    /// The least configuration of a class.
    pub fn least(&self, class: usize) -> usize {
        self.least[class].into()
    }
}

/// What the digit of each square is worth in a view that covers the same
/// squares.
type View = Vec<usize>;

/// The views of a shape in its own place; none if it looks like itself in no
/// other way.
fn views(shape: &Shape) -> Vec<View> {
    let place_value = |square: usize| {
        let at = (0..shape.size).find(|&at| shape.square(at, 0) == square);
        at.map(|at| shape.place_value(at))
    };
    let view = |symmetry| {
        let squares = (0..shape.size).map(|at| shape.square(at, symmetry));
        squares.map(place_value).collect::<Option<View>>()
    };
    let mut views: Vec<View> = (0..SYMMETRIES).filter_map(view).collect();
    views.sort_unstable();
    views.dedup();
    views
}

fn seen_in(view: &View, mut configuration: usize) -> usize {
    let lowest_first = view.iter().rev();
    lowest_first.fold(0, |seen, place_value| {
        let digit = configuration % 3;
        configuration /= 3;
        seen + digit * place_value
    })
}

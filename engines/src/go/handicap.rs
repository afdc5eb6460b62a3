//! Where fixed handicap stones go.

use super::grid::Grid;

/// Points of 2 to 9 fixed handicap stones, as GTP's `fixed_handicap` places
/// them (GTP version 2, section 4.1.1): on the fourth line, on the third where
/// a side is below 13; from five on with the centre, from six on with the
/// middles of the sides.
///
/// Sides must be at least 7; with an even or a 7-point side there are no
/// middles, so four stones at most.
pub fn fixed(grid: Grid, stones: usize) -> Result<Vec<u16>, String> {
    let (width, height) = (grid.width(), grid.height());
    if width < 7 || height < 7 {
        return Err(format!(
            "fixed handicap stones need a board of at least 7×7, but this is {width}×{height}"
        ));
    }
    let has_middle = |side: usize| side % 2 == 1 && side > 7;
    let most = if has_middle(width) && has_middle(height) {
        9
    } else {
        4
    };
    if !(2..=most).contains(&stones) {
        return Err(format!(
            "handicap on a {width}×{height} board must be 2 to {most} stones, but is {stones}"
        ));
    }

    let line = |side: usize| if side < 13 { 2 } else { 3 };
    let (left, right) = (line(width), width - 1 - line(width));
    let (top, bottom) = (line(height), height - 1 - line(height));
    let (middle_x, middle_y) = (width / 2, height / 2);
    let corners = [(left, bottom), (right, top), (left, top), (right, bottom)];
    let sides = [(left, middle_y), (right, middle_y)];
    let ends = [(middle_x, bottom), (middle_x, top)];
    let center = [(middle_x, middle_y)];

    let mut chosen: Vec<(usize, usize)> = corners[..stones.min(4)].to_vec();
    if stones >= 6 {
        chosen.extend(sides);
    }
    if stones >= 8 {
        chosen.extend(ends);
    }
    if matches!(stones, 5 | 7 | 9) {
        chosen.extend(center);
    }
    Ok(chosen
        .into_iter()
        .map(|(x, y)| (y * width + x) as u16)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_different_points_as_asked_for() {
        for (side, most) in [(7, 4), (8, 4), (9, 9), (12, 4), (13, 9), (19, 9)] {
            for stones in 2..=most {
                let mut points = fixed(Grid::new(side, side), stones).unwrap();
                points.sort_unstable();
                points.dedup();
                assert_eq!(points.len(), stones);
            }
            assert!(fixed(Grid::new(side, side), most + 1).is_err());
            assert!(fixed(Grid::new(side, side), 1).is_err());
        }
        assert!(fixed(Grid::new(6, 9), 2).is_err());
    }

    #[test]
    fn two_stones_stand_in_opposite_corners() {
        // D4 and Q16 of the full board.
        let points = fixed(Grid::new(19, 19), 2).unwrap();
        assert_eq!(points, [15 * 19 + 3, 3 * 19 + 15]);
    }
}

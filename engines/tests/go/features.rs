//! Features of moves and positions, beside plain ways to find them, and what
//! names mean.

use std::collections::BTreeMap;

use engines::go::{CELLS_9, CELLS_13, Go, GoRules, Preset};
use engines::symmetry::Symmetry;
use engines::{Color, Game, Knowledge, Move, MoveList, Rng, diagram};
use proptest::prelude::*;

use super::plain::PlainGo;

/// How often each feature is on, by name.
type Counts = BTreeMap<String, i32>;

fn named<const CELLS: usize>(features: impl FnOnce(&mut dyn FnMut(usize, i32))) -> Counts {
    let mut counts = Counts::new();
    features(&mut |feature, count| {
        *counts
            .entry(Go::<CELLS>::feature_name(feature).into())
            .or_default() += count;
    });
    counts.retain(|_, &mut count| count != 0);
    counts
}

fn of_move<const CELLS: usize>(position: &Go<CELLS>, mv: Move) -> Counts {
    let mut after = position.clone();
    after.play(mv);
    named::<CELLS>(|mut visit| position.move_features(mv, &after, &mut visit))
}

fn of_position<const CELLS: usize>(position: &Go<CELLS>) -> Counts {
    named::<CELLS>(|mut visit| position.position_features(&mut visit))
}

/// A random game so far, as the rules and as the plain rules see it.
fn game<const CELLS: usize>(
    rules: &GoRules,
    plies: usize,
    seed: u64,
) -> (Go<CELLS>, PlainGo, Vec<Move>) {
    let mut rng = Rng::new(seed);
    let (mut game, mut plain) = (Go::initial(rules), PlainGo::new(rules));
    let mut played = Vec::new();
    for _ in 0..plies {
        let mut moves = MoveList::new();
        game.legal_moves(&mut moves);
        // Two passes would end it.
        moves.retain(|mv| !mv.is_pass());
        let mv = rng.choose(&moves).unwrap_or(Move::PASS);
        if mv.is_pass() {
            break;
        }
        game.play(mv);
        plain.play(mv.point());
        played.push(mv);
    }
    (game, plain, played)
}

/// All chains, with their colors.
fn chains(plain: &PlainGo) -> Vec<(Color, Vec<usize>)> {
    let mut seen: Vec<usize> = Vec::new();
    let mut chains = Vec::new();
    for point in 0..plain.stones.len() {
        if let Some(color) = plain.stones[point].filter(|_| !seen.contains(&point)) {
            let mut chain = Vec::new();
            plain.fill(&plain.stones, point, &mut chain);
            seen.extend(&chain);
            chains.push((color, chain));
        }
    }
    chains
}

/// The neighborhood of a move, in all eight views.
fn plain_neighborhoods(plain: &PlainGo, width: usize, point: usize) -> Vec<String> {
    let height = plain.stones.len() / width;
    let letter = |dx: i32, dy: i32| {
        let (x, y) = ((point % width) as i32 + dx, (point / width) as i32 + dy);
        if x < 0 || y < 0 || x >= width as i32 || y >= height as i32 {
            return '#';
        }
        let neighbor = y as usize * width + x as usize;
        let is_atari = dx * dy == 0 && plain.liberties(neighbor) == 1;
        match plain.stones[neighbor] {
            _ if dx == 0 && dy == 0 => '*',
            None => '.',
            Some(color) => match (color == plain.to_move, is_atari) {
                (true, false) => 'X',
                (true, true) => 'x',
                (false, false) => 'O',
                (false, true) => 'o',
            },
        }
    };
    let views = Symmetry::of_board(3, 3);
    let view = |view: &Symmetry| {
        let place = |at: usize| ((at % 3) as i32 - 1, (at / 3) as i32 - 1);
        let letters = (0..9).map(|at| place(view.point(at)));
        letters.map(|(dx, dy)| letter(dx, dy)).collect()
    };
    views.iter().map(view).collect()
}

/// What a move has beside its neighborhood and the shapes of playouts.
fn plain_of_move(plain: &PlainGo, width: usize, point: usize, last: Option<usize>) -> Counts {
    let mover = plain.to_move;
    let mut after = plain.clone();
    after.play(Some(point));
    let near = |board: &PlainGo, color: Color, liberties: usize| -> Vec<Vec<usize>> {
        chains(board)
            .into_iter()
            .filter(|(of, chain)| {
                *of == color
                    && board.liberties(chain[0]) == liberties
                    && plain
                        .neighbors(point)
                        .iter()
                        .any(|next| chain.contains(next))
            })
            .map(|(_, chain)| chain)
            .collect()
    };
    let stones = |chains: Vec<Vec<usize>>| chains.iter().map(Vec::len).sum::<usize>();
    let mut counts = Counts::new();
    let mut count = |name: &str, count: usize| {
        if count > 0 {
            counts.insert(name.to_string(), count as i32);
        }
    };

    let captured = near(plain, !mover, 1).concat();
    count("move-capture", captured.len());
    count(
        &format!("move-capture-{}", captured.len().min(3)),
        captured.len().min(1),
    );
    let threatened = chains(plain).into_iter().any(|(color, chain)| {
        let touches = |stone: &usize| {
            plain
                .neighbors(*stone)
                .iter()
                .any(|next| captured.contains(next))
        };
        color == mover && plain.liberties(chain[0]) == 1 && chain.iter().any(touches)
    });
    count("move-rescue", usize::from(threatened));

    // The rules of these games know no suicide.
    let liberties = after.liberties(point);
    let size = after.chain_size(point);
    count("move-liberty", liberties.min(6));
    if liberties == 1 {
        count("move-self-atari", size);
        count(&format!("move-self-atari-{}", size.min(3)), 1);
    } else {
        let saved = stones(near(plain, mover, 1));
        count("move-save", saved);
        count(&format!("move-escape-{}", liberties.min(3)), saved.min(1));
    }
    count("move-two-liberties", usize::from(liberties == 2));
    count("move-atari", stones(near(&after, !mover, 1)));
    count("move-press", stones(near(&after, !mover, 2)).min(1));

    let (x, y) = (point % width, point / width);
    let height = plain.stones.len() / width;
    let line = x.min(y).min(width - 1 - x).min(height - 1 - y);
    count(&format!("move-line-{}", line.min(3) + 1), 1);
    if let Some(last) = last {
        let (dx, dy) = (x.abs_diff(last % width), y.abs_diff(last / width));
        count("move-near-last", usize::from(dx <= 1 && dy <= 1));
        let distance = dx + dy + dx.max(dy);
        count(
            &format!("move-from-last-{distance}"),
            usize::from((2..=7).contains(&distance)),
        );
    }
    counts
}

fn plain_of_position(plain: &PlainGo) -> Counts {
    let mut counts = Counts::new();
    let mut count = |name: &str, count: i32| *counts.entry(name.to_string()).or_default() += count;
    let is_eye = |point: usize, color: Color| {
        let holds = |&next: &usize| plain.stones[next] == Some(color);
        plain.stones[point].is_none()
            && plain.neighbors(point).iter().all(holds)
            && !is_false(plain, point, color)
    };
    let eyes: Vec<(usize, Color)> = (0..plain.stones.len())
        .flat_map(|point| Color::BOTH.map(|color| (point, color)))
        .filter(|&(point, color)| is_eye(point, color))
        .collect();
    for &(_, color) in &eyes {
        count("eye", if color == plain.to_move { 1 } else { -1 });
    }
    for (color, chain) in chains(plain) {
        let size = chain.len() as i32;
        let sign = if color == plain.to_move { 1 } else { -1 };
        let side = if color == plain.to_move {
            "own"
        } else {
            "their"
        };
        count("stone", sign * size);
        count("chain", sign);
        match plain.liberties(chain[0]) {
            1 => count(&format!("{side}-atari"), size),
            2 => count(&format!("{side}-two-liberties"), size),
            3 => count(&format!("{side}-three-liberties"), size),
            _ => {}
        }
        let touches = |&&(eye, _): &&(usize, Color)| {
            plain.neighbors(eye).iter().any(|next| chain.contains(next))
        };
        match eyes.iter().filter(touches).count() {
            0 => {}
            1 => count("one-eye", sign * size),
            _ => count("two-eyes", sign * size),
        }
    }
    for point in (0..plain.stones.len()).filter(|&point| plain.stones[point].is_none()) {
        let owner = plain.owner_of_empty(point);
        count(
            "enclosed",
            owner.map_or(0, |owner| if owner == plain.to_move { 1 } else { -1 }),
        );
    }
    counts.retain(|_, &mut count| count != 0);
    counts
}

/// Whether the opponent holds two diagonal points of an eye, or one at the edge.
fn is_false(plain: &PlainGo, point: usize, color: Color) -> bool {
    let neighbors = plain.neighbors(point);
    let diagonals = (0..plain.stones.len()).filter(|&other| {
        let shared = plain.neighbors(other);
        let shared = shared
            .iter()
            .filter(|next| neighbors.contains(next))
            .count();
        // On a board with more than one row and column.
        other != point && shared == 2
    });
    let held = diagonals
        .filter(|&other| plain.stones[other] == Some(!color))
        .count();
    held + usize::from(neighbors.len() < 4) >= 2
}

/// Features that older tests and other twins know.
fn without(mut counts: Counts, names: &[&str]) -> Counts {
    counts.retain(|name, _| !names.iter().any(|other| name.starts_with(other)));
    counts
}

proptest! {
    #[test]
    fn features_are_what_plain_code_finds(plies in 0..120_usize, seed: u64, width in 3..=9_u8, height in 3..=9_u8) {
        let rules = GoRules::new(Preset::Cgos, width, height);
        let (position, plain, played) = game::<CELLS_9>(&rules, plies, seed);
        let found = without(of_position(&position), &["komi", "liberty", "territory"]);
        prop_assert_eq!(found, plain_of_position(&plain));

        let last = played.last().and_then(|mv| mv.point());
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for mv in moves {
            let found = of_move(&position, mv);
            let Some(point) = mv.point() else {
                prop_assert_eq!(found, Counts::from([("move-pass".to_string(), 1)]));
                continue;
            };
            let shapes: Vec<&str> = found.keys().filter_map(|name| name.strip_prefix("move-shape-")).collect();
            let views = plain_neighborhoods(&plain, width.into(), point);
            prop_assert!(matches!(shapes[..], [shape] if views.iter().any(|view| view == shape)));
            let rest = ["move-shape", "move-hane", "move-cut", "move-edge", "move-contact", "move-own-area"];
            prop_assert_eq!(without(found, &rest), plain_of_move(&plain, width.into(), point, last));
        }
    }

    #[test]
    fn turned_boards_have_the_same_features(plies in 0..150_usize, seed: u64) {
        let rules = GoRules::new(Preset::Cgos, 13, 13);
        let (position, _, played) = game::<CELLS_13>(&rules, plies, seed);
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for symmetry in Symmetry::of_board(13, 13) {
            let mut turned = Go::<CELLS_13>::initial(&rules);
            played.iter().for_each(|&mv| turned.play(symmetry.mv(mv)));
            prop_assert_eq!(of_position(&turned), of_position(&position));
            for &mv in &moves {
                prop_assert_eq!(of_move(&turned, symmetry.mv(mv)), of_move(&position, mv));
            }
        }
    }
}

#[test]
fn each_feature_has_a_name_of_its_own() {
    let count = Go::<CELLS_9>::feature_count();
    assert!(count > Go::<CELLS_9>::FEATURES.len() + 1_000);
    for feature in 0..count {
        let name = Go::<CELLS_9>::feature_name(feature);
        assert_eq!(Go::<CELLS_9>::feature_index(&name), Ok(feature), "{name}");
    }
}

#[test]
fn a_move_has_these_features() {
    let position: Go<CELLS_9> = diagram::parse(
        &GoRules::new(Preset::Cgos, 5, 5),
        ". . . . .
         . O O . .
         O X X O .
         . O . . .
         . . . . .",
        Color::Black,
    )
    .unwrap();
    let features = of_move(&position, position.parse_move("C2").unwrap());
    for (name, count) in [
        ("move-save", 2),
        ("move-escape-2", 1),
        ("move-two-liberties", 1),
        ("move-line-2", 1),
        ("move-press", 1),
        ("move-shape-O..x*.XO.", 1),
    ] {
        assert_eq!(features.get(name), Some(&count), "{name}: {features:?}");
    }
}

#[test]
fn mistakes_in_names_are_told() {
    for (name, expected) in [
        (
            "move-shap",
            "`move-shap` is no feature of this game; it has stone, territory",
        ),
        ("hane", "neighborhoods as `move-shape-....*....`"),
        (
            "move-shape-",
            "`move-shape-` is no feature: it takes three rows of three points",
        ),
        ("move-shape-....X....", "the move `*` in their middle"),
        ("move-shape-....*...é", "three rows of three points"),
        (
            "move-shape-x...*....",
            "next to it `x` or `o` for what is in atari",
        ),
        ("move-shape-.x..*....", "no move has these neighbors"),
        ("move-shape-XXXXxX*XX", "it takes three rows"),
        ("move-shape-xXXX*XXXX", "it takes three rows"),
        ("move-shape-XxXX*XXXX", "no move has these neighbors"),
        ("move-shape-#...*....", "no move has these neighbors"),
        ("move-shape-.#..*....", "no move has these neighbors"),
    ] {
        let error = Go::<CELLS_9>::feature_index(name).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
    // A corner has two views: one is its name, and the other says so.
    let views = ["####*.#.X", "###.*#X.#"].map(|text| format!("move-shape-{text}"));
    let results = views.map(|name| Go::<CELLS_9>::feature_index(&name));
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 0);
    for result in results {
        let error = result.unwrap_err();
        let name = error.split_once("turned or mirrored, it is `").unwrap().1;
        let name = name.strip_suffix('`').unwrap();
        assert!(Go::<CELLS_9>::feature_index(name).is_ok(), "{error}");
    }
}

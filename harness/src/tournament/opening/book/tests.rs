use std::collections::HashSet;

use super::*;

fn spec(game: &str) -> GameSpec {
    game.parse().unwrap()
}

/// The openings of a text as text, spaces between moves.
fn read(game: &str, text: &str, plies: Option<u32>) -> Result<Vec<String>, String> {
    struct Write(Lines);
    impl GameVisitor for Write {
        type Output = Vec<String>;

        fn visit<G: Knowledge>(self, rules: &G::Rules) -> Vec<String> {
            let start = G::initial(rules);
            let text = |moves: Vec<Move>| {
                let texts: Vec<String> = moves.iter().map(|&mv| start.move_to_text(mv)).collect();
                texts.join(" ")
            };
            self.0.into_iter().map(|(moves, _)| text(moves)).collect()
        }
    }
    let lines = lines(text.as_bytes(), &spec(game), plies)?;
    Ok(spec(game).dispatch(Write(lines)))
}

#[test]
fn moves_apart_and_run_together() {
    for (game, text, expected) in [
        (
            "othello",
            "f5d6c3\r\n\r\nF5 D6 C3 d3",
            vec!["f5 d6 c3", "f5 d6 c3 d3"],
        ),
        (
            "othello",
            "\u{feff}# a\n  f5D6 c3 # b\rd3\n",
            vec!["f5 d6 c3", "d3"],
        ),
        ("gomoku", "h8i9\nh10a1a15", vec!["h8 i9", "h10 a1 a15"]),
        (
            "go",
            "c3PASSe5\nPass C3 pass",
            vec!["C3 pass E5", "pass C3 pass"],
        ),
        ("go:size=19", "q16d4q3", vec!["Q16 D4 Q3"]),
    ] {
        assert_eq!(read(game, text, None).unwrap(), expected, "{text}");
    }
}

#[test]
fn the_main_line_of_every_game_tree() {
    for (game, text, expected) in [
        (
            "go",
            "(;GM[1]FF[4]SZ[9]PW[a\\]b];B[cc];W[](;B[dc]C[x];W[tt])(;B[dd]))",
            vec!["C7 pass D7 pass"],
        ),
        (
            "go:width=5,height=3",
            "\n(;SZ[5:3];B[ea];W[ec])(;B[aa])",
            vec!["E3 E1", "A3"],
        ),
        ("gomoku:size=20", "(;GM[4];B[tt];W[ta])", vec!["t1 t20"]),
        ("othello", "(;GM[2]SZ[8]B[fe];W[df])", vec!["f5 d6"]),
    ] {
        assert_eq!(read(game, text, None).unwrap(), expected, "{text}");
    }
}

#[test]
fn longer_openings_are_cut() {
    let cut = |text| read("othello", text, Some(2)).unwrap();
    assert_eq!(cut("f5d6c3\nd3\nf5 d6 zz"), ["f5 d6", "d3", "f5 d6"]);
    assert_eq!(cut("(;B[fe];W[df];B[zz]AB[aa])"), ["f5 d6"]);
}

/// Collections of Othello leave passes out.
#[test]
fn a_forced_pass_may_be_left_out() {
    let to_pass = "f5 f6 d3 g5 h5 h4 f7 h6";
    let with_pass = [format!("{to_pass} pass c5")];
    assert_eq!(read("othello", &with_pass[0], None).unwrap(), with_pass);
    let without = format!("{to_pass} c5");
    assert_eq!(read("othello", &without, None).unwrap(), with_pass);
    let cut = [format!("{to_pass} pass")];
    assert_eq!(read("othello", &without, Some(9)).unwrap(), cut);
    let as_sgf = "(;B[fe];W[ff];B[dc];W[ge];B[he];W[hd];B[fg];W[hf];W[ce])";
    assert_eq!(read("othello", as_sgf, None).unwrap(), with_pass);
}

#[test]
fn mistakes_are_named_with_their_place() {
    for (game, text, expected) in [
        ("othello", "", " holds no openings"),
        ("othello", " \n# f5\n", " holds no openings"),
        (
            "othello",
            "f5\n d6",
            ", line 2, column 2: black cannot play `d6`: the move flips no disc",
        ),
        (
            "othello",
            "f5f6z9",
            ", line 1, column 5: `z9` is not a point of this board (a1 to h8) or `pass`",
        ),
        (
            "othello",
            "f5 1. d6",
            ", line 1, column 4: `1.` is not a point",
        ),
        (
            "othello",
            "f5 é6d6",
            ", line 1, column 4: `é6` is not a point",
        ),
        (
            "othello",
            "pass",
            ", line 1, column 1: black cannot play `pass`: a pass is not allowed here",
        ),
        (
            "gomoku",
            "h8h8",
            ", line 1, column 3: white cannot play `h8`: the point is occupied",
        ),
        (
            "gomoku",
            "h8p1",
            ", line 1, column 3: `p1` is not a point of this board (a1 to o15)",
        ),
        (
            "gomoku:size=5,win=3",
            "a1\na1b1a2b2a3\n",
            ", line 2, column 9: the opening ends the game with `a3` and leaves nothing to play",
        ),
        (
            "go",
            "C3 pass pass",
            ", line 1, column 9: the opening ends the game with `pass`",
        ),
        (
            "go",
            "(;B[aa]",
            ", line 1, column 1: this `(` is never closed",
        ),
        (
            "go",
            "(;GM[2];B[aa])",
            ", line 1, column 5: GM[2] is another game; go is GM[1]",
        ),
        (
            "go",
            "(;GM[1]SZ[19];B[aa])",
            ", line 1, column 10: SZ[19] is not the board",
        ),
        (
            "go",
            "(;SZ[9:8];B[aa])",
            ", line 1, column 5: SZ[9:8] is not the board of this tournament, which has 9×9 points",
        ),
        (
            "go",
            "(;AB[aa][bb];W[cc])",
            ", line 1, column 3: `AB` sets up stones",
        ),
        (
            "go",
            "(;B[aa]\n;AE[aa])",
            ", line 2, column 2: `AE` sets up stones",
        ),
        (
            "go",
            "(;B[aj])",
            ", line 1, column 4: `aj` is not a point of this board (aa to ii)",
        ),
        ("go", "(;B[C3])", ", line 1, column 4: `C3` is not a point"),
        (
            "go",
            "(;W[aa])",
            ", line 1, column 4: `A9` is white's move, but it is black's turn",
        ),
        (
            "go",
            "(;B[aa];W[aa])",
            ", line 1, column 10: white cannot play `A9`: the point is occupied",
        ),
        (
            "go",
            "(;B[aa][bb])",
            ", line 1, column 3: `B` is one move, but has more values",
        ),
        (
            "go",
            "(;B[aa])\n(;C[x])",
            ", line 2, column 2: this game has no moves",
        ),
        (
            "gomoku",
            "(;B[tt])",
            ", line 1, column 4: black cannot play `pass`: a pass is not allowed",
        ),
    ] {
        let error = read(game, text, None).unwrap_err();
        assert!(
            error.starts_with(expected) || error.contains(expected),
            "{text}: {error}"
        );
    }
    let error = lines(b"f5\nd\xff", &spec("othello"), None).unwrap_err();
    assert!(
        error.starts_with(", line 2, column 2: this is not UTF-8"),
        "{error}"
    );
}

fn book(order: Order, count: usize) -> Arc<Book> {
    let openings = (0..count).map(|point| vec![Move::at(point)]).collect();
    Arc::new(Book {
        path: "book.txt".into(),
        order,
        plies: None,
        repeats: 0,
        openings,
    })
}

fn all_of(openings: &mut BookOpenings, pairing: u64) -> Vec<Vec<Move>> {
    std::iter::from_fn(|| openings.opening(pairing)).collect()
}

#[test]
fn every_pairing_has_every_opening_in_the_same_order() {
    for order in [Order::Sequential, Order::Shuffled] {
        let book = book(order, 20);
        let mut openings = BookOpenings::new(book.clone(), 7);
        let early = openings.opening(u64::MAX).unwrap();
        let all = all_of(&mut openings, 3);
        assert_eq!(all[0], early);
        assert_eq!(all[1..], all_of(&mut openings, u64::MAX));
        let different: HashSet<&Vec<Move>> = all.iter().collect();
        assert_eq!(different.len(), 20);
        assert_eq!(all == book.openings, order == Order::Sequential);
        assert_eq!(all, all_of(&mut BookOpenings::new(book.clone(), 7), 0));
        let other_seed = all_of(&mut BookOpenings::new(book.clone(), 8), 0);
        assert_eq!(all == other_seed, order == Order::Sequential);
    }
}

/// Each of the 24 orders of four has its share.
#[test]
fn a_shuffle_is_uniform() {
    let mut counts: HashMap<Vec<Vec<Move>>, u32> = HashMap::new();
    let book = book(Order::Shuffled, 4);
    for seed in 0..24_000 {
        let order = all_of(&mut BookOpenings::new(book.clone(), seed), 0);
        *counts.entry(order).or_default() += 1;
    }
    assert_eq!(counts.len(), 24);
    // Chi-squared with 23 degrees of freedom: 49.7 is the 0.1 % point.
    let chi: f64 = counts
        .values()
        .map(|&count| (f64::from(count) - 1_000.0).powi(2) / 1_000.0)
        .sum();
    assert!(chi < 49.7, "{chi}");
}

/// The lists of eight plies from which tournaments of people draw their
/// openings (XOT), from wherever they are kept.
#[test]
fn a_list_that_tournaments_use() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/othello/xot_openings.txt");
    if !path.exists() {
        eprintln!("skipped: {} is missing", path.display());
        return;
    }
    let book = Book::read(&path, &spec("othello"), Order::Sequential, None).unwrap();
    assert_eq!(book.openings.len() + book.repeats, 10_784);
    assert!(book.openings.iter().all(|moves| moves.len() == 8));
    assert_eq!(book.repeats, 0);
}

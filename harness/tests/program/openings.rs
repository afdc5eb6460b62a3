//! `harness openings`, and tournaments that begin with a file of openings.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use engines::{Color, Game, GameSpec, GameVisitor, Knowledge};
use harness::records::replay;
use predicates::prelude::*;

use crate::{games, harness, output, without_times};

/// The openings of a file: what `harness openings` prints.
fn lines(text: &str) -> Vec<String> {
    let (comment, lines) = text.split_once('\n').unwrap();
    assert!(comment.starts_with("# harness openings "), "{comment}");
    lines.lines().map(str::to_string).collect()
}

/// A board and whose turn it is.
type Seen = (Vec<Option<Color>>, Color);

/// The board behind each line; every move must be legal, and leave a move.
struct Play<'a>(&'a [String]);

impl GameVisitor for Play<'_> {
    type Output = Vec<Seen>;

    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Vec<Seen> {
        let play = |line: &String| {
            let mut game = G::initial(rules);
            for text in line.split(' ') {
                game.try_play(game.parse_move(text).unwrap()).unwrap();
            }
            assert!(game.outcome().is_none(), "{line}");
            (stones(&game), game.to_move())
        };
        self.0.iter().map(play).collect()
    }
}

fn stones<G: Game>(game: &G) -> Vec<Option<Color>> {
    let points = 0..game.width() * game.height();
    points.map(|point| game.at(point)).collect()
}

/// The eight views of a square board, by turning and mirroring all of it.
fn views(board: &[Option<Color>]) -> Vec<Vec<Option<Color>>> {
    let side = board.len().isqrt();
    let rows: Vec<Vec<Option<Color>>> = board.chunks(side).map(<[_]>::to_vec).collect();
    let turned = |rows: &[Vec<Option<Color>>]| -> Vec<Vec<Option<Color>>> {
        let column = |x: usize| rows.iter().rev().map(|row| row[x]).collect();
        (0..side).map(column).collect()
    };
    let mut all = vec![rows];
    for _ in 0..3 {
        all.push(turned(&all[all.len() - 1]));
    }
    for index in 0..4 {
        all.push(all[index].iter().rev().cloned().collect());
    }
    all.into_iter().map(|rows| rows.concat()).collect()
}

#[test]
fn openings_are_legal_and_none_is_another_one_turned() {
    let folder = tempfile::tempdir().unwrap();
    for (game, plies, count) in [
        ("othello", 2, 3),
        ("othello:size=6", 5, 40),
        ("gomoku:size=5,win=4", 2, 40),
        ("go:size=3", 2, 20),
        ("go:size=5,handicap=C3", 1, 8),
    ] {
        let run = format!(
            "openings {game} --plies {plies} --count {count} --within 0.5 --nodes 50 --engine mcts"
        );
        let lines = lines(&output(folder.path(), &run));
        assert!(!lines.is_empty() && lines.len() <= count, "{game}");
        let spec: GameSpec = game.parse().unwrap();
        let seen = spec.dispatch(Play(&lines));
        for (index, (board, to_move)) in seen.iter().enumerate() {
            for (other, other_to_move) in &seen[..index] {
                let is_alike = views(other).contains(board) && to_move == other_to_move;
                assert!(!is_alike, "{game}: {} is turned", lines[index]);
            }
        }
    }
}

/// Othello's first two plies make three different positions, one black and one
/// white stone on a 3×3 board twelve: a search that gives up has them all.
#[test]
fn small_boards_have_all_there_is() {
    let folder = tempfile::tempdir().unwrap();
    for (game, count) in [("othello", 3), ("gomoku:size=3,win=3", 12)] {
        let run = format!("openings {game} --plies 2 --within 0.5 --nodes 50");
        let result = harness(folder.path(), &run).assert().success().stderr(
            predicate::str::contains(format!("kept {count} of ")).and(predicate::str::contains(
                "100 were wanted, but 5000 in a row",
            )),
        );
        let text = String::from_utf8(result.get_output().stdout.clone()).unwrap();
        assert_eq!(lines(&text).len(), count);
    }
    // The board is full by then.
    harness(
        folder.path(),
        "openings gomoku:size=3,win=3 --plies 9 --out x.txt",
    )
    .assert()
    .code(1)
    .stderr(predicate::str::contains("no opening of 9 plies will do"));
    assert!(!folder.path().join("x.txt").exists());
}

#[test]
fn any_number_of_threads_finds_the_same_and_the_comment_repeats_it() {
    let folder = tempfile::tempdir().unwrap();
    for run in [
        "openings othello --count 20 --nodes 400 --within 0.05",
        "openings go:size=5 --count 20 --engine mcts:playouts=20,exploration=0.7 --depth 3 --seed 9",
        "openings gomoku:size=9 --count 5 --plies 6 --engine alphabeta:nodes=300",
    ] {
        let one = output(folder.path(), &format!("{run} --threads 1"));
        assert_eq!(output(folder.path(), &format!("{run} --threads 7")), one);
        let again = one.lines().next().unwrap().strip_prefix("# harness ");
        let file = folder.path().join("set.txt");
        output(folder.path(), &format!("{} --out set.txt", again.unwrap()));
        assert_eq!(fs::read_to_string(&file).unwrap(), one);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let seeds = output(
            folder.path(),
            &format!("{} --seed 77", run.replace("--seed 9", "")),
        );
        assert_ne!(lines(&seeds), lines(&one));
    }
}

/// Plays from a file; gives the openings of the pairs of each pairing.
fn played(folder: &Path, options: &str, out: &str) -> Vec<Vec<String>> {
    let run = "tournament --game othello --engine random --engine greedy --engine pattern";
    output(folder, &format!("{run} {options} --out {out}"));
    let rows = games(&folder.join(out).join("games.csv"));
    for row in &rows {
        replay(row).unwrap();
    }
    let mut pairings: Vec<(HashSet<String>, Vec<String>)> = Vec::new();
    for pair in rows.chunks(2) {
        let players = HashSet::from([pair[0].black.clone(), pair[0].white.clone()]);
        let opening = pair[0].opening.clone();
        match pairings.iter_mut().find(|(met, _)| *met == players) {
            Some((_, openings)) => openings.push(opening),
            None => pairings.push((players, vec![opening])),
        }
    }
    pairings.into_iter().map(|(_, openings)| openings).collect()
}

#[test]
fn every_pairing_plays_the_same_openings_of_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let text = "# a book\nf5d6c3\nF5 F6\n\nd3c3c4\nc4c3\n";
    fs::write(folder.path().join("book.txt"), text).unwrap();
    let all = ["f5 d6 c3", "f5 f6", "d3 c3 c4", "c4 c3"].map(str::to_string);
    let book = |options: &str, out| {
        played(
            folder.path(),
            &format!("--openings book.txt {options}"),
            out,
        )
    };
    assert_eq!(book("--pairs 3", "three"), vec![all[..3].to_vec(); 3]);
    let shuffled = book("--pairs 4 --opening-order shuffled --seed 2", "shuffled");
    assert_eq!(shuffled, vec![shuffled[0].clone(); 3]);
    assert_ne!(shuffled[0], all);
    assert_eq!(
        HashSet::<&String>::from_iter(&shuffled[0]),
        HashSet::from_iter(&all)
    );
    let cut = ["f5 d6", "f5 f6", "d3 c3", "c4 c3"].map(str::to_string);
    assert_eq!(
        book("--pairs 4 --opening-plies 2", "cut"),
        vec![cut.to_vec(); 3]
    );
}

#[test]
fn a_short_book_cuts_the_schedule_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    // The third line leads to the position of the first.
    fs::write(folder.path().join("book.txt"), "h8 i9 a1\nh8i9\na1 i9 h8\n").unwrap();
    harness(
        folder.path(),
        "tournament --game gomoku --engine random --engine greedy --openings book.txt --pairs 9 --out run",
    )
    .assert()
    .success()
    .stdout(predicate::str::contains(
        "The schedule ends after 4 of 18 games: book.txt has 2 different openings.",
    ))
    .stderr(predicate::str::contains(
        "book.txt: openings left out, as an earlier one leads to the same position: 1\n",
    ));
    assert_eq!(games(&folder.path().join("run/games.csv")).len(), 4);
}

#[test]
fn a_run_with_a_book_repeats_from_its_own_file() {
    let folder = tempfile::tempdir().unwrap();
    let sgf = "(;GM[1]SZ[5];B[aa];W[bb];B[cc])(;GM[1]SZ[5];B[dd](;W[ee])(;W[aa]))";
    fs::create_dir(folder.path().join("books")).unwrap();
    fs::write(folder.path().join("books/book.sgf"), sgf).unwrap();
    let toml = "game = 'go:size=5'\npairs = 2\n[openings]\nfile = 'book.sgf'\norder = 'shuffled'\n\
                plies = 2\n[[engine]]\nkind = 'random'\n[[engine]]\nkind = 'greedy'\n";
    fs::write(folder.path().join("books/my.toml"), toml).unwrap();
    output(folder.path(), "tournament books/my.toml --out one");
    output(folder.path(), "tournament one/tournament.toml --out two");
    let file = |out: &str, name: &str| folder.path().join(out).join(name);
    let rows = games(&file("one", "games.csv"));
    let openings: HashSet<&str> = rows.iter().map(|row| row.opening.as_str()).collect();
    assert_eq!(openings, HashSet::from(["A5 B4", "D2 E1"]));
    assert_eq!(
        without_times(&file("one", "games.csv")),
        without_times(&file("two", "games.csv"))
    );
    let written = fs::read_to_string(file("one", "tournament.toml")).unwrap();
    assert_eq!(
        written,
        fs::read_to_string(file("two", "tournament.toml")).unwrap()
    );
    let hashes = written.split("[hashes]").nth(1).unwrap();
    assert!(hashes.contains("book.sgf"), "{written}");

    // Another book under the same name is another run.
    fs::write(
        folder.path().join("books/book.sgf"),
        sgf.replace("aa", "ba"),
    )
    .unwrap();
    harness(folder.path(), "tournament books/my.toml --out one")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("one holds another run"));
}

#[test]
fn a_balanced_set_is_a_book() {
    let folder = tempfile::tempdir().unwrap();
    output(
        folder.path(),
        "openings othello --count 3 --nodes 300 --out book.txt",
    );
    let text = fs::read_to_string(folder.path().join("book.txt")).unwrap();
    let openings = played(folder.path(), "--openings book.txt --pairs 3", "run");
    assert_eq!(openings, vec![lines(&text); 3]);
}

/// What is no file is left alone, and a link stays one.
#[test]
fn a_set_is_written_to_files_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("target"), "old").unwrap();
    std::os::unix::fs::symlink("target", path("link")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(path("pipe"))
        .status();
    assert!(made.unwrap().success());
    let run = "openings gomoku:size=7 --count 2 --out";
    output(folder.path(), &format!("{run} link"));
    assert!(fs::symlink_metadata(path("link")).unwrap().is_symlink());
    assert!(
        fs::read_to_string(path("target"))
            .unwrap()
            .starts_with("# harness openings")
    );
    harness(folder.path(), &format!("{run} pipe"))
        .assert()
        .code(2)
        .stderr(predicates::str::contains("pipe is not a file"));
}

//! `harness perft`.

use crate::{harness, output};

#[test]
fn known_counts() {
    let folder = tempfile::tempdir().unwrap();
    let last = |arguments: &str| {
        let text = output(folder.path(), &format!("{arguments} --format csv"));
        let row = text.lines().last().unwrap();
        row.split(',').nth(1).unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(last("perft othello 8"), 390_216);
    assert_eq!(last("perft othello 9"), 3_005_288);
    assert_eq!(last("perft othello 9 --convention n"), 3_005_320);
    assert_eq!(last("perft othello:size=6 8 --convention b"), 308_716);
    assert_eq!(last("perft go:size=3 5"), 33_384);
    assert_eq!(last("perft go:size=3,rules=tromp-taylor 6"), 180_768);
    assert_eq!(last("perft gomoku:size=3,win=3 9"), 127_872);
    assert_eq!(last("perft gomoku:size=3,win=3 9 --convention a"), 255_168);
}

#[test]
fn positions_and_division() {
    let folder = tempfile::tempdir().unwrap();
    let assert = harness(folder.path(), "perft othello:size=4 1 --divide --position")
        .arg("-----XO--OX----- O")
        .assert()
        .success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(text.contains("4 in all"), "{text}");
    let text = output(folder.path(), "perft othello 1");
    assert!(text.trim_start().starts_with("1 "), "{text}");
}

//! The example session of the protocol, and what holds for any input.

use proptest::collection::vec;
use proptest::prelude::*;

use super::super::served::served;
use super::*;

const START: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

/// What is answered by an engine that looks at so many nodes.
fn answers(engine: &str, nodes: Option<u64>, text: impl Into<Vec<u8>>) -> Vec<String> {
    served(serve, INTERRUPTS, engine, nodes, text)
}

#[test]
fn the_published_session() {
    let text = format!(
        "nboard 2\nset game (;GM[Othello]PC[NBoard]{START}B[F5]W[F6]B[D3]W[C5];)\n\
         set depth 3\nping 1\ngo\nlearn\n"
    );
    let out = answers("alphabeta:hash=1", None, text);
    assert_eq!(
        out[..3],
        ["set myname harness alphabeta:hash=1"; 2]
            .into_iter()
            .chain(["pong 1"])
            .collect::<Vec<_>>()
    );
    assert_eq!(out[3], "status alphabeta:hash=1 is thinking");
    assert!(out[4].starts_with("nodestats "), "{out:?}");
    let answer = out[5].strip_prefix("=== ").unwrap();
    let parts: Vec<&str> = answer.split('/').collect();
    assert!(parts[0].len() == 2 && parts[1..].iter().all(|part| part.parse::<f64>().is_ok()));
    assert_eq!(out[6..], ["status", "learned"]);
}

#[test]
fn moves_are_played_when_they_are_told() {
    let game = "(;BO[4 *O-- ---- ---- --O* *];)";
    let text = format!("set game {game}\nmove C1/1.0/2\ngo\nmove PA\ngo\nB4\ngo\nmove C1\n");
    let out = answers("greedy", Some(100), text);
    assert_eq!(out[0], "=== PA");
    assert!(out[3].starts_with("=== B4/0.00/"), "{out:?}");
    assert_eq!(
        out[4..],
        ["status", "=== PA", "status error: `C1`: the game is over"]
    );
}

#[test]
fn hints_are_in_order() {
    for (most, lines) in [("1", 1), ("3", 3), ("100", 4), ("", 1)] {
        let out = answers("alphabeta:hash=1", Some(4_000), format!("hint {most}\n"));
        assert_eq!(out.first().unwrap(), "status alphabeta:hash=1 is analyzing");
        assert_eq!(out.last().unwrap(), "status");
        let hints: Vec<Vec<&str>> = out[1..out.len() - 1]
            .iter()
            .map(|line| line.split(' ').collect())
            .collect();
        assert_eq!(hints.len(), lines, "{out:?}");
        assert!(
            hints
                .iter()
                .all(|hint| hint.len() == 5 && hint[0] == "search")
        );
        assert!(
            hints.is_sorted_by_key(|hint| -hint[2].parse::<f64>().unwrap()),
            "{out:?}"
        );
    }
    let won = "(;BO[4 *O-- ---- ---- ---- *];)";
    let out = answers(
        "mcts:memory=1",
        Some(50),
        format!("set game {won}\nhint 2\n"),
    );
    assert_eq!(out[1], "search C1 64.00 0 1");
}

#[test]
fn mistakes_are_told_or_ignored() {
    for (text, expected) in [
        ("move A1", "status error: `A1`: the move flips no disc"),
        (
            "move Z9",
            "status error: `Z9` is not a point of this board (a1 to h8) or `pass`",
        ),
        ("set game (;;)", "status error: BO, the board, is missing"),
        (
            "set depth 0",
            "status error: the depth must be a number from 1 up",
        ),
        (
            "set depth 99999999999",
            "status error: the depth must be a number from 1 up",
        ),
    ] {
        assert_eq!(answers("greedy", Some(1), text), [expected]);
    }
    let ignored = "dance\nset\nset contempt 5\nset nothing\n\nquit\nping 1\n";
    assert_eq!(answers("greedy", Some(1), ignored), [""; 0]);
}

const WORDS: [&str; 14] = [
    "nboard 2",
    "set depth 2",
    "set depth x",
    "set game (;BO[4 -----O*--*O----- *]B[B1];)",
    "set game (;",
    "move F5/1/2",
    "move PA",
    "d3",
    "go",
    "hint 1",
    "hint 40",
    "ping 3",
    "learn",
    "é",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_survived(bytes in vec(any::<u8>(), 0..2_000)) {
        answers("mcts:memory=1", Some(1), bytes);
    }

    #[test]
    fn every_question_is_answered(lines in vec(prop::sample::select(WORDS.to_vec()), 0..40)) {
        let out = answers("alphabeta:hash=1", Some(1), lines.join("\n"));
        let asked = |question: &str| lines.iter().filter(|line| **line == question).count();
        let answered = |start: &str| out.iter().filter(|line| line.starts_with(start)).count();
        prop_assert_eq!(answered("=== "), asked("go"));
        prop_assert_eq!(answered("pong 3"), asked("ping 3"));
        prop_assert_eq!(answered("learned"), asked("learn"));
    }
}

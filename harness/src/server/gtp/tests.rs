//! Dialogues, and what holds for any input.

use std::io::Cursor;

use engines::GameSpec;
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::tournament::Limits;

/// What is answered to a text by an engine that looks at one node.
fn answers(game: &str, text: impl Into<Vec<u8>>) -> Vec<u8> {
    let limits = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    let choice = EngineChoice::new(&"mcts:memory=1".parse().unwrap(), &limits, 1).unwrap();
    let game: GameSpec = game.parse().unwrap();
    let input = Input::new(Cursor::new(text.into()), INTERRUPTS);
    let mut out = Vec::new();
    serve(&choice, &game, Options::default(), &input, &mut out).unwrap();
    out
}

/// The answers to commands, one a line, without their empty lines.
fn dialogue(game: &str, lines: &[(&str, &str)]) {
    let text: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
    let out = String::from_utf8(answers(game, text)).unwrap();
    let found: Vec<&str> = out.split_terminator("\n\n").collect();
    let expected: Vec<&str> = lines.iter().map(|(_, answer)| *answer).collect();
    assert_eq!(found, expected);
}

#[test]
fn ids_comments_and_errors() {
    dialogue(
        "go",
        &[
            ("protocol_version", "= 2"),
            ("12 protocol_version # twelve", "=12 2"),
            ("\t007\tprotocol_version \r", "=007 2"),
            ("name", "= harness mcts:memory=1"),
            ("known_command genmove", "= true"),
            ("known_command genmoves", "= false"),
            ("known_command", "= false"),
            ("3 genmoves", "?3 unknown command"),
            ("4", "?4 unknown command"),
            ("play", "? syntax error"),
            ("play red A1", "? syntax error"),
            ("play b Z1", "? syntax error"),
            ("genmove", "? syntax error"),
            ("undo", "? cannot undo"),
            ("boardsize x", "? syntax error"),
            ("boardsize 20", "? unacceptable size"),
            ("boardsize -1", "? syntax error"),
            ("boardsize 99999999999999999999", "? syntax error"),
            (
                "komi 6.25",
                "? komi must be a whole or half number within ±1000, but is 6.25",
            ),
            ("komi nan", "? syntax error"),
            ("loadsgf", "? syntax error"),
            ("quit", "="),
        ],
    );
}

#[test]
fn nothing_is_answered_to_nothing() {
    assert_eq!(answers("go", "\n  \n# remark\n\r\n"), b"");
    assert_eq!(answers("go", "quit\nname\n"), b"=\n\n");
    assert_eq!(answers("go", "1 quit"), b"=1\n\n");
}

#[test]
fn every_listed_command_is_known() {
    for (game, has_handicap) in [("go", true), ("gomoku", false), ("othello", false)] {
        let list = String::from_utf8(answers(game, "list_commands\n")).unwrap();
        let names: Vec<&str> = list.trim_start_matches("= ").split_whitespace().collect();
        assert_eq!(names.contains(&"fixed_handicap"), has_handicap);
        for name in names {
            let answer = answers(game, format!("{name}\n"));
            let answer = String::from_utf8(answer).unwrap();
            assert!(!answer.contains("unknown command"), "{name}");
        }
    }
}

#[test]
fn superko_is_illegal_and_undo_brings_it_back() {
    // The seventh move would take three stones and leave the first alone.
    let lines = [
        ("play b A1", "="),
        ("play w B2", "="),
        ("play b A2", "="),
        ("play w B1", "="),
        ("play b A1", "="),
        ("play w A2", "="),
        ("play b A1", "? illegal move"),
        ("undo", "="),
        ("play w A2", "="),
        ("play b A1", "? illegal move"),
        ("undo", "="),
        ("undo", "="),
        ("undo", "="),
        ("play w A2", "? illegal move"),
        ("play w B1", "="),
    ];
    dialogue("go:size=2", &lines);
    let simple = lines[..6].iter().chain(&[("play b A1", "=")]);
    dialogue(
        "go:size=2,rules=chinese",
        &simple.copied().collect::<Vec<_>>(),
    );
}

#[test]
fn a_game_is_scored_as_it_could_be_played_out() {
    let wall = "play b A1\nplay b B2\nplay b C1\nplay b C2\nplay b A2\n";
    let text = format!("boardsize 5\nkomi 0.5\n{wall}play w B1\nfinal_score\n");
    let out = String::from_utf8(answers("go", text)).unwrap();
    assert!(out.ends_with("? illegal move\n\n= B+24.5\n\n"), "{out}");

    // White inside Black's living territory is dead, prisoners or not.
    for rules in ["cgos", "japanese"] {
        let black = [
            "B1", "B2", "B3", "B4", "B5", "D1", "D2", "D3", "D4", "D5", "C3",
        ];
        let black: String = black.map(|at| format!("play b {at}\n")).concat();
        let text = format!(
            "komi 0\n{black}play w C1\nfinal_status_list dead\nfinal_status_list alive\n\
             final_status_list seki\nfinal_status_list none\nfinal_score\n"
        );
        let out = answers(&format!("go:size=5,rules={rules}"), text);
        let out = String::from_utf8(out).unwrap();
        let answers: Vec<&str> = out.split_terminator("\n\n").skip(13).collect();
        let score = if rules == "cgos" { "= B+25" } else { "= B+15" };
        assert_eq!(
            answers,
            [
                "= C1",
                "= B5 D5 B4 D4 B3 C3 D3 B2 D2 B1 D1",
                "=",
                "? syntax error",
                score
            ]
        );
    }
}

#[test]
fn handicap_stones_stand_until_the_board_is_cleared() {
    dialogue(
        "go",
        &[
            ("fixed_handicap 2", "= C3 G7"),
            ("fixed_handicap 2", "? board not empty"),
            ("clear_board", "="),
            ("fixed_handicap 10", "? invalid number of stones"),
            ("fixed_handicap 1", "? invalid number of stones"),
            ("place_free_handicap 30", "= C3 G7 C7 G3 C5 G5 E3 E7 E5"),
            ("play b C3", "? illegal move"),
            ("undo", "? cannot undo"),
            ("komi 0.5", "="),
            ("play b C3", "? illegal move"),
            ("boardsize 9", "="),
            ("set_free_handicap A1 A1", "? bad vertex list"),
            ("set_free_handicap A1", "? bad vertex list"),
            ("set_free_handicap A1 A2:A3", "? bad vertex list"),
            ("set_free_handicap A1 J9", "="),
            ("play w A1", "? illegal move"),
            ("clear_board", "="),
            ("play w A1", "="),
            ("set_free_handicap A2 J9", "? board not empty"),
        ],
    );
}

#[test]
fn komi_changes_in_the_middle_of_a_game() {
    dialogue(
        "go:size=2",
        &[
            ("play b A1", "="),
            ("play b B1", "="),
            ("final_score", "= W+3.5"),
            ("komi 3", "="),
            ("final_score", "= B+1"),
            ("play w A1", "? illegal move"),
            ("undo", "="),
            ("play w B1", "="),
            ("final_score", "= W+3"),
        ],
    );
}

#[test]
fn passes_end_a_game_and_may_go_on() {
    dialogue(
        "go:size=3",
        &[
            ("play b pass", "="),
            ("play w PASS", "="),
            ("genmove b", "= PASS"),
            ("reg_genmove b", "= PASS"),
            ("play b A1", "? illegal move"),
            ("undo", "="),
            ("undo", "="),
            ("play w A1", "="),
        ],
    );
}

#[test]
fn othello_passes_when_it_must() {
    dialogue(
        "othello:size=4",
        &[
            ("boardsize 5", "? unacceptable size"),
            ("boardsize 4", "="),
            ("komi 6.5", "="),
            ("fixed_handicap 2", "? unknown command"),
            ("play b a1", "? illegal move"),
            ("play b pass", "? illegal move"),
            ("play w B1", "? illegal move"),
            ("play b B1", "="),
            ("final_score", "= B+14"),
        ],
    );
}

#[test]
fn gomoku_ends_with_five() {
    dialogue(
        "gomoku:size=9",
        &[
            ("play b J9", "="),
            ("play b H9", "? illegal move"),
            ("play b I8", "? syntax error"),
            ("play b pass", "? illegal move"),
            ("final_score", "? the game is not over"),
            ("play w A1", "="),
            ("play b H9", "="),
            ("play w A2", "="),
            ("play b G9", "="),
            ("play w A3", "="),
            ("play b F9", "="),
            ("play w A4", "="),
            ("genmove w", "? it is black's turn"),
            ("play b E9", "="),
            ("final_score", "= B+"),
            ("genmove w", "? the game is over"),
            ("analyze w 1", "? the game is over"),
        ],
    );
}

const WORDS: [&str; 34] = [
    "name",
    "list_commands",
    "boardsize",
    "komi",
    "clear_board",
    "play",
    "genmove",
    "undo",
    "showboard",
    "final_score",
    "final_status_list",
    "time_settings",
    "time_left",
    "b",
    "white",
    "A1",
    "C3",
    "pass",
    "9",
    "-1",
    "19",
    "1e99",
    "2",
    "dead",
    "#",
    "fixed_handicap",
    "set_free_handicap",
    "place_free_handicap",
    "reg_genmove",
    "kgs-time_settings",
    "byoyomi",
    "genmove_analyze",
    "loadsgf",
    "é\u{0}",
];

fn count(out: &[u8]) -> usize {
    String::from_utf8(out.to_vec())
        .unwrap()
        .split_terminator("\n\n")
        .inspect(|answer| assert!(answer.starts_with(['=', '?']), "{answer}"))
        .count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_answered(bytes in vec(any::<u8>(), 0..2_000)) {
        count(&answers("go:size=5", bytes));
    }

    #[test]
    fn every_command_has_one_answer(
        game in prop::sample::select(vec!["go:size=3", "gomoku:size=5", "othello:size=4"]),
        lines in vec(vec(prop::sample::select(WORDS.to_vec()), 1..5), 0..60),
    ) {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        let is_command = |line: &&String| !line.starts_with('#');
        let commands = lines.iter().filter(is_command).count();
        prop_assert_eq!(count(&answers(game, lines.join("\n"))), commands);
    }
}

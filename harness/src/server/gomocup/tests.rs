//! The example dialogues of the protocol, and what holds for any input.

use proptest::collection::vec;
use proptest::prelude::*;

use super::super::served::served;
use super::*;

/// What is answered by an engine that looks at so many nodes, `MESSAGE` lines
/// left out.
fn answers(engine: &str, nodes: u64, text: impl Into<Vec<u8>>) -> Vec<String> {
    let mut lines = served(serve, INTERRUPTS, engine, Some(nodes), text);
    lines.retain(|line| !line.starts_with("MESSAGE "));
    lines
}

fn greedy(text: &str) -> Vec<String> {
    answers("greedy", 1_000, text)
}

/// Whether every text is a point of a board of this size.
fn are_points(texts: &[String], size: u32) -> bool {
    texts.iter().all(|text| {
        let point = coordinates::numbers(text);
        point.is_some_and(|point| point.iter().all(|&side| side < size))
    })
}

#[test]
fn the_published_dialogues() {
    assert_eq!(greedy("START 20\r\n"), ["OK"]);
    let turn = greedy("START 20\r\nTURN 10,10\r\n");
    assert!(turn.len() == 2 && turn[1] != "10,10" && are_points(&turn[1..], 20));
    let begin = greedy("START 20\r\nBEGIN\r\n");
    assert!(begin.len() == 2 && are_points(&begin[1..], 20));
    let board = "START 20\r\nBOARD\r\n10,10,1\r\n10,11,2\r\n11,11,1\r\n9,10,2\r\nDONE\r\n";
    let board = greedy(board);
    assert!(board.len() == 2 && are_points(&board[1..], 20), "{board:?}");
    let info =
        "INFO timeout_match 300000\r\nINFO timeout_turn 10000\r\nINFO max_memory 83886080\r\n";
    assert_eq!(greedy(info), [""; 0]);
    assert_eq!(greedy("END\r\nABOUT\r\n"), [""; 0]);
    let about = greedy("ABOUT\r\n");
    assert!(
        about[0].starts_with("name=\"harness greedy\", version=\""),
        "{about:?}"
    );
    assert!(greedy("RECTSTART 30,20\r\n")[0].starts_with("ERROR width=30 is out of range"));
    assert_eq!(greedy("RECTSTART 20,15\r\n"), ["OK"]);
    assert_eq!(greedy("START 20\r\nTURN 1,1\r\nRESTART\r\n")[2], "OK");
    let play = greedy("START 20\r\nPLAY 12,10\r\nTAKEBACK 12,10\r\nPLAY 12,10\r\n");
    assert_eq!(play, ["OK", "12,10", "OK", "12,10"]);
}

#[test]
fn the_published_dialogues_of_swap2() {
    let swap2 = |stones: &str| {
        let text = format!("START 15\nSWAP2BOARD\n{stones}DONE\n");
        answers("alphabeta:hash=1", 2_000, text).pop().unwrap()
    };
    assert_eq!(swap2(""), "7,7 8,8 0,0");
    for stones in ["7,7\n8,7\n9,9\n", "7,7\n8,7\n9,9\n8,8\n8,6\n"] {
        let answer = swap2(stones);
        assert!(
            answer == "SWAP" || are_points(std::slice::from_ref(&answer), 15),
            "{answer}"
        );
    }
    // White must answer three in a row, and would rather be Black.
    assert_eq!(swap2("7,7\n0,0\n7,8\n0,14\n7,9\n"), "SWAP");
    assert_eq!(swap2("7,7\n"), "ERROR 1 stones are neither 0, 3 nor 5");
    assert_eq!(swap2("7,7\n7,7\n8,8\n"), "ERROR two stones on one point");
}

#[test]
fn a_board_tells_whose_stones_are_ours() {
    // Four in a row win at once, whoever has them.
    for (ours, theirs) in [("1", "2"), ("2", "1")] {
        let row: String = (3..7).map(|x| format!("{x},5,{ours}\n")).collect();
        let rest: String = (3..7)
            .map(|x| format!("{x},{x},{theirs}\n").replace("5,5", "0,9"))
            .collect();
        let out = greedy(&format!("START 15\nBOARD\n{row}{rest}DONE\n"));
        assert!(out[1] == "2,5" || out[1] == "7,5", "{out:?}");
    }
}

#[test]
fn mistakes_are_answered() {
    for (text, error) in [
        ("BEGIN\n", "ERROR no game was started"),
        ("TURN 1,1\n", "ERROR no game was started"),
        ("RESTART\n", "ERROR no game was started"),
        ("BOARD\n1,1,1\nDONE\n", "ERROR no game was started"),
        ("START 2\n", "ERROR width=2 is out of range: 3 to 20"),
        ("START\n", "ERROR the size must be a number"),
        ("RECTSTART 5\n", "ERROR the size must be two numbers"),
        ("START 15\nTURN 15,0\n", "ERROR 15,0 is not on the board"),
        ("START 15\nTURN -1,0\n", "ERROR a point is X,Y"),
        ("START 15\nTURN 99999999999,0\n", "ERROR a point is X,Y"),
        (
            "START 15\nPLAY 7,7\nTURN 7,7\n",
            "ERROR the point is occupied",
        ),
        ("START 15\nTAKEBACK 7,7\n", "ERROR no stone stands there"),
        (
            "START 15\nBOARD\n1,1,3\nDONE\n",
            "ERROR a stone is 1, ours, or 2, the opponent's",
        ),
        (
            "START 15\nBOARD\n1\nDONE\n",
            "ERROR a stone is X,Y and 1 or 2",
        ),
        ("dance\n", "UNKNOWN command"),
    ] {
        assert_eq!(greedy(text).last().unwrap(), error, "{text}");
    }
    let five: String = (0..5).map(|x| format!("{x},5,1\n")).collect();
    let over = greedy(&format!("START 15\nBOARD\n{five}DONE\n"));
    assert_eq!(over[1], "ERROR the game is over");
}

#[test]
fn rules_may_come_late() {
    let double_three = "7,5,1\n7,6,1\n5,7,1\n6,7,1\n0,0,2\n0,2,2\n0,4,2\n0,6,2\n";
    let set_up = format!("START 15\nBOARD\n{double_three}DONE\n");
    let answer = greedy(&set_up).pop().unwrap();
    for (rule, expected) in [
        ("0", "7,7"),
        ("4", "ERROR Black may not make a double three"),
    ] {
        let text = format!("{set_up}TAKEBACK {answer}\nINFO rule {rule}\nPLAY 7,7\n");
        assert_eq!(greedy(&text).last().unwrap(), expected);
    }
}

const WORDS: [&str; 22] = [
    "START 5",
    "START 15",
    "RECTSTART 7,4",
    "RESTART",
    "BEGIN",
    "TURN 1,1",
    "TURN 2,3",
    "PLAY 0,0",
    "TAKEBACK 1,1",
    "BOARD",
    "1,1,1",
    "2,2,2",
    "1,1",
    "DONE",
    "SWAP2BOARD",
    "ABOUT",
    "nonsense",
    "INFO rule 4",
    "INFO rule 9",
    "INFO max_memory 1",
    "INFO time_left -5",
    "TURN é",
];

#[test]
fn a_point_has_one_stone() {
    let out = greedy("START 15\nBOARD\n1,1,1\n1,1,2\nDONE\n");
    assert_eq!(out, ["OK", "ERROR the point 1,1 is given twice"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_survived(bytes in vec(any::<u8>(), 0..2_000)) {
        answers("mcts:memory=1", 1, bytes);
    }

    #[test]
    fn any_commands_are_survived(lines in vec(prop::sample::select(WORDS.to_vec()), 0..60)) {
        let out = answers("mcts:memory=1", 1, lines.join("\n"));
        prop_assert!(out.len() <= lines.len());
    }
}

//! The engine that misbehaves does so as it is told.

use std::env::{consts::EXE_SUFFIX, current_exe};
use std::path::PathBuf;

use assert_cmd::Command;
use assert_cmd::assert::Assert;

/// Where cargo put the engine: `tests/odd_engine`, an example, which a plain
/// `cargo test` builds.
pub fn odd_engine() -> PathBuf {
    let test = current_exe().expect("a test is a program");
    let folder = test.ancestors().nth(2).expect("tests are in target/*/deps");
    let engine = folder.join(format!("examples/odd_engine{EXE_SUFFIX}"));
    assert!(
        engine.is_file(),
        "{} is missing: a plain `cargo test` builds it, or \
         `cargo build -p harness --example odd_engine` before single tests",
        engine.display()
    );
    engine
}

/// A conversation, in which it has been told everything before it answers.
fn talk(arguments: &str, input: &str) -> Assert {
    Command::new(odd_engine())
        .args(arguments.split_whitespace())
        .write_stdin(input)
        .assert()
}

fn answers(arguments: &str, input: &str) -> String {
    let assert = talk(arguments, input).success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

const GTP: &str = "1 boardsize 9\n2 genmove b\n3 play w e5\n4 genmove b\n5 quit\n";
const GOMOCUP: &str = "START 15\nBEGIN\nTURN 7,7\nEND\n";
const NBOARD: &str = "nboard 2\nset game (;GM[Othello]PB[a]PW[b]TY[8]\
                      BO[8 ---------------------------O*------*O--------------------------- *]\
                      B[F5]W[D6/0.1/2];)\nping 1\ngo\nmove C3\nquit\n";

#[test]
fn it_speaks_the_protocols() {
    for (arguments, input, expected) in [
        ("gtp", GTP, "=1 \n\n=2 A9\n\n=3 \n\n=4 B9\n\n=5 \n\n"),
        (
            "gtp --game othello",
            "genmove b\nplay b c4\nplay w pass\nplay w c3\n",
            "= d3\n\n? illegal move\n\n? illegal move\n\n= \n\n",
        ),
        (
            "gtp --game gomoku",
            "boardsize 15\ngenmove b\nplay w a15\nundo\n",
            "= \n\n= a15\n\n? illegal move\n\n= \n\n",
        ),
        ("gomocup", GOMOCUP, "OK\n0,0\n1,0\n"),
        (
            "gomocup",
            "ABOUT\nSTART 99\nSTART 15\nBOARD\n0,0,2\n1,0,1\n2,0,2\nDONE\nTURN 0,0\nFOO\nEND\n",
            "name=\"Odd Engine\", version=\"1\", author=\"nobody\"\nERROR cannot do that\nOK\n\
             3,0\nERROR no such move\nUNKNOWN FOO\n",
        ),
        (
            "nboard",
            NBOARD,
            "set myname Odd Engine\npong 1\n=== C3/0.50/0.01\n",
        ),
    ] {
        assert_eq!(answers(arguments, input), expected, "{arguments}: {input}");
    }
}

#[test]
fn answers_go_wrong_in_every_protocol() {
    for (arguments, expected) in [
        (
            "gtp --crlf --bom --space-before-id --wrong-id-on-errors",
            "\u{feff}= 1 \r\n\r\n= 2 A9\r\n\r\n= 3 \r\n\r\n= 4 B9\r\n\r\n= 5 \r\n\r\n",
        ),
        (
            "gtp --late-at 2 1 --wrong-id",
            "=1001 \n\n=1002 A9\n\n=1003 \n\n=1002 A9\n\n=1004 B9\n\n=1005 \n\n",
        ),
        (
            "gtp --occupied-at 2 --nul-at 1",
            "=1 \n\n=2 A\09\n\n=3 \n\n=4 A9\n\n=5 \n\n",
        ),
        (
            "gtp --move-at 1 7, --pass-at 2",
            "=1 \n\n=2 7,\n\n=3 \n\n=4 pass\n\n=5 \n\n",
        ),
        ("gomocup --beyond-at 1 --resign-at 2", "OK\n40,40\nresign\n"),
        ("gomocup --nodes nan --late-at 2 1", {
            "OK\nMESSAGE depth 3 nodes nan value 0.5\n0,0\n\
             MESSAGE depth 3 nodes nan value 0.5\n1,0\n\
             MESSAGE depth 3 nodes nan value 0.5\n0,0\n"
        }),
        (
            "nboard --empty-lines --comments --pass-at 1 --name it",
            "\nstatus thinking of something else\nset myname it\n\
             \nstatus thinking of something else\npong 1\n\
             \nstatus thinking of something else\n=== PA/0.50/0.01\n",
        ),
    ] {
        let input = match arguments.split(' ').next() {
            Some("gtp") => GTP,
            Some("gomocup") => GOMOCUP,
            _ => NBOARD,
        };
        assert_eq!(answers(arguments, input), expected, "{arguments}");
    }
}

#[test]
fn it_ends_as_it_is_told() {
    for (arguments, code, output) in [
        ("gomocup --crash-at 2", Some(3), "OK\n0,0\n"),
        ("gomocup --signal-at 1", None, "OK\n"),
        ("gomocup --answer-then-exit 1", Some(0), "OK\n0,0\n"),
        ("gomocup --hang-at 1", Some(1), "OK\n"),
        ("gomocup --no-newline-at 1", Some(1), "OK\n0,0"),
        ("gomocup --exit-at-start", Some(1), ""),
        ("gomocup --crash", Some(2), ""),
        ("gomocup --crash-at", Some(2), ""),
        ("chess", Some(2), ""),
    ] {
        let assert = talk(arguments, GOMOCUP);
        let found = assert.get_output();
        assert_eq!(found.status.code(), code, "{arguments}");
        assert_eq!(
            String::from_utf8_lossy(&found.stdout),
            output,
            "{arguments}"
        );
    }
}

/// A seed plays a game to its end in legal moves only.
#[test]
fn it_plays_by_the_rules() {
    let input = "genmove b\ngenmove w\n".repeat(400);
    let text = answers("gtp --seed 5 --game go:size=7", &input);
    let passes = text.matches("= pass").count();
    assert!(passes >= 2 && !text.contains('?'), "{text}");
    let again = answers("gtp --seed 5 --game go:size=7", &input);
    assert_eq!(text, again);
}

#[test]
fn chance_of_0_is_no_fault() {
    let text = answers("gomocup --random-faults 1 0", GOMOCUP);
    assert_eq!(text, "OK\n0,0\n1,0\n");
}

//! `harness nboard`, over a pipe.

use crate::dialogue::Dialogue;
use crate::harness;

const GAME: &str = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]";

/// The move of the next line that has one.
fn best(program: &mut Dialogue) -> String {
    loop {
        if let Some(answer) = program.hear().strip_prefix("=== ") {
            return answer.split('/').next().unwrap().to_string();
        }
    }
}

#[test]
fn it_plays_a_game_with_itself() {
    let mut program = Dialogue::harness("nboard --engine alphabeta --nodes 300");
    program.say("nboard 2");
    assert_eq!(program.hear(), "set myname harness alphabeta");
    program.say(&format!("set game {GAME};)"));
    let (mut moves, mut passes) = (Vec::new(), 0);
    while passes < 2 {
        program.say("go");
        let mv = best(&mut program);
        program.say(&format!("move {mv}/1.5/0.25"));
        passes = if mv == "PA" { passes + 1 } else { 0 };
        moves.push(mv);
        assert!(moves.len() < 200);
    }
    assert!(moves.len() > 10);
    // The same game, told as a whole, without the passes.
    let told: String = moves
        .iter()
        .zip("BW".chars().cycle())
        .filter(|(mv, _)| *mv != "PA")
        .map(|(mv, color)| format!("{color}[{mv}]"))
        .collect();
    program.say(&format!("set game {GAME}{told};)"));
    program.say("go");
    assert_eq!(best(&mut program), "PA");
}

#[test]
fn a_ping_ends_a_search() {
    let mut program = Dialogue::harness("nboard --engine alphabeta");
    program.say("set depth 60");
    program.say("go");
    program.say("ping 7");
    assert_eq!(best(&mut program).len(), 2);
    while program.hear() != "pong 7" {}
}

#[test]
fn nothing_breaks_it() {
    let mut input = vec![b'('; 3_000_000];
    input.extend(b"\n\0\xff\xfe\nping 1\nset game (;BO[8 \nping 2");
    let folder = tempfile::tempdir().unwrap();
    harness(folder.path(), "nboard")
        .write_stdin(input)
        .assert()
        .success()
        .stdout(
            "status error: the line is too long\npong 1\n\
             status error: `BO[8` is no property\npong 2\n",
        );
}

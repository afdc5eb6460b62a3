//! Questions of the NBoard protocol, version 2.

use engines::{Game, Knowledge, Move, MoveList, Rng};

use super::{Came, Check, Ground, Problem, Talk, judged};
use crate::protocols::GameSoFar;
use crate::protocols::nboard::{answer, ggf, is_pong};
use crate::protocols::spec::ExternalSpec;

/// What goes before all else, with a depth that takes no time.
pub fn greeting(spec: &ExternalSpec) -> String {
    let greeting = "nboard 2\nset depth 4\n".to_string();
    spec.options
        .init
        .iter()
        .fold(greeting, |text, line| text + line + "\n")
}

pub fn checks<G: Knowledge>() -> Vec<Check<G>> {
    vec![
        ("ping 7", "pong 7", |talk, _| ping(talk, "")),
        ("set game, go", "=== and a legal move", |talk, ground| {
            set_game(talk, ground, &[])?;
            go(talk, "", ground.start)
        }),
        ("go again", "a move of the same position", |talk, ground| {
            set_game(talk, ground, &[])?;
            go(talk, "", ground.start)?;
            go(talk, "", ground.start)
        }),
        ("move, go", "=== and a legal move", |talk, ground| {
            set_game(talk, ground, &[])?;
            let mut position = ground.start.clone();
            let mv = random_move(&position, &mut Rng::new(1));
            let name = ggf::name_of(&position, mv);
            position.play(mv);
            go(talk, &format!("move {name}//\n"), &position)
        }),
        ("hint 1", "search or book, and a legal move", hint),
        ("go without a move", "=== PA", |talk, ground| {
            let (moves, position) = forced_pass(ground.start);
            set_game(talk, ground, &moves)?;
            go(talk, "", &position)
        }),
        ("move PA, go", "=== and a legal move", |talk, ground| {
            let (moves, mut position) = forced_pass(ground.start);
            set_game(talk, ground, &moves)?;
            position.play(Move::PASS);
            go(talk, "move PA//\n", &position)
        }),
        ("quit", "exit code 0, soon", |talk, _| {
            Ok(talk.end("quit\n")?)
        }),
    ]
}

fn ping(talk: &mut Talk, before: &str) -> Came {
    talk.say(&format!("{before}ping 7\n"))?;
    Ok(talk.soon(|line| is_pong(line, 7).then(|| line.to_string()))?)
}

fn set_game<G: Game>(talk: &mut Talk, ground: &Ground<G>, moves: &[Move]) -> Result<(), Problem> {
    let game = ggf::of_game(&GameSoFar {
        spec: ground.spec,
        start: ground.start,
        position: ground.start,
        moves,
    });
    ping(talk, &format!("set game {game}\n")).map(drop)
}

fn go<G: Knowledge>(talk: &mut Talk, before: &str, position: &G) -> Came {
    talk.say(&format!("{before}go\n"))?;
    let said = talk.in_time(|line| line.trim().strip_prefix("===").map(str::to_string))?;
    judged(position, answer(position, &said))
}

fn hint<G: Knowledge>(talk: &mut Talk, ground: &Ground<G>) -> Came {
    set_game(talk, ground, &[])?;
    talk.say("hint 1\n")?;
    let said = talk.soon(|line| {
        let mut words = line.split_whitespace();
        let is_hint = matches!(words.next(), Some("search" | "book"));
        // The first move of a line of play, of two letters.
        let point = words.next().and_then(|line| line.get(..2))?;
        is_hint.then(|| point.to_string())
    });
    match said {
        Ok(point) => judged(ground.start, answer(ground.start, &point)),
        Err(silence) => Err(Problem::NotOffered(silence)),
    }
}

fn random_move(position: &impl Game, rng: &mut Rng) -> Move {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    rng.choose(&moves).expect("the game goes on")
}

/// A game at a position in which the side to move must pass. Most games have
/// one.
fn forced_pass<G: Game>(start: &G) -> (Vec<Move>, G) {
    let mut rng = Rng::new(1);
    loop {
        let (mut moves, mut position) = (Vec::new(), start.clone());
        while position.outcome().is_none() {
            if position.check(Move::PASS).is_ok() {
                return (moves, position);
            }
            let mv = random_move(&position, &mut rng);
            position.play(mv);
            moves.push(mv);
        }
    }
}

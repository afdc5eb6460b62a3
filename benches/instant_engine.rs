//! An engine that answers at once, with a sensible move at random: what the bench
//! of the protocols plays with. `instant_engine gtp` plays Go at 9×9,
//! `instant_engine gomocup` Gomoku at 15×15.

use std::io::{BufRead, BufReader, BufWriter, Write, stdin, stdout};

use engines::go::{CELLS_9, Go, GoRules};
use engines::gomoku::{Gomoku, GomokuRules};
use engines::{Game, Knowledge, Move, MoveList, Rng};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("gtp") => gtp_engine(),
        Some("gomocup") => gomocup_engine(),
        _ => eprintln!("instant_engine: gtp or gomocup?"),
    }
}

/// A sensible move at random.
fn choose<G: Knowledge>(position: &G, rng: &mut Rng) -> Move {
    let mut moves = MoveList::new();
    position.sensible_moves(&mut moves);
    rng.choose(&moves).unwrap_or(Move::PASS)
}

/// Answers everything that has come, then flushes once.
fn talk(mut answer: impl FnMut(&str, &mut dyn Write) -> bool) {
    let mut input = BufReader::new(stdin().lock());
    let mut output = BufWriter::new(stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line).is_ok_and(|read| read > 0) {
        if !answer(line.trim_end(), &mut output) {
            return;
        }
        line.clear();
        if input.buffer().is_empty() {
            output.flush().expect("somebody reads");
        }
    }
}

fn gtp_engine() {
    let rules = GoRules::default();
    let mut position: Go<CELLS_9> = Game::initial(&rules);
    let mut rng = Rng::new(1);
    talk(|line, output| {
        let mut words = line.split(' ');
        let id = words.next().unwrap_or_default();
        let text = match words.next() {
            Some("name") => "instant".to_string(),
            Some("list_commands") => "play\ngenmove\nclear_board\nboardsize\nkomi".to_string(),
            Some("clear_board") => {
                position = Game::initial(&rules);
                String::new()
            }
            Some("play") => {
                let mv = position.parse_move(words.nth(1).unwrap_or_default());
                position.play(mv.expect("a point"));
                String::new()
            }
            Some("genmove") => {
                let mv = choose(&position, &mut rng);
                position.play(mv);
                position.move_to_text(mv)
            }
            Some("quit") => return false,
            _ => String::new(),
        };
        write!(output, "={id} {text}\n\n").is_ok()
    });
}

fn gomocup_engine() {
    let rules = GomokuRules::default();
    let mut position = Gomoku::initial(&rules);
    let mut rng = Rng::new(1);
    let mut is_board = false;
    let width = position.width();
    let point = |text: &str| {
        let mut numbers = text.split(',').map(|number| number.trim().parse::<usize>());
        let mut next = || numbers.next()?.ok();
        let (x, y) = (next()?, next()?);
        Some(Move::at(y * width + x))
    };
    let mut reply = move |position: &mut Gomoku, output: &mut dyn Write| {
        let mv = choose(position, &mut rng);
        position.play(mv);
        let point = mv.point().expect("there are no passes");
        writeln!(output, "{},{}", point % width, point / width).is_ok()
    };
    talk(|line, output| {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "START" | "RESTART" => {
                position = Gomoku::initial(&rules);
                writeln!(output, "OK").is_ok()
            }
            "BEGIN" => reply(&mut position, output),
            "BOARD" => {
                position = Gomoku::initial(&rules);
                is_board = true;
                true
            }
            "DONE" => {
                is_board = false;
                reply(&mut position, output)
            }
            "TURN" => {
                position.play(point(rest).expect("a point"));
                reply(&mut position, output)
            }
            "END" => false,
            _ if is_board => {
                position.play(point(line).expect("a point"));
                true
            }
            _ => true,
        }
    });
}

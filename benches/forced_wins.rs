//! Published wins by continuous fours and threats under Renju: nodes, time, and how many
//! moves the attacker makes before his five, in the line that was found and in the
//! published one. An argument is a part of the names of the rows to search.

use std::env;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engines::engine::{Budget, Meter};
use engines::gomoku::{Gomoku, GomokuRules, Variant, Vcf, Vct};
use engines::{Color, Game, Move};

const TABLE: &str = include_str!("../engines/tests/data/gomoku/forced_wins.tsv");

/// Bytes of a search's tables.
const BYTES: usize = 1 << 26;

const MEMORY: &str = "memory for the tables";

const BUDGET: Budget = Budget {
    nodes: None,
    depth: None,
    time: Some(Duration::from_secs(10)),
};

/// The position of a row.
fn position(side: &str, black: &str, white: &str) -> Gomoku {
    let rules = GomokuRules {
        rules: Variant::Renju,
        ..GomokuRules::default()
    };
    let empty = Gomoku::initial(&rules);
    let mut stones = [None; 225];
    for (names, color) in [(black, Color::Black), (white, Color::White)] {
        for name in names.split_whitespace() {
            let mv = empty.parse_move(name).expect("a point");
            stones[mv.point().expect("a point")] = Some(color);
        }
    }
    let to_move = match side {
        "black" => Color::Black,
        _ => Color::White,
    };
    Gomoku::from_stones(&rules, &stones, to_move).expect("a position")
}

/// What one search found.
struct Found {
    line: Option<Vec<Move>>,
    nodes: u64,
    time: Duration,
}

fn measured(solve: impl FnOnce(&mut Meter) -> Option<Vec<Move>>) -> Found {
    let stop = AtomicBool::new(false);
    let mut meter = Meter::start(&BUDGET, &stop);
    let line = solve(&mut meter);
    Found {
        line,
        nodes: meter.nodes(),
        time: meter.elapsed(),
    }
}

fn main() {
    let wanted = env::args().skip(1).find(|arg| !arg.starts_with('-'));
    println!("{:43} {:>10} {:>9} found published", "", "nodes", "ms");
    for row in TABLE.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [id, _, kind, side, black, white, _, moves, ..] = fields[..] else {
            panic!("{row}");
        };
        if wanted.as_ref().is_some_and(|wanted| !id.contains(wanted)) {
            continue;
        }
        let position = position(side, black, white);
        let found = match kind {
            "VCF" => {
                let mut vcf = Vcf::new(BYTES).expect(MEMORY);
                measured(|meter| vcf.solve(&position, meter))
            }
            _ => {
                let mut vct = Vct::new(BYTES).expect(MEMORY);
                measured(|meter| vct.solve(&position, meter))
            }
        };
        let length = found
            .line
            .map_or("-".to_string(), |line| (line.len() / 2).to_string());
        let ms = found.time.as_secs_f64() * 1e3;
        println!("{id:43} {:10} {ms:9.1} {length:>5} {moves:>9}", found.nodes);
    }
}

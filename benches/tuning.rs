//! What it takes to learn from games: the features of a million positions of Othello,
//! and a fit of all weights to them.

mod settings;
mod turns;
mod wanted;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Instant;

use engines::othello::{Othello, OthelloRules};
use engines::{Color, Game, Knowledge, MoveList, Rng};
use harness::tuning::{Data, GamesReader, Keep, Label, Options, Selection, Start, fit_watched};
use turns::median;
use wanted::is_wanted;

const POSITIONS: usize = 1_000_000;
const TURNS: usize = 3;

/// Games of random moves, at least so many positions in all.
fn write_games(path: &Path) {
    let mut text = "game,black,white,winner,margin,moves\n".to_string();
    let mut rng = Rng::new(1);
    let mut positions = 0;
    while positions < POSITIONS {
        let mut position = Othello::initial(&OthelloRules::default());
        let mut moves = Vec::new();
        let outcome = loop {
            if let Some(outcome) = position.outcome() {
                break outcome;
            }
            let mut legal = MoveList::new();
            position.legal_moves(&mut legal);
            let mv = legal[rng.below(legal.len() as u32) as usize];
            moves.push(position.move_to_text(mv));
            position.play(mv);
            positions += 1;
        };
        let winner = match outcome.winner {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None => "draw",
        };
        let margin = outcome.margin.expect("discs are counted").0 / 2;
        let moves = moves.join(" ");
        writeln!(text, "othello,a,b,{winner},{margin},{moves}").expect("room for a line");
    }
    fs::write(path, text).expect("a file");
}

/// Reads the games and fits to them; returns how many seconds each takes.
fn learn(path: &Path) -> [f64; 2] {
    let reader = GamesReader {
        lesson: Label::Margin,
        keep: &[Keep::Opening, Keep::Forced],
        hold_out: false,
        start: &Start::Hand,
        patterns: true,
        quiet: true,
    };
    let start = Instant::now();
    let mut games = reader.read(&[path.to_path_buf()]).expect("games");
    let selection = Selection::of(&mut games, 1).expect("room for positions");
    let extracted = start.elapsed();

    let options = Options {
        label: Label::Margin,
        ridge: 300.0,
        start: selection.start(&games.evaluation),
        value_scale: Some(Othello::VALUE_SCALE),
    };
    let data = Data {
        features: selection.names(&games.evaluation),
        training: games.training,
        held_out: games.held_out,
    };
    let start = Instant::now();
    let fit = fit_watched(&data, &options, |_| ()).expect("a fit");
    assert!(fit.training.gain.mean > 0.0);
    [extracted, start.elapsed()].map(|time| time.as_secs_f64())
}

fn main() {
    let _ = settings::criterion();
    if !is_wanted("tuning/othello") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.csv");
    write_games(&path);
    let turns: Vec<[f64; 2]> = (0..TURNS).map(|_| learn(&path)).collect();
    let [extracted, fitted] = [0, 1].map(|part| median(turns.iter().map(|turn| turn[part])));
    println!(
        "tuning/othello: a million positions, all features extracted in {extracted:.1} s, all \
         weights fitted in {fitted:.1} s"
    );
}

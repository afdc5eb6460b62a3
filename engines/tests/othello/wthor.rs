//! Games that people played in tournaments, from the French federation's
//! database: all replay, with the passes found by us, to the recorded score.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use engines::othello::{Othello, OthelloRules};
use engines::{Color, Game, Move};

const FOLDER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../shared/data/othello/wthor"
);

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;
const DISCS_BYTE: usize = 6;
const MOVES_BYTE: usize = 8;

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Tally {
    games: usize,
    unfinished: usize,
}

#[test]
fn all_games_reach_their_recorded_score() {
    let Ok(folder) = fs::read_dir(FOLDER) else {
        eprintln!("skipped: {FOLDER} is missing");
        return;
    };
    let mut files: Vec<PathBuf> = folder
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "wtb"))
        .collect();
    files.sort();

    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut sum = Tally::default();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|first| {
                let mine = files.iter().skip(first).step_by(threads);
                scope.spawn(move || mine.map(|path| replay_file(path)).collect::<Vec<_>>())
            })
            .collect();
        for tally in workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
        {
            sum.games += tally.games;
            sum.unfinished += tally.unfinished;
        }
    });
    let expected = Tally {
        games: 126_309,
        unfinished: 413,
    };
    assert_eq!(sum, expected);
}

fn replay_file(path: &Path) -> Tally {
    let bytes = fs::read(path).unwrap();
    let mut tally = Tally::default();
    for record in bytes[HEADER_BYTES..].chunks_exact(GAME_BYTES) {
        tally.games += 1;
        let game = replay(&record[MOVES_BYTE..])
            .unwrap_or_else(|why| panic!("{}, game {}: {why}", path.display(), tally.games));
        match game.outcome() {
            Some(outcome) => {
                let margin = outcome.margin.unwrap().0 / 2;
                let black = match outcome.winner {
                    Some(Color::White) => (64 - margin) / 2,
                    _ => (64 + margin) / 2,
                };
                assert_eq!(
                    black,
                    i32::from(record[DISCS_BYTE]),
                    "{}, game {}",
                    path.display(),
                    tally.games
                );
            }
            None => tally.unfinished += 1,
        }
    }
    tally
}

/// Plays moves given as 10 × row + column, and the passes between them.
fn replay(moves: &[u8]) -> Result<Othello, engines::IllegalMove> {
    let mut game = Othello::initial(&OthelloRules::default());
    for &mv in moves.iter().take_while(|&&mv| mv != 0) {
        let (row, column) = (usize::from(mv / 10), usize::from(mv % 10));
        if game.check(Move::PASS).is_ok() {
            game.play(Move::PASS);
        }
        game.try_play(Move::at((row - 1) * 8 + column - 1))?;
    }
    Ok(game)
}

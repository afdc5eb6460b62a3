//! A run that was stopped goes on where it stopped.

use std::fs;

use crate::{output, without_times};

const RUN: &str = "tournament --game othello:size=4 --engine random --engine pattern \
                   --engine mcts:playouts=5 --pairs 3 --moves --out run";

#[test]
fn a_finished_run_is_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let first = output(folder.path(), RUN);
    let games = fs::read(folder.path().join("run/games.csv")).unwrap();
    assert_eq!(output(folder.path(), RUN), first);
    assert_eq!(
        fs::read(folder.path().join("run/games.csv")).unwrap(),
        games
    );
}

/// Whatever is left of the files, the missing pairs are played, and no game is
/// lost or doubled.
#[test]
fn a_cut_run_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    output(folder.path(), RUN);
    let [games, moves] =
        ["games.csv", "moves.csv"].map(|name| folder.path().join("run").join(name));
    let (whole_games, whole_moves) = (without_times(&games), without_times(&moves));
    let (game_bytes, move_bytes) = (fs::read(&games).unwrap(), fs::read(&moves).unwrap());
    for cut in (0..game_bytes.len()).step_by(game_bytes.len() / 23) {
        fs::write(&games, &game_bytes[..cut]).unwrap();
        // The moves of a pair are written before its games.
        let moves_left = move_bytes.len() * (cut + game_bytes.len() / 8) / game_bytes.len();
        fs::write(&moves, &move_bytes[..moves_left.min(move_bytes.len())]).unwrap();
        output(folder.path(), RUN);
        assert_eq!(without_times(&games), whole_games, "cut at byte {cut}");
        assert_eq!(without_times(&moves), whole_moves, "cut at byte {cut}");
    }
}

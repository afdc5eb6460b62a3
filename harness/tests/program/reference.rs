//! The tournaments in `results/reference`.

use std::fs;
use std::path::{Path, PathBuf};

use harness::records::replay;

use crate::{games, output};

fn folders() -> Vec<PathBuf> {
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/reference");
    let entries = fs::read_dir(reference).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn every_reference_game_replays() {
    assert_eq!(folders().len(), 3);
    for folder in folders() {
        let rows = games(&folder.join("games.csv"));
        assert!(rows.len() >= 200, "{}", folder.display());
        for row in rows {
            replay(&row).unwrap();
        }
    }
}

#[test]
fn the_reference_ratings_follow_from_the_games() {
    for folder in folders() {
        let rated = output(&folder, "rate games.csv --format csv");
        assert_eq!(
            rated,
            fs::read_to_string(folder.join("ratings.csv")).unwrap()
        );
        let order: Vec<&str> = rated
            .lines()
            .skip(1)
            .filter_map(|row| row.split(',').nth(1))
            .collect();
        assert!(["alphabeta", "mcts"].contains(&order[0]), "{order:?}");
        assert_eq!(order[4], "random");
    }
}

//! The whole program, as a user runs it.

#[path = "program/adjudication.rs"]
mod adjudication;
#[path = "program/bench.rs"]
mod bench;
#[path = "program/check.rs"]
mod check;
#[path = "program/dialogue.rs"]
mod dialogue;
#[path = "program/examples.rs"]
mod examples;
#[path = "program/faults.rs"]
mod faults;
#[path = "program/formats.rs"]
mod formats;
#[cfg(target_os = "linux")]
#[path = "program/full_disk.rs"]
mod full_disk;
#[path = "program/generations.rs"]
mod generations;
#[path = "program/gomocup.rs"]
mod gomocup;
#[path = "program/gtp.rs"]
mod gtp;
#[path = "program/import.rs"]
mod import;
#[path = "program/mistakes.rs"]
mod mistakes;
#[path = "program/nboard.rs"]
mod nboard;
#[path = "program/nothing_lost.rs"]
mod nothing_lost;
#[path = "program/odd_engine.rs"]
mod odd_engine;
#[path = "program/openings.rs"]
mod openings;
#[path = "program/peers.rs"]
mod peers;
#[path = "program/perft.rs"]
mod perft;
#[path = "program/rate.rs"]
mod rate;
#[path = "program/readme.rs"]
mod readme;
#[path = "program/reference.rs"]
mod reference;
#[path = "program/resume.rs"]
mod resume;
#[path = "program/sprt.rs"]
mod sprt;
#[path = "program/tournament.rs"]
mod tournament;
#[path = "program/tune.rs"]
mod tune;
#[path = "program/tune_spsa.rs"]
mod tune_spsa;
#[path = "program/verify.rs"]
mod verify;

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use harness::records::{GameRow, read_games};

/// The program with arguments that are separated by spaces, in a folder.
fn harness(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::cargo_bin("harness").unwrap();
    command
        .current_dir(folder)
        .args(arguments.split_whitespace());
    command
}

/// What a successful run prints.
fn output(folder: &Path, arguments: &str) -> String {
    let assert = harness(folder, arguments).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn games(path: &Path) -> Vec<GameRow> {
    let mut rows = Vec::new();
    read_games(path, |_, row| {
        rows.push(row);
        Ok(())
    })
    .unwrap();
    rows
}

/// A CSV file without its columns of times.
fn without_times(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let kept: Vec<usize> = (0..headers.len())
        .filter(|&column| !headers[column].contains("time_ms"))
        .collect();
    assert!(kept.len() < headers.len(), "{headers:?}");
    let mut lines = String::new();
    let records = reader.records().map(Result::unwrap);
    for record in std::iter::once(headers.clone()).chain(records) {
        let fields: Vec<&str> = kept.iter().map(|&column| &record[column]).collect();
        lines.push_str(&fields.join(","));
        lines.push('\n');
    }
    lines
}

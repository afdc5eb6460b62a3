//! Every example of the README and of every `--help` runs.

use std::fs;
use std::path::Path;

use crate::import::{reference, wtb};
use crate::odd_engine::odd_engine;
use crate::{harness, output};

fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The lines that call the program, without their remarks.
fn calls(text: &str) -> Vec<String> {
    text.lines()
        .map(str::trim)
        .filter_map(|line| line.strip_prefix("harness "))
        .map(|line| line.split(" # ").next().unwrap().trim().to_string())
        .collect()
}

/// A folder with the files that the examples name.
fn folder_of_examples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    let toml = readme.split("```toml\n").nth(1).unwrap();
    fs::write(
        folder.path().join("my.toml"),
        toml.split("```").next().unwrap(),
    )
    .unwrap();
    let games = repository().join("results/reference/go/games.csv");
    for name in ["reference/go", "mine", "more"] {
        let out = folder.path().join("results").join(name);
        fs::create_dir_all(&out).unwrap();
        fs::copy(&games, out.join("games.csv")).unwrap();
    }
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "other.csv",
        "white,black,first,second,result\na,b,b,a,1-0\n",
    );
    write("results.txt", "\"a b\" 5 0 3 c\n");
    let positions = repository().join("harness/tests/data/tuning/positions.csv");
    fs::copy(positions, folder.path().join("positions.csv")).unwrap();
    write("old.csv", "feature,weight\nstone,100\n");
    write("hand.csv", "feature,weight\nmobility,10\ncorner,100\n");
    let spsa = repository().join("harness/examples/othello-spsa.toml");
    let spsa = fs::read_to_string(spsa).unwrap();
    write(
        "spsa.toml",
        &spsa.replace("iterations = 1000", "iterations = 4"),
    );
    fs::write(folder.path().join("WTH_2019.wtb"), wtb(&reference())).unwrap();
    fs::copy(odd_engine(), folder.path().join("mine")).unwrap();
    folder
}

/// Runs a line as a shell would; tournaments only as a dry run, benchmarks for a
/// second, a verification for a pair, after which nobody knows, and one generation.
fn run(folder: &Path, call: &str) {
    let words: Vec<&str> = call
        .split('\'')
        .enumerate()
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect();
    let mut command = harness(folder, "");
    command.args(&words);
    if words[0] == "tournament" && !words.contains(&"--dry-run") {
        command.arg("--dry-run");
    }
    if words[0] == "bench" {
        command.args(["--seconds", "1"]);
    }
    if words.starts_with(&["tune", "verify"]) {
        command.args(["--pairs", "1"]).assert().code(3);
        return;
    }
    if words.starts_with(&["tune", "generations"]) {
        command.args("--generations 1 --pairs 4 --test-pairs 1".split(' '));
    }
    if words[0] == "check" && !has_gnugo() {
        return;
    }
    command.env("PATH", path()).assert().success();
}

/// Where programs are looked for; Debian's games are not there for everyone.
fn path() -> String {
    std::env::var("PATH").unwrap_or_default() + ":/usr/games"
}

fn has_gnugo() -> bool {
    let is_there = path()
        .split(':')
        .any(|folder| Path::new(folder).join("gnugo").exists());
    if !is_there {
        let required = std::env::var("HARNESS_REQUIRE_PEERS").is_ok_and(|value| value == "1");
        assert!(
            !required,
            "gnugo is not installed, but HARNESS_REQUIRE_PEERS=1"
        );
        eprintln!("SKIPPED: gnugo is not installed");
    }
    is_there
}

#[test]
fn examples_of_the_readme_run() {
    let folder = folder_of_examples();
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    // Those are run one after the other by a test of their own.
    let (before, tutorial) = readme.split_once("\n### Better weights\n").unwrap();
    let (_, behind) = tutorial.split_once("\n### ").unwrap();
    let calls = calls(&format!("{before}{behind}"));
    assert!(calls.len() >= 8, "{calls:?}");
    calls.iter().for_each(|call| run(folder.path(), call));
}

#[test]
fn examples_of_every_help_run() {
    let folder = folder_of_examples();
    for command in [
        "tournament",
        "openings",
        "rate",
        "sprt",
        "import",
        "tune",
        "tune fit",
        "tune spsa",
        "tune verify",
        "tune generations",
        "perft",
        "bench",
        "check",
        "engines",
        "games",
        "gtp",
        "gomocup",
        "nboard",
    ] {
        let calls = calls(&output(folder.path(), &format!("{command} --help")));
        assert!(!calls.is_empty(), "{command} has no example");
        calls.iter().for_each(|call| run(folder.path(), call));
    }
}

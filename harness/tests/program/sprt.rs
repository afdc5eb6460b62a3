//! Sequential tests.

use std::fs;

use crate::{harness, output, without_times};

#[test]
fn expectations_are_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let expected = "true_elo,games_mean,games_median,games_95,accepts_h1\n\
                    -30.0,100.1,86,210,0.0015\n\
                    0.0,175.9,140,434,0.049\n\
                    30.0,300.4,230,780,0.481\n\
                    60.0,184.3,142,464,0.944\n\
                    90.0,102.0,88,216,0.9955\n";
    for threads in ["1", "3"] {
        harness(folder.path(), "sprt --expect elo1=60 --format csv")
            .env("RAYON_NUM_THREADS", threads)
            .assert()
            .success()
            .stdout(expected);
    }
}

#[test]
fn the_table_names_its_units_and_its_model() {
    let folder = tempfile::tempdir().unwrap();
    let run = "sprt --expect elo0=0,elo1=120,model=normalized --draws 0.3 --spread 0";
    let text = output(folder.path(), run);
    let head = "H0: 0, H1: 120 normalized Elo; alpha 0.05, beta 0.05\n\nTrue Elo  Games  ";
    assert!(text.starts_with(head), "{text}");
    let foot = "\n2 000 simulated matches a row; 30 % draws, openings worth ± 0 Elo.\n";
    assert!(text.ends_with(foot), "{text}");
}

#[test]
fn a_tournament_with_a_test_has_pairs_enough_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let run = "tournament --game othello --engine random --engine greedy --sprt elo1=30 --dry-run";
    let games = |options: &str| output(folder.path(), &format!("{run} {options}"));
    assert!(games("").contains("2 engines, 10 000 games"));
    assert!(games("--pairs 7").contains("2 engines, 14 games"));
}

/// The verdict hangs on the schedule alone, and nothing is recorded behind the
/// pair that decides.
#[test]
fn any_number_of_threads_decides_at_the_same_pair() {
    let folder = tempfile::tempdir().unwrap();
    let stronger = "--engine alphabeta:depth=2,name=new --engine greedy";
    let weaker = "--engine random --engine greedy";
    for (name, engines, code, verdict) in [
        (
            "h1",
            stronger,
            0,
            "SPRT (logistic Elo): H1 is accepted, +60.",
        ),
        ("h0", weaker, 1, "SPRT (logistic Elo): H0 is accepted, +0."),
    ] {
        let run = format!("sprt --game othello:size=6 {engines} --sprt elo1=60 --moves");
        let runs = [1, 2, 5].map(|threads| {
            let out = format!("{name}-{threads}");
            let run = format!("{run} --threads {threads} --out {out}");
            let first = harness(folder.path(), &run).assert().code(code);
            // Once more plays nothing, and says the same.
            let again = harness(folder.path(), &run).assert().code(code);
            assert_eq!(first.get_output().stdout, again.get_output().stdout);
            let text = String::from_utf8(first.get_output().stdout.clone()).unwrap();
            assert!(text.contains(verdict), "{text}");
            let files = ["games.csv", "moves.csv"];
            files.map(|file| without_times(&folder.path().join(&out).join(file)))
        });
        assert_eq!(runs[0], runs[1], "{name}");
        assert_eq!(runs[0], runs[2], "{name}");
    }
}

#[test]
fn a_test_that_ends_undecided_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let run = "tournament --game othello:size=6 --engine random --engine random:name=other \
               --sprt elo1=5 --pairs 20 --out run";
    let assert = harness(folder.path(), run).assert().code(3);
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(text.contains("SPRT (logistic Elo): undecided."), "{text}");
    assert!(text.contains("40 games"), "{text}");
    let likelihood_ratio = text.lines().find(|line| line.starts_with("LLR: "));
    let remarks = format!(
        "{}\nSPRT (logistic Elo): undecided.\n",
        likelihood_ratio.unwrap()
    );
    let run = format!("{run} --quiet --format json");
    harness(folder.path(), &run)
        .assert()
        .code(3)
        .stderr(remarks);
}

/// A killed test goes on to the same pair.
#[test]
fn a_cut_test_goes_on_to_the_same_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let run = "sprt --game othello:size=6 --engine alphabeta:depth=2,name=new --engine greedy \
               --sprt elo1=60 --out run";
    output(folder.path(), run);
    let path = folder.path().join("run/games.csv");
    let whole = without_times(&path);
    let bytes = fs::read(&path).unwrap();
    for part in 1..5 {
        fs::write(&path, &bytes[..bytes.len() * part / 5]).unwrap();
        output(folder.path(), run);
        assert_eq!(without_times(&path), whole);
    }
}

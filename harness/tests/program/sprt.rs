//! Sequential tests.

use crate::{harness, output};

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

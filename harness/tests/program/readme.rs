//! What the README shows runs as it is written.

use std::env;
use std::fs;
use std::process::Command;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");

/// The first code block of a language behind a heading.
fn block(heading: &str, language: &str) -> String {
    let text = fs::read_to_string(README).unwrap();
    let (_, section) = text.split_once(heading).expect("the heading is there");
    let (_, code) = section.split_once(&format!("```{language}\n")).unwrap();
    code.split_once("```").unwrap().0.to_string()
}

#[test]
fn from_a_tournament_to_verified_weights() {
    let folder = tempfile::tempdir().unwrap();
    let program = assert_cmd::cargo::cargo_bin!("harness");
    let programs = [program.parent().unwrap().to_path_buf()];
    let path = env::var_os("PATH").unwrap();
    let path = env::join_paths(programs.into_iter().chain(env::split_paths(&path)));
    let output = Command::new("sh")
        .args(["-e", "-c", &block("\n### Better weights\n", "sh")])
        .current_dir(folder.path())
        .env("PATH", path.unwrap())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        text.matches("The weights are verified").count(),
        2,
        "{text}"
    );
}

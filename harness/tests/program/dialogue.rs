//! A conversation with the program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use assert_cmd::cargo::cargo_bin;

/// A running program that is asked line by line.
pub struct Dialogue {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Dialogue {
    /// Starts this program with arguments that are separated by spaces.
    pub fn harness(arguments: &str) -> Dialogue {
        Dialogue::start(Command::new(cargo_bin("harness")).args(arguments.split_whitespace()))
            .unwrap()
    }

    /// Starts another program, if it is installed. Debian puts games where
    /// `PATH` does not always look; says aloud if there is none.
    pub fn peer(name: &str, arguments: &str) -> Option<Dialogue> {
        let places = [name.to_string(), format!("/usr/games/{name}")];
        let found = places.iter().find_map(|program| {
            Dialogue::start(Command::new(program).args(arguments.split_whitespace()))
        });
        if found.is_none() {
            let required = std::env::var("HARNESS_REQUIRE_PEERS").is_ok_and(|value| value == "1");
            assert!(
                !required,
                "{name} is not installed, but HARNESS_REQUIRE_PEERS=1"
            );
            eprintln!("SKIPPED: {name} is not installed");
        }
        found
    }

    fn start(command: &mut Command) -> Option<Dialogue> {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Some(Dialogue {
            process,
            input,
            output,
        })
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The next line, without its end.
    pub fn hear(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "no answer");
        line.trim_end().to_string()
    }

    /// A command of GTP and the text of its answer.
    ///
    /// # Panics
    ///
    /// If the answer is a failure.
    pub fn ask(&mut self, command: &str) -> String {
        self.say(command);
        let mut answer = String::new();
        loop {
            let line = self.hear();
            if line.is_empty() && !answer.is_empty() {
                break;
            }
            answer.push_str(&line);
            answer.push('\n');
        }
        let text = answer.strip_prefix('=');
        text.unwrap_or_else(|| panic!("{command}: {answer}"))
            .trim()
            .to_string()
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

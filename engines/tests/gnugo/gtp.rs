//! As much of GTP as it takes to ask GNU Go.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running GNU Go.
pub struct GnuGo {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    /// Debian puts games where `PATH` of a service does not look.
    const PLACES: [&str; 2] = ["gnugo", "/usr/games/gnugo"];

    /// Starts it; says aloud if it is not installed.
    pub fn start(options: &[&str]) -> Option<GnuGo> {
        let start = |program: &&str| {
            Command::new(program)
                .args(["--mode", "gtp", "--level", "0"])
                .args(options)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .ok()
        };
        let Some(mut process) = Self::PLACES.iter().find_map(start) else {
            let required = std::env::var("HARNESS_REQUIRE_PEERS").is_ok_and(|value| value == "1");
            assert!(
                !required,
                "gnugo is not installed, but HARNESS_REQUIRE_PEERS=1"
            );
            eprintln!("SKIPPED: gnugo is not installed");
            return None;
        };
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Some(GnuGo {
            process,
            input,
            output,
        })
    }

    /// Sends a command and returns the answer.
    ///
    /// # Panics
    ///
    /// If the answer is a failure.
    pub fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").unwrap();
        self.input.flush().unwrap();
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "{command}: no answer"
            );
            if line.trim().is_empty() && !answer.is_empty() {
                break;
            }
            answer.push_str(&line);
        }
        let text = answer.strip_prefix('=');
        text.unwrap_or_else(|| panic!("{command}: {answer}"))
            .trim()
            .to_string()
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

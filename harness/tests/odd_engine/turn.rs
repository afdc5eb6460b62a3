//! One turn, and what goes wrong in it.

use std::io::{Write, stderr};
use std::process::{abort, exit};
use std::time::Duration;

use engines::{Knowledge, Move};

use crate::Session;
use crate::wire::{sleep, sleep_for_ever};

/// How a protocol answers.
pub struct Style<'a, G> {
    /// A move in its words.
    pub name: &'a dyn Fn(&G, Move) -> String,
    /// A move of its words.
    pub parse: &'a dyn Fn(&G, &str) -> Option<Move>,
    /// An answer around those words.
    pub answer: &'a dyn Fn(&str) -> String,
    /// A point beyond every board.
    pub beyond: &'a str,
    /// A failure.
    pub error: String,
    /// A line that means nothing.
    pub comment: &'a str,
    /// Whether answers carry numbers, by which an old one is known.
    pub is_numbered: bool,
}

const NO_PAUSE: Duration = Duration::ZERO;

impl<G: Knowledge> Session<G> {
    /// Answers with a move, and with what is told to go wrong. `last` is the
    /// answer before, and becomes this one.
    pub fn turn(&mut self, last: &mut String, style: &Style<'_, G>) {
        if self.player.turn == 0 {
            self.options.new_game();
        }
        self.player.turn += 1;
        self.player.asked += 1;
        if self.player.asked == 1 {
            sleep(self.options.milliseconds("slow-first"));
        }
        if self.options.has("flood-stderr") {
            // Whether anybody reads it is his affair.
            let _ = stderr().write_all("what a long story\n".repeat(1 << 16).as_bytes());
        }
        let fault = self.options.at(self.player.turn);
        let (fault, values) = fault.map_or(("", vec![]), |(name, values)| (name, values.to_vec()));
        let wire = &mut self.wire;
        match fault {
            "crash-at" => exit(3),
            "signal-at" => abort(),
            "hang-at" => wire.hang(),
            "deaf-at" => sleep_for_ever(),
            "slow-at" | "late-at" => sleep(Duration::from_millis(values[0].parse().unwrap_or(0))),
            "chatter-at" => {
                let line = format!("{}\n", style.comment);
                wire.repeat(line.as_bytes(), Duration::from_millis(1))
            }
            "flood-at" => {
                let lines = format!("{}\n", style.comment).repeat(1_000);
                wire.repeat(lines.as_bytes(), NO_PAUSE)
            }
            "endless-line-at" => wire.repeat(&[b'x'; 8192], NO_PAUSE),
            "garbage-at" => return wire.say("\u{1b}[31m\u{7}%$ 9\u{fffd}\t{} \\0 'x\"", ""),
            "error-at" => return wire.say(&style.error, style.comment),
            _ => {}
        }

        let words = self.words(fault, &values, style);
        let answer = (style.answer)(&words);
        let wire = &mut self.wire;
        match fault {
            "nul-at" => wire.say(&broken(&answer, &words, "\0"), style.comment),
            "bad-utf8-at" => {
                let text = broken(&answer, &words, "\u{1}") + "\n";
                let bytes = text.into_bytes().into_iter();
                let bytes: Vec<u8> = bytes
                    .map(|byte| if byte == 1 { 0xff } else { byte })
                    .collect();
                wire.write(&bytes);
            }
            "no-newline-at" => {
                wire.write(answer.trim_end().as_bytes());
                wire.hang()
            }
            "late-at" if style.is_numbered => {
                wire.say(last, style.comment);
                wire.say(&answer, style.comment);
            }
            "late-at" => {
                wire.say(&answer, style.comment);
                wire.say(last, style.comment);
            }
            _ => wire.say(&answer, style.comment),
        }
        if fault == "answer-then-exit" {
            exit(0);
        }
        *last = answer;
    }

    /// The move that is named, which it plays where it can.
    fn words(&mut self, fault: &str, values: &[String], style: &Style<'_, G>) -> String {
        let words = match fault {
            "move-at" => values[0].clone(),
            "beyond-at" => style.beyond.to_string(),
            "resign-at" => "resign".to_string(),
            "pass-at" => (style.name)(self.player.position(), Move::PASS),
            "occupied-at" => {
                let occupied = self.player.occupied();
                let mv = occupied.unwrap_or_else(|| self.player.choose());
                (style.name)(self.player.position(), mv)
            }
            _ => {
                let mv = self.player.choose();
                (style.name)(self.player.position(), mv)
            }
        };
        if let Some(mv) = (style.parse)(self.player.position(), &words) {
            self.player.play(mv);
        }
        words
    }
}

/// The answer with something within the words of its move.
fn broken(answer: &str, words: &str, with: &str) -> String {
    let (first, rest) = words.split_at(words.len().min(1));
    answer.replacen(words, &format!("{first}{with}{rest}"), 1)
}

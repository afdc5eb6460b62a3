//! Everything that can be asked of the engine.

use std::time::Duration;

use engines::Rng;

/// An option's name, what it does, how many values it takes, and with which
/// values chance may choose it, if it may.
type Known = (
    &'static str,
    &'static str,
    usize,
    Option<&'static [&'static str]>,
);

/// What happens at a turn, which is the first value: `--slow-at 3 500`.
const AT_A_TURN: [Known; 20] = [
    ("crash-at", "exits with code 3", 0, Some(&[])),
    ("signal-at", "dies of a signal", 0, Some(&[])),
    ("slow-at", "MS later than it could", 1, Some(&["20"])),
    (
        "hang-at",
        "says no more; leaves when stdin closes",
        0,
        Some(&[]),
    ),
    ("deaf-at", "says and reads no more", 0, Some(&[])),
    (
        "chatter-at",
        "lines for ever, a thousand a second",
        0,
        Some(&[]),
    ),
    ("flood-at", "lines for ever, at full speed", 0, Some(&[])),
    (
        "endless-line-at",
        "one line for ever, at full speed",
        0,
        Some(&[]),
    ),
    ("answer-then-exit", "answers and exits", 0, Some(&[])),
    (
        "late-at",
        "answers MS late, and what was asked before again",
        1,
        Some(&["20"]),
    ),
    ("garbage-at", "something that is no answer", 0, Some(&[])),
    ("nul-at", "NUL within the answer", 0, Some(&[])),
    (
        "bad-utf8-at",
        "invalid UTF-8 within the answer",
        0,
        Some(&[]),
    ),
    (
        "no-newline-at",
        "no newline at the end, and no more",
        0,
        Some(&[]),
    ),
    ("occupied-at", "an occupied point", 0, Some(&[])),
    ("beyond-at", "a point beyond the board", 0, Some(&[])),
    ("move-at", "exactly TEXT", 1, Some(&["7,"])),
    ("pass-at", "a pass", 0, Some(&[])),
    ("resign-at", "gives up", 0, Some(&[])),
    (
        "error-at",
        "the protocol's word for a failure",
        0,
        Some(&[]),
    ),
];

/// What holds from the start.
const FROM_THE_START: [Known; 20] = [
    (
        "exit-at-start",
        "exits with code 1 before the first word",
        0,
        Some(&[]),
    ),
    ("usage", "prints its usage and exits", 0, Some(&[])),
    ("slow-start", "MS before the first word", 1, Some(&["20"])),
    (
        "slow-first",
        "MS more for the first move of the process",
        1,
        Some(&["20"]),
    ),
    (
        "ignore-term",
        "ignores SIGTERM and the end of stdin",
        0,
        Some(&[]),
    ),
    ("leave-child", "a child that holds stdout", 0, Some(&[])),
    ("crlf", "lines end in CR LF", 0, Some(&[])),
    (
        "bom",
        "a byte order mark before the first answer",
        0,
        Some(&[]),
    ),
    (
        "empty-lines",
        "an empty line before each answer",
        0,
        Some(&[]),
    ),
    ("comments", "a comment before each answer", 0, Some(&[])),
    (
        "flood-stderr",
        "1 MiB on stderr with each move",
        0,
        Some(&[]),
    ),
    (
        "wrong-id",
        "GTP: another id than the command's",
        0,
        Some(&[]),
    ),
    (
        "wrong-id-on-errors",
        "the same with refusals only",
        0,
        Some(&[]),
    ),
    ("space-before-id", "GTP: `= 7 D4`", 0, Some(&[])),
    ("nodes", "TEXT as the number of nodes", 1, Some(&["-1"])),
    ("dead", "GTP: POINTS, as A1:B2, are dead", 1, None),
    ("refuse-passes", "GTP: takes no `play b pass`", 0, Some(&[])),
    ("banner", "some lines before the first word", 0, Some(&[])),
    ("no-about", "Gomocup: says nothing to ABOUT", 0, Some(&[])),
    ("name", "calls itself TEXT", 1, None),
];

/// What is no fault.
const PLAIN: [Known; 4] = [
    ("timeless", "GTP: has no command for time", 0, None),
    ("game", "SPEC of the game, but for its size", 1, None),
    (
        "seed",
        "plays at random by the seed N, else the first move",
        1,
        None,
    ),
    (
        "random-faults",
        "SEED PERCENT: a fault in so many games and processes",
        2,
        None,
    ),
];

/// An option with its values.
#[derive(Clone)]
struct Given {
    name: &'static str,
    values: Vec<String>,
}

/// What was asked.
pub struct Options {
    given: Vec<Given>,
    at: Vec<(u32, Given)>,
    chance: Option<Chance>,
}

/// Faults at random.
struct Chance {
    rng: Rng,
    percent: u32,
    /// This game's.
    fault: Option<(u32, Given)>,
}

impl Options {
    /// Reads the arguments behind the protocol.
    pub fn read(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let (mut given, mut at) = (Vec::new(), Vec::new());
        while let Some(argument) = arguments.next() {
            let name = argument.strip_prefix("--").unwrap_or(&argument);
            let find = |table: &[Known]| table.iter().find(|known| known.0 == name).copied();
            let turn = find(&AT_A_TURN);
            let known = turn.or(find(&FROM_THE_START)).or(find(&PLAIN));
            let (name, _, count, _) = known.ok_or_else(|| usage(&argument))?;
            let mut next = || arguments.next().ok_or(format!("{argument} lacks a value"));
            match turn {
                Some(_) => {
                    let number = next()?;
                    let number = number.parse().map_err(|_| format!("no turn: {number}"))?;
                    let values = (0..count).map(|_| next()).collect::<Result<_, _>>()?;
                    at.push((number, Given { name, values }));
                }
                None => {
                    let values = (0..count).map(|_| next()).collect::<Result<_, _>>()?;
                    given.push(Given { name, values });
                }
            }
        }
        let mut options = Options {
            given,
            at,
            chance: None,
        };
        options.take_chances();
        Ok(options)
    }

    /// Sets up faults at random, and chooses the process's.
    fn take_chances(&mut self) {
        let percent = match self.find("random-faults") {
            Some(values) => values[1].parse().unwrap_or(0),
            None => return,
        };
        // With the seed alone, a restarted process would fail as the last did.
        let process = u64::from(std::process::id());
        let mut rng = Rng::new(engines::rng::mix(self.number("random-faults"), process));
        self.given.extend(draw(&FROM_THE_START, &mut rng, percent));
        self.chance = Some(Chance {
            rng,
            percent,
            fault: None,
        });
    }

    /// A game begins.
    pub fn new_game(&mut self) {
        if let Some(chance) = &mut self.chance {
            let fault = draw(&AT_A_TURN, &mut chance.rng, chance.percent);
            chance.fault = fault.map(|fault| (1 + chance.rng.below(10), fault));
        }
    }

    /// What is to go wrong at a turn, and its values.
    pub fn at(&self, turn: u32) -> Option<(&'static str, &[String])> {
        let by_chance = self
            .chance
            .iter()
            .filter_map(|chance| chance.fault.as_ref());
        let (_, fault) = self
            .at
            .iter()
            .chain(by_chance)
            .find(|(number, _)| *number == turn)?;
        Some((fault.name, &fault.values))
    }

    fn find(&self, name: &str) -> Option<&[String]> {
        let given = self.given.iter().find(|given| given.name == name)?;
        Some(&given.values)
    }

    /// Whether an option was given.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Its first value.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.find(name)?.first().map(String::as_str)
    }

    /// The same as a number, 0 if there is none.
    pub fn number(&self, name: &str) -> u64 {
        self.value(name)
            .and_then(|value| value.parse().ok())
            .unwrap_or(0)
    }

    /// The same as a time.
    pub fn milliseconds(&self, name: &str) -> Duration {
        Duration::from_millis(self.number(name))
    }
}

/// With a probability, one of the faults that chance may choose.
fn draw(table: &[Known], rng: &mut Rng, percent: u32) -> Option<Given> {
    if rng.below(100) >= percent {
        return None;
    }
    let possible: Vec<Known> = table
        .iter()
        .filter(|known| known.3.is_some())
        .copied()
        .collect();
    let (name, _, _, values) = rng.choose(&possible)?;
    let values = values?.iter().map(|value| value.to_string()).collect();
    Some(Given { name, values })
}

fn usage(argument: &str) -> String {
    let mut text = format!("no option {argument}; there are\n");
    for (name, what, ..) in AT_A_TURN.iter().chain(&FROM_THE_START).chain(&PLAIN) {
        text.push_str(&format!("  --{name}  {what}\n"));
    }
    text
}

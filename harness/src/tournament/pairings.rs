//! Who meets whom: round robin, gauntlet, Swiss and knockout.

mod knockout;
mod matching;
mod points;
mod round;
mod swiss;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::error::InputError;
use knockout::Knockout;
use swiss::Swiss;

pub use knockout::{Decision, KnockoutRound};
pub use points::PairPoints;
pub use swiss::SwissRow;

/// The name of a way to choose who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ScheduleKind {
    /// Everyone meets everyone
    #[default]
    RoundRobin,
    /// The first engines each meet all others
    Gauntlet,
    /// Rounds in which equals meet
    Swiss,
    /// Who loses is out
    Knockout,
}

/// A schedule as a user asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScheduleOptions {
    /// Which.
    pub kind: Option<ScheduleKind>,
    /// Engines that challenge in a gauntlet.
    pub challengers: Option<usize>,
    /// Rounds of a Swiss.
    pub rounds: Option<u64>,
}

impl ScheduleOptions {
    /// These before the others. Asking for another kind leaves the options of
    /// the others' behind.
    pub fn over(self, others: ScheduleOptions) -> ScheduleOptions {
        if self.kind.is_some() && self.kind != others.kind {
            return self;
        }
        ScheduleOptions {
            kind: self.kind.or(others.kind),
            challengers: self.challengers.or(others.challengers),
            rounds: self.rounds.or(others.rounds),
        }
    }

    /// With defaults for what is left out, in a field of so many players;
    /// refuses options that this kind does not have.
    pub fn resolve(self, players: usize) -> Result<System, InputError> {
        let kind = self.kind.unwrap_or_default();
        if self.challengers.is_some() && kind != ScheduleKind::Gauntlet {
            return Err(InputError::new(
                "challengers needs the schedule `gauntlet`: add it, or leave challengers out",
            ));
        }
        if self.rounds.is_some() && kind != ScheduleKind::Swiss {
            return Err(InputError::new(
                "rounds needs the schedule `swiss`: add it, or leave rounds out",
            ));
        }
        Ok(match kind {
            ScheduleKind::RoundRobin => System::RoundRobin,
            ScheduleKind::Gauntlet => System::Gauntlet {
                challengers: self.challengers.unwrap_or(1),
            },
            ScheduleKind::Swiss => System::Swiss {
                rounds: self.rounds.unwrap_or(swiss::default_rounds(players)),
            },
            ScheduleKind::Knockout => System::Knockout,
        })
    }
}

/// A way to choose who meets whom. Every meeting is the same number of pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum System {
    /// Everyone meets everyone.
    RoundRobin,
    /// The first `challengers` players each meet all who are none.
    Gauntlet {
        /// At least one, and not all.
        challengers: usize,
    },
    /// In every round each meets somebody new who stands about as well.
    Swiss {
        /// At most as many as a player has opponents.
        rounds: u64,
    },
    /// Who loses a meeting is out; seeded by the order of the players.
    Knockout,
}

impl System {
    /// The same as options, without those that are the default of all.
    pub fn options(self) -> ScheduleOptions {
        let (kind, challengers, rounds) = match self {
            System::RoundRobin => return ScheduleOptions::default(),
            System::Gauntlet { challengers } => (ScheduleKind::Gauntlet, Some(challengers), None),
            System::Swiss { rounds } => (ScheduleKind::Swiss, None, Some(rounds)),
            System::Knockout => (ScheduleKind::Knockout, None, None),
        };
        ScheduleOptions {
            kind: Some(kind),
            challengers,
            rounds,
        }
    }

    /// Refuses what a field of so many players cannot play.
    pub fn check(self, players: usize) -> Result<(), InputError> {
        let refuse = |what: String| Err(InputError(what));
        match self {
            System::Gauntlet { challengers } if challengers == 0 || challengers >= players => {
                refuse(format!(
                    "challengers must be 1 to {} with {players} engines, but is {challengers}",
                    players.saturating_sub(1)
                ))
            }
            System::Swiss { .. } if players < 3 => refuse(format!(
                "a Swiss tournament needs three engines, but {players} were given; \
                 two play a match by the schedule `round-robin`"
            )),
            System::Swiss { .. } if players > Swiss::MOST_PLAYERS => refuse(format!(
                "a Swiss tournament has at most {} engines, but {players} were given",
                Swiss::MOST_PLAYERS
            )),
            System::Swiss { rounds } if rounds == 0 || rounds >= players as u64 => refuse(format!(
                "rounds must be 1 to {} with {players} engines, who have no more opponents, but is \
                 {rounds}",
                players - 1
            )),
            _ => Ok(()),
        }
    }

    /// Meetings of a whole tournament.
    pub fn meetings(self, players: usize) -> u64 {
        let players = players as u64;
        match self {
            System::RoundRobin => players * players.saturating_sub(1) / 2,
            System::Gauntlet { challengers } => {
                let challengers = challengers as u64;
                challengers * players.saturating_sub(challengers)
            }
            System::Swiss { rounds } => rounds.saturating_mul(players / 2),
            System::Knockout => players.saturating_sub(1),
        }
    }

    /// Meetings of the first round: those that hang on no result.
    pub fn first_round(self, players: usize) -> u64 {
        match self {
            System::RoundRobin | System::Gauntlet { .. } => self.meetings(players),
            System::Swiss { .. } => players as u64 / 2,
            // Everyone but those who have a bye.
            System::Knockout => (players - players.next_power_of_two() / 2) as u64,
        }
    }

    /// How many times its pairs a meeting can take at most: a tied one in a
    /// knockout goes on for as many again.
    pub fn longest_meeting(self) -> u64 {
        match self {
            System::Knockout => 2,
            _ => 1,
        }
    }

    /// Whether who meets whom hangs on results.
    pub fn hangs_on_results(self) -> bool {
        matches!(self, System::Swiss { .. } | System::Knockout)
    }

    /// The meetings there will be, or, where they hang on results, all that
    /// there can be.
    pub fn possible_meetings(self, players: usize) -> Vec<[usize; 2]> {
        match self {
            System::Gauntlet { challengers } => (0..challengers)
                .flat_map(|first| (challengers..players).map(move |second| [first, second]))
                .collect(),
            _ => (0..players)
                .flat_map(|first| (first + 1..players).map(move |second| [first, second]))
                .collect(),
        }
    }
}

/// Whose pair is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// That of these two; `number` stands for them, and for nobody else.
    Meet {
        /// Who plays Black in the pair's first game, and who in its second.
        players: [usize; 2],
        /// Below the square of the number of players.
        number: u64,
    },
    /// It hangs on results to come.
    Wait,
    /// Nobody's: all is played.
    End,
}

/// The course of a tournament: whose pair is next, by what was recorded.
#[derive(Clone, Debug)]
pub enum Pairings {
    /// Known from the beginning.
    Fixed(Fixed),
    /// See [`System::Swiss`].
    Swiss(Swiss),
    /// See [`System::Knockout`].
    Knockout(Knockout),
}

impl Pairings {
    /// The beginning of a tournament with so many players, and pairs a meeting.
    pub fn new(system: System, players: usize, pairs: u64) -> Pairings {
        match system {
            System::RoundRobin | System::Gauntlet { .. } => {
                let meetings = system.possible_meetings(players);
                Pairings::Fixed(Fixed {
                    left: meetings.len() as u64 * pairs,
                    next: 0,
                    meetings,
                })
            }
            System::Swiss { rounds } => Pairings::Swiss(Swiss::new(players, rounds, pairs)),
            System::Knockout => Pairings::Knockout(Knockout::new(players, pairs)),
        }
    }

    /// Takes the next pair.
    pub fn next_turn(&mut self) -> Turn {
        match self {
            Pairings::Fixed(fixed) => fixed.next_turn(),
            Pairings::Swiss(swiss) => swiss.next_turn(),
            Pairings::Knockout(knockout) => knockout.next_turn(),
        }
    }

    /// Tells the result of the first pair that was taken and has none yet.
    pub fn record(&mut self, points: PairPoints) {
        match self {
            Pairings::Fixed(_) => {}
            Pairings::Swiss(swiss) => swiss.record(points),
            Pairings::Knockout(knockout) => knockout.record(points),
        }
    }

    /// Whether all is played.
    pub fn is_over(&self) -> bool {
        match self {
            Pairings::Fixed(fixed) => fixed.left == 0,
            Pairings::Swiss(swiss) => swiss.is_over(),
            Pairings::Knockout(knockout) => knockout.is_over(),
        }
    }

    /// Where a tournament stands after these results, in the order of its
    /// schedule.
    pub fn after(mut self, results: impl IntoIterator<Item = PairPoints>) -> Pairings {
        for points in results {
            if !matches!(self.next_turn(), Turn::Meet { .. }) {
                break;
            }
            self.record(points);
        }
        self
    }
}

/// Meetings that play a pair each, in order, and then each the next.
#[derive(Clone, Debug)]
pub struct Fixed {
    meetings: Vec<[usize; 2]>,
    next: usize,
    left: u64,
}

impl Fixed {
    fn next_turn(&mut self) -> Turn {
        if self.left == 0 {
            return Turn::End;
        }
        let number = self.next;
        self.left -= 1;
        self.next = (number + 1) % self.meetings.len();
        Turn::Meet {
            players: self.meetings[number],
            number: number as u64,
        }
    }
}

#[cfg(test)]
mod tests;

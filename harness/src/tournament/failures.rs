//! Engines that fail one game after another.

use std::fmt;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::config::Config;
use crate::records::{self, RecordedPair, Winner};

/// What becomes of a run in which an engine fails one game after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum OnFailure {
    /// The engine's later games are void, and the others play on.
    #[default]
    LeaveOut,
    /// It ends.
    Stop,
}

/// How often each engine has failed in a row: it lost by a fault, or did not
/// start. A function of what is recorded, so that a run that goes on knows it.
#[derive(Clone, Debug)]
pub struct Failures {
    in_a_row: Vec<u32>,
}

/// An engine that has failed too often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedEngine {
    /// Its name.
    pub name: String,
    /// How it failed last.
    pub last: String,
}

impl fmt::Display for FailedEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "engine `{}` failed {} games in a row, the last one so: {}",
            self.name,
            Failures::MOST,
            self.last
        )
    }
}

impl Failures {
    /// Failures after which an engine is given up.
    pub const MOST: u32 = 10;

    /// None yet.
    pub fn new(players: usize) -> Failures {
        Failures {
            in_a_row: vec![0; players],
        }
    }

    /// Takes note of a pair; returns an engine that is given up now. Where the run
    /// stops at that, going on with it is another beginning.
    pub fn add(&mut self, config: &Config, pair: &RecordedPair) -> Option<FailedEngine> {
        let mut given_up = None;
        if config.on_failure == OnFailure::Stop {
            for failures in &mut self.in_a_row {
                *failures %= Self::MOST;
            }
        }
        for game in &pair.games {
            let at_fault = game.at_fault();
            for (index, player) in config.players.iter().enumerate() {
                if player.name != game.black && player.name != game.white {
                    continue;
                }
                let failures = &mut self.in_a_row[index];
                if at_fault == Some(player.name.as_str()) {
                    *failures += 1;
                    if *failures == Self::MOST {
                        given_up = Some(FailedEngine {
                            name: player.name.clone(),
                            last: game.detail.clone(),
                        });
                    }
                } else if *failures < Self::MOST && game.winner != Winner::None {
                    *failures = 0;
                }
            }
        }
        given_up
    }

    /// Whether an engine's later games are void.
    fn is_left_out(&self, config: &Config, player: usize) -> bool {
        config.on_failure == OnFailure::LeaveOut && self.in_a_row[player] >= Self::MOST
    }

    /// The engines whose later games are void.
    pub fn left_out(&self, config: &Config) -> Vec<usize> {
        let players = 0..self.in_a_row.len();
        players
            .filter(|&player| self.is_left_out(config, player))
            .collect()
    }

    /// Whether nobody plays on.
    pub fn end_the_run(&self, config: &Config) -> bool {
        let given_up = self.in_a_row.iter().filter(|&&row| row >= Self::MOST);
        match config.on_failure {
            OnFailure::LeaveOut => self.in_a_row.len() - given_up.count() < 2,
            OnFailure::Stop => given_up.count() > 0,
        }
    }

    /// A pair in which a player is given up as it is recorded: void, whether
    /// it was played before that was known or not.
    pub fn made_void(&self, config: &Config, mut pair: RecordedPair) -> RecordedPair {
        let [black, white] = [&pair.games[0].black, &pair.games[0].white];
        let mut left_out = self
            .left_out(config)
            .into_iter()
            .map(|player| &config.players[player]);
        let absent = left_out.find(|player| player.name == *black || player.name == *white);
        if let Some(player) = absent {
            for game in &mut pair.games {
                game.make_void(records::left_out(&player.name));
            }
            pair.moves.clear();
        }
        pair
    }
}

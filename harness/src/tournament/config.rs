//! What a tournament plays, resolved and checked.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use engines::{EngineSpec, GameSpec, GameVisitor, Knowledge};

use super::adjudication::Adjudication;
use super::contender::Contender;
use super::dead_stones::DeadStones;
use super::failures::OnFailure;
use super::limits::Limits;
use super::opening::Openings;
use super::pair::MOST_EXTERNAL;
use super::pairings::System;
use super::player::{Player, PlayerSpec};
use crate::error::InputError;
use crate::protocols::{ExternalSpec, Language, check_capacity};
use crate::ratings::Sprt;

/// Pairs a meeting when nothing is said.
pub const DEFAULT_PAIRS: u64 = 10;

/// Pairs at which an SPRT gives up when nothing is said: several times what one
/// with its default bounds takes.
pub const DEFAULT_SPRT_PAIRS: u64 = 5000;

/// A whole tournament. What it plays depends on nothing else.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The game.
    pub game: GameSpec,
    /// Who plays; at least two, with different names.
    pub players: Vec<Player>,
    /// Who meets whom.
    pub system: System,
    /// Pairs a meeting; two games each.
    pub pairs: u64,
    /// Where all random numbers come from.
    pub seed: u64,
    /// Limits of players without their own.
    pub limits: Limits,
    /// How games begin.
    pub openings: Openings,
    /// When games end early.
    pub adjudication: Adjudication,
    /// Who says which stones of a game of Go are dead.
    pub dead_stones: DeadStones,
    /// What becomes of the run if an engine fails one game after another.
    pub on_failure: OnFailure,
    /// Whether every search is recorded in `moves.csv`.
    pub moves: bool,
    /// The test that ends the match of two engines when it is decided.
    pub sprt: Option<Sprt>,
}

impl Config {
    /// Seeds and ids stay below 2^53, so that every reader of a CSV file keeps
    /// them.
    pub const LARGEST_NUMBER: u64 = (1 << 53) - 1;

    /// Refuses what cannot be played; builds every engine once to see whether
    /// it can be.
    pub fn check(&self) -> Result<(), InputError> {
        if self.pairs == 0 {
            return Err(InputError::new("pairs must be more than 0"));
        }
        if self.players.len() < 2 {
            return Err(InputError(format!(
                "a tournament needs two engines, but {} was given",
                self.players.len()
            )));
        }
        Self::check_seed(self.seed)?;
        self.system.check(self.players.len())?;
        let most_pairs = Self::LARGEST_NUMBER / (2 * self.most_meetings());
        if self.pairs > most_pairs {
            return Err(InputError(format!(
                "pairs must be at most {most_pairs} with {} engines, but is {}",
                self.players.len(),
                self.pairs
            )));
        }
        if let Some(sprt) = &self.sprt {
            if self.players.len() != 2 {
                return Err(InputError(format!(
                    "an SPRT compares two engines, but there are {}",
                    self.players.len()
                )));
            }
            sprt.check()?;
        }
        self.openings.check()?;
        self.limits.check()?;
        self.adjudication.check(&self.game)?;
        for (index, player) in self.players.iter().enumerate() {
            let name = &player.name;
            if self.players[..index]
                .iter()
                .any(|other| other.name == *name)
            {
                return Err(InputError(format!(
                    "two engines are called `{name}`; give one another name with the option name="
                )));
            }
            player.check(&self.limits)?;
            if let PlayerSpec::External(spec) = &player.spec {
                spec.check_game(&self.game)
                    .map_err(|error| at_player(name, &error))?;
            }
        }
        if let DeadStones::One(name) = &self.dead_stones
            && !self.players.iter().any(|player| player.name == *name)
        {
            return Err(InputError(format!(
                "dead_stones: no engine is called `{name}`"
            )));
        }
        self.game.dispatch(BuildAll(&self.players))
    }

    /// Starts every program of others once, to see whether it can be.
    pub fn check_programs(&self) -> Result<(), InputError> {
        let mut programs = BTreeSet::new();
        for player in &self.players {
            if let PlayerSpec::External(spec) = &player.spec
                && programs.insert((spec.program(), spec.options.dir.clone()))
            {
                spec.check_program()
                    .map_err(|error| at_player(&player.name, &error))?;
            }
        }
        Ok(())
    }

    /// Engines that cannot be told of a limit, and may lose by a time.
    pub fn deaf_engines(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for player in &self.players {
            let Some(spec) = player.spec.external() else {
                continue;
            };
            let limits = player.limits(&self.limits);
            let mut warn = |what, why, so| {
                let name = &player.name;
                warnings.push(format!(
                    "engine `{name}` cannot be told of its {what}: {why}; {so}"
                ));
            };
            let is_broken = |time: Duration| time.subsec_nanos() != 0;
            let (loses, as_it_likes) = ("it may lose by it", "it searches as it likes");
            match spec.language {
                Language::Gtp => {
                    let no_word = "GTP has no word for it";
                    if limits.nodes.is_some() {
                        warn("limit on nodes", no_word, as_it_likes);
                    }
                    if limits.depth.is_some() {
                        warn("limit on depth", no_word, as_it_likes);
                    }
                    if limits.tc.is_none() && limits.movetime.is_some_and(is_broken) {
                        warn("time", "GTP counts in whole seconds", loses);
                    }
                }
                Language::Nboard => {
                    if limits.nodes.is_some() {
                        warn("limit on nodes", "NBoard has no word for it", as_it_likes);
                    }
                    if limits.has_time() {
                        warn("time", "NBoard has no word for time", loses);
                    }
                }
                Language::Gomocup => {}
            }
        }
        warnings
    }

    /// Refuses a seed that not every reader of a CSV file keeps.
    pub fn check_seed(seed: u64) -> Result<(), InputError> {
        if seed > Self::LARGEST_NUMBER {
            return Err(InputError(format!(
                "seed must be at most {}, but is {seed}",
                Self::LARGEST_NUMBER
            )));
        }
        Ok(())
    }

    /// Games at a time, if there are to be at most so many: each pair that is not
    /// recorded yet is played by one thread.
    pub fn threads(&self, most: usize, recorded: u64) -> usize {
        let left = (self.games() / 2).saturating_sub(recorded);
        most.min(left.max(1) as usize)
    }

    /// Refuses more games at a time than the machine has room for; says what else
    /// is not as it should be with so many.
    pub fn check_threads(
        &self,
        threads: usize,
        cores: impl FnOnce() -> usize,
    ) -> Result<Option<String>, InputError> {
        let threads = self.threads(threads, 0);
        let external: Vec<&ExternalSpec> = self
            .players
            .iter()
            .filter_map(|player| player.spec.external())
            .collect();
        if !external.is_empty() {
            let at_a_time = external.len().min(MOST_EXTERNAL);
            check_capacity((threads * at_a_time) as u64, threads as u64)?;
        }
        let has_time = |player: &Player| player.limits(&self.limits).has_time();
        let minds_time = !external.is_empty() || self.players.iter().any(has_time);
        let own_threads = external.iter().map(|spec| spec.options.threads);
        let most = own_threads.max().unwrap_or(1);
        let needed = threads * most;
        if !minds_time || needed == 1 {
            return Ok(None);
        }
        let cores = cores();
        Ok((needed > cores).then(|| {
            let engines = match most {
                1 => String::new(),
                _ => format!(" with engines of up to {most} threads"),
            };
            format!(
                "{threads} games at a time{engines} need {needed} cores, but there are {cores}: \
                 clocks may be unfair"
            )
        }))
    }

    /// Games of the whole schedule; in a knockout, if no meeting is tied.
    pub fn games(&self) -> u64 {
        2 * self.pairs * self.system.meetings(self.players.len())
    }

    /// Meetings, with those that go on counted as often as they can.
    fn most_meetings(&self) -> u64 {
        self.system.meetings(self.players.len()) * self.system.longest_meeting()
    }
}

#[cfg(test)]
impl Config {
    /// The built-in engines at Othello, for tests to change.
    pub fn example() -> Config {
        let game: GameSpec = "othello".parse().expect("a name alone is a spec");
        Config {
            openings: Openings::Random {
                plies: Openings::default_plies(&game),
            },
            game,
            players: default_players(),
            system: System::RoundRobin,
            pairs: DEFAULT_PAIRS,
            seed: 5,
            limits: Limits::default(),
            adjudication: Adjudication::default(),
            dead_stones: DeadStones::default(),
            on_failure: OnFailure::default(),
            moves: false,
            sprt: None,
        }
    }
}

fn at_player(name: &str, error: &impl fmt::Display) -> InputError {
    InputError(format!("engine `{name}`: {error}"))
}

struct BuildAll<'a>(&'a [Player]);

impl GameVisitor for BuildAll<'_> {
    type Output = Result<(), InputError>;

    fn visit<G: Knowledge>(self, _: &G::Rules) -> Result<(), InputError> {
        for player in self.0 {
            Contender::<G>::build(player, None)
                .map_err(|error| InputError(format!("engine `{}`: {error}", player.name)))?;
        }
        Ok(())
    }
}

/// The five built-in engines.
pub fn default_players() -> Vec<Player> {
    EngineSpec::KINDS
        .iter()
        .map(|kind| kind.parse().expect("a kind alone is a spec"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::pairings::{Pairings, Turn};
    use proptest::prelude::*;
    use std::time::Duration;

    /// Small numbers, and those at which something may overflow.
    fn any_number() -> impl Strategy<Value = u64> {
        let extreme = [31, 32, 52, 53, 62, 63].map(|bits| 1_u64 << bits);
        prop_oneof![
            0_u64..70,
            prop::sample::select(extreme.to_vec()),
            (prop::sample::select(extreme.to_vec()), 1_u64..70)
                .prop_map(|(one, other)| one - other),
            Just(u64::MAX),
            any::<u64>(),
        ]
    }

    fn any_system() -> impl Strategy<Value = System> {
        (0..4, any_number()).prop_map(|(kind, number)| match kind {
            0 => System::RoundRobin,
            1 => System::Gauntlet {
                challengers: number as usize,
            },
            2 => System::Swiss { rounds: number },
            _ => System::Knockout,
        })
    }

    fn random_players(count: usize) -> Vec<Player> {
        let player = |number| format!("random:name={number}").parse().unwrap();
        (0..count).map(player).collect()
    }

    proptest! {
        #[test]
        fn what_is_not_refused_can_be_numbered_and_played(
            system in any_system(),
            players in prop_oneof![0_usize..70, Just(600)],
            (pairs, seed) in (any_number(), any_number()),
            plies: u32,
        ) {
            let config = Config {
                system,
                players: random_players(players),
                pairs,
                seed,
                openings: Openings::Random { plies },
                ..Config::example()
            };
            if let Err(error) = config.check() {
                prop_assert!(!error.to_string().is_empty());
                return Ok(());
            }
            prop_assert!(pairs > 0 && players >= 2 && seed <= Config::LARGEST_NUMBER);
            let most_games = 2 * u128::from(pairs) * u128::from(config.most_meetings());
            prop_assert!(most_games <= u128::from(Config::LARGEST_NUMBER));
            prop_assert!(2 * pairs <= config.games());
            let mut pairings = Pairings::new(system, players, pairs);
            let is_a_meeting = matches!(pairings.next_turn(), Turn::Meet { .. });
            prop_assert!(is_a_meeting);
        }
    }

    #[test]
    fn clocks_need_a_core_for_every_game() {
        let timed = |pairs: u64, movetime: Option<Duration>| Config {
            players: random_players(2),
            pairs,
            limits: Limits {
                nodes: Some(100),
                movetime,
                ..Limits::default()
            },
            ..Config::example()
        };
        let second = Some(Duration::from_secs(1));
        let warning = timed(100, second).check_threads(64, || 4).unwrap().unwrap();
        assert_eq!(
            warning,
            "64 games at a time need 64 cores, but there are 4: clocks may be unfair"
        );
        // Nobody looks at a clock, there are the cores, or there are not the pairs.
        for (config, threads) in [
            (timed(100, None), 64),
            (timed(100, second), 4),
            (timed(4, second), 64),
        ] {
            assert_eq!(config.check_threads(threads, || 4), Ok(None));
        }
        // Whoever else plays may look at one of his own.
        let other = Config {
            players: ["random", "gtp:command=cat,threads=3"]
                .map(|text| text.parse().unwrap())
                .into(),
            ..timed(2, None)
        };
        let warning = other.check_threads(64, || 4).unwrap().unwrap();
        assert!(
            warning.contains("up to 3 threads need 6 cores"),
            "{warning}"
        );
    }

    #[test]
    fn an_engine_may_take_part_twice_under_two_names() {
        let named = |names: [&str; 2]| {
            let players = names.map(|name| format!("mcts:playouts=5,name={name}"));
            let config = Config {
                players: players.map(|text| text.parse().unwrap()).to_vec(),
                ..Config::example()
            };
            config.check()
        };
        assert_eq!(named(["one", "other"]), Ok(()));
        assert!(named(["one", "one"]).is_err());
    }
}

//! New weights against old ones: a match until a test is decided, and a gauntlet.

use std::path::Path;

use engines::GameSpec;
use engines::pattern::is_word;

use super::matches::{Played, play_below};
use super::players::{NEW, OLD, kind_of, start, weighing};
use crate::commands::limit_args::LimitArgs;
use crate::error::InputError;
use crate::ratings::{MatchCounts, Sprt};
use crate::tournament::{
    Adjudication, Config, DeadStones, Limits, OnFailure, Openings, Player, RunOptions, Signals,
    System,
};
use crate::tuning::{Evaluation, Meeting, ProvenanceFile, Test, Verification, hash_of, verdict};
use crate::version::version;

/// An opponent by default.
const MCTS: &str = "mcts";

/// Who plays with weights, against whom, and how long he thinks.
#[derive(clap::Args, Debug)]
pub struct TrialArgs {
    /// Who plays with the weights: alphabeta or pattern, with options
    #[arg(long, value_name = "SPEC", default_value = "alphabeta")]
    pub engine: String,

    /// The test, with options as in harness tournament [default: elo0=0,elo1=30]
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,

    /// Engines that either has to play if the test is passed, two or more
    #[arg(long, value_name = "SPEC", num_args = 1.., default_values = ["greedy", MCTS])]
    pub opponents: Vec<String>,

    /// Pairs of games against each of them
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub gauntlet_pairs: u64,

    #[command(flatten)]
    limits: LimitArgs,
}

/// Weights to be tried.
pub struct Trial<'a> {
    pub args: &'a TrialArgs,
    pub game: GameSpec,
    pub new: &'a Path,
    /// A file, or a word for weights that are in none.
    pub old: &'a Path,
    /// Pairs after which the test is undecided.
    pub pairs: u64,
    pub seed: u64,
}

/// What a trial found.
pub struct Finding {
    pub verification: Verification,
    /// The match of the new and the old weights.
    pub counts: MatchCounts,
    /// Whether it stands beside the new weights: not where it is less than what stood
    /// there before.
    pub is_written: bool,
}

/// What came of a trial.
pub enum Tried {
    /// It went to its end.
    Whole(Box<Finding>),
    /// Somebody stopped the program, which ends with this code.
    Stopped(u8),
}

impl Trial<'_> {
    /// Refuses what cannot be played, before anything is.
    pub fn check(&self) -> Result<(), InputError> {
        let test = self.test()?;
        test.check()?;
        self.gauntlet(&test)?.check()
    }

    /// Plays what is missing, and writes the verdict beside the new weights.
    pub fn run(
        &self,
        provenance: &mut ProvenanceFile,
        options: &RunOptions,
        signals: &Signals,
    ) -> anyhow::Result<Tried> {
        let against_sha256 = self.hash_of_old(provenance)?;
        let test = self.test()?;
        let gauntlet = self.gauntlet(&test)?;
        let folder = self.new.with_extension("verify");
        let counts = match play_below(&test, &folder, options, signals)? {
            Played::Whole(finished) => finished.match_counts(&test),
            Played::Stopped(code) => return Ok(Tried::Stopped(code)),
        };
        let result = Test::of(&counts, test.sprt.unwrap_or_default());
        let mut meetings = Vec::new();
        if result.is_stronger == Some(true) {
            let results = match play_below(&gauntlet, &folder, options, signals)? {
                Played::Whole(finished) => finished.standings,
                Played::Stopped(code) => return Ok(Tried::Stopped(code)),
            };
            let of = |name: &str, opponent: &Player| {
                results.results().match_counts(name, &opponent.name)
            };
            let opponents = gauntlet.players.iter().skip(2);
            meetings.extend(opponents.map(|player| [of(NEW, player), of(OLD, player)]));
        }
        let verification = Verification {
            verdict: verdict(&result, &meetings),
            program: version().to_string(),
            game: test.game.to_string(),
            against: self.old.display().to_string(),
            against_sha256,
            engine: self.args.engine.clone(),
            limits: test.players[0].limits(&test.limits).to_string(),
            seed: test.seed,
            test: result,
            gauntlet: meetings_of(&gauntlet, &meetings),
        };
        Ok(Tried::Whole(Box::new(Finding {
            is_written: provenance.verify(&verification)?,
            verification,
            counts,
        })))
    }

    /// `None` of weights that are in no file.
    pub fn hash_of_old(&self, new: &ProvenanceFile) -> anyhow::Result<Option<String>> {
        if is_word(self.old) {
            return Ok(None);
        }
        let hash = hash_of(self.old).map_err(|error| InputError(format!("{error:#}")))?;
        if hash == new.weights_sha256() {
            return Err(InputError(format!(
                "{} and {} hold the same weights",
                self.new.display(),
                self.old.display()
            ))
            .into());
        }
        Ok(Some(hash))
    }

    /// Whether the engine plays alike with the new and the old weights.
    pub fn is_idle(&self) -> Result<bool, InputError> {
        let kind = kind_of(&self.args.engine)?;
        let read = |weights: &Path| {
            let evaluation = Evaluation::of(&self.game, &start(weights))?;
            Ok::<_, InputError>(evaluation.read_by(&kind))
        };
        Ok(read(self.new)? == read(self.old)?)
    }

    /// The match of the new and the old weights.
    pub fn test(&self) -> Result<Config, InputError> {
        let args = self.args;
        Ok(Config {
            players: vec![
                weighing(&args.engine, NEW, self.new)?,
                weighing(&args.engine, OLD, self.old)?,
            ],
            system: System::RoundRobin,
            pairs: self.pairs,
            seed: self.seed,
            limits: args.limits.limits().or_default(),
            openings: Openings::Random {
                plies: Openings::default_plies(&self.game),
            },
            adjudication: Adjudication::default(),
            on_failure: OnFailure::Stop,
            dead_stones: DeadStones::default(),
            moves: false,
            sprt: Some(args.sprt.unwrap_or_default()),
            game: self.game.clone(),
        })
    }

    /// New and old weights against others, from the same openings.
    fn gauntlet(&self, test: &Config) -> Result<Config, InputError> {
        if self.args.opponents.len() < 2 {
            return Err(InputError::new(
                "one opponent may be a special case; give --opponents two or more",
            ));
        }
        let mut players = test.players.clone();
        for opponent in &self.args.opponents {
            let mut player: Player = opponent.parse()?;
            let of_depth_alone = Limits {
                depth: None,
                ..test.limits
            };
            // Which mcts knows nothing of.
            if opponent == MCTS && of_depth_alone.is_empty() {
                player.own_limits = of_depth_alone.or_default();
            }
            players.push(player);
        }
        Ok(Config {
            players,
            system: System::Gauntlet { challengers: 2 },
            pairs: self.args.gauntlet_pairs,
            sprt: None,
            ..test.clone()
        })
    }
}

/// A seed from the hash of weights: games of which no tournament begins with the same.
pub fn seed_of(provenance: &ProvenanceFile) -> u64 {
    /// Hexadecimal digits of the largest seed.
    const DIGITS: usize = 13;
    let digits = provenance.weights_sha256().get(..DIGITS);
    u64::from_str_radix(digits.unwrap_or_default(), 16).unwrap_or_default()
}

fn meetings_of(gauntlet: &Config, counts: &[[MatchCounts; 2]]) -> Vec<Meeting> {
    let opponents = gauntlet.players.iter().skip(2);
    opponents
        .zip(counts)
        .map(|(player, counts)| Meeting::of(&player.name, counts.each_ref()))
        .collect()
}

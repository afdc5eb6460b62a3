//! What a tournament says at its end.

use std::path::Path;

use crate::commands::match_block::MatchBlock;
use crate::commands::{quoted, standing, table};
use crate::error::{EXIT_DONE, EXIT_FAILED, EXIT_MISBEHAVED, EXIT_NEGATIVE, EXIT_UNDECIDED};
use crate::ratings::{Ratings, Verdict};
use crate::records::RatingRow;
use crate::tournament::{Config, Finished, OnFailure, Openings, PlayerSpec};
use crate::tuning::ProvenanceFile;

/// A tournament that has ended, or was stopped.
pub struct Outcome<'a> {
    pub config: &'a Config,
    pub folder: &'a Path,
    pub finished: &'a Finished,
    pub ratings: &'a Ratings,
    pub rows: &'a [RatingRow],
    /// Whether an engine's failure is one of the run.
    pub is_strict: bool,
}

impl Outcome<'_> {
    /// All there is to say.
    pub fn text(&self) -> String {
        let Outcome {
            config, finished, ..
        } = self;
        let mut text = format!("{}, {} games\n\n", config.game, finished.games);
        text.push_str(&table::ratings(self.ratings, self.rows));
        text.push_str(&table::repeats(finished.standings.repeated_pairs()));
        text.push('\n');
        text.push_str(&match config.players.len() {
            2 => self.match_block(|block| block.text()),
            _ => table::head_to_head(finished.standings.results(), self.rows),
        });
        text.push_str(&standing::of(config, &finished.pairings));
        text.push_str(&self.weights());
        text.push_str(&self.faults());
        if finished.is_cut_short() {
            text.push_str(&self.cut_short());
        }
        text.push_str(&self.files());
        text
    }

    /// What a match has said of the weights that engines play with.
    fn weights(&self) -> String {
        let mut text = String::new();
        for player in &self.config.players {
            if let PlayerSpec::BuiltIn(spec) = &player.spec
                && let Some(Some(file)) = spec.weights()
                && let Ok(provenance) = ProvenanceFile::of(file)
            {
                let (name, verdict) = (&player.name, provenance.verdict());
                text += &format!(
                    "The weights of {name}, {}, are {verdict}.\n",
                    file.display()
                );
            }
        }
        match text.is_empty() {
            true => text,
            false => format!("\n{text}"),
        }
    }

    /// Games that engines failed in.
    fn faults(&self) -> String {
        match &self.finished.faults {
            faults if faults.count() == 0 => String::new(),
            faults => {
                format!("\nGames lost by a fault, or void as an engine did not start: {faults}\n")
            }
        }
    }

    /// What rows of ratings do not say, as they are the same for any tournament:
    /// pairs left out, faults, and how a test ended.
    pub fn remarks(&self) -> String {
        let mut text = table::repeats(self.finished.standings.repeated_pairs());
        if self.config.sprt.is_some() {
            text.push_str(&self.match_block(|block| block.test()));
        }
        text.push_str(&self.faults());
        text.trim_end().to_string()
    }

    fn match_block(&self, part: impl FnOnce(&MatchBlock) -> String) -> String {
        let config = self.config;
        let conditions = format!("{}, {}", self.limits(), config.game);
        part(&MatchBlock {
            counts: &self.finished.match_counts(config),
            names: [0, 1].map(|player| config.players[player].name.as_str()),
            conditions: &conditions,
            sprt: config.sprt.as_ref(),
        })
    }

    /// Those of both engines, told apart where they differ.
    fn limits(&self) -> String {
        let [first, second] =
            [0, 1].map(|player| self.config.players[player].limits(&self.config.limits));
        match first == second {
            true => first.to_string(),
            false => format!("{first} vs {second}"),
        }
    }

    fn cut_short(&self) -> String {
        let why = match &self.config.openings {
            Openings::Random { plies } => {
                format!("there are no more different openings of at most {plies} plies")
            }
            Openings::Book(book) => format!(
                "{} has {} different openings",
                book.path.display(),
                book.openings().len()
            ),
        };
        format!(
            "\nThe schedule ends after {} of {} games: {why}.\n",
            self.finished.games,
            self.config.games()
        )
    }

    fn files(&self) -> String {
        let moves = if self.config.moves { " moves.csv," } else { "" };
        format!(
            "\nIn {}: games.csv,{moves} ratings.csv, tournament.toml\n",
            self.folder.display()
        )
    }

    /// What ended it before its schedule, if that was no result, and how to go on.
    pub fn early_end(&self) -> String {
        let finished = self.finished;
        match (&finished.given_up, self.config.on_failure) {
            (Some(engine), OnFailure::LeaveOut) => format!("{engine}; nobody is left to play"),
            (Some(engine), OnFailure::Stop) => format!("{engine}\n{}", self.how_to_go_on()),
            (None, _) if finished.stopped.is_some() => self.how_to_go_on(),
            (None, _) => String::new(),
        }
    }

    /// How to play the rest.
    fn how_to_go_on(&self) -> String {
        let file = self.folder.join("tournament.toml");
        format!(
            "stopped after {} of {} games; all are saved. To go on:\n  harness tournament {}",
            self.finished.games,
            self.config.games(),
            quoted(&file.to_string_lossy())
        )
    }

    /// A test's verdict, or what stopped the run.
    pub fn exit_code(&self) -> u8 {
        match (self.finished.stopped, self.finished.verdict) {
            (Some(signal), _) => signal.exit_code(),
            _ if self.is_strict && self.finished.faults.count() > 0 => EXIT_MISBEHAVED,
            _ if self.finished.given_up.is_some() => EXIT_FAILED,
            (None, Some(Verdict::Continue)) => EXIT_UNDECIDED,
            (None, Some(Verdict::AcceptH0)) => EXIT_NEGATIVE,
            (None, Some(Verdict::AcceptH1) | None) => EXIT_DONE,
        }
    }
}

//! Engines and games as text: `mcts:playouts=1000`, `go:size=9,komi=7`.

mod text;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize, de};
use thiserror::Error;
use toml::Table;

use crate::alphabeta::{Alphabeta, AlphabetaSpec};
use crate::engine::{Budget, Engine};
use crate::go::{self, Go, GoRules, GoSpec};
use crate::gomoku::{Gomoku, GomokuRules, GomokuSpec};
use crate::greedy::{Greedy, GreedySpec};
use crate::knowledge::Knowledge;
use crate::mcts::{Mcts, MctsSpec};
use crate::moves::MOST_MOVES;
use crate::othello::{Othello, OthelloRules, OthelloSpec};
use crate::pattern::{Pattern, PatternSpec, Weights};
use crate::random::{Random, RandomSpec};

pub use text::{split_options, split_spec};

/// What is wrong with a spec, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SpecError(pub String);

/// A built-in engine and its options.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EngineSpec {
    /// See [`crate::random`].
    Random(RandomSpec),
    /// See [`crate::greedy`].
    Greedy(GreedySpec),
    /// See [`crate::pattern`].
    Pattern(PatternSpec),
    /// See [`crate::alphabeta`].
    Alphabeta(AlphabetaSpec),
    /// See [`crate::mcts`].
    Mcts(MctsSpec),
}

impl EngineSpec {
    /// The kinds: the field of a tournament that names no engines.
    pub const KINDS: [&str; 5] = ["random", "greedy", "pattern", "alphabeta", "mcts"];

    /// Reads a kind and its options.
    pub fn from_table(kind: &str, mut options: Table) -> Result<EngineSpec, SpecError> {
        if !Self::KINDS.contains(&kind) {
            return Err(SpecError(format!(
                "unknown engine `{}`; there are {}",
                kind.escape_debug(),
                Self::KINDS.join(", ")
            )));
        }
        options.insert("kind".to_string(), kind.into());
        read_options(options).map_err(|error| SpecError(format!("{kind}: {error}")))
    }

    /// What kind it is.
    pub fn kind(&self) -> &'static str {
        match self {
            EngineSpec::Random(_) => "random",
            EngineSpec::Greedy(_) => "greedy",
            EngineSpec::Pattern(_) => "pattern",
            EngineSpec::Alphabeta(_) => "alphabeta",
            EngineSpec::Mcts(_) => "mcts",
        }
    }

    /// An engine for a game.
    pub fn build<G: Knowledge>(&self) -> Result<Box<dyn Engine<G>>, SpecError> {
        let in_words = |error: &dyn fmt::Display| SpecError(format!("{}: {error}", self.kind()));
        Ok(match self {
            EngineSpec::Random(spec) => Box::new(Random::new(spec)),
            EngineSpec::Greedy(spec) => Box::new(Greedy::new(spec)),
            EngineSpec::Pattern(spec) => {
                Box::new(Pattern::<G>::new(spec).map_err(|error| in_words(&error))?)
            }
            EngineSpec::Alphabeta(spec) => {
                Box::new(Alphabeta::<G>::new(spec).map_err(|error| in_words(&error))?)
            }
            EngineSpec::Mcts(spec) => Box::new(Mcts::new(spec).map_err(|error| in_words(&error))?),
        })
    }

    /// An engine that plays by these weights, and not by those that its options name.
    pub fn build_with<G: Knowledge>(
        &self,
        weights: Weights<G>,
    ) -> Result<Box<dyn Engine<G>>, SpecError> {
        match self {
            EngineSpec::Pattern(_) => Ok(Box::new(Pattern::with_weights(weights))),
            EngineSpec::Alphabeta(spec) => Alphabeta::with_weights(spec, weights)
                .map(|engine| Box::new(engine) as Box<dyn Engine<G>>)
                .map_err(|error| SpecError(format!("alphabeta: {error}"))),
            EngineSpec::Random(_) | EngineSpec::Greedy(_) | EngineSpec::Mcts(_) => {
                Err(SpecError(format!("{} has no weights", self.kind())))
            }
        }
    }

    /// The option that names the weights, as [`Weights::load`] reads it; `None` for an
    /// engine without weights.
    pub fn weights(&self) -> Option<Option<&Path>> {
        match self {
            EngineSpec::Pattern(spec) => Some(spec.weights.as_deref()),
            EngineSpec::Alphabeta(spec) => Some(spec.weights.as_deref()),
            EngineSpec::Random(_) | EngineSpec::Greedy(_) | EngineSpec::Mcts(_) => None,
        }
    }

    /// Whether a search within this budget ends: an engine that would think
    /// for ever is refused before it starts.
    pub fn check_budget(&self, budget: &Budget) -> Result<(), SpecError> {
        let ends = budget.nodes.is_some() || budget.time.is_some();
        match self {
            EngineSpec::Alphabeta(_) if !ends && budget.depth.is_none() => Err(SpecError(
                "alphabeta needs a limit: nodes, depth or movetime".to_string(),
            )),
            EngineSpec::Mcts(spec) if !ends && spec.playouts.is_none() => Err(SpecError(
                "mcts needs a limit: nodes, movetime or its option playouts".to_string(),
            )),
            _ => Ok(()),
        }
    }

    /// Whether its moves depend on the seed of a game.
    pub fn uses_seed(&self) -> bool {
        !matches!(self, EngineSpec::Alphabeta(_))
    }

    /// Whether its moves depend on this budget. An engine that looks one ply
    /// ahead does not feel a number of nodes above that of the moves there can
    /// be, and is taken to have the time.
    pub fn uses_budget(&self, budget: &Budget) -> bool {
        match self {
            EngineSpec::Random(_) => false,
            EngineSpec::Greedy(_) | EngineSpec::Pattern(_) => {
                budget.nodes.is_some_and(|nodes| nodes < MOST_MOVES as u64)
            }
            EngineSpec::Alphabeta(_) | EngineSpec::Mcts(_) => true,
        }
    }

    /// The most memory that the engine's tables take, in bytes.
    pub fn memory(&self) -> u64 {
        match self {
            EngineSpec::Alphabeta(spec) => (u64::from(spec.hash) << 20) * 5 / 4,
            EngineSpec::Mcts(spec) => u64::from(spec.memory) << 20,
            _ => 0,
        }
    }
}

/// The canonical spec: the options that differ from their defaults.
impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = |spec: &EngineSpec| Table::try_from(spec).map_err(|_| fmt::Error);
        let defaults = EngineSpec::from_table(self.kind(), Table::new()).map_err(|_| fmt::Error)?;
        let defaults = options(&defaults)?;
        let mut separator = ':';
        f.write_str(self.kind())?;
        for (option, value) in &options(self)? {
            if defaults.get(option) != Some(value) {
                write!(f, "{separator}{option}={}", text::quoted(value))?;
                separator = ',';
            }
        }
        Ok(())
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let (kind, options) = split_spec(text)?;
        EngineSpec::from_table(&kind, options)
    }
}

/// A game and its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameSpec {
    /// Go.
    Go(GoRules),
    /// Gomoku.
    Gomoku(GomokuRules),
    /// Othello.
    Othello(OthelloRules),
}

/// Something to do with a game whose type is known only at run time.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it with the game `G`.
    fn visit<G: Knowledge>(self, rules: &G::Rules) -> Self::Output;
}

impl GameSpec {
    /// The games' names.
    pub const NAMES: [&str; 3] = ["go", "gomoku", "othello"];

    /// Turns a game's name into its type: the one place where that happens.
    pub fn dispatch<V: GameVisitor>(&self, visitor: V) -> V::Output {
        match self {
            GameSpec::Go(rules) if rules.cells() <= go::CELLS_9 => {
                visitor.visit::<Go<{ go::CELLS_9 }>>(rules)
            }
            GameSpec::Go(rules) if rules.cells() <= go::CELLS_13 => {
                visitor.visit::<Go<{ go::CELLS_13 }>>(rules)
            }
            GameSpec::Go(rules) => visitor.visit::<Go<{ go::CELLS_19 }>>(rules),
            GameSpec::Gomoku(rules) => visitor.visit::<Gomoku>(rules),
            GameSpec::Othello(rules) => visitor.visit::<Othello>(rules),
        }
    }

    /// The game's name.
    pub fn name(&self) -> &'static str {
        match self {
            GameSpec::Go(_) => "go",
            GameSpec::Gomoku(_) => "gomoku",
            GameSpec::Othello(_) => "othello",
        }
    }
}

impl FromStr for GameSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<GameSpec, SpecError> {
        let (name, options) = split_spec(text)?;
        let in_words = |error: String| SpecError(format!("{name}: {error}"));
        match name.as_str() {
            "go" => read_options::<GoSpec>(options)
                .and_then(|spec| spec.rules())
                .map(GameSpec::Go),
            "gomoku" => read_options::<GomokuSpec>(options)
                .and_then(|spec| spec.rules())
                .map(GameSpec::Gomoku),
            "othello" => read_options::<OthelloSpec>(options)
                .and_then(|spec| spec.rules())
                .map(GameSpec::Othello),
            _ => {
                return Err(SpecError(format!(
                    "unknown game `{}`; there are {}",
                    name.escape_debug(),
                    Self::NAMES.join(", ")
                )));
            }
        }
        .map_err(in_words)
    }
}

/// Reads options; an error says what is wrong, and in which of them.
pub fn read_options<T: de::DeserializeOwned>(options: Table) -> Result<T, String> {
    let reads_alone = |wanted: &str| {
        let mut alone = options.clone();
        alone.retain(|option, _| option == "kind" || option == wanted);
        alone.try_into::<T>().is_ok()
    };
    let in_words = |error: toml::de::Error| {
        let what = error.message().trim();
        match options.keys().find(|option| !reads_alone(option)) {
            Some(option) if !what.contains(&format!("`{option}`")) => format!("{option}: {what}"),
            _ => what.to_string(),
        }
    };
    options.clone().try_into().map_err(in_words)
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameSpec::Go(rules) => rules.fmt(f),
            GameSpec::Gomoku(rules) => rules.fmt(f),
            GameSpec::Othello(rules) => rules.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_specs_read_back() {
        for text in [
            "random",
            "greedy:capture=5",
            "pattern:weights=\"a, b.csv\"",
            "alphabeta:weights=hand,hash=1",
            "alphabeta:without=table+reductions",
            "mcts:playouts=1000,exploration=0.25",
        ] {
            let spec: EngineSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
            assert_eq!(spec.to_string().parse::<EngineSpec>().unwrap(), spec);
        }
        let spec: EngineSpec = "mcts: exploration = 0.5, memory = 256".parse().unwrap();
        assert_eq!(spec.to_string(), "mcts");
    }

    #[test]
    fn games_read_back() {
        for text in [
            "go",
            "go:size=19,rules=japanese",
            "gomoku:rules=renju",
            "othello:size=6",
        ] {
            let spec: GameSpec = text.parse().unwrap();
            assert_eq!(spec.to_string().parse::<GameSpec>().unwrap(), spec);
        }
        assert_eq!(
            "go".parse::<GameSpec>().unwrap().to_string(),
            "go:size=9,rules=cgos,komi=7.5"
        );
    }

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            ("mcst", "unknown engine `mcst`; there are "),
            (
                "mcts:playout=5",
                "mcts: unknown field `playout`, expected one of `playouts`",
            ),
            ("mcts:playouts=-5", "mcts: playouts: invalid value"),
            ("mcts:playouts=many", "mcts: playouts: invalid type"),
            (
                "alphabeta:without=tables",
                "without: alphabeta has no part `tables`; there are table, ordering",
            ),
            ("alphabeta:hash=1,hash=2", "`hash` is given twice"),
            ("mcts:kind=random", "`kind` is not an option"),
            ("mcts:playouts", "`playouts` has no value"),
            ("mcts:", "no option after `mcts:`"),
            ("", "empty"),
        ] {
            let error = text.parse::<EngineSpec>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let error = "chess".parse::<GameSpec>().unwrap_err().to_string();
        assert!(
            error.contains("unknown game `chess`; there are go, gomoku, othello"),
            "{error}"
        );
    }

    #[test]
    fn endless_searches_are_refused() {
        let depth_alone = Budget {
            depth: Some(3),
            ..Budget::default()
        };
        let check = |text: &str| {
            text.parse::<EngineSpec>()
                .unwrap()
                .check_budget(&depth_alone)
        };
        assert!(check("mcts").is_err());
        assert!(check("mcts:playouts=10").is_ok());
        assert!(check("alphabeta").is_ok());
        assert!(check("random").is_ok());
    }
}

//! Which stones are off the board when a game of Go is counted.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use engines::{Game, GameSpec, Knowledge, Move, Rng};
use serde::{Deserialize, Serialize};

use super::contender::Contender;
use crate::error::InputError;
use crate::protocols::GameSoFar;

/// Who says which stones are dead, where a program that passes early takes
/// part. Our own engines play on until nothing is left to take.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DeadStones {
    /// Both, if they agree.
    #[default]
    Agreed,
    /// One engine, by its name; where it does not play, random games played on.
    One(String),
    /// Games played on at random.
    PlayOut,
    /// Nobody: what stands is alive.
    None,
}

/// `agreed`, `one:gnugo`, `play-out`, `none`
impl FromStr for DeadStones {
    type Err = InputError;

    fn from_str(text: &str) -> Result<DeadStones, InputError> {
        match (text, text.strip_prefix("one:")) {
            ("agreed", _) => Ok(DeadStones::Agreed),
            ("play-out", _) => Ok(DeadStones::PlayOut),
            ("none", _) => Ok(DeadStones::None),
            (_, Some(name)) if !name.is_empty() => Ok(DeadStones::One(name.to_string())),
            _ => Err(InputError(format!(
                "`{}` does not say who knows the dead stones; it is agreed, one:NAME, play-out or \
                 none",
                text.escape_debug()
            ))),
        }
    }
}

impl fmt::Display for DeadStones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeadStones::Agreed => f.write_str("agreed"),
            DeadStones::One(name) => write!(f, "one:{name}"),
            DeadStones::PlayOut => f.write_str("play-out"),
            DeadStones::None => f.write_str("none"),
        }
    }
}

impl TryFrom<String> for DeadStones {
    type Error = InputError;

    fn try_from(text: String) -> Result<DeadStones, InputError> {
        text.parse()
    }
}

impl From<DeadStones> for String {
    fn from(dead: DeadStones) -> String {
        dead.to_string()
    }
}

/// What was found out about the dead stones of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// These points' stones are dead.
    Dead {
        /// The points, in order.
        points: Vec<usize>,
        /// Who was asked and did not say so; playouts were taken instead.
        silent: Option<String>,
    },
    /// The players disagree; what each says, in words.
    Disputed(String),
}

/// A player as far as dead stones go.
pub struct Witness<'a, G: Game> {
    /// Its name.
    pub name: &'a str,
    /// Its engine.
    pub contender: &'a mut Contender<G>,
}

impl DeadStones {
    /// Whether there is something to find out: a program of somebody else's
    /// plays, and stones can be dead.
    pub fn is_asked<G: Knowledge>(&self, game: &GameSpec, players: [&Contender<G>; 2]) -> bool {
        *self != DeadStones::None
            && matches!(game, GameSpec::Go(_))
            && players.iter().any(|player| player.is_external())
    }

    /// The dead stones of a finished game.
    pub fn find<G: Knowledge>(
        &self,
        game: &GameSoFar<G>,
        mut players: [Witness<G>; 2],
        seed: u64,
        stop: &AtomicBool,
    ) -> Found {
        let by_playouts = || game.position.dead_stones(&mut Rng::new(seed));
        let mut silent = None;
        let mut ask = |player: &mut Witness<G>| {
            let said = match &mut player.contender {
                Contender::BuiltIn(_) => Ok(None),
                Contender::External(engine) => engine.dead_stones(game, stop),
            };
            let said = said.unwrap_or_else(|why| {
                silent = Some(format!(
                    "{} does not say so ({why}): by playouts",
                    player.name
                ));
                None
            });
            let mut dead = said.unwrap_or_else(by_playouts);
            dead.retain(|&point| game.position.at(point).is_some());
            dead.sort_unstable();
            dead.dedup();
            dead
        };
        let points = match self {
            DeadStones::None => Vec::new(),
            DeadStones::PlayOut => by_playouts(),
            DeadStones::One(name) => {
                let one = players.iter_mut().find(|player| player.name == name);
                one.map_or_else(by_playouts, &mut ask)
            }
            DeadStones::Agreed => {
                let [first, second] = players.each_mut().map(&mut ask);
                if first == second {
                    return Found::Dead {
                        points: first,
                        silent,
                    };
                }
                let words =
                    |name: &str, dead: &[usize]| format!("{name} says {}", list(game, dead));
                let mut dispute = format!(
                    "dead stones are disputed: {}, {}",
                    words(players[0].name, &first),
                    words(players[1].name, &second)
                );
                dispute.extend(silent.map(|silent| format!("; {silent}")));
                return Found::Disputed(dispute);
            }
        };
        Found::Dead { points, silent }
    }
}

/// `C3 D4`, or `none`
pub fn list<G: Knowledge>(game: &GameSoFar<G>, points: &[usize]) -> String {
    if points.is_empty() {
        return "none".to_string();
    }
    let name = |&point: &usize| game.position.move_to_text(Move::at(point));
    points.iter().map(name).collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_it_reads_back() {
        for text in ["agreed", "one:GNU Go", "play-out", "none"] {
            assert_eq!(text.parse::<DeadStones>().unwrap().to_string(), text);
        }
        for text in ["", "one:", "both"] {
            let error = text.parse::<DeadStones>().unwrap_err().to_string();
            assert!(error.contains("one:NAME"), "{error}");
        }
    }
}
